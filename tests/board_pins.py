"""What the pins of a chip can do, and what is wrong with a board.py that asks more of them."""

import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parents[1] / "boards"


@dataclass(frozen=True)
class Chip:
    """GPIO numbers by what they can or must not be used for."""

    pins: frozenset[int]
    flash: frozenset[int]
    strapping: frozenset[int]
    console: frozenset[int]
    input_only: frozenset[int]  # without pull-ups too
    adc1: frozenset[int]
    adc2: frozenset[int]  # not usable while the radio is on
    most_mv: int  # that the ADC reads true with 11 dB


CHIPS = {
    # ESP32 series datasheet 4.9, table of pins; WROOM-32E. 37 and 38 are not led out.
    "esp32": Chip(
        pins=frozenset((*range(20), 21, 22, 23, 25, 26, 27, *range(32, 37), 39)),
        flash=frozenset(range(6, 12)),
        strapping=frozenset((0, 2, 5, 12, 15)),
        console=frozenset((1, 3)),
        input_only=frozenset((34, 35, 36, 39)),
        adc1=frozenset((32, 33, 34, 35, 36, 39)),
        adc2=frozenset((0, 2, 4, 12, 13, 14, 15, 25, 26, 27)),
        most_mv=2450,
    ),
    # ESP32-C3 series datasheet 1.8; console on USB (18, 19) or UART0 (20, 21).
    "esp32c3": Chip(
        pins=frozenset(range(22)),
        flash=frozenset(range(11, 18)),
        strapping=frozenset((2, 8, 9)),
        console=frozenset((18, 19, 20, 21)),
        input_only=frozenset(),
        adc1=frozenset(range(5)),
        adc2=frozenset((5,)),
        most_mv=2500,
    ),
}

_NEEDED = ("NAME", "ROLE", "CHIP", "PINS", "I2C", "LAMP", "BUZZER", "RADIO", "CAPABILITIES")


def load(folder: Path) -> dict[str, Any]:
    """Return the names a board.py defines."""
    board = runpy.run_path(str(folder / "board.py"))
    return {name: value for name, value in board.items() if name.isupper()}


def faults(board: dict[str, Any]) -> list[str]:
    """Return what is wrong with a board, one line each."""
    missing = [f"{name} is missing" for name in _NEEDED if name not in board]
    if missing:
        return missing
    chip = CHIPS.get(board["CHIP"])
    if chip is None:
        return [f"chip {board['CHIP']} is not known"]
    unknown = [
        f"{use} names {pin}, which PINS has not"
        for use, pin in _uses(board)
        if pin not in board["PINS"]
    ]
    if unknown:
        return unknown
    return [*_pin_faults(board["PINS"], chip), *_use_faults(board, chip), *_bus_faults(board)]


def _uses(board: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each use of a pin: (use, name in PINS)."""
    yield "I2C sda", board["I2C"]["sda"]
    yield "I2C scl", board["I2C"]["scl"]
    if board.get("MUX"):
        yield "MUX reset", board["MUX"]["reset"]
    for part in ("LAMP", "BUZZER", "BATTERY"):
        if board.get(part):
            yield part, board[part]["pin"]
    for key, pin in (board.get("KEYS") or {}).items():
        yield f"key {key}", pin


def _pin_faults(pins: dict[str, int], chip: Chip) -> Iterator[str]:
    owners: dict[int, str] = {}
    for name, pin in sorted(pins.items()):
        if pin in owners:
            yield f"{name} and {owners[pin]} share GPIO {pin}"
        owners[pin] = name
        if pin not in chip.pins:
            yield f"{name}: there is no GPIO {pin}"
        for what in ("flash", "strapping", "console"):
            if pin in getattr(chip, what):
                yield f"{name}: GPIO {pin} is a {what} pin"


def _use_faults(board: dict[str, Any], chip: Chip) -> Iterator[str]:
    used = {pin for _, pin in _uses(board)}
    for name in sorted(set(board["PINS"]) - used):
        yield f"{name} is not used"
    for use, name in _uses(board):
        pin = board["PINS"][name]
        if use != "BATTERY" and pin in chip.input_only:
            yield f"{use}: GPIO {pin} can neither drive nor pull up"
    battery = board.get("BATTERY")
    if not battery:
        return
    pin = board["PINS"][battery["pin"]]
    if pin in chip.adc2 and board["RADIO"]:
        yield f"battery: GPIO {pin} is on ADC2, which the radio takes"
    elif pin not in chip.adc1:
        yield f"battery: GPIO {pin} has no ADC"
    curve = battery["curve"]
    if list(curve) != sorted(curve) or curve[0][1] != 0 or curve[-1][1] != 100:
        yield "battery: the curve must rise from 0 to 100 %"
    most = 4200 * battery["lower_ohm"] // (battery["upper_ohm"] + battery["lower_ohm"])
    if most > chip.most_mv:
        yield f"battery: a full cell gives {most} mV, more than the ADC's {chip.most_mv}"


def _bus_faults(board: dict[str, Any]) -> Iterator[str]:
    trunk = [
        part["address"]
        for part in (board.get("MUX"), board.get("DISPLAY"), board.get("CLOCK"))
        if part
    ]
    units = board.get("SEAT_UNITS") or ()
    channels = [unit["channel"] for unit in units]
    if len(set(channels)) != len(channels) or not all(0 <= c < 8 for c in channels):
        yield "seat units must have channels 0 to 7 of their own"
    for group in (trunk, *[[*trunk, unit["keys"], unit["display"]] for unit in units]):
        if len(set(group)) != len(group):
            yield f"two chips answer to one address: {sorted(map(hex, group))}"
            return
