"""A device in self-test, asked over a session; the codes are those of bidbox.checks.

Ask something at least every three seconds: a device whose host is silent leaves the self-test.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bidbox import checks, messages
from bidbox_host.errors import BidboxError
from bidbox_host.link.errors import LinkError, Refused
from bidbox_host.link.session import Session

_NOT_OPEN = "no self-test is open"


class Left(BidboxError):
    """The device has left the self-test by itself."""


@dataclass(frozen=True, order=True)
class Press:
    """A key that was pressed: its socket, 0 to 3 (director: 0), and its index (bidbox.keys)."""

    place: int
    key: int


@dataclass(frozen=True)
class Flash:
    """A file was written beside the log, read back and removed; `error` 0 or an errno."""

    error: int
    size: int
    free: int  # KiB
    total: int
    first: int  # records that the log holds
    last: int


@dataclass(frozen=True)
class Air:
    """The radio: `state` of checks, ms since a frame was sent, and of silence by device."""

    state: int
    since: int
    silence: dict[int, int]


class Probe:
    """Use as `with probe.open():`, which begins and ends the self-test."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.places = 0
        self.lamps = 0

    @contextmanager
    def open(self) -> Iterator[None]:
        """Begin; whatever happens, tell the device at last that it is over."""
        name = self._session.name
        try:
            self.places, self.lamps, _ = self._ask(checks.BEGIN)
        except Refused as refused:
            if refused.reason == "not understood":
                raise BidboxError(
                    f"{name}: its firmware has no self-test yet; `bidbox deploy` brings it"
                ) from refused
            raise BidboxError(
                f"{name}: no self-test now: {refused.reason}; finish that first"
            ) from refused
        try:
            yield
        finally:
            try:
                self._ask(checks.END)
            except (LinkError, Left):
                pass  # it leaves by itself

    def units(self) -> tuple[bool, tuple[int, ...]]:
        """Return whether the channel switch answers, and what each place is."""
        switch, *places = self._ask(checks.UNITS)
        return bool(switch), tuple(places)

    def presses(self) -> list[Press]:
        """Return the keys pressed since this was asked last."""
        found = [Press(number >> 5, number & 31) for number in self._ask(checks.KEYS)]
        self._session.receive(0)  # what the device says by itself is not for here
        return found

    def held(self) -> tuple[int, ...]:
        """Return for each place a word of the contacts that are closed, bit = key."""
        return self._ask(checks.HELD)

    def show(self, place: int, picture: int) -> None:
        self._ask(checks.SHOW, place, picture)

    def light(self, state: int, which: int = checks.ALL) -> None:
        """Give one lamp, or all, a state of drivers/lamp.py; the others go dark."""
        self._ask(checks.LAMP, which, state)

    def buzz(self) -> None:
        self._ask(checks.BUZZER)

    def battery(self) -> tuple[int, int | None]:
        """Return the cell's millivolts and percent, None if it cannot be told."""
        millivolts, percent = self._ask(checks.BATTERY)
        return millivolts, None if percent == messages.NO_BATTERY else percent

    def flash(self) -> Flash:
        return Flash(*self._ask(checks.FLASH))

    def radio(self, send: bool = False) -> Air:
        """Tell of the radio; with `send` a frame is sent now."""
        state, since, *rest = self._ask(checks.RADIO, int(send))
        return Air(state, since, dict(zip(rest[::2], rest[1::2], strict=True)))

    def _ask(self, what: int, a: int = 0, b: int = 0) -> tuple[int, ...]:
        try:
            return self._session.request(messages.TEST, (what, a, b))
        except Refused as refused:
            if refused.reason == _NOT_OPEN and what != checks.BEGIN:
                raise Left(
                    f"{self._session.name}: the device left the self-test by itself;"
                    " begin again with --only and what is missing"
                ) from refused
            raise
