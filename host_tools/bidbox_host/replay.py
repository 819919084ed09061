"""A board's records as one request to the adjudicator, with times and alerts, and judged again.

watch, export and demo all come here. Knows records and the JSON form of DESIGN 4.1; knows no law.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bidbox import answers, boards, calls, records
from bidbox.records import Record
from bidbox_host.laws.adjudicate import JudgedRequest, adjudicate

INSIDE = {  # kinds that belong to the board that was opened last
    records.CALL,
    records.ALERT,
    records.STOP,
    records.TD,
    records.ANSWER,
    records.BOARD_CORRECTED,
    records.PERIOD,
    records.CLOSED,
    records.REFUSED,
    records.RESTART,
    records.FAULT,
    records.RESUMED,
}
_REST = 2  # of an answer must_pass: for the rest of the auction, not at the next turn alone
_WRAPS = 1 << 30  # ms after which a device's clock begins again
_ENDS = {records.BOARD, records.SESSION}
_AFTER_SEAL = {records.ANSWER, records.CLOSED}  # the director may answer until the next board


@dataclass(frozen=True)
class Entry:
    """A record of a board. `event` is its index in the request, None if it is no event there."""

    record: Record
    event: int | None = None

    @property
    def kind(self) -> int:
        return self.record.kind

    @property
    def ms(self) -> int:
        """Milliseconds since the board was opened."""
        return self.record.ms

    @property
    def seat(self) -> str | None:
        """The seat that pressed, None where no seat did (or the director)."""
        seat = self.record.seat if "seat" in records.fields_of(self.kind) else calls.NOBODY
        return calls.SEATS[seat] if seat < calls.NOBODY else None


@dataclass(frozen=True)
class Standing:
    """A standing call; event and ms are None if nobody pressed it (implied or put by ruling)."""

    seat: str
    call: str
    event: int | None
    ms: int | None


@dataclass(frozen=True)
class Board:
    """One opening of one board at one table, as its records tell it."""

    device: Record | None  # the DEVICE record in force
    session: Record | None
    opening: Record  # BOARD
    opened_at: float | None  # Unix seconds, None if the device's clock was never set
    entries: tuple[Entry, ...]

    @cached_property
    def _corrected(self) -> Record:
        """The record that says number and dealer as they were when the first call was made."""
        corrections = [e.record for e in self.entries if e.kind == records.BOARD_CORRECTED]
        return corrections[-1] if corrections else self.opening

    @cached_property
    def _answered(self) -> dict[str, Any]:
        """Number and dealer as the director last corrected them by an answer."""
        latest: dict[str, Any] = {}
        for event in self.request["events"]:
            if event.get("director") == "board":
                latest = latest | {k: event[k] for k in ("number", "dealer") if k in event}
        return latest

    @property
    def number(self) -> int:
        return self._answered.get("number", self._corrected.board)

    @property
    def dealer(self) -> str:
        return self._answered.get("dealer", calls.SEATS[self._corrected.dealer])

    @property
    def vulnerability(self) -> str:
        return boards.VULNERABILITIES[boards.vulnerability(self.number)]

    @property
    def table(self) -> int | None:
        return self.device.table if self.device else None

    @property
    def laws(self) -> str:
        return self.device.laws if self.device else "2017"

    @property
    def closed(self) -> str | None:
        """complete, incomplete or deemed; None while the board is open."""
        ends = [e.record.how for e in self.entries if e.kind == records.CLOSED]
        return records.CLOSED_HOWS[ends[-1]] if ends else None

    @cached_property
    def request(self) -> dict[str, Any]:
        """The board as DESIGN 4.1 has it; calls and answers are its events."""
        return {
            "id": str(self.opening.number),
            "laws": self.laws,
            "dealer": calls.SEATS[self._corrected.dealer],
            "events": list(_events(self.entries)),
        }

    @property
    def resumed(self) -> Record | None:
        """The RESUMED record, if the board was begun on another unit or entered again."""
        found = [e.record for e in self.entries if e.kind == records.RESUMED]
        return found[0] if found else None


@dataclass(frozen=True)
class Judged:
    """A board and what the adjudicator says of it."""

    board: Board
    answer: dict[str, Any] = field(repr=False)
    standing: tuple[Standing, ...] = field(repr=False)

    @cached_property
    def final(self) -> dict[str, Any]:
        """The state that gives the contract: with the missing passes, if they were deemed."""
        state = self.answer["state"]
        request = self.board.request
        events = list(request["events"])
        if self.board.closed == "deemed":
            for _ in range(3):
                if state["over"]:
                    break
                events.append({"seat": state["turn"], "call": "P"})
                state = adjudicate(request | {"events": events})["state"]
        return state

    @cached_property
    def alerted(self) -> frozenset[int]:
        """The events whose alert was not taken back."""
        alerts: dict[int, bool] = {}
        for entry in self.board.entries:
            if entry.kind == records.ALERT:
                alerts[entry.record.event] = bool(entry.record.on)
        return frozenset(event for event, on in alerts.items() if on and event >= 0)

    @cached_property
    def corrected(self) -> dict[int, str]:
        """Standing calls that took the place of a call not intended (25A): event -> that call."""
        events = self.board.request["events"]
        standing = {s.event: s for s in self.standing if s.event is not None}
        replaced = {}
        for index, answer in enumerate(events):
            if answer.get("director") != "unintended" or index in self.answer["ignored"]:
                continue
            slip = answer.get("of", _latest(events, index, lambda e: True))
            seat = events[slip].get("seat")
            if slip in standing:  # the director named the call that was put in place
                put, slip = slip, _latest(events, slip, _of_seat(seat))
            else:
                later = (e for e in sorted(standing) if e > slip and standing[e].seat == seat)
                put = next(later, None)
            if put is not None and slip is not None:
                replaced[put] = events[slip]["call"]
        return replaced


def judge(board: Board) -> Judged:
    """Judge a board's events from the start, under the edition that the device named."""
    times = {e.event: e.ms for e in board.entries if e.event is not None}
    heard = JudgedRequest(board.request)
    standing = []
    for i in range(heard.adjudicator.count):
        seat = calls.SEATS[heard.adjudicator.standing_seat(i)]
        call = calls.call_name(heard.adjudicator.standing(i))
        event = heard.adjudicator.standing_event(i)
        implied = event < 0 or heard.adjudicator.is_implied(i)
        pressed = None if implied else heard.outer[event]
        ms = None if pressed is None else times.get(pressed)
        standing.append(Standing(seat, call, pressed, ms))
    return Judged(board, adjudicate(board.request), tuple(standing))


