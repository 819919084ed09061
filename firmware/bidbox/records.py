"""The records of the journal: their kinds, their fields and the bytes they are kept and sent as.

Knows bytes only: nothing of pages, files, links or what a record means for the auction.

    length  1 byte, of the whole record
    kind    1 byte
    number  varint, rising by one over the life of the journal, 1 to 2^32 - 1
    ms      varint, since the board was opened; outside a board, since the device started
    fields  as in _TYPES; fields at the end that have their zero are left out
    CRC-32  4 bytes, little-endian, of all bytes before it

A varint has 7 bits a byte, low bits first, the top bit set on all bytes but the last.
"""

from binascii import crc32

FORMAT = 1  # of records, pages, segments and downloaded logs (docs/JOURNAL.md)

DEVICE = 1
SESSION = 2
BOARD = 3
CALL = 4
ALERT = 5
STOP = 6
TD = 7
ANSWER = 8
BOARD_CORRECTED = 9
PERIOD = 10
CLOSED = 11
TIME = 12
REFUSED = 13
RESTART = 14
FAULT = 15
SEAL = 16
CLOSING = 17
DOWNLOADED = 18
SEGMENT = 19
RESUMED = 20
OUTSIDE = (CLOSING, DOWNLOADED, SEGMENT)  # statements about the journal: not numbered in it

# u = 0 upwards, i = -1 upwards, s = text, b = bytes; what the fields are called is below.
_TYPES = (
    "",
    "usuussusuuuuuu",  # DEVICE
    "sssuuu",  # SESSION
    "uuuuuu",  # BOARD
    "uuuuu",  # CALL
    "uui",  # ALERT
    "u",  # STOP
    "uu",  # TD
    "uiuub",  # ANSWER
    "uu",  # BOARD_CORRECTED
    "uu",  # PERIOD
    "u",  # CLOSED
    "uuu",  # TIME
    "uuu",  # REFUSED
    "u",  # RESTART
    "uus",  # FAULT
    "b",  # SEAL
    "suuuuubbb",  # CLOSING
    "u",  # DOWNLOADED
    "uuub",  # SEGMENT
    "suuuuuu",  # RESUMED
)

# CALL.flags
AFTER_TD = 1  # the director had been called
ORDER_UNCERTAIN = 2  # the scan gap was longer than the window
SIMULTANEOUS = 4  # Law 33 put it second

BOARD_HOWS = ("proposed", "assumed", "re-entered", "number typed")
RESUMED_SOURCES = ("unit", "copy", "typed")
TD_WHATS = ("called", "cancelled", "acknowledged", "arrived")
PERIOD_HOWS = ("lead faced", "hands returned", "next board", "three minutes", "director")
CLOSED_HOWS = ("complete", "incomplete", "deemed")
TIME_SOURCES = ("host", "director")
REFUSED_WHYS = ("hold", "prevent")
MODES = ("detect", "prevent", "record")
SIGNALS = ("table", "director", "delayed", "off")

MAX_RECORD = 255  # bytes
MAX_NUMBER = 0xFFFFFFFF
_MIN_RECORD = 8  # bytes
_CRC = 4  # bytes

# What decode() returns in place of an offset.
TRUNCATED = -1  # the buffer ends before the record does
DAMAGED = -2  # length or CRC is wrong
MALFORMED = -3  # the CRC is right, the fields are not of this format
REASONS = ("", "cut short", "damaged", "not of this format")  # by -code


NAMES = (
    "", "DEVICE", "SESSION", "BOARD", "CALL", "ALERT", "STOP", "TD", "ANSWER", "BOARD_CORRECTED",
    "PERIOD", "CLOSED", "TIME", "REFUSED", "RESTART", "FAULT", "SEAL", "CLOSING", "DOWNLOADED",
    "SEGMENT", "RESUMED",
)  # fmt: skip
_FIELDS = (
    "",
    "format device table boot firmware hardware keys laws table_crc mode "
    "signals turned window key_id",
    "name date section first boards per_round",
    "board dealer how turned session clock",
    "seat call verdict flags gap",
    "seat on event",
    "seat",
    "seat what",
    "code of a b state",
    "board dealer",
    "how seat",
    "how",
    "seconds source clock",
    "seat call why",
    "boot",
    "code argument text",
    "seal",
    "device first last boards seconds boot before nonce seal",
    "upto",
    "format boot boards before",
    "device source first last copied until opened",
)


def fields_of(kind):
    """Return the names of the fields of a kind, in order; ("content",) for an unknown kind."""
    return tuple(_FIELDS[kind].split()) if 0 < kind < len(_FIELDS) else ("content",)


def kind_name(kind):
    return NAMES[kind] if 0 < kind < len(NAMES) else "kind %d" % kind


