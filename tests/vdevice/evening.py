"""Plays random boards with irregularities on a virtual table, and knows what must be in its log.

Calls go in by the keys, or straight to the box where only its records are of interest.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from virtual_board import Device, World
from virtual_board.errors import VirtualBoardError

from apps import errands
from bidbox import answers, calls, records
from bidbox.adjudicator import Adjudicator
from bidbox.laws import edition_2017
from bidbox.records import Record

STORE = "wiring.running.store"
_AT_ONCE = 8  # records; between them pieces of pages that were read strew the heap
_KEY_MS = 60
_OK_VOID_MS = 1560  # a second OK at a seat is void for 1.5 s
_STATE = (
    "(wiring.running.life.state, wiring.running.adjudicator.turn,"
    " wiring.running.life.open_item(), wiring.running.life.board,"
    " wiring.running.adjudicator.event_count, wiring.running.store.last)"
)
AUCTION, CLARIFICATION, PLAY = 2, 3, 4


class Cut(Exception):
    """The power was cut while something was being done."""


@dataclass
class Player:
    """Plays at one table. `made`: (seat, call) of all calls, in order.

    All records up to `safe_last` are known to be recorded.
    """

    world: World
    table: Device
    dice: random.Random
    by_keys: bool = False
    made: list[tuple[int, int]] = field(default_factory=list)
    boards: int = 0
    safe_last: int = 0
    cut_at: float = 0.0  # when the power will be cut, 0 if not
    before_cut: Callable[[], None] = lambda: None
    _ok_at: dict[int, float] = field(default_factory=dict)

    def state(self) -> tuple[int, ...]:
        found = self.eval(_STATE)
        self.safe_last = found[-1]
        return found

    def eval(self, expression: str):
        if not self.table.alive:
            raise Cut
        try:
            return self.table.eval(expression)
        except VirtualBoardError:
            if self.table.alive:
                raise
            raise Cut from None

    def wait(self, ms: float) -> None:
        """Let time pass, up to the moment at which the power is to be cut."""
        if self.cut_at and self.world.ms + ms >= self.cut_at:
            self.world.run(self.cut_at - self.world.ms)
            self.cut_at = 0.0
            self.before_cut()
            self.table.kill()
            raise Cut
        self.world.run(ms)
        if not self.table.alive:
            raise Cut

    def call(self, seat: int, call: int, in_turn: bool = True) -> None:
        """Make a call; after one out of turn nobody else calls in its window (Law 33)."""
        self.made.append((seat, call))
        if self.by_keys:
            self._ready(seat)
            self.wait(self.table.type(seat, calls.call_name(call), key_ms=_KEY_MS) + 120)
        else:
            self._do(f"call({seat}, {call}, wiring.running.hardware.clock.ms())")
            self.wait(80 if in_turn else 300)

    def board(self) -> None:
        """Open the next board, or go on with the one that runs, and bring it to its end."""
        state, *_ = self.state()
        if state not in (AUCTION, CLARIFICATION):
            self._ok(self.dice.randrange(4))
            self._ok(self.dice.randrange(4), unless=AUCTION)
            self.boards += 1
        for _ in range(60):
            state, turn, is_open, _, count, *_ = self.state()
            if state != AUCTION:
                break
            if is_open and self.dice.random() < 0.6:
                self._rule()
                continue
            if count > 3 and self.dice.random() < 0.01:
                return self._put_away()
            self._one_call(turn, count)
            self._aside()
        state = self.state()[0]
        if state == CLARIFICATION:
            for seat in range(4):  # at any but the leader's it only says so
                self._ok(seat, unless=PLAY)
        if self.state()[0] == AUCTION:
            self._put_away()

    def _one_call(self, turn: int, count: int) -> None:
        seat = turn & 3
        if self.dice.random() < 0.06:
            seat = self.dice.randrange(4)
        chance = self.dice.random()
        if chance < (0.35 if count < 4 else 0.75):
            call = calls.PASS
        elif chance > 0.93:
            call = self.dice.choice((calls.DOUBLE, calls.REDOUBLE))
        else:
            call = 3 + min(34, self.dice.randrange(1 + count) + self.dice.randrange(6))
        self.call(seat, call, seat == turn)

    def _aside(self) -> None:
        """Now and then somebody alerts, stops, or calls the director."""
        chance = self.dice.random()
        seat = self.dice.randrange(4)
        if chance < 0.05:
            self._key(seat, "ALERT", errands.ALERT)
        elif chance < 0.08:
            self._key(seat, "STOP", errands.STOP)
        elif chance < 0.10:
            self._ask(errands.TD, seat)
            self.wait(40)

    def _rule(self) -> None:
        names = ("not_accepted", "accepted", "not_accepted", "cancelled", "false_alarm")
        code = answers.ANSWERS.index(self.dice.choice(names))
        self.eval(f"wiring.running.device.answer(0, 0, {code}, 65535, 0, 0)")
        self.wait(60)

    def _put_away(self) -> None:
        self._ask(errands.PROPOSE)
        self.wait(60)

    def _key(self, seat: int, key: str, errand: int) -> None:
        if self.by_keys:
            self.wait(self.table.tap(seat, key) + 80)
        else:
            self._ask(errand, seat)
            self.wait(30)

    def _ok(self, seat: int, unless: int = -1) -> None:
        if self.state()[0] == unless:
            return
        if self.by_keys:
            self._ready(seat)
            self.wait(self.table.tap(seat, "OK") + 120)
        else:
            self._ask(errands.OK_ALONE, seat)
            self.wait(60)

    def _ask(self, errand: int, seat: int = 0) -> None:
        self._do(f"ask({errand}, {seat}, 0, wiring.running.hardware.clock.ms())")

    def _ready(self, seat: int) -> None:
        left = self._ok_at.get(seat, -1e9) + _OK_VOID_MS - self.world.ms
        if left > 0:
            self.wait(left)
        self._ok_at[seat] = self.world.ms + 180

    def _do(self, deed: str) -> None:
        if not self.table.alive:
            raise Cut
        self.table.at(0, f"wiring.running.table.{deed}")


def held(table: Device, first: int = 0) -> dict[int, bytes]:
    """Return the records that a table holds from a number on, asking for as few as it has room."""
    low, high = table.eval(f"({STORE}.first, {STORE}.last)")
    found: dict[int, bytes] = {}
    for start in range(max(low, first), high + 1, _AT_ONCE):
        numbers = range(start, min(start + _AT_ONCE, high + 1))
        some = table.eval(f"[{STORE}.read(n) for n in range({start}, {numbers.stop})]")
        found |= {n: data for n, data in zip(numbers, some, strict=True) if data is not None}
    return found


def running(found: dict[int, bytes]) -> list[Record]:
    """Return the records of the board that a journal leaves open, [] if it leaves none."""
    board: list[Record] = []
    for number in sorted(found):
        record = records.decode(found[number])[0]
        if record.kind == records.BOARD:
            board = [record]
        elif record.kind == records.SEAL:
            board = []
        elif board:
            board.append(record)
    return board


def replayed(board: list[Record]) -> Adjudicator:
    """Return an adjudicator that has heard a board's records: what the table must know too."""
    adjudicator = Adjudicator(edition_2017)
    for record in board:
        if record.kind in (records.BOARD, records.BOARD_CORRECTED):
            adjudicator.open(record.dealer)
        elif record.kind == records.CALL:
            second = bool(record.flags & records.SIMULTANEOUS)
            adjudicator.step(record.seat, record.call, second)
        elif record.kind == records.ANSWER:
            adjudicator.answer(record.code, record.of, record.a, record.b)
    return adjudicator
