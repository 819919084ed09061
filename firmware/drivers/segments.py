"""Segment files: sealed boards, appended a few at a time, dropped whole and oldest first.

Takes the name of a directory of its own. Reads in small pieces and holds no file open.
"""

import os

from bidbox import journal, records

_CHUNK = 1024  # bytes read at a time; at least one record
_SUFFIX = ".seg"


class Segment:
    """One segment file: its records are first to last; start is the offset of the first."""

    def __init__(self, ident, start, first, size):
        self.ident = ident
        self.start = start
        self.first = first
        self.last = first - 1
        self.size = size
        self.head = None  # its SEGMENT record; None if that is damaged
        self.damaged = 0  # bytes, of a segment that was read through


class Segments:
    """The segment files, oldest first."""

    def __init__(self, directory):
        self._directory = directory
        self.all = []
        self.newer = False  # one was written by a later version
        self.set_aside = []  # names of files without one sound record, kept as .bad
        self._forget()

    def load(self):
        """List the segments; OSError if that fails. Reads through the newest only."""
        self.all = []
        self.newer = False
        self.set_aside = []
        self._forget()
        for ident in sorted([int(name[: -len(_SUFFIX)]) for name in self._names()]):
            self._load_one(ident)
        for i in range(len(self.all) - 1):
            self.all[i].last = max(self.all[i].last, self.all[i + 1].first - 1)

    def _names(self):
        return [
            name
            for name in os.listdir(self._directory)
            if name.endswith(_SUFFIX) and name[: -len(_SUFFIX)].isdigit()
        ]

    def _load_one(self, ident):
        path = self._path(ident)
        size = os.stat(path)[6]
        if not size:
            os.remove(path)  # the power failed before its start was written
            return
        try:
            head, at = journal.read_segment_start(self._piece(ident, 0))
        except OSError:
            head, at = None, records.DAMAGED
        if at == journal.NEWER:
            self.newer = True
            return
        if head is None:
            self._load_without_start(ident, size)
            return
        segment = Segment(ident, at, head.number, size)
        segment.head = head
        self.all.append(segment)

    def _load_without_start(self, ident, size):
        """Take a segment whose start is damaged by its records, or set it aside."""
        segment = Segment(ident, 0, 1, size)
        first = 0
        for data in self.walk(segment):
            if not first and data[1] not in records.OUTSIDE:
                first = records.number_at(data, 0)
        if not first:
            name = self._path(ident)
            os.rename(name, name + ".bad")
            self.set_aside.append(name + ".bad")
            return
        segment.first = first
        segment.damaged = max(1, segment.damaged)
        self.all.append(segment)

    def walk(self, segment):
        """Give the bytes of each sound record; sets segment.last and segment.damaged."""
        segment.damaged = 0
        at = segment.start
        while at < segment.size:
            try:
                piece = self._piece(segment.ident, at)
            except OSError:
                piece = b""
            if not piece:
                segment.damaged += segment.size - at
                return
            whole = at + len(piece) >= segment.size
            done = 0
            while True:
                start, after = journal.next_record(piece, done, whole)
                segment.damaged += start - done
                done = after or start
                if not after:
                    break
                if piece[start + 1] not in records.OUTSIDE:
                    segment.last = records.number_at(piece, start)
                yield piece[start:after]
            at += done

    def begin(self, first, boot, boards, before):
        """Make the next, empty segment; OSError if that failed."""
        ident = self.all[-1].ident + 1 if self.all else 1
        start = journal.segment_start(first, boot, boards, before)
        self._write(ident, "wb", ((first, start),))
        segment = Segment(ident, len(start), first, len(start))
        segment.head = journal.read_segment_start(start)[0]
        self.all.append(segment)

    def append(self, rows, last):
        """Put (number, bytes) of records up to number `last` behind the newest segment.

        OSError if that failed: then none of them is there.
        """
        segment = self.all[-1]
        segment.size += self._write(segment.ident, "ab", rows)
        segment.last = last

    def _write(self, ident, mode, rows):
        written = 0
        file = open(self._path(ident), mode)
        try:
            for _, data in rows:
                written += file.write(data)
            file.flush()
        finally:
            file.close()
        return written

    def drop_oldest(self):
        os.remove(self._path(self.all[0].ident))
        self.all.pop(0)
        self._forget()

    def bytes_after(self, number):
        """Return the bytes in segments that hold records after a number."""
        return sum([segment.size for segment in self.all if segment.last > number])

    def find(self, number):
        """Return the bytes of a record, or None; near the one read before it is cheap."""
        segment = None
        for one in self.all:
            if one.first <= number <= one.last:
                segment = one
        if segment is None:
            return None
        if segment is not self._at_segment or number < self._lowest:
            self._read_piece(segment, segment.start)
        elif number <= self._next:
            self._done = 0
        while True:
            whole = self._at + len(self._bytes) >= segment.size
            start, after = journal.next_record(self._bytes, self._done, whole)
            if not after:
                if whole or not self._read_piece(segment, self._at + start):
                    return None
                continue
            found = records.number_at(self._bytes, start)
            self._lowest = min(self._lowest, found)
            self._next = found
            if found > number:
                return None
            self._done = after
            if found == number and self._bytes[start + 1] not in records.OUTSIDE:
                return bytes(self._bytes[start:after])

    def _read_piece(self, segment, at):
        """Take the piece of a segment that find() searches; return how much there is."""
        self._at_segment = segment
        self._at = at
        self._done = 0
        self._next = 0
        self._lowest = records.MAX_NUMBER
        self._bytes = self._piece(segment.ident, at)
        return len(self._bytes)

    def _forget(self):
        self._at_segment = None
        self._at = 0  # offset of the piece in its segment
        self._done = 0  # offset in the piece behind the record found last
        self._next = 0  # number of that record
        self._lowest = records.MAX_NUMBER  # the lowest number seen in the piece
        self._bytes = b""

    def _piece(self, ident, at):
        file = open(self._path(ident), "rb")
        try:
            file.seek(at)
            return file.read(_CHUNK)
        finally:
            file.close()

    def _path(self, ident):
        return "%s/%06d%s" % (self._directory, ident, _SUFFIX)
