"""Before OK nothing but the player's own display depends on his keys (Law 73, regulation 5).

ALERT and STOP are announcements, and TD held for a second calls the director: all three are made
by the key itself and are left out here, as is OK. TD is only tapped.
"""

import random

from bidbox import keys
from bidbox_host.demo.stage import Stage

SILENT = [key for key in range(keys.COUNT) if key not in (keys.OK, keys.ALERT, keys.STOP, keys.TD)]


def _outputs(stage: Stage, own: int, start: int) -> list[str]:
    """Return the outputs that changed since `start`, without the player's own display."""
    own_names = (f"draw:{own}", f"display:{own}")
    return [o.name for o in stage.table.trace[start:] if o.name not in own_names]


def _quiet(stage: Stage) -> None:
    """Let messages, pictures and seeks of the start come to their end."""
    stage.wait(12_000)


def test_keys_before_ok_change_nothing_but_the_own_display(stage: Stage) -> None:
    dice = random.Random(33)
    stage.open_board(1)
    stage.call("N", "1H")
    stage.call("E", "1D")  # an open irregularity: the lamp blinks, whatever is pressed
    stage.call("S", "P")
    _quiet(stage)
    for seat in (3, 0, 1, 2):
        own_before = bytes(stage.table.display(seat).ram)
        start = len(stage.table.trace)
        others = {s: bytes(stage.table.display(s).ram) for s in range(4) if s != seat}
        for _ in range(40):
            key = dice.choice([*SILENT, keys.TD])
            down = 120 if key == keys.TD else dice.choice((60, 150, 700))
            stage.table.tap(seat, key, down)
            stage.wait(down + dice.choice((40, 300)))
        stage.table.tap(seat, keys.NAMES.index("3"), 60)
        stage.wait(600)
        changed = set(_outputs(stage, seat, start))
        assert changed <= {"radio", *(f"display:{s}" for s in range(4))}, changed
        assert bytes(stage.table.display(seat).ram) != own_before
        for other, ram in others.items():
            assert bytes(stage.table.display(other).ram) == ram
        stage.press("NESW"[seat], "CANCEL", "CANCEL")


def test_radio_frames_come_at_the_same_times_whatever_is_pressed(make_stage) -> None:
    """Two tables with the same life, one with keys pressed: their frames are of the same kinds."""

    def frames(with_keys: bool) -> list[tuple[float, int]]:
        stage = make_stage()
        dice = random.Random(8)
        stage.open_board(1)
        began = stage.world.ms
        for _ in range(120):
            if with_keys:
                stage.table.tap(dice.randrange(4), dice.choice(SILENT), 60)
            stage.wait(100)
        return [
            (round(f.ms - began, -2), len(f.message))
            for f in stage.world.air.frames
            if f.ms >= began and f.sender == stage.table.name
        ]

    assert frames(True) == frames(False)
