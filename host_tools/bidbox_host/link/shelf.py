"""Records by number as they arrive: which are there, which are missing, which the device lacks.

Knows numbers and bytes; asking for what is missing is left to download and live view.
"""

from bidbox import bulk, messages, records
from bidbox_host.link.session import Message

_JOIN = 4  # records: a gap this small between two ranges is cheaper to send again than to name
_RANGES = 16
_SHORTEST = 110  # bytes: even over a noisy line a GET should name many ranges


class Shelf:
    """Keeps each record once, whatever arrives how often."""

    def __init__(self) -> None:
        self._records: dict[int, bytes] = {}
        self._highest = 0
        self._lost: set[int] = set()
        self._pieces: dict[int, tuple[int, dict[int, bytes]]] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._records

    def __len__(self) -> int:
        return len(self._records)

    @property
    def highest(self) -> int:
        """The highest number that came, 0 if none did."""
        return self._highest

    def get(self, number: int) -> bytes | None:
        return self._records.get(number)

    def is_lost(self, number: int) -> bool:
        """Whether the device has said that it does not hold this record, or cannot read it."""
        return number in self._lost and number not in self._records

    def forget_lost(self) -> None:
        """Let what the device could not read be asked for again."""
        self._lost.clear()

    def put(self, number: int, record: bytes) -> None:
        if number not in self._records:
            self._records[number] = record
            self._highest = max(self._highest, number)

    def forget_before(self, number: int) -> None:
        for old in [n for n in self._records if n < number]:
            del self._records[old]
        self._lost = {n for n in self._lost if n >= number}

    def take(self, message: Message, limit: int = records.MAX_NUMBER) -> list[int]:
        """Take RECORDS, PIECE or LOST; return the numbers that are new. Others are passed over."""
        if message.code == messages.RECORDS:
            return self._take_records(*message.fields)
        if message.code == messages.PIECE:
            return self._take_piece(*message.fields)
        if message.code == messages.LOST:
            first, last = message.fields
            new = range(first, min(last, limit) + 1)
            self._lost.update(new)
            return []
        return []

    def missing(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return the ranges from first to last that neither came nor are lost."""
        found: list[tuple[int, int]] = []
        for number in range(first, last + 1):
            if number in self._records or number in self._lost:
                continue
            if found and number - found[-1][1] == 1:
                found[-1] = (found[-1][0], number)
            else:
                found.append((number, number))
        return found

    def _take_records(self, first: int, data: bytes) -> list[int]:
        try:
            found = bulk.unpack(data, first)
        except ValueError:
            return []
        new = []
        for offset, record in enumerate(found):
            if first + offset not in self._records:
                self.put(first + offset, record)
                new.append(first + offset)
        return new

    def _take_piece(self, number: int, size: int, offset: int, data: bytes) -> list[int]:
        if number in self._records or not 0 < size <= records.MAX_RECORD:
            return []
        known, pieces = self._pieces.get(number, (size, {}))
        if known != size:
            pieces = {}
        pieces[offset] = data
        self._pieces[number] = (size, pieces)
        whole = joined(pieces, size)
        if whole is None:
            return []
        del self._pieces[number]
        if records.extent(whole) != size or records.number_at(whole, 0) != number:
            return []
        self.put(number, whole)
        return [number]


def joined(pieces: dict[int, bytes], size: int) -> bytes | None:
    """Return size bytes put together from pieces at their offsets, None if some are missing."""
    out = bytearray()
    for offset in sorted(pieces):
        if offset > len(out):
            return None
        out[offset:] = pieces[offset]
        if len(out) >= size:
            break
    return bytes(out) if len(out) == size else None


def ranges_for(missing: list[tuple[int, int]], length: int) -> tuple[int, ...]:
    """Return as many ranges as a GET of about this length should hold; small gaps joined.

    Flat: first number, count, then for each further range how many to pass over, and count.
    """
    merged: list[tuple[int, int]] = []
    for first, last in missing:
        if merged and first - merged[-1][1] - 1 <= _JOIN:
            merged[-1] = (merged[-1][0], last)
        else:
            merged.append((first, last))
    flat: list[int] = []
    size = 30
    after = 0
    for first, last in merged[:_RANGES]:
        size += len(f",{first - after},{last - first + 1}")
        if flat and size > max(_SHORTEST, min(length, 180)):
            break
        flat += [first - after, last - first + 1]
        after = last + 1
    return tuple(flat)
