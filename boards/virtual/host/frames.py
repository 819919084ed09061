"""Frames of the control channel between the world and a VM; the other end is vm/vctl.py."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = struct.Struct("<BqH")
FOREVER = 1 << 60  # as a wake time: nothing to do

HELLO = ord("H")
IDLE = ord("I")
LEFT = ord("L")
TRACE = ord("T")
DRAWN = ord("D")
RADIO = ord("R")
WATCHDOG = ord("W")
BYE = ord("B")
VALUE = ord("V")
GRANT = ord("G")
KEY = ord("K")
FRAME = ord("F")
DO = ord("E")
EVAL = ord("X")
STATUS = ord("A")


@dataclass(frozen=True)
class Frame:
    """Kind, device time in ns, payload."""

    kind: int
    time: int
    payload: bytes


def pack(kind: int, time: int, payload: bytes = b"") -> bytes:
    """Return one frame as bytes."""
    return _HEAD.pack(kind, time, len(payload)) + payload


class Unpacker:
    """Cuts a byte stream into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield each frame that is whole."""
        self._buffer += data
        while len(self._buffer) >= _HEAD.size:
            kind, time, size = _HEAD.unpack_from(self._buffer)
            end = _HEAD.size + size
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[_HEAD.size : end])
            del self._buffer[:end]
            yield Frame(kind, time, payload)
