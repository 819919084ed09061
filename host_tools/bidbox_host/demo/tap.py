"""Listens on a virtual device's serial port while virtual time passes: hello, heartbeat, messages.

The session of bidbox_host.link keeps a person's time; here a heartbeat falls due by the world's.
"""

from dataclasses import dataclass, field

from bidbox import bulk, lines, messages, records
from bidbox_host.link.port import Port
from bidbox_host.link.session import Message

_HEARTBEAT_MS = 1000


@dataclass
class Tap:
    """What came over one port: `heard` in order, `text` what was no message."""

    port: Port
    heard: list[Message] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    _sequence: int = 0
    _beaten: float = 0
    _decoder: lines.Decoder = field(init=False)

    def __post_init__(self) -> None:
        self._decoder = lines.Decoder(self._on_line, self._on_text)

    def open(self, now: float) -> None:
        """Say hello at a time of the world, in ms."""
        self._send(messages.ASK, (messages.MAJOR, messages.MINOR, 1, 1))
        self._beaten = now

    def pump(self, now: float) -> None:
        """Take what has come; keep the link alive."""
        self._decoder.feed(self.port.read(0))
        if now - self._beaten >= _HEARTBEAT_MS:
            self._send(messages.HEARTBEAT, ())
            self._beaten = now

    def send(self, code: int, fields: tuple, table: int = messages.THIS_DEVICE) -> int:
        """Send a request; return its sequence number."""
        return self._send(code, fields, table)

    def of(self, code: int, start: int = 0) -> list[Message]:
        """Return the messages of a kind heard since index `start`."""
        return [message for message in self.heard[start:] if message.code == code]

    def records(self) -> list[records.Record]:
        """Return the records that were streamed, in order."""
        found = []
        piece = b""
        for message in self.heard:
            run: list[bytes] = []
            if message.code == messages.RECORDS:
                run = list(bulk.unpack(message.fields[1], message.fields[0]))
            elif message.code == messages.PIECE:
                _, size, at, data = message.fields
                piece = piece[:at] + data
                run = [piece] if len(piece) == size else []
            for whole in run:
                record = records.decode(whole)[0]
                if record is not None:
                    found.append(record)
        return found

    def _send(self, code: int, fields: tuple, table: int = messages.THIS_DEVICE) -> int:
        self._sequence = (self._sequence + 1) % 10000
        self.port.write(lines.encode(table, self._sequence, messages.pack(code, fields)))
        return self._sequence

    def _on_line(self, table: int, sequence: int, body: bytes) -> None:
        code, fields = messages.unpack(body)
        self.heard.append(Message(table, code, fields))

    def _on_text(self, data: bytes, torn: bool) -> None:
        self.text.append(data.decode(errors="replace"))
