"""A director's answers on their way to a table: read from words, sent, and what is asked there.

The names are those of `bidbox adjudicate`; what is asked is found by judging the board's records.
"""

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bidbox import answers, boards, calls, lines, messages
from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.laws.request_form import RequestError, arguments_of
from bidbox_host.link.running import tail
from bidbox_host.link.session import Session
from bidbox_host.live.known import device_record
from bidbox_host.replay import Board, boards_of
from bidbox_host.rule.parse import parse_call, parse_seat

NAMES = answers.ANSWERS
# What follows the name, of those that take something.
ARGUMENTS = {
    "entered": "SEAT CALL",
    "must_pass": "SEAT next|rest",
    "board": "NUMBER [DEALER]",
    "ruling": "JSON",
}
_TERMS = ("next", "rest")
_RECORDED = 3.0  # seconds until an answer must stand in the log


@dataclass(frozen=True)
class Answer:
    """An answer with its arguments, as journal and link hold them (docs/JOURNAL.md)."""

    code: int
    a: int = 0
    b: int = 0
    state: bytes = b""

    @property
    def name(self) -> str:
        return NAMES[self.code]


def parse(words: Sequence[str]) -> Answer:
    """Return the answer that words mean, such as ("must_pass", "S", "rest"); UsageError."""
    name = words[0].lower().replace("-", "_")
    if name not in NAMES:
        raise UsageError(f"{words[0]}: no such answer; there are {', '.join(NAMES)}")
    code = NAMES.index(name)
    rest = list(words[1:])
    wanted = ARGUMENTS.get(name, "")
    wrong = UsageError(f"{name}: give {name} {wanted}".rstrip() + ("" if wanted else " alone"))
    if name == "ruling":
        return Answer(code, state=_state(rest, wrong))
    if name == "board" and rest:
        return _board(code, rest, wrong)
    if len(rest) != len(wanted.split()):
        raise wrong
    if not rest:
        return Answer(code)
    seat = parse_seat(rest[0])
    if seat is None:
        raise wrong
    if name == "must_pass":
        if rest[1] not in _TERMS:
            raise wrong
        return Answer(code, calls.parse_seat(seat), _TERMS.index(rest[1]) + 1)
    call = parse_call(rest[1])
    if call is None:
        raise wrong
    return Answer(code, calls.parse_seat(seat), calls.parse_call(call))


def _board(code: int, rest: list[str], wrong: UsageError) -> Answer:
    if not re.fullmatch(r"\d{1,3}", rest[0]) or not 0 < int(rest[0]) <= boards.HIGHEST:
        raise wrong
    number = int(rest[0])
    seat = parse_seat(rest[1]) if len(rest) == 2 else calls.SEATS[boards.dealer(number)]
    if seat is None or len(rest) > 2:
        raise wrong
    return Answer(code, calls.parse_seat(seat), number)


def _state(rest: list[str], wrong: UsageError) -> bytes:
    """Return a ruling's state as short JSON."""
    if len(rest) != 1:
        raise wrong
    try:
        state = json.loads(rest[0])
        arguments_of("ruling", {"state": state}, 0)
    except RequestError as error:
        raise UsageError(f"ruling: {str(error).partition(': ')[2]}") from error
    except ValueError as error:
        raise UsageError(f"ruling: {rest[0]!r} is not JSON, such as {{\"turn\":\"S\"}}") from error
    return json.dumps(state, separators=(",", ":")).encode()


def send(session: Session, answer: Answer, table: int, board: int, of: int | None) -> None:
    """Give a table an answer; Refused if it says no. table: 0 for the device at the port.

    Returns once a table at the port has it in its log.
    """
    event = messages.NO_EVENT if of is None else of
    fields = (board, answer.code, event, answer.a, answer.b, answer.state)
    if len(lines.encode(table, 0, messages.pack(messages.ANSWER, fields))) > lines.LIMIT - 4:
        raise BidboxError(
            f"{answer.name}: {len(answer.state)} bytes are too long for a line; leave out calls"
            " that stand as they are recorded, or rule in steps: withdrawn, entered, must_pass"
        )
    before = session.last
    session.request(messages.ANSWER, fields, table)
    if session.hello is not None and session.hello.role == "table":
        limit = time.monotonic() + _RECORDED
        while session.last == before:
            if time.monotonic() > limit:
                raise BidboxError(f"{session.name}: {answer.name} is taken, but not recorded yet")
            session.request(messages.HEARTBEAT)


def last_board(session: Session) -> Board:
    """Return the board that a table opened last; BidboxError if its log holds none."""
    hello = session.hello
    assert hello is not None
    found = list(boards_of(tail(session).records)) if hello.first <= session.last else []
    if not found:
        raise BidboxError(f"{session.name}: no board was opened there yet")
    board = found[-1]
    return board if board.device else replace(board, device=device_record(hello))
