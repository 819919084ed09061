"""Pages and segments of the journal as bytes: where records start, which are sound, the chain.

A page is at most 128 bytes of records. A segment is a file of whole, sealed boards behind a start
that says where it stands in the chain. Knows no files; docs/JOURNAL.md describes both.
"""

from bidbox import records, seal

PAGE = 128  # bytes: littlefs rewrites a file of this size without an erase
NEWER = -4  # beside the reasons of records.decode()

_MAGIC = b"BIDSEG"
_START = b"BIDSEG%d\n" % records.FORMAT
_LINE = 12  # bytes that the first line may have
_CRC = 4  # bytes at the end of a record


def segment_start(first, boot, boards, before):
    """Return the bytes at the start of a segment file.

    first: the number of the first record that comes after; boot: the latest so far; boards: how
    many had been sealed before it; before: the content of the last SEAL before it.
    """
    return _START + records.pack(first, records.SEGMENT, 0, (records.FORMAT, boot, boards, before))


def read_segment_start(buffer):
    """Return (SEGMENT record, offset of the first record) or (None, DAMAGED | NEWER)."""
    line = bytes(buffer[:_LINE])
    end = line.find(b"\n") + 1
    record, after = records.decode(buffer, end or len(_START))
    if record is not None and record.kind == records.SEGMENT:
        # The record's version counts: a flipped bit in the line must not disown a journal.
        return (record, after) if record.format == records.FORMAT else (None, NEWER)
    newer = line[: len(_MAGIC)] == _MAGIC and line[len(_MAGIC) : end - 1].isdigit() and end
    return None, NEWER if newer and line[:end] != _START else records.DAMAGED


def next_record(buffer, at, whole=True):
    """Return (start, after) of the first sound record at or after `at`, passing over damage.

    (start, 0) if there is none: with `whole` false, what goes on behind the end of the buffer may
    begin at start.
    """
    end = len(buffer)
    while at < end:
        after = records.extent(buffer, at)
        if after > 0:
            return at, after
        if after == records.TRUNCATED and not whole:
            return at, 0
        at += 1
    return end, 0


def sound_records(buffer):
    """Return [(number, start, after)] of the sound records of a page, and the damaged bytes."""
    found: list = []
    damaged = 0
    at = 0
    while True:
        start, after = next_record(buffer, at)
        damaged += start - at
        if not after:
            return found, damaged
        found.append((records.number_at(buffer, start), start, after))
        at = after


def kind_at(buffer, start):
    """Return the kind of the record at start, whose extent() is right."""
    return buffer[start + 1]


def pack_seal(number, ms, code):
    """Return the bytes of a SEAL record; code: seal.begin_board() with the board's records."""
    code.update(records.pack(number, records.SEAL, ms, ()))
    return records.pack(number, records.SEAL, ms, (code.digest(),))


def seal_in(data):
    """Return the seal in the bytes of a SEAL record that pack_seal() made."""
    return data[-_CRC - seal.SIZE : -_CRC]


def pack_closing(number, fields, code):
    """Return the bytes of a CLOSING record.

    fields: all but the seal; code: seal.begin_closing() with the records after the last SEAL.
    """
    code.update(records.pack(number, records.CLOSING, 0, fields))
    fields = tuple(fields) + (code.digest(),)
    return records.pack(number, records.CLOSING, 0, fields)


class Chain:
    """What follows from the records so far: the next number, boots, boards and the last seal."""

    def __init__(self, start=None):
        """Begin behind the SEGMENT record `start`, or before the first record of all."""
        self.last = start.number - 1 if start else 0  # number of the last record
        self.boot = start.boot if start else 0
        self.boards = start.boards if start else 0  # sealed
        self.sealed = self.last  # number of the last SEAL
        self.seal = (start.before if start else b"") or seal.NO_SEAL  # its content

    def note(self, data):
        """Follow one sound record; return True for a SEAL."""
        kind = kind_at(data, 0)
        if kind in records.OUTSIDE:
            return False
        self.last = records.number_at(data, 0)
        if kind == records.SEAL:
            record = records.decode(data)[0]
            if record is not None:
                self.sealed = self.last
                self.seal = record.seal
                self.boards += 1
                return True
        elif kind == records.DEVICE:
            record = records.decode(data)[0]
            if record is not None:
                self.boot = max(self.boot, record.boot)
        return False
