"""Draws the pictures of docs/displays.md with the firmware on the virtual board.

Run as `python -m tests.e2e.displays` it writes them; test_displays.py compares them.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from virtual_board import World, picture

from bidbox import answers, messages
from bidbox_host.demo.stage import HEAP, Stage

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "displays"
_SCALE = 3
_SETTLE_MS = 700
# Board 7: South deals, all are vulnerable.
_BEFORE = (
    ("S", "1C"), ("W", "P"), ("N", "1D"), ("E", "P"), ("S", "1H"), ("W", "P"), ("N", "1S"),
    ("E", "P"), ("S", "2S"), ("W", "P"), ("N", "4N"), ("E", "P"),
)  # fmt: skip
_AFTER = (
    ("W", "P"), ("N", "5N"), ("E", "P"), ("S", "6D"), ("W", "P"), ("N", "6S"), ("E", "X"),
    ("S", "P"), ("W", "P"), ("N", "P"),
)  # fmt: skip

Draw = Callable[[Path], None]


def story(stage: Stage) -> Iterator[tuple[str, Draw]]:
    """Play a board; yield at each moment worth seeing a picture's name and what draws it."""
    table, director = stage.table, stage.director

    def whole(path: Path) -> None:
        picture(table, path, _SCALE)

    def seat(name: str) -> Draw:
        return lambda path: table.display(name).png(path, 4)

    for name in ("CANCEL", "TD"):
        stage.table.press("S", name)
    stage.wait(3200)
    for name in ("CANCEL", "TD"):
        stage.table.release("S", name)
    stage.wait(_SETTLE_MS)
    yield "0-set-up-south", seat("S")
    stage.press("S", "CANCEL")
    stage.type_number("N", 7)
    stage.wait(11000)
    _lit(stage)
    yield "1-proposed", whole
    stage.press("E", "OK")
    for place, call in enumerate(_BEFORE):
        stage.call(*call)
        if place == 6:
            stage.press("S", "ALERT")
    stage.wait(5000)
    yield "2-before", whole
    yield "2-before-south", seat("S")
    stage.press("S", "4")
    stage.wait(_SETTLE_MS)
    yield "3-half-a-bid", seat("S")
    stage.press("S", "H")
    stage.wait(_SETTLE_MS)
    yield "3-selected", seat("S")
    stage.press("S", "OK")
    stage.wait(_SETTLE_MS)
    _lit(stage, director=True)
    yield "4-irregular", whole
    yield "4-director", lambda path: picture(director, path, _SCALE)
    stage.hold("W", "TD")
    stage.wait(_SETTLE_MS)
    _lit(stage)
    yield "5-director-called", whole
    stage.hold("W", "TD", ms=3200)
    stage.wait(_SETTLE_MS)
    stage.press("W", *"1234", "OK")
    stage.wait(_SETTLE_MS)
    yield "5-dialogue-west", seat("W")
    stage.press("W", "CANCEL")
    fields = (7, answers.NOT_ACCEPTED, messages.NO_EVENT, 0, 0, b"")
    stage.line("director").send(messages.ANSWER, fields, stage.number)
    stage.wait(5000)
    _lit(stage)
    yield "6-ruled", whole
    stage.call("S", "5H")
    stage.wait(5000)
    _lit(stage)
    yield "7-replaced", whole
    yield "7-replaced-south", seat("S")
    stage.hold("N", "CANCEL", ms=2200)
    stage.wait(_SETTLE_MS)
    yield "8-big-north", seat("N")
    stage.hold("N", "CANCEL", ms=2200)
    stage.wait(_SETTLE_MS)
    for call in _AFTER:
        stage.call(*call)
    stage.wait(5000)
    _lit(stage)
    yield "9-over", whole
    yield "9-over-south", seat("S")
    stage.press("S", "CANCEL")
    stage.wait(_SETTLE_MS)
    yield "9-older-south", seat("S")
    stage.press("E", "OK")
    stage.wait(5000)
    _lit(stage)
    yield "10-play", whole


def _lit(stage: Stage, director: bool = False) -> None:
    """Wait until the status lamp, which blinks, is lit, and one of the director's lamps."""
    for _ in range(80):
        lit = any(map(any, stage.director.state["lamp"]))
        if any(stage.table.lamp()) and (lit or not director):
            return
        stage.wait(50)
    raise AssertionError("a lamp stays dark")


def draw_all(folder: Path) -> list[str]:
    """Play the board on a virtual table and write the pictures; return their names."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    with World() as world:
        stage = Stage(world, heap=HEAP)
        stage.listen()
        for name, draw in story(stage):
            draw(folder / f"{name}.png")
            names.append(name)
        stage.hang_up()
    return names


if __name__ == "__main__":
    for made in draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        print(made)
