"""The boards that tests run on: every folder of boards/ with a board.py, found by looking."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from pprint import pformat
from typing import Any

from tests import board_pins

ROLES = ("table", "director")


@dataclass(frozen=True)
class Board:
    """One board's data; tests ask for what it can by name and not for the board."""

    path: Path  # of its board.py
    data: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path) -> "Board":
        return cls(path, board_pins.load(path.parent))

    @property
    def name(self) -> str:
        return str(self.data["NAME"])

    @property
    def role(self) -> str:
        return str(self.data["ROLE"])

    @property
    def chip(self) -> str:
        return str(self.data["CHIP"])

    @property
    def number(self) -> int:
        """A number that its role may have: of a table, or of a director's device."""
        return 12 if self.role == "table" else 200

    @property
    def lamps(self) -> int:
        return int(self.data["LAMP"]["count"])

    def has(self, *wanted: str) -> bool:
        """Tell whether it is of a role, or has what CAPABILITIES calls so; all of those given."""
        return {*wanted} <= {self.role, *self.data["CAPABILITIES"]}

    def pin(self, name: str) -> int:
        return int(self.data["PINS"][name])


def every(*wanted: str) -> list[Board]:
    """Return the boards that have all that is wanted (Board.has), by name."""
    boards = [Board.read(path) for path in sorted(board_pins.BOARDS.glob("*/board.py"))]
    return [board for board in boards if board.has(*wanted)]


def default(role: str) -> Board:
    """Return the board of a role that tests use for which any will do."""
    return every(role)[0]


def rewired(board: Board, name: str, folder: Path) -> Board:
    """Write a board of another name with other pins, addresses, channels and lamps; return it."""
    data = {**board.data, "NAME": name, "PINS": _other_pins(board)}
    data["LAMP"] = {**board.data["LAMP"], "count": board.lamps + 3}
    if data["MUX"]:
        data["MUX"] = {**board.data["MUX"], "address": 0x71}
    data["SEAT_UNITS"] = tuple(
        {"channel": 7 - 2 * place, "keys": 0x21 + place, "display": 0x3D}
        for place, _ in enumerate(board.data["SEAT_UNITS"])
    )
    if data["DISPLAY"]:
        data["DISPLAY"] = {**board.data["DISPLAY"], "address": 0x3D}
    path = folder / name / "board.py"
    path.parent.mkdir(parents=True)
    text = "".join(f"{key} = {pformat(value)}\n" for key, value in data.items())
    path.write_text(text, encoding="utf-8")
    return Board.read(path)


def _other_pins(board: Board) -> dict[str, int]:
    chip = board_pins.CHIPS[board.chip]
    old = dict(board.data["PINS"])
    free = sorted(chip.pins - chip.flash - chip.strapping - chip.console)
    analog = board.data["BATTERY"]["pin"]
    pins = {analog: next(pin for pin in free if pin in chip.adc1 and pin != old[analog])}
    left = [pin for pin in free if pin not in chip.input_only and pin not in pins.values()]
    unused = [pin for pin in left if pin not in old.values()]
    left = unused + [pin for pin in left if pin in old.values()]
    return {name: pins.get(name) or left.pop(0) for name in old}
