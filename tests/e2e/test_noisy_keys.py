"""A table with noisy keys records exactly the calls meant, and names what its units lacked."""

import random
from collections.abc import Callable

from bidbox import calls, faults, keys, records
from bidbox_host.demo.stage import Stage

_BOARD = 1  # dealer North
_MEANT = (
    "N 1C", "E 1D", "S 1H", "W P", "N 1D", "E X", "S XX", "W 1S", "N 2N", "E P", "S 4N", "W X",
    "N 5D", "E P", "S 6H", "W P", "N P", "E P",
)  # fmt: skip
_SELECTED = "wiring.running.table.players.selections[{}].call"


class Noisy:
    """Presses keys whose contacts bounce, as somebody who watches his display."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage = stage
        self.dice = random.Random(seed)

    def tap(self, seat: str, key: int) -> None:
        table, dice = self.stage.table, self.dice
        at = 0.0
        for down, lasts in ((True, dice.uniform(60, 140)), (False, 0)):
            bounced = at + dice.uniform(0, 5)
            while at < bounced:
                (table.press if down else table.release)(seat, key, at)
                at += dice.uniform(0.1, 2)
                (table.release if down else table.press)(seat, key, at)
                at += dice.uniform(0.1, 2)
            (table.press if down else table.release)(seat, key, at)
            at += lasts
        self.stage.wait(at + dice.uniform(60, 150))

    def select(self, seat: str, call: str) -> None:
        wanted = calls.parse_call(call)
        self._until(seat, lambda now: now == wanted, keys.keys_of_call(call))

    def confirm(self, seat: str) -> None:
        self.stage._ready(seat)
        self._until(seat, lambda now: now == calls.NO_CALL, (keys.OK,))
        self.stage._ok_at[seat] = self.stage.world.ms

    def _until(self, seat: str, done: Callable[[int], bool], pressed: tuple[int, ...]) -> None:
        for _ in range(8):
            for key in pressed:
                self.tap(seat, key)
            if done(self.stage.table.eval(_SELECTED.format(calls.parse_seat(seat)))):
                return
            self.stage.wait(700)
        raise AssertionError(f"{seat} cannot press {[keys.NAMES[key] for key in pressed]}")


def test_a_noisy_auction_with_units_that_fail_in_mid_call(stage: Stage) -> None:
    stage.open_board(_BOARD)
    noisy = Noisy(stage, 5)
    for place, (seat, call) in enumerate(word.split() for word in _MEANT):
        noisy.select(seat, call)
        other = calls.SEATS[(calls.parse_seat(seat) + 2) % 4]
        # Between selection and OK: a selection outlasts whatever happens to its unit.
        match place % 6:
            case 1:
                stage.table.unplug(seat)
                stage.wait(400)
                stage.table.plug(seat)
                stage.wait(1500)
            case 2:
                stage.table.brown_out(seat, noisy.dice.uniform(0, 80))
            case 3:
                stage.table.short(seat)
                stage.wait(400)
                stage.table.short(seat, False)
                stage.wait(1500)
            case 4:
                stage.table.swap(seat, other)
                stage.wait(1500)
        noisy.confirm(seat)
        stage.wait(300)
    log = stage.line("table").records()
    made = [
        f"{calls.SEATS[r.fields[0]]} {calls.call_name(r.fields[1])}"
        for r in log
        if r.kind == records.CALL
    ]
    assert made == list(_MEANT)
    told = {r.fields[0] for r in log if r.kind == records.FAULT}
    assert {faults.UNIT_GONE, faults.UNIT_SHORTED, faults.UNIT_BACK, faults.CHIP_RESET} <= told
