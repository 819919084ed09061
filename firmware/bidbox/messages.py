"""The one list of messages for the serial link and the radio, and how their fields are written.

A message is a code and a tuple of fields; packed, it is ASCII: the code's letter and the fields,
each after a comma. Lines and frames wrap it; neither end's behaviour is known here.
"""

from binascii import a2b_base64, b2a_base64

MAJOR = 1  # a different major number is refused
MINOR = 0  # a higher minor number only adds messages, or fields at the end

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

# Host to device. ASK is answered by HELLO, CLOSING by SEALED, READ by SETTING, all others by ACK
# (GET by ACK, then RECORDS, LOST and END); anything can be answered by REFUSED.
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
STATUS = 83  # S
LOG = 108  # l
ALERT = 33  # !
TD_CALL = 116  # t

# Radio alone.
SEEK = 115  # s
HERE = 104  # h

# Kinds of field: u number 0 to 4294967295, s text, b bytes, U any number of u, last only.
MESSAGES = {
    ASK: ("ask", ("major u", "minor u", "live u", "host u")),
    HEARTBEAT: ("heartbeat", ()),
    GET: ("get", ("length u", "ranges U")),
    ANSWER: ("answer", ("board u", "code u", "of u", "a u", "b u", "extra b")),
    TIME: ("time", ("unix u",)),
    DOWNLOADED: ("downloaded", ("upto u",)),
    ERASE: ("erase", ("upto u",)),
    CLOSING: ("closing", ("nonce b",)),
    SERVICE: ("service", ("on u",)),
    READ: ("read", ("name s",)),
    CONFIG: ("config", ("name s", "value s")),
    ACKNOWLEDGE: ("acknowledge", ("board u", "event u", "what u")),
    RESUME: ("resume", ("part u", "parts u", "records b")),
    HELLO: (
        "hello",
        (
            "re u",
            "major u",
            "minor u",
            "firmware s",
            "device s",
            "board s",
            "role s",
            "laws s",
            "tables u",
            "boot u",
            "first u",
            "last u",
            "session s",
        ),
    ),
    ACK: ("ack", ("re u", "last u")),
    REFUSED: ("refused", ("re u", "reason s")),
    RECORDS: ("records", ("first u", "data b")),
    PIECE: ("piece", ("number u", "size u", "offset u", "data b")),
    LOST: ("lost", ("first u", "last u")),
    END: ("end", ("re u",)),
    SEALED: ("sealed", ("re u", "size u", "offset u", "data b")),
    SETTING: ("setting", ("re u", "name s", "value s")),
    STATUS: ("status", ("life s", "board u", "battery u", "faults s", "dropped u")),
    LOG: ("log", ("text s",)),
    ALERT: (
        "alert",
        (
            "board u",
            "event u",
            "seat u",
            "call u",
            "kind u",
            "turn u",
            "insufficient u",
            "law s",
            "may_accept u",
        ),
    ),
    TD_CALL: ("td_call", ("board u", "seat u", "on u")),
    SEEK: ("seek", ()),
    HERE: ("here", ("epoch u", "stale u")),
}

MOST = 0xFFFFFFFF
_PLAIN_LOW = 0x20
_PLAIN_HIGH = 0x7E
_ESCAPED = b",*~%"


def name(code):
    """Return a message's name, or its letter if the code is not of this version."""
    entry = MESSAGES.get(code)
    return entry[0] if entry else chr(code)


def field_names(code):
    return tuple(field[:-2] for field in MESSAGES[code][1])


def pack(code, values):
    """Return the body, bytes, of a message; ValueError for a wrong code, field or count."""
    entry = MESSAGES.get(code)
    if entry is None:
        raise ValueError("no such message: %d" % code)
    pieces = [bytes((code,))]
    position = 0
    for field in entry[1]:
        kind = field[-1]
        if kind == "U":
            for value in values[position:]:
                pieces.append(_pack_number(value))
            position = len(values)
            break
        if position == len(values):
            raise ValueError("%s lacks %s" % (entry[0], field[:-2]))
        value = values[position]
        position += 1
        if kind == "u":
            pieces.append(_pack_number(value))
        elif kind == "s":
            pieces.append(escape(value))
        else:
            pieces.append(b2a_base64(value).rstrip(b"=\n"))
    if position != len(values):
        raise ValueError("%s has %d fields too many" % (entry[0], len(values) - position))
    return b",".join(pieces)


def unpack(body):
    """Return (code, fields) of a body; ValueError if it is not a message of this version.

    Fields that a later minor version added at the end are left out.
    """
    pieces = body.split(b",")
    if len(pieces[0]) != 1:
        raise ValueError("no message letter")
    code = pieces[0][0]
    entry = MESSAGES.get(code)
    if entry is None:
        raise ValueError("no such message: %d" % code)
    fields = entry[1]
    repeated = len(fields) > 0 and fields[-1][-1] == "U"
    if len(pieces) - 1 < len(fields) - (1 if repeated else 0):
        raise ValueError("%s has only %d fields" % (entry[0], len(pieces) - 1))
    values = []
    for position in range(len(fields)):
        kind = fields[position][-1]
        piece = pieces[position + 1 : position + 2]
        if kind == "U":
            for number in pieces[position + 1 :]:
                values.append(_unpack_number(number))
        elif kind == "u":
            values.append(_unpack_number(piece[0]))
        elif kind == "s":
            values.append(unescape(piece[0]))
        else:
            values.append(a2b_base64(piece[0] + b"==="[: -len(piece[0]) % 4]))
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