class Record:
    """A record; its fields are attributes by the names that fields_of(kind) gives."""

    def __init__(self, number, kind, ms, *fields):
        self.number = number
        self.kind = kind
        self.ms = ms
        self.fields = fields

    def __getattr__(self, name):
        if name[:1] != "_" and name != "kind":
            names = fields_of(self.kind)
            if name in names:
                return self.fields[names.index(name)]
        raise AttributeError(name)

    def __eq__(self, other):
        return (
            isinstance(other, Record)
            and self.number == other.number
            and self.kind == other.kind
            and self.ms == other.ms
            and self.fields == other.fields
        )

    def __hash__(self):
        return hash((self.number, self.kind, self.ms))

    def __repr__(self):
        return "Record(%d, %s, %d, %r)" % (
            self.number,
            kind_name(self.kind),
            self.ms,
            self.fields,
        )


def _put_varint(out, value):
    if value < 0:
        raise ValueError("a record holds no negative number: %d" % value)
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def pack(number, kind, ms, fields):
    """Return the bytes of a record; missing fields take their zero.

    ValueError: an unknown kind, too many fields, a number out of range or over 255 bytes in all.
    """
    if not 0 < kind < len(_TYPES):
        raise ValueError("no such kind of record: %d" % kind)
    if not 0 < number <= MAX_NUMBER:
        raise ValueError("no such record number: %d" % number)
    types = _TYPES[kind]
    if len(fields) > len(types):
        raise ValueError("kind %d has %d fields, not %d" % (kind, len(types), len(fields)))
    out = bytearray(2)
    out[1] = kind
    _put_varint(out, number)
    _put_varint(out, ms)
    end = len(out)
    for i in range(len(fields)):
        value = fields[i]
        letter = types[i]
        if letter == "u":
            _put_varint(out, value)
            zero = not value
        elif letter == "i":
            _put_varint(out, value + 1)
            zero = value == -1
        else:
            if letter == "s":
                value = value.encode()
            _put_varint(out, len(value))
            out.extend(value)
            zero = not value
        if not zero:
            end = len(out)
    if end + _CRC > MAX_RECORD:
        raise ValueError("a record would take %d bytes" % (end + _CRC))
    out = out[:end]
    out[0] = end + _CRC
    out.extend(crc32(out).to_bytes(_CRC, "little"))
    return bytes(out)


def encode(record):
    """Return the bytes of a Record; errors as pack()."""
    return pack(record.number, record.kind, record.ms, record.fields)


def _varint(buffer, at, end):
    """Return (value, next offset); next offset is past the end if it is cut short or too long."""
    value = 0
    shift = 0
    while at < end and shift < 42:
        byte = buffer[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    return 0, end + 1


def extent(buffer, offset=0):
    """Return the offset after the record at offset if its length and CRC are right.

    TRUNCATED or DAMAGED (both below zero) otherwise. Does not look at kind or fields.
    """
    left = len(buffer) - offset
    if left <= 0:
        return TRUNCATED
    length = buffer[offset]
    if length < _MIN_RECORD:
        return DAMAGED
    if length > left:
        return TRUNCATED
    end = offset + length
    body = end - _CRC
    crc = crc32(memoryview(buffer)[offset:body])
    for i in range(body, end):
        if buffer[i] != crc & 0xFF:
            return DAMAGED
        crc >>= 8
    return end


def number_at(buffer, offset):
    """Return the number of the record at offset, whose extent() is right."""
    return _varint(buffer, offset + 2, len(buffer))[0]


def decode(buffer, offset=0):
    """Return (Record, offset after it), or (None, TRUNCATED | DAMAGED | MALFORMED).

    A kind that this version does not know is a Record with one field, its content as bytes;
    fields added by a later version at the end of a kind are passed over.
    """
    after = extent(buffer, offset)
    if after < 0:
        return None, after
    end = after - _CRC
    kind = buffer[offset + 1]
    number, at = _varint(buffer, offset + 2, end)
    ms, at = _varint(buffer, at, end)
    if at > end or not 0 < number <= MAX_NUMBER or not kind:
        return None, MALFORMED
    if kind >= len(_TYPES):
        return Record(number, kind, ms, bytes(buffer[at:end])), after
    fields = []
    for letter in _TYPES[kind]:
        if at < end:
            value, at = _varint(buffer, at, end)
        else:
            value = 0
        if letter == "i":
            value -= 1
        elif letter != "u":
            content = bytes(buffer[at : at + value])
            at += value
            if letter == "b":
                value = content
            else:
                try:
                    value = content.decode()
                except UnicodeError:
                    return None, MALFORMED
        if at > end:
            return None, MALFORMED
        fields.append(value)
    return Record(number, kind, ms, *fields), after