def boards_of(log: Iterable[Record]) -> Iterator[Board]:
    """Yield the boards of a log in the order in which they were opened."""
    found = list(log)
    reader = _Reader(next((r for r in found if r.kind == records.DEVICE), None))
    for record in found:
        finished = reader.take(record)
        if finished is not None:
            yield finished
    last = reader.finish()
    if last is not None:
        yield last


class _Reader:
    """What is in force while a log is read, and the board that is being gathered."""

    def __init__(self, any_device: Record | None) -> None:
        self._any_device = any_device  # for boards whose own DEVICE record is no longer held
        self._device: Record | None = None
        self._session: Record | None = None
        self._clock: Record | None = None  # the last TIME of the running boot
        self._opening: Record | None = None
        self._head: tuple[Record | None, Record | None] = (None, None)
        self._opened_at: float | None = None
        self._same_boot = False
        self._sealed = False
        self._inside: list[Record] = []

    def take(self, record: Record) -> Board | None:
        """Take the next record; return the board that it brings to its end, if any."""
        finished = self.finish() if record.kind in _ENDS else None
        if record.kind == records.DEVICE:
            if self._device is None or record.boot != self._device.boot:
                self._clock, self._same_boot = None, False
                self._session = None  # said again before the first board of each start
            self._device = record
        elif record.kind == records.SESSION:
            self._session = record
        elif record.kind == records.TIME:
            self._clock = record
            if self._same_boot and self._opened_at is None:
                self._opened_at = self._time_of(self._opening)
        elif record.kind == records.BOARD:
            self._opening, self._inside = record, []
            self._head = (self._device or self._any_device, self._session)
            self._opened_at, self._same_boot = self._time_of(record), True
            self._sealed = False
        elif record.kind == records.SEAL:
            self._sealed = True
        elif self._sealed and record.kind not in _AFTER_SEAL:
            pass
        elif record.kind in INSIDE and self._opening is not None:
            self._inside.append(record)
            if record.kind == records.RESUMED:
                self._opened_at = record.opened or None  # by the clock of where it was opened
        return finished

    def finish(self) -> Board | None:
        """Return the board being gathered, None if there is none."""
        if self._opening is None:
            return None
        board = Board(*self._head, self._opening, self._opened_at, _numbered(self._inside))
        self._opening = None
        return board

    def _time_of(self, opening: Record | None) -> float | None:
        """Return the Unix time at which a board of this boot was opened, None if unknown."""
        if self._clock is None or opening is None:
            return None
        passed = (opening.clock - self._clock.clock + _WRAPS // 2) % _WRAPS - _WRAPS // 2
        return self._clock.seconds + passed / 1000


def _numbered(inside: Iterable[Record]) -> tuple[Entry, ...]:
    entries = []
    event = 0
    for record in inside:
        if record.kind in (records.CALL, records.ANSWER):
            entries.append(Entry(record, event))
            event += 1
        else:
            entries.append(Entry(record))
    return tuple(entries)


def _events(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    group: int | None = None  # the first call of the group that the simultaneity window made
    for entry in entries:
        record = entry.record
        if entry.kind == records.CALL:
            event = {"seat": calls.SEATS[record.seat], "call": calls.call_name(record.call)}
            if record.flags & records.SIMULTANEOUS and group is not None:
                event["with"] = group
            else:
                group = entry.event
            yield event
        elif entry.kind == records.ANSWER:
            yield answer_event(record.code, record.of, record.a, record.b, record.state)
            group = None


def answer_event(code: int, of: int, a: int, b: int, state: bytes = b"") -> dict[str, Any]:
    """Return a director's answer, as journal and link hold it, in the JSON form.

    a, b: seat and call of `entered`, seat and 1 (next) or 2 (rest) of `must_pass`, dealer and
    number (0: as it was) of `board`; state: the JSON of `ruling`, UTF-8.
    """
    event: dict[str, Any] = {"director": answers.ANSWERS[code]}
    if of >= 0:
        event["of"] = of
    if code == answers.ENTERED:
        event |= {"seat": calls.SEATS[a & 3], "call": calls.call_name(b)}
    elif code == answers.MUST_PASS:
        event |= {"seat": calls.SEATS[a & 3], "how": "rest" if b == _REST else "next"}
    elif code == answers.BOARD:
        event["dealer"] = calls.SEATS[a & 3]
        if b:
            event["number"] = b
    elif code == answers.RULING:
        event["state"] = json.loads(state or b"{}")
    return event


def _of_seat(seat: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event.get("seat") == seat


def _latest(
    events: list[dict[str, Any]], before: int, fits: Callable[[dict[str, Any]], bool]
) -> int | None:
    """Return the newest call before an event that fits, None if there is none."""
    for index in range(before - 1, -1, -1):
        if "call" in events[index] and "seat" in events[index] and fits(events[index]):
            return index
    return None
