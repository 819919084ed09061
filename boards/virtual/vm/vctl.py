"""The control channel between this VM and the world: frames over an inherited socket.

A frame is kind (1 byte), device time in ns (8), length (2) and a payload. Without a world (a
single script in a VM) nothing is sent and `frames` collects what would have been.
"""

import struct

_HEAD = "<BqH"
_HEAD_SIZE = 11
_KEPT = 400  # frames, without a world

# VM to world
HELLO = 72  # H: the fakes stand, payload JSON
IDLE = 73  # I: nothing to do before `time`; payload: the time now (8), newest grant (4)
LEFT = 76  # L: the event loop has ended; time no longer waits for this VM
TRACE = 84  # T: an output changed; payload name NUL JSON value
DRAWN = 68  # D: display RAM changed; payload display index, start (2 bytes), bytes
RADIO = 82  # R: a frame is sent; payload destination (6), sync (1), message
WATCHDOG = 87  # W: the watchdog bites at `time` unless set again
BYE = 66  # B: reset; payload the reason
VALUE = 86  # V: answer to EVAL; payload "=" repr or "!" error
# world to VM
GRANT = 71  # G: run until `time`; payload its number (4)
KEY = 75  # K: at `time`; payload seat, key index, down
FRAME = 70  # F: at `time`; payload source (6), rssi + 128 (1), channel (1), message
DO = 69  # E: at `time`; payload a statement
EVAL = 88  # X: now; payload an expression
STATUS = 65  # A: outcome of a synchronous RADIO; payload 1 byte

stream = None
frames = []  # (kind, time, payload) when there is no world
_out = bytearray(_HEAD_SIZE)
_in = bytearray(_HEAD_SIZE)


def connect(descriptor):
    """Use the socket with this number, inherited from the world."""
    global stream
    stream = open(descriptor, "r+b")


def send(kind, time, payload=b""):
    if stream is None:
        if len(frames) >= _KEPT:
            del frames[: _KEPT // 2]
        frames.append((kind, time, bytes(payload)))
        return
    struct.pack_into(_HEAD, _out, 0, kind, time, len(payload))
    stream.write(_out)
    if payload:
        stream.write(payload)


def _fill(buffer):
    view = memoryview(buffer)
    done = 0
    while done < len(buffer):
        count = stream.readinto(view[done:])
        if not count:
            raise SystemExit(1)  # the world has gone: so does the board
        done += count


def receive():
    """Block for one frame; return (kind, time, payload). SystemExit if the world has gone."""
    _fill(_in)
    kind, time, size = struct.unpack(_HEAD, _in)
    payload = bytearray(size)
    if size:
        _fill(payload)
    return kind, time, payload
