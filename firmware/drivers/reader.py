"""Reads records back out of segment files, as a download or a start does: many, one by one.

Loaded for the first of them and kept by the Store until something new is recorded.
"""

from bidbox import journal, records
from drivers.segments import FOLDER, piece_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.segments import Segment


class Reader:
    """Finds records; near the one found before it is cheap. For segments that do not change."""

    def __init__(self, directory, segments):
        self._directory = directory
        self._segments = segments
        self._segment: Segment | None = None  # the one that a piece was read of
        self._at = 0  # offset of the piece in its segment
        self._done = 0  # offset in the piece behind the record found last
        self._next = 0  # number of that record
        self._lowest: int = records.MAX_NUMBER  # the lowest number seen in the piece
        self._bytes = b""

    def find(self, number):
        """Return the bytes of a record, or None."""
        segment = None
        for one in self._segments:
            if one.first <= number <= one.last:
                segment = one
        if segment is None:
            return None
        if segment is not self._segment or number < self._lowest:
            self._read_piece(segment, segment.start)
        elif number <= self._next:
            self._done = 0
        while True:
            whole = self._at + len(self._bytes) >= segment.size  # type: ignore[union-attr]
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
        self._segment = segment
        self._at = at
        self._done = 0
        self._next = 0
        self._lowest = records.MAX_NUMBER
        self._bytes = piece_at(self._directory + FOLDER, segment.ident, at)
        return len(self._bytes)
