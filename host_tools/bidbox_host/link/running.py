"""A running board on its way from one unit to another: found, put into records, sent.

The records go as they will stand in the new unit's journal, but for numbers and clock, which are
the new unit's own (docs/LINK.md, Resume).
"""

import time
from dataclasses import dataclass
from typing import Any

from bidbox import answers, boards, calls, messages, records
from bidbox.adjudicator import Adjudicator
from bidbox.records import Record
from bidbox_host.errors import BidboxError
from bidbox_host.journal import Log, log_bytes, parse_log
from bidbox_host.laws.adjudicate import EDITIONS
from bidbox_host.link.download import fetch
from bidbox_host.link.errors import Empty
from bidbox_host.link.session import Session
from bidbox_host.link.shelf import Shelf
from bidbox_host.replay import INSIDE, boards_of

UNIT, COPY, TYPED = range(3)  # records.RESUMED_SOURCES
_PART = 110  # bytes of records in a line
_BACK = 256  # records asked for at first, to find the board's beginning
_LONGEST = 24 * 3600 * 1000  # ms: a board that seems to be older has a wrong clock
_ENDS = (records.PERIOD, records.CLOSED, records.SEAL)
# Of a board that goes on; faults are the other unit's own.
_COPIED = INSIDE - {*_ENDS, records.FAULT}


@dataclass(frozen=True)
class Running:
    """A board to go on with. `inside`: its records after BOARD; ms are the board's own time."""

    number: int
    opening: Record
    inside: tuple[Record, ...]
    source: int
    device: str = ""
    opened: int = 0  # Unix seconds, 0 if nobody knows
    until: int = 0  # ms since the board was opened: now

    @property
    def calls(self) -> int:
        return sum(r.kind == records.CALL for r in self.inside)

    def encoded(self) -> bytes:
        """Return the records for the new unit."""
        first = self.inside[0].number if self.inside else 0
        last = self.inside[-1].number if self.inside else 0
        if self.source == TYPED:
            first = last = 0
        mark = (self.device, self.source, first, last, len(self.inside), self.until, self.opened)
        wanted = [
            (self.opening.kind, 0, self.opening.fields),
            (records.RESUMED, 0, mark),
            *((r.kind, r.ms, r.fields) for r in self.inside),
        ]
        return b"".join(records.pack(n, *one) for n, one in enumerate(wanted, start=1))


def of_session(session: Session) -> Running:
    """Return the running board of a device; BidboxError if none is open there."""
    hello = session.hello
    assert hello is not None
    return of_log(tail(session), UNIT, hello.device)


def tail(session: Session) -> Log:
    """Return a device's newest records, from the last BOARD on or from before it."""
    hello = session.hello
    assert hello is not None
    last = session.last
    if hello.first > last:
        raise Empty(session.name)
    shelf = Shelf()
    back = _BACK
    while True:
        low = max(hello.first, last - back + 1)
        fetch(session, shelf, low, last)
        held = [r for n in range(low, last + 1) if (r := shelf.get(n)) is not None]
        if low == hello.first or any(r[1] == records.BOARD for r in held):
            break
        back *= 2
    return parse_log(log_bytes(held), session.name)


def of_log(log: Log, source: int, device: str = "") -> Running:
    """Return the board that a log leaves open; BidboxError if none, or with gaps."""
    found = list(boards_of(log.records))
    if not found:
        raise BidboxError(f"{log.name}: holds no board; type the auction: `resume --typed`")
    board = found[-1]
    after = [r for r in log.records if r.number > board.opening.number]
    if any(record.kind in _ENDS for record in after):
        raise BidboxError(f"{log.name}: board {board.number} has ended there, none is open")
    gaps = [gap for gap in log.gaps if gap.last > board.opening.number]
    if gaps:
        raise BidboxError(
            f"{log.name}: {gaps[0]} on board {board.number}; type the auction: `resume --typed`"
        )
    inside = tuple(record for record in after if record.kind in _COPIED)
    last = max((r.ms for r in inside), default=0)
    opened = int(board.opened_at or 0)
    passed = int((time.time() - (board.opened_at or 0)) * 1000)
    until = passed if opened and last <= passed < _LONGEST else last
    names = device or (board.device.device if board.device else "")
    return Running(board.number, board.opening, inside, source, names, opened, until)


def typed(
    events: list[dict[str, Any]], board: int, dealer: int, laws: str, session: int = 1
) -> Running:
    """Return a board of calls and answers that a person has typed; they have no times."""
    adjudicator = Adjudicator(EDITIONS.get(laws, EDITIONS["2017"]))
    adjudicator.open(dealer)
    inside = []
    for number, event in enumerate(events, start=1):
        if "director" in event:
            code = answers.ANSWERS.index(event["director"])
            adjudicator.answer(code)
            inside.append(Record(number, records.ANSWER, 0, code, -1, 0, 0, b""))
            continue
        seat, call = calls.parse_seat(event["seat"]), calls.parse_call(event["call"])
        kind = adjudicator.step(seat, call)
        inside.append(Record(number, records.CALL, 0, seat, call, kind, 0, 0))
    how = records.BOARD_HOWS.index("re-entered")
    opening = Record(1, records.BOARD, 0, board, dealer, how, 0, session, 0)
    return Running(board, opening, tuple(inside), TYPED)


def dealer_of(board: int) -> int:
    return boards.dealer(board)


def send(session: Session, running: Running) -> None:
    """Open the board on the device of a session; Refused if it will not."""
    data = running.encoded()
    pieces = [data[at : at + _PART] for at in range(0, len(data), _PART)]
    for part, piece in enumerate(pieces):
        session.request(messages.RESUME, (part, len(pieces), piece))
