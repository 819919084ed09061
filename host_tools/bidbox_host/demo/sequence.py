"""Sequence files: a board as keys and what must come of it, documentation and test in one.

A file begins with prose up to the first empty line. Then, a line each:

    board 7                     the number; dealer and vulnerability follow from it
    N 1H                        North keys 1H and OK
    N (1H)                      North keys 1H without OK
    N OK makes 1H               North presses OK on what he had selected
    W 1D | S 1C                 OK at the same moment, within a scan or two, in this order
    W TD                        West calls the director
    director yes: why           a key of the director's device (next, yes, no)
    host comparable             the host sends a director's answer through the director's device
    cards away                  two players hold CANCEL and OK
    = 2H by E                   the contract; "= passed out", "= incomplete", ", deemed"

A call that is irregular says so behind "->": kind, whose turn it was, law, who may accept; and
behind ";" how it ended. A call without "->" must give no alarm.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bidbox import answers, boards, calls, verdicts
from bidbox_host.errors import BidboxError

FOLDER = Path(__file__).parent
_TURNS = {
    "own turn": "own",
    "LHO's turn": "LHO",
    "partner's turn": "partner",
    "RHO's turn": "RHO",
    "after the end": None,
}


@dataclass(frozen=True)
class Alarm:
    """An irregularity as it must be told and must end, in the names of `bidbox adjudicate`."""

    seat: str
    call: str
    kind: str
    turn: str | None
    law: str
    may_accept: str | None
    simultaneous: bool = False
    status: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class Call:
    """Keys of one call; without `ok` it is only selected, without `keys` only OK is pressed."""

    seat: str
    call: str
    ok: bool = True
    keys: bool = True


@dataclass(frozen=True)
class Step:
    """One line: calls (several at the same moment), or a word and its argument."""

    text: str
    calls: tuple[Call, ...] = ()
    word: str = ""
    argument: str = ""
    alarm: Alarm | None = None


@dataclass(frozen=True)
class Sequence:
    """A board to be played and what must come of it."""

    name: str
    prose: str
    board: int
    steps: tuple[Step, ...]
    contract: str | None
    declarer: str | None
    closed: str = "complete"

    @property
    def dealer(self) -> str:
        return calls.SEATS[boards.dealer(self.board)]

    @property
    def alarms(self) -> list[Alarm]:
        return [step.alarm for step in self.steps if step.alarm]

    @property
    def made(self) -> list[tuple[str, str]]:
        """The calls in the order in which they count: of calls at one moment, Law 33's order."""
        found: list[tuple[str, str]] = []
        for step in self.steps:
            group = [(c.seat, c.call) for c in step.calls if c.ok]
            found += reversed(group) if len(group) > 1 else group
        return found


def all_sequences(folder: Path = FOLDER) -> list[Sequence]:
    """Return the handmade boards and the real auctions, in order of their numbers."""
    found = [read(path) for path in sorted((folder / "sequences").glob("*.txt"))]
    return sorted([*found, *real(folder / "auctions.jsonl")], key=lambda s: s.board)


def real(path: Path) -> Iterator[Sequence]:
    """Yield auctions as they were bid in real games: no alarm is expected."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        seat = calls.parse_seat(row["dealer"])
        steps = []
        for call in row["calls"].split():
            name = calls.SEATS[seat]
            steps.append(Step(f"{name} {call}", (Call(name, call),)))
            seat = calls.lho(seat)
        yield Sequence(
            f"real-{row['board']}", "A real auction.", row["board"], tuple(steps),
            row["contract"], row["declarer"],
        )  # fmt: skip


def read(path: Path) -> Sequence:
    """Read a sequence file; BidboxError names the line that cannot be understood."""
    prose, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    board = 0
    steps: list[Step] = []
    result: tuple[str | None, str | None, str] | None = None
    for number, line in enumerate(body.splitlines(), prose.count("\n") + 3):
        try:
            if line.startswith("board "):
                board = int(line[6:])
            elif line.startswith("="):
                result = _result(line[1:].strip())
            elif line.strip():
                steps.append(_step(line.strip()))
        except (ValueError, KeyError) as error:
            raise BidboxError(f"{path.name}, line {number}: {line!r}: {error}") from error
    if not board or result is None:
        raise BidboxError(f"{path.name}: a board number and a result (=) are needed")
    return Sequence(path.stem, " ".join(prose.split()), board, tuple(steps), *result)


def _result(text: str) -> tuple[str | None, str | None, str]:
    if text in ("passed out", "incomplete"):
        return None, None, "complete" if text == "passed out" else "incomplete"
    found = re.fullmatch(r"(\d[CDHSN]X{0,2}) by ([NESW])(, deemed)?", text)
    if not found:
        raise ValueError("no result")
    return found[1], found[2], "deemed" if found[3] else "complete"


def _step(line: str) -> Step:
    action, _, expected = line.partition("->")
    action = action.strip()
    words = action.split()
    if words[0] == "director":
        return Step(line, word="director", argument=words[1].rstrip(":"))
    if words[0] == "host":
        answers.ANSWERS.index(words[1])
        return Step(line, word="host", argument=words[1])
    if action == "cards away":
        return Step(line, word="cards away")
    if len(words) == 2 and words[1] in ("TD", "ALERT", "STOP"):
        return Step(line, word=words[1], argument=words[0])
    made = tuple(_call(part.split()) for part in action.split("|"))
    alarm = _alarm(expected.strip(), made) if expected else None
    return Step(line, made, alarm=alarm)


def _call(words: list[str]) -> Call:
    seat = calls.SEATS[calls.parse_seat(words[0])]
    if words[1:3] == ["OK", "makes"]:
        return Call(seat, _name(words[3]), keys=False)
    if words[1].startswith("("):
        return Call(seat, _name(words[1].strip("()")), ok=False)
    return Call(seat, _name(words[1]))


def _name(call: str) -> str:
    return calls.call_name(calls.parse_call(call))


def _alarm(text: str, made: tuple[Call, ...]) -> Alarm:
    said, _, ended = text.partition(";")
    offender = made[0]
    if ":" in said:
        who, _, said = said.partition(":")
        offender = _call(who.split())
    kind, turn, law, accept, *more = [part.strip() for part in said.split(",")]
    if kind not in verdicts.KINDS or not law.startswith("Law "):
        raise ValueError("no such irregularity")
    status, _, outcome = ended.strip().partition(" ")
    return Alarm(
        offender.seat,
        offender.call,
        kind,
        _TURNS[turn],
        law[4:],
        None if accept == "nobody may accept" else accept[0],
        "simultaneous" in more,
        status,
        outcome,
    )
