"""Live view of one device: its records in order, each once, without a gap, through unplugging.

What the device says by itself and what was missed come the same way, by record number. Yields
events for ever; how they are shown is not known here.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bidbox import messages, records
from bidbox_host.link.errors import Gone, LinkError, NoAnswer, Refused, Restarted
from bidbox_host.link.port import Port, serial_number_of, wait_for
from bidbox_host.link.session import Hello, Message, Session, Text
from bidbox_host.link.shelf import Shelf, ranges_for

_TICK = 0.1  # seconds between looks at `stop`
_REOPEN = 0.25  # seconds between attempts to open a port that is gone
_SETTLE = 0.15  # seconds that a gap may have before it is asked for
_BACK = 64  # records asked for at a time, backwards, to find where the running board began
_FARTHEST = 640
_KEEP = 2000  # records kept to tell repeats by


@dataclass(frozen=True)
class Connected:
    """The device is there. `again`: it had been away; what it recorded meanwhile follows."""

    hello: Hello
    again: bool


@dataclass(frozen=True)
class Away:
    """The device is gone, or silent; it is waited for."""

    why: str


@dataclass(frozen=True)
class Anew:
    """Another device or another journal is at this port now: what was known of it is void."""

    hello: Hello


@dataclass(frozen=True)
class Recorded:
    """The next record."""

    record: Any  # bidbox.records.Record


@dataclass(frozen=True)
class Missing:
    """Records that the device itself cannot read."""

    first: int
    last: int


Event = Connected | Away | Anew | Recorded | Missing | Message | Text


class Follower:
    """Follows the device at a port until `stop` is set."""

    def __init__(self, name: str, stop: threading.Event, set_clock: bool = True) -> None:
        self._name = name
        self._stop = stop
        self._set_clock = set_clock
        self._shelf = Shelf()
        self._next = 0  # the number of the record to be given next; 0 before the first hello
        self._device = ""
        self._ended = False
        self.session: Session | None = None

    def events(self) -> Iterator[Event]:
        """Yield what happens; LinkError only if the device cannot be reached the first time."""
        port = Port(self._name)
        serial_number = serial_number_of(self._name)
        while True:
            try:
                yield from self._follow(port)
            except LinkError as error:
                if not self._device or not isinstance(error, (Gone, NoAnswer, Restarted)):
                    raise
                if not isinstance(error, Restarted):
                    yield Away(error.format_message())
            finally:
                port.close()
            again = None
            while again is None and not self._stop.is_set():
                again = wait_for(self._name, serial_number, _REOPEN, time.monotonic() + _TICK)
            if again is None:
                return
            port = again

    def _follow(self, port: Port) -> Iterator[Event]:
        session = Session(port)
        hello = session.open(live=True)
        self.session = session
        again = self._device != ""
        if again and (hello.device != self._device or hello.last + 1 < self._next):
            yield Anew(hello)
            self._shelf = Shelf()
            self._next = 0
        self._device = hello.device
        yield Connected(hello, again)
        if self._set_clock and not again:
            try:
                session.request(messages.TIME, (int(time.time()),))
            except Refused:
                pass
        if not self._next:
            yield from self._start(session, hello)
        behind = 0.0  # since when, 0 if not
        while not self._stop.is_set():
            yield from self._sort(session, session.receive(_TICK))
            yield from self._given()
            now = time.monotonic()
            if not self._behind(session):
                behind = 0.0
            elif not behind:
                behind = now
            elif now - behind > _SETTLE:
                self._ask(session)
                behind = time.monotonic()

    def _start(self, session: Session, hello: Hello) -> Iterator[Event]:
        """Fetch backwards until the running board's beginning is there, and begin with it."""
        low = hello.last + 1
        while low > hello.first and hello.last - low < _FARTHEST:
            high, low = low - 1, max(hello.first, low - _BACK)
            yield from self._fetch(session, low, high)
            for number in range(high, low - 1, -1):
                record = self._shelf.get(number)
                if record is not None and record[1] == records.BOARD:
                    self._next = number
                    return
        self._next = low

    def _fetch(self, session: Session, first: int, last: int) -> Iterator[Event]:
        while (missing := self._shelf.missing(first, last)) and not self._stop.is_set():
            length = session.quality.wished_length()
            session.request(messages.GET, (length, *ranges_for(missing, length)))
            heard = time.monotonic()
            before = session.quality.bytes
            self._ended = False
            while not self._ended and time.monotonic() - heard < _SETTLE:
                yield from self._sort(session, session.receive(_SETTLE / 3))
                if session.quality.bytes != before:
                    before = session.quality.bytes
                    heard = time.monotonic()

    def _sort(self, session: Session, items: list[Message | Text]) -> Iterator[Event]:
        """Put records onto the shelf and give on what is none."""
        for item in items:
            if isinstance(item, Message) and item.code in _CARRIERS:
                self._shelf.take(item, max(session.last, item.fields[0]))
            elif isinstance(item, Message) and item.code == messages.END:
                self._ended = True
            else:
                yield item

    def _behind(self, session: Session) -> bool:
        return self._next <= max(session.last, self._shelf.highest)

    def _ask(self, session: Session) -> None:
        """Ask for what is missing."""
        top = max(session.last, self._shelf.highest)
        missing = self._shelf.missing(self._next, top)
        if missing:
            length = session.quality.wished_length()
            session.request(messages.GET, (length, *ranges_for(missing, length)))

    def _given(self) -> Iterator[Event]:
        while True:
            if self._next in self._shelf:
                record, after = records.decode(self._shelf.get(self._next) or b"")
                self._next += 1
                if after > 0:
                    yield Recorded(record)
            elif self._shelf.is_lost(self._next):
                first = self._next
                while self._shelf.is_lost(self._next):
                    self._next += 1
                yield Missing(first, self._next - 1)
            else:
                break
        if len(self._shelf) > _KEEP:
            self._shelf.forget_before(self._next)


_CARRIERS = (messages.RECORDS, messages.PIECE, messages.LOST)
