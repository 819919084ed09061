"""Slot pages: small files, the last of them kept open and rewritten at each record.

Takes the name of a directory of its own on littlefs. A record is on flash when append() returns.
Knows of records only their numbers and extents.
"""

import os

from bidbox import journal, records


class Page:
    """One page that holds records: its slot (file name), numbers first to last and its size."""

    def __init__(self, slot, first, last, size, damaged=0):
        self.slot = slot
        self.first = first
        self.last = last
        self.size = size
        self.damaged = damaged


class Pages:
    """The pages that hold records, oldest first, and the slots that may be written over."""

    def __init__(self, directory):
        self._directory = directory
        self._file = None
        self._open = bytearray()  # content of the page that is kept open
        self.used = []
        self.free = []
        self.unreadable = 0  # files that gave an error, left alone

    def load(self):
        """Read all pages; OSError if the directory cannot be listed."""
        self.close()
        self.used = []
        self.free = []
        self.unreadable = 0
        for name in os.listdir(self._directory):
            if not name.isdigit():
                continue
            slot = int(name)
            try:
                content = self._content(slot)
            except OSError:
                self.unreadable += 1
                continue
            found, damaged = journal.sound_records(content)
            if found:
                self.used.append(Page(slot, found[0][0], found[-1][0], len(content), damaged))
            elif damaged:
                self.unreadable += 1
            else:
                self.free.append(slot)
        self.used.sort(key=_first)
        self.free.sort()

    def append(self, number, data):
        """Put a record into the last page, or the next one, and flush; OSError if that failed.

        After an error the record is on flash or not: load() tells.
        """
        page = self.used[-1] if self.used else None
        if page is None or page.damaged or page.size + len(data) > journal.PAGE:
            self._begin(number, data)
            return
        if self._file is None:
            self._reopen(page)
        self._file.write(data)
        self._file.flush()
        self._open.extend(data)
        page.last = number
        page.size += len(data)

    def _begin(self, number, data):
        self.close()
        slot = self.free[0] if self.free else self._new_slot()
        self._file = open(self._path(slot), "wb")
        self._file.write(data)
        self._file.flush()
        if self.free:
            self.free.pop(0)
        self._open = bytearray(data)
        self.used.append(Page(slot, number, number, len(data)))

    def _reopen(self, page):
        self._open = bytearray(self._content(page.slot))
        self._file = open(self._path(page.slot), "r+b")
        self._file.seek(page.size)

    def _new_slot(self):
        taken = [int(name) for name in os.listdir(self._directory) if name.isdigit()]
        slot = 0
        while slot in taken:
            slot += 1
        return slot

    def content(self, page):
        """Return the bytes of a page."""
        if self._file is not None and page is self.used[-1]:
            return self._open
        return self._content(page.slot)

    def find(self, number):
        """Return the bytes of a record, or None if no page holds it."""
        for page in self.used:
            if page.first <= number <= page.last:
                content = self.content(page)
                for found, start, after in journal.sound_records(content)[0]:
                    if found == number:
                        return bytes(content[start:after])
        return None

    def after(self, number):
        """Return the pages that hold records after a number, oldest first."""
        return [page for page in self.used if page.last > number]

    def release(self, upto):
        """Let the pages whose records all have numbers up to `upto` be written over."""
        if self._file is not None and self.used[-1].last <= upto:
            self.close()
        for page in self.used:
            if page.last <= upto:
                self.free.append(page.slot)
        self.free.sort()
        self.used = self.after(upto)

    def wipe_free(self):
        """Remove what may be written over; OSError leaves the rest for another time."""
        while self.free:
            os.remove(self._path(self.free[-1]))
            self.free.pop()

    def close(self):
        """Close the page that is kept open: a file left to the collector is closed too late."""
        if self._file is not None:
            file = self._file
            self._file = None
            try:
                file.close()
            except OSError:
                pass  # what was flushed is on flash, the rest was never recorded

    def _content(self, slot):
        file = open(self._path(slot), "rb")
        try:
            return file.read(records.MAX_RECORD + journal.PAGE)
        finally:
            file.close()

    def _path(self, slot):
        return "%s/%d" % (self._directory, slot)


def _first(page):
    return page.first
