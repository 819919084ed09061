"""A conversation with one device: hello, one request outstanding, heartbeat, what it says.

Knows lines and messages; what records mean, and which are missing, is not known here.
"""

import random
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Protocol

from bidbox import lines, message_names, messages
from bidbox_host.link.errors import (
    FlashCorrupt,
    NoAnswer,
    NotBidbox,
    Refused,
    Restarted,
    VersionMismatch,
)
from bidbox_host.link.quality import Quality

HEARTBEAT = 1.0  # seconds between signs of life
TIMEOUT = 0.5  # seconds until a request is repeated; falls to what the device needs
_FASTEST = 0.15
_ATTEMPTS = 6
_ROUNDS = 5  # of so many attempts, a hello between
_HELLO_ATTEMPTS = 8
_NOISY = 0.002  # share of damaged bytes
_INPUT = 260  # bytes that a device's serial input holds
_MISSED = 1.5  # seconds that a heartbeat stays unanswered before a hello is tried
_REPLIES = (
    messages.ACK, messages.REFUSED, messages.HELLO, messages.SETTING, messages.TESTED,
)  # fmt: skip


class Stream(Protocol):
    """What a session needs of a port."""

    name: str

    def read(self, timeout: float) -> bytes: ...
    def write(self, data: bytes) -> None: ...


@dataclass(frozen=True)
class Hello:
    """What a device says of itself."""

    firmware: str
    device: str
    board: str
    role: str
    laws: str
    tables: int  # CRC of the laws' table
    boot: int
    first: int  # record numbers held; last is 0 if there are none
    last: int
    session: str
    table: int  # table number, 200 and up for a director's device


