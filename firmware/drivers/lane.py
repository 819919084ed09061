"""A directory of slot pages: small files, the last kept open and rewritten at each record.

Takes the name of a directory of its own on littlefs. A record is on flash when append() returns.
Knows of records only their numbers and extents. What is done seldom is in pages.py.
"""

import os
from array import array

from bidbox import journal

# The numbers kept of each page, one page after the other.
SLOT = 0  # the name of its file
FIRST = 1  # the numbers of its records
LAST = 2
SIZE = 3  # bytes
ROW = 4

_MOST = 4 * journal.PAGE  # bytes read of a page: more than it can hold


class Lane:
    """The pages of one directory that hold records, oldest first, and the slots that are free."""

    def __init__(self, directory):
        self.directory = directory
        self.pages = array("I")  # ROW numbers each
        self.free: list = []
        self._file = None
        self._open = bytearray()  # content of the page that is kept open

    def append(self, number, data):
        """Put a record into the last page, or the next one, and flush; OSError if that failed.

        After an error the record is on flash or not: pages.load() tells.
        """
        pages = self.pages
        at = len(pages) - ROW
        if at < 0 or pages[at + SIZE] + len(data) > journal.PAGE:
            self._begin(number, data)
            return
        file = self._file
        if file is None:
            self._open = bytearray(self.content(pages[at + SLOT]))
            self._file = file = open(self.path(pages[at + SLOT]), "r+b")
            file.seek(pages[at + SIZE])
        file.write(data)
        file.flush()
        self._open.extend(data)
        pages[at + LAST] = number
        pages[at + SIZE] += len(data)

    def find(self, number):
        """Return the bytes of a record, or None if no page holds it."""
        pages = self.pages
        for at in range(0, len(pages), ROW):
            if pages[at + FIRST] <= number <= pages[at + LAST]:
                content = self.content_of(at)
                for found, start, end in journal.sound_records(content)[0]:
                    if found == number:
                        return bytes(content[start:end])
        return None

    def close(self):
        """Close the page that is kept open: a file left to the collector is closed too late."""
        file = self._file
        if file is not None:
            self._file = None
            try:
                file.close()
            except OSError:
                pass  # what was flushed is on flash, the rest was never recorded

    def _begin(self, number, data):
        self.close()
        free = self.free
        slot = free[0] if free else self._new_slot()
        self._file = file = open(self.path(slot), "wb")
        file.write(data)
        file.flush()
        if free:
            free.pop(0)
        self._open = bytearray(data)
        self.pages.extend(array("I", (slot, number, number, len(data))))

    def slots(self):
        names = os.listdir(self.directory)
        return [int(name) for name in names if name.isdigit() and len(name) < 9]

    def _new_slot(self):
        taken = self.slots()
        slot = 0
        while slot in taken:
            slot += 1
        return slot

    def content_of(self, at):
        """Return the bytes of the page whose numbers begin at an offset of `pages`."""
        if self._file is not None and at == len(self.pages) - ROW:
            return self._open
        return self.content(self.pages[at + SLOT])

    def content(self, slot):
        file = open(self.path(slot), "rb")
        try:
            return file.read(_MOST)
        finally:
            file.close()

    def path(self, slot):
        return "%s/%d" % (self.directory, slot)
