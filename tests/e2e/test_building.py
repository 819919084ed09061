"""What the READMEs of the boards promise a builder to see, while parts are still missing."""

import pytest

from bidbox_host.demo.stage import Stage

pytestmark = pytest.mark.boards("table")

_ORANGE = (136, 48, 0)  # a fault, at brightness 8
_GREEN = (0, 48, 0)  # idle


def _winks(stage: Stage) -> set[tuple[int, int, int]]:
    """Return the colours that the status lamp had in the last two seconds."""
    began = stage.world.ms
    stage.wait(2100)
    lamps = [o for o in stage.table.trace if o.name == "lamp" and o.ms >= began]
    return {tuple(o.value[0]) for o in lamps if any(o.value[0])}


def _lit(stage: Stage, seat: str) -> int:
    return sum(map(sum, stage.table.display(seat).rows()))


def test_a_table_is_built_seat_by_seat(stage: Stage) -> None:
    stage.table.restart()
    for seat in "NESW":
        stage.table.unplug(seat)  # before any time has passed
    stage.wait(6000)
    assert _winks(stage) == {_ORANGE}
    for place, seat in enumerate("NESW"):
        assert _lit(stage, seat) == 0
        stage.table.plug(seat)
        stage.wait(6000)
        assert _lit(stage, seat) > 200
        assert _winks(stage) == ({_GREEN} if place == 3 else {_ORANGE})
    assert not any(o.name == "buzzer" and isinstance(o.value, list) and o.value[1]
                   for o in stage.table.trace)  # fmt: skip


def test_the_missing_seat_is_named(stage: Stage) -> None:
    stage.table.unplug("E")
    stage.wait(3000)
    told = " ".join(str(heard) for heard in stage.line("table").heard)
    assert "E: seat unit does not answer: check its cord" in told


def test_the_director_is_called_as_the_last_step_says(stage: Stage) -> None:
    began = stage.world.ms
    stage.hold("N", "TD")
    stage.wait(600)
    tones = [
        o.value[0]
        for o in stage.director.trace
        if o.ms >= began and o.name == "buzzer" and isinstance(o.value, list) and o.value[1]
    ]
    assert tones == sorted(tones) and len(set(tones)) == 2
    assert any(
        o.ms >= began and o.name == "lamp" and tuple(o.value[3]) == (0, 0, 136)
        for o in stage.director.trace
    )