@dataclass(frozen=True)
class Message:
    """A message that a device sent by itself."""

    table: int
    code: int
    fields: tuple[Any, ...]

    @property
    def name(self) -> str:
        return message_names.name(self.code)

    def named(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dict(zip(message_names.field_names(self.code), self.fields, strict=False))


@dataclass(frozen=True)
class Text:
    """What came and is no line: the device's own text, or a line that was torn on the way."""

    text: str
    torn: bool


@dataclass
class _Pending:
    sequence: int
    line: bytes
    sent: float
    first_sent: float
    attempts: int = 1


@dataclass
class _State:
    inbox: deque = field(default_factory=deque)
    replies: dict[int, Message] = field(default_factory=dict)
    pending: _Pending | None = None  # a heartbeat; requests wait for it to end
    beaten: float = 0.0


class Session:
    """Talk to the device behind a port. Call receive() at least once a second."""

    def __init__(self, port: Stream) -> None:
        self._port = port
        self._decoder = lines.Decoder(self._on_line, self._on_text)
        self._sequence = random.randrange(10000)
        self._host = random.getrandbits(32)
        self._live = False
        self._state = _State()
        self._timeout = TIMEOUT
        self._echoes = 0
        self._heard = deque[str](maxlen=5)
        self.quality = Quality()
        self.hello: Hello | None = None
        self.last = 0  # the highest record number the device has told of

    @property
    def name(self) -> str:
        return self._port.name

    @property
    def device_text(self) -> list[str]:
        """The last lines of text that were no messages."""
        return list(self._heard)

    def open(self, live: bool, attempts: int = _HELLO_ATTEMPTS) -> Hello:
        """Say hello; errors NoAnswer, NotBidbox, FlashCorrupt, VersionMismatch."""
        self._live = live
        self._port.write(b"\n")
        answer = self._ask(attempts)
        major, firmware = answer.fields[1], answer.fields[3]
        if major != messages.MAJOR:
            raise VersionMismatch(self.name, firmware, major, messages.MAJOR)
        self.hello = Hello(*answer.fields[3:], table=answer.table)  # type: ignore[misc]
        self.last = self.hello.last
        self._state.beaten = time.monotonic()
        return self.hello

    def request(
        self, code: int, fields: tuple[Any, ...] = (), table: int = messages.THIS_DEVICE
    ) -> tuple[Any, ...]:
        """Send a request, repeat it until it is answered, return the reply's fields after `re`.

        Refused if the device says no, NoAnswer if it says nothing, Gone if the port vanishes.
        """
        sequence = self._next_sequence()
        line = lines.encode(table, sequence, messages.pack(code, fields))
        reply = None
        for _ in range(_ROUNDS):
            reply = self._exchange(sequence, line, _ATTEMPTS)
            if reply is not None:
                break
            self._greet_again()
        if reply is None:
            raise NoAnswer(self.name, self._last_text())
        if reply.code == messages.REFUSED:
            raise Refused(self.name, message_names.name(code), reply.fields[1])
        return reply.fields[1:]

    def send(self, code: int, fields: tuple[Any, ...] = ()) -> None:
        """Send a request without waiting for its answer: what follows will show whether it came.

        Over a noisy line it is said twice; the device takes it once.
        """
        body = messages.pack(code, fields)
        line = lines.encode(messages.THIS_DEVICE, self._next_sequence(), body)
        twice = self.quality.loss > _NOISY and len(line) <= _INPUT // 2
        self._port.write(line * (1 + twice))

    def receive(self, timeout: float) -> list[Message | Text]:
        """Return what has come, waiting up to timeout seconds; keep the heartbeat going.

        NoAnswer when heartbeats and hellos stay unanswered, Restarted if the device was.
        """
        self._beat()
        if not self._state.inbox:
            self._take(timeout)
            self._beat()
        found = list(self._state.inbox)
        self._state.inbox.clear()
        return found

    def _ask(self, attempts: int) -> Message:
        fields = (messages.MAJOR, messages.MINOR, int(self._live), self._host)
        made = 0
        # Torn lines are lines: over a line so noisy a hello needs more attempts.
        while made < attempts or (self._decoder.torn and made < 3 * attempts):
            made += 1
            sequence = self._next_sequence()
            line = lines.encode(
                messages.THIS_DEVICE, sequence, messages.pack(messages.ASK, fields)
            )
            reply = self._exchange(sequence, line, 1)
            if reply is not None and reply.code == messages.HELLO:
                return reply
            if self._echoes > 1:
                break
        heard = [item.text for item in self._state.inbox if isinstance(item, Text)]
        if any("filesystem appears to be corrupted" in text for text in self._heard):
            raise FlashCorrupt(self.name)
        torn = self._decoder.torn and not self._echoes
        if self._echoes or (heard and not self.quality.good and not torn):
            raise NotBidbox(self.name, self._last_text())
        raise NoAnswer(self.name, self._last_text())

    def _greet_again(self) -> None:
        """The device may have fallen silent, or restarted: let it hear a hello."""
        assert self.hello is not None
        answer = self._ask(_ATTEMPTS)
        if (answer.fields[4], answer.fields[9]) != (self.hello.device, self.hello.boot):
            raise Restarted(self.name)

    def _exchange(self, sequence: int, line: bytes, attempts: int) -> Message | None:
        self._state.pending = None
        for attempt in range(attempts):
            sent = time.monotonic()
            self._port.write(line)
            limit = sent + self._timeout
            while (left := limit - time.monotonic()) > 0:
                self._take(left)
                reply = self._state.replies.pop(sequence, None)
                if reply is not None:
                    if attempt == 0:
                        needed = 4 * (time.monotonic() - sent)
                        self._timeout = min(TIMEOUT, max(_FASTEST, needed))
                    return reply
        return None

    def _beat(self) -> None:
        now = time.monotonic()
        state = self._state
        pending = state.pending
        if pending is not None:
            if state.replies.pop(pending.sequence, None) is not None:
                state.pending = None
            elif now - pending.first_sent > _MISSED:
                state.pending = None
                state.beaten = now
                self._greet_again()
            elif now - pending.sent > self._timeout:
                pending.sent = now
                self._port.write(pending.line)
            return
        if now - state.beaten >= HEARTBEAT:
            sequence = self._next_sequence()
            line = lines.encode(
                messages.THIS_DEVICE, sequence, messages.pack(messages.HEARTBEAT, ())
            )
            state.beaten = now
            state.pending = _Pending(sequence, line, now, now)
            self._port.write(line)

    def _next_sequence(self) -> int:
        self._sequence = (self._sequence + 1) % 10000
        return self._sequence

    def _take(self, timeout: float) -> None:
        data = self._port.read(max(timeout, 0))
        if data:
            good, torn = self._decoder.lines, self._decoder.torn
            self._decoder.feed(data)
            self.quality.add(
                len(data), self._decoder.lines - good, self._decoder.torn - torn
            )

    def _on_line(self, table: int, sequence: int, body: bytes) -> None:
        try:
            code, fields = messages.unpack(body)
        except ValueError:
            return  # of a later version, which has only added to what we know
        if code in (messages.ASK, messages.HEARTBEAT):
            self._echoes += 1
            return
        message = Message(table, code, fields)
        if code in _REPLIES:
            self._state.replies = {fields[0]: message}
            if code == messages.ACK:
                self.last = max(self.last, fields[1])
        else:
            self._state.inbox.append(message)

    def _on_text(self, data: bytes, torn: bool) -> None:
        text = data.decode("ascii", "replace").strip()
        if text:
            self._heard.append(text)
            self._state.inbox.append(Text(text, torn))

    def _last_text(self) -> str:
        self._decoder.end()
        printable = "".join(c if c.isprintable() else "?" for c in " / ".join(self._heard))
        return printable[-80:]
