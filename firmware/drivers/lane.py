"""A directory of slot pages: small files, the last kept open and rewritten at each record.

Takes the name of a directory of its own on littlefs. A record is on flash when append() returns.
Knows of records only their numbers and extents.
"""

import os

from bidbox import journal

_MOST = 4 * journal.PAGE  # bytes read of a page: more than it can hold


class Page:
    """A page that holds records: its slot (file name), numbers first to last and its size."""

    def __init__(self, slot, first, last, size, damaged=0):
        self.slot = slot
        self.first = first
        self.last = last
        self.size = size
        self.damaged = damaged


class Lane:
    """The pages of one directory that hold records, oldest first, and the slots that are free."""

    def __init__(self, directory):
        self.directory = directory
        self.used = []
        self.unreadable = 0  # files that gave an error, left alone
        self._free = []
        self._file = None
        self._open = bytearray()  # content of the page that is kept open

    def load(self):
        """Read all pages; OSError if the directory cannot be listed."""
        self.close()
        self.used = []
        self.unreadable = 0
        self._free = []
        for slot in self._slots():
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
                self._free.append(slot)
        self.used.sort(key=_first)
        self._free.sort()

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

    def records(self, after):
        """Give (number, bytes) of the records with numbers after one, in order."""
        for page in self.used:
            if page.last > after:
                content = self._content_of(page)
                for number, start, end in journal.sound_records(content)[0]:
                    if number > after:
                        yield number, bytes(content[start:end])

    def find(self, number):
        """Return the bytes of a record, or None if no page holds it."""
        for page in self.used:
            if page.first <= number <= page.last:
                content = self._content_of(page)
                for found, start, end in journal.sound_records(content)[0]:
                    if found == number:
                        return bytes(content[start:end])
        return None

    def size(self, after):
        """Return the bytes of the pages that hold records after a number."""
        return sum([page.size for page in self.used if page.last > after])

    def release(self, upto):
        """Let the pages whose records all have numbers up to `upto` be written over."""
        if self._file is not None and self.used[-1].last <= upto:
            self.close()
        for page in self.used:
            if page.last <= upto:
                self._free.append(page.slot)
        self._free.sort()
        self.used = [page for page in self.used if page.last > upto]

    def wipe_free(self):
        """Remove what may be written over; OSError leaves the rest for another time."""
        while self._free:
            os.remove(self._path(self._free[-1]))
            self._free.pop()

    def close(self):
        """Close the page that is kept open: a file left to the collector is closed too late."""
        if self._file is not None:
            file = self._file
            self._file = None
            try:
                file.close()
            except OSError:
                pass  # what was flushed is on flash, the rest was never recorded

    def _begin(self, number, data):
        self.close()
        slot = self._free[0] if self._free else self._new_slot()
        self._file = open(self._path(slot), "wb")
        self._file.write(data)
        self._file.flush()
        if self._free:
            self._free.pop(0)
        self._open = bytearray(data)
        self.used.append(Page(slot, number, number, len(data)))

    def _reopen(self, page):
        self._open = bytearray(self._content(page.slot))
        self._file = open(self._path(page.slot), "r+b")
        self._file.seek(page.size)

    def _slots(self):
        return [int(name) for name in os.listdir(self.directory) if name.isdigit()]

    def _new_slot(self):
        taken = self._slots()
        slot = 0
        while slot in taken:
            slot += 1
        return slot

    def _content_of(self, page):
        if self._file is not None and page is self.used[-1]:
            return self._open
        return self._content(page.slot)

    def _content(self, slot):
        file = open(self._path(slot), "rb")
        try:
            return file.read(_MOST)
        finally:
            file.close()

    def _path(self, slot):
        return "%s/%d" % (self.directory, slot)


def _first(page):
    return page.first
