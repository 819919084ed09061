"""The serial line between a device and a host program: a pty, pacing, damage, reset noise.

Knows bytes, not lines of the protocol. Used by the hub's thread only, but for the settings.
"""

import os
import random
import time
import tty
from collections import deque
from dataclasses import dataclass, field

_LOST_AFTER_S = 1.0  # bytes that nobody takes for so long are lost, as in a full driver buffer
_KEPT = 1 << 22


@dataclass
class Damage:
    """Rates, 0 to 1, at which bytes are changed, dropped or doubled on their way.

    A changed byte never becomes a control byte other than LF unless `control` allows it, because
    Ctrl-C would stop the program on the device.
    """

    changed: float = 0.0
    dropped: float = 0.0
    doubled: float = 0.0
    seed: int = 1
    control: bool = False
    damaged: int = 0
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def apply(self, data: bytes) -> bytes:
        if not (self.changed or self.dropped or self.doubled):
            return data
        out = bytearray()
        for byte in data:
            draw = self._random.random()
            self.damaged += draw < self.changed + self.dropped + self.doubled
            if draw < self.changed:
                out.append(self._another(byte))
            elif draw < self.changed + self.dropped:
                continue
            elif draw < self.changed + self.dropped + self.doubled:
                out += bytes((byte, byte))
            else:
                out.append(byte)
        return bytes(out)

    def _another(self, byte: int) -> int:
        while True:
            other = byte ^ (1 << self._random.randrange(8))
            if self.control or other >= 0x20 or other == 0x0A:
                return other


class _Pacer:
    """Releases bytes at a baud rate (None: at once) by the machine's clock."""

    def __init__(self) -> None:
        self.baud: int | None = None
        self._waiting: deque[bytes] = deque()
        self._ready_at = 0.0

    def put(self, data: bytes) -> None:
        if data:
            if not self._waiting:
                self._ready_at = max(self._ready_at, time.monotonic())
            self._waiting.append(data)

    def clear(self) -> None:
        self._waiting.clear()

    def take(self, now: float) -> bytes:
        """Return the bytes that have passed the line by now."""
        if not self._waiting:
            return b""
        if self.baud is None:
            data = b"".join(self._waiting)
            self._waiting.clear()
            return data
        byte_s = 10 / self.baud
        out = bytearray()
        while self._waiting and self._ready_at + byte_s <= now:
            data = self._waiting.popleft()
            count = min(len(data), int((now - self._ready_at) / byte_s))
            out += data[:count]
            self._ready_at += count * byte_s
            if count < len(data):
                self._waiting.appendleft(data[count:])
        return bytes(out)

    @property
    def wait_s(self) -> float | None:
        if not self._waiting:
            return None
        return 0.0 if self.baud is None else 0.001


class SerialLine:
    """The host's pty and what happens to bytes between it and a VM."""

    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.port = os.ttyname(self._slave)
        self.to_host = Damage()
        self.to_device = Damage(seed=2)
        self.raw_repl = False
        self.console = bytearray()  # everything the device has put out
        self._out = _Pacer()
        self._in = _Pacer()
        self._unsent = bytearray()
        self._unsent_since = 0.0

    def set_baud(self, baud: int | None) -> None:
        """Pace both directions by the machine's clock, ten bits a byte; None: no limit."""
        self._out.baud = self._in.baud = baud

    def from_device(self, data: bytes) -> None:
        self.console += data
        if len(self.console) > _KEPT:
            del self.console[: _KEPT // 2]
        self._out.put(self.to_host.apply(data))

    def from_host(self, data: bytes) -> None:
        for byte in data:
            if byte == 1:
                self.raw_repl = True
            elif byte == 2:
                self.raw_repl = False
        self._in.put(self.to_device.apply(data))

    def power_cut(self) -> None:
        """Lose what the device had not sent or read."""
        self._out.clear()
        self._in.clear()
        self.raw_repl = False

    def for_device(self) -> bytes:
        return self._in.take(time.monotonic())

    def flush(self) -> None:
        """Give the host what has passed the line, as far as its end has room."""
        now = time.monotonic()
        data = self._out.take(now)
        if data and not self._unsent:
            self._unsent_since = now
        self._unsent += data
        if not self._unsent or self.master < 0:
            return
        try:
            count = os.write(self.master, self._unsent)
        except (BlockingIOError, OSError):
            count = 0
        if count:
            del self._unsent[:count]
            self._unsent_since = now
        elif now - self._unsent_since > _LOST_AFTER_S:
            self._unsent.clear()

    @property
    def wait_s(self) -> float | None:
        """Return in how many seconds flush() or for_device() has work; None: never."""
        waits = [wait for wait in (self._out.wait_s, self._in.wait_s) if wait is not None]
        if self._unsent:
            waits.append(0.002)
        return min(waits) if waits else None

    def close(self) -> None:
        for descriptor in (self.master, self._slave):
            os.close(descriptor)
        self.master = self._slave = -1
