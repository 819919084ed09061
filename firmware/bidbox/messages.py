"""The one list of messages for the serial link and the radio, and how their fields are written.

A message is a code and a tuple of fields; packed, it is ASCII: the code's letter and the fields,
each after a comma. Lines and frames wrap it; neither end's behaviour is known here. The names of
messages and fields are in message_names.py, which a device does not load.
"""

from binascii import a2b_base64, b2a_base64

MAJOR = 1  # a different major number is refused
MINOR = 1  # a higher minor number only adds messages, or fields at the end

# Who a line or frame speaks of, or is meant for.
THIS_DEVICE = 0  # from the host: the device at the end of the cable
LAST_TABLE = 199
FIRST_DIRECTOR = 200  # director's devices: 200 to 254
EVERYBODY = 255

NO_EVENT = 65535
NO_BATTERY = 255  # charge not known
OPEN = "open"  # second word of a STATUS's life while an irregularity waits

# What ACKNOWLEDGE says.
SEEN = 0
ON_THE_WAY = 1
ARRIVED = 2

# Host to device. ASK is answered by HELLO, CLOSING by SEALED, READ by SETTING, TEST by TESTED, all
# others by ACK (GET by ACK, then RECORDS, LOST and END); anything can be answered by REFUSED.
ASK = 63  # ?
HEARTBEAT = 66  # B
GET = 71  # G
ANSWER = 65  # A
TIME = 84  # T
DOWNLOADED = 68  # D
ERASE = 88  # X
CLOSING = 67  # C
SERVICE = 86  # V
READ = 102  # f
CONFIG = 70  # F
ACKNOWLEDGE = 75  # K
RESUME = 85  # U
TEST = 89  # Y

# Device to host.
HELLO = 72  # H
ACK = 107  # k
REFUSED = 114  # r
RECORDS = 82  # R
PIECE = 80  # P
LOST = 76  # L
END = 69  # E
SEALED = 99  # c
SETTING = 103  # g
TESTED = 121  # y
STATUS = 83  # S
LOG = 108  # l
ALERT = 33  # !
TD_CALL = 116  # t

# Radio alone.
SEEK = 115  # s
HERE = 104  # h

# Each message's letter and the kinds of its fields: u number 0 to 4294967295, s text, b bytes, U
# any number of u, last only. What the fields are called stands in message_names.py.
_KINDS = (
    b" ?uuuu"  # ASK
    b" B"  # HEARTBEAT
    b" GuU"  # GET
    b" Auuuuub"  # ANSWER
    b" Tu"  # TIME
    b" Du"  # DOWNLOADED
    b" Xu"  # ERASE
    b" Cb"  # CLOSING
    b" Vu"  # SERVICE
    b" fs"  # READ
    b" Fss"  # CONFIG
    b" Kuuu"  # ACKNOWLEDGE
    b" Uuub"  # RESUME
    b" Yuuu"  # TEST
    b" Huuusssssuuuus"  # HELLO
    b" kuu"  # ACK
    b" rus"  # REFUSED
    b" Rub"  # RECORDS
    b" Puuub"  # PIECE
    b" Luu"  # LOST
    b" Eu"  # END
    b" cuuub"  # SEALED
    b" guss"  # SETTING
    b" yuU"  # TESTED
    b" Ssuusu"  # STATUS
    b" ls"  # LOG
    b" !uuuuuuusu"  # ALERT
    b" tuuu"  # TD_CALL
    b" s"  # SEEK
    b" huu"  # HERE
    b" "
)
_TEXT = 0x73  # s
_BYTES = 0x62  # b

MOST = 0xFFFFFFFF
_PLAIN_LOW = 0x20
_PLAIN_HIGH = 0x7E
_ESCAPED = b",*~%"


def kinds_of(code):
    """Return the kinds of a message's fields, a letter each; ValueError for a wrong code."""
    at = _KINDS.find(bytes((0x20, code))) if 0x20 < code < 0x7F else -1
    if at < 0:
        raise ValueError("no such message: %d" % code)
    return _KINDS[at + 2 : _KINDS.find(b" ", at + 1)]


def pack(code, values):
    """Return the body, bytes, of a message; ValueError for a wrong code, field or count."""
    kinds = kinds_of(code)
    pieces = [bytes((code,))]
    repeated = kinds[-1:] == b"U"
    if len(values) < len(kinds) - repeated or (len(values) > len(kinds) and not repeated):
        raise ValueError("message %s with %d fields" % (chr(code), len(values)))
    for position in range(len(values)):
        kind = kinds[min(position, len(kinds) - 1)]
        value = values[position]
        if kind == _TEXT:
            pieces.append(escape(value))
        elif kind == _BYTES:
            pieces.append(b2a_base64(value).rstrip(b"=\n"))
        else:
            pieces.append(_pack_number(value))
    return b",".join(pieces)


def unpack(body):
    """Return (code, fields) of a body; ValueError if it is not a message of this version.

    Fields that a later minor version added at the end are left out.
    """
    pieces = body.split(b",")
    if len(pieces[0]) != 1:
        raise ValueError("no message letter")
    code = pieces[0][0]
    kinds = kinds_of(code)
    repeated = kinds[-1:] == b"U"
    count = len(pieces) - 1
    if count < len(kinds) - repeated:
        raise ValueError("message %s with %d fields" % (chr(code), count))
    values = []
    for position in range(count if repeated else len(kinds)):
        kind = kinds[min(position, len(kinds) - 1)]
        piece = pieces[position + 1]
        if kind == _TEXT:
            values.append(unescape(piece))
        elif kind == _BYTES:
            values.append(a2b_base64(piece + b"==="[: -len(piece) % 4]))
        else:
            values.append(_unpack_number(piece))
    return code, tuple(values)


def escape(text):
    """Return text as bytes of printable ASCII without comma, star, mark and percent sign."""
    data = text.encode()
    pieces = []
    for byte in data:
        if _PLAIN_LOW <= byte <= _PLAIN_HIGH and byte not in _ESCAPED:
            pieces.append(bytes((byte,)))
        else:
            pieces.append(("%%%02X" % byte).encode())
    return b"".join(pieces)


def unescape(data):
    """Return the text that escape() wrote; ValueError if it is none."""
    if data.find(b"%") < 0:
        return str(data, "utf-8")
    pieces = data.split(b"%")
    out = bytearray(pieces[0])
    for piece in pieces[1:]:
        if len(piece) < 2:
            raise ValueError("escape cut short")
        out.append(int(str(piece[:2], "ascii"), 16))
        out.extend(piece[2:])
    return str(bytes(out), "utf-8")


def _pack_number(value):
    if not 0 <= value <= MOST:
        raise ValueError("number out of range: %d" % value)
    return ("%d" % value).encode()


def _unpack_number(piece):
    if not 0 < len(piece) < 11:
        raise ValueError("no number")
    value = 0
    for digit in piece:
        if not 48 <= digit <= 57:
            raise ValueError("no number")
        value = value * 10 + digit - 48
    if value > MOST:
        raise ValueError("number out of range")
    return value
