"""Every board.py asks of its chip only what the chip can do, and its README says the same."""

from typing import Any

import pytest

from tests import board_pins, boards
from tests.boards import Board


@pytest.fixture
def table() -> dict[str, Any]:
    return board_pins.load(board_pins.BOARDS / "esp32_table")


def test_the_three_boards_are_there() -> None:
    names = {board.name for board in boards.every()}
    assert {"esp32_table", "esp32_director", "esp32c3_director"} <= names


def test_board_is_sound(board: Board) -> None:
    assert board_pins.faults(board.data) == []
    assert board.name == board.path.parent.name


def test_capabilities_have_their_parts(board: Board) -> None:
    data = board.data
    assert board.has("keypad") == bool(data["MUX"]) == (len(data["SEAT_UNITS"]) == 4)
    assert board.has("display") == bool(data["DISPLAY"])
    assert board.has("keys") == bool(data["KEYS"])
    assert board.has("battery") == bool(data["BATTERY"])
    assert board.role == ("table" if board.has("keypad") else "director")
    assert 1 <= board.lamps <= 30


def test_readme_wires_the_pins_of_board_py(board: Board) -> None:
    readme = (board.path.parent / "README.md").read_text(encoding="utf-8")
    wired = {}
    for line in readme.splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[1].startswith("GPIO "):
            wired[cells[0]] = int(cells[1].removeprefix("GPIO "))
    assert wired == board.data["PINS"]
    assert "| part | quantity |" in readme


@pytest.mark.parametrize(
    ("pin", "number", "fault"),
    [
        ("lamp", 19, "lamp and buzzer share GPIO 19"),
        ("lamp", 6, "lamp: GPIO 6 is a flash pin"),
        ("lamp", 12, "lamp: GPIO 12 is a strapping pin"),
        ("buzzer", 3, "buzzer: GPIO 3 is a console pin"),
        ("buzzer", 35, "BUZZER: GPIO 35 can neither drive nor pull up"),
        ("lamp", 24, "lamp: there is no GPIO 24"),
        ("battery", 26, "battery: GPIO 26 is on ADC2, which the radio takes"),
        ("battery", 17, "battery: GPIO 17 has no ADC"),
        ("extra", 16, "extra is not used"),
    ],
)
def test_a_bad_pin_is_found(table: dict[str, Any], pin: str, number: int, fault: str) -> None:
    table["PINS"] = {**table["PINS"], pin: number}
    assert board_pins.faults(table) == [fault]


def test_other_mistakes_are_found(table: dict[str, Any]) -> None:
    assert board_pins.faults({})[:1] == ["NAME is missing"]
    assert board_pins.faults({**table, "CHIP": "z80"}) == ["chip z80 is not known"]
    lamp = {"pin": "lump", "count": 1}
    assert board_pins.faults({**table, "LAMP": lamp}) == ["LAMP names lump, which PINS has not"]
    battery = {**table["BATTERY"], "upper_ohm": 0}
    assert board_pins.faults({**table, "BATTERY": battery}) == [
        "battery: a full cell gives 4200 mV, more than the ADC's 2450"
    ]
    units = (*table["SEAT_UNITS"][:3], {"channel": 2, "keys": 0x20, "display": 0x20})
    assert board_pins.faults({**table, "SEAT_UNITS": units}) == [
        "seat units must have channels 0 to 7 of their own",
        "two chips answer to one address: ['0x20', '0x20', '0x68', '0x70']",
    ]
