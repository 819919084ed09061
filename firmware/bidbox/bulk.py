"""Journal records as they travel: without number and CRC, which the receiver puts back.

A line's CRC guards them on the way, and they come in order of number. docs/LINK.md has the form:

    head    1 byte: bits 0-4 kind, bit 5 set if ms is whole (else it is the time since the record
            before in this run), bits 6-7 length of the fields: 0, 1, 2, or 3 = a byte follows
    ms      varint
    fields  as in the journal

A head of 0 is followed by a length byte and a record as it stands in the journal.
"""

from binascii import crc32

from bidbox import records

_WHOLE_MS = 0x20
_KINDS = 32
_LONG = 3
_CRC = 4  # bytes


def add(out, record, before):
    """Append an encoded record, whole and right, to a run; return its ms.

    before: ms of the record before in the run, -1 for the first.
    """
    end = len(record) - _CRC
    kind = record[1]
    at = 2
    while record[at] > 0x7F:
        at += 1
    at += 1
    ms = 0
    shift = 0
    while record[at] > 0x7F:
        ms |= (record[at] & 0x7F) << shift
        shift += 7
        at += 1
    ms |= record[at] << shift
    at += 1
    if kind >= _KINDS:
        out.append(0)
        out.append(len(record))
        out.extend(record)
        return ms
    size = end - at
    head = kind | (size if size < _LONG else _LONG) << 6
    delta = ms - before
    if before < 0 or delta < 0:
        head |= _WHOLE_MS
        delta = ms
    out.append(head)
    if size >= _LONG:
        out.append(size)
    _put_varint(out, delta)
    out.extend(record[at:end])
    return ms


def unpack(data, first):
    """Return the encoded records of a run whose first has number first.

    ValueError if data is not a run of whole records.
    """
    found = []
    number = first
    ms = -1
    at = 0
    end = len(data)
    while at < end:
        head = data[at]
        at += 1
        if head == 0:
            size = data[at] if at < end else 0
            record = bytes(data[at + 1 : at + 1 + size])
            if not size or records.extent(record) != size:
                raise ValueError("a record is damaged")
            if records.number_at(record, 0) != number:
                raise ValueError("a record has another number")
            ms = records.decode(record)[0].ms
            at += 1 + size
        else:
            size = head >> 6
            if size == _LONG:
                size = data[at] if at < end else 0
                at += 1
            delta, at = _varint(data, at)
            ms = delta if head & _WHOLE_MS else ms + delta
            if ms < 0 or at + size > end:
                raise ValueError("a record is cut short")
            out = bytearray(2)
            out[1] = head & (_KINDS - 1)
            _put_varint(out, number)
            _put_varint(out, ms)
            out.extend(data[at : at + size])
            if len(out) + _CRC > records.MAX_RECORD:
                raise ValueError("a record is too long")
            out[0] = len(out) + _CRC
            out.extend(crc32(out).to_bytes(_CRC, "little"))
            record = bytes(out)
            at += size
        found.append(record)
        number += 1
    return found


def _put_varint(out, value):
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def _varint(data, at):
    value = 0
    shift = 0
    while at < len(data) and shift < 42:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError("a record is cut short")
