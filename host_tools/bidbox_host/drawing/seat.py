"""The inside of a seat unit on a sheet of A4: key chip with its pins, keys, display and cord."""

from typing import Any

from bidbox import keys
from bidbox_host.drawing import pips
from bidbox_host.drawing import symbols as sign
from bidbox_host.drawing.svg import BLACK, GREY, Sheet
from bidbox_host.errors import BidboxError

# MCP23017 in the SPDIP-28 case: pins 1 to 14 downwards on the left, 28 to 15 on the right.
_LEFT = (
    *[f"GPB{i}" for i in range(8)], "VDD", "VSS", "", "SCL", "SDA", "",
)  # fmt: skip
_RIGHT = (
    *[f"GPA{i}" for i in range(7, -1, -1)], "INTA", "INTB", "RESET", "A2", "A1", "A0",
)  # fmt: skip
_PITCH = 6.0
_CHIP = (72.0, 34.0, 40.0)  # left, top, width
_MATRIX = (160.0, 52.0)  # the first column's x, the first line's y
_STEP = (26.0, 27.0)
_BUS = {"GND": 16.0, "3.3 V": 25.0, "SDA": 34.0, "SCL": 43.0}
_WIRES = {"GND": sign.GROUND, "3.3 V": sign.V33, "SDA": sign.SDA, "SCL": sign.SCL}
_CHIP_PINS = {"VDD": "3.3 V", "VSS": "GND", "SDA": "SDA", "SCL": "SCL"}


def draw(board: dict[str, Any]) -> str:
    """Return the diagram of the board's seat unit; BidboxError if it has none."""
    if not board["SEAT_UNITS"]:
        raise BidboxError(f"{board['NAME']} has no seat units: draw esp32_table's")
    unit = board["SEAT_UNITS"][0]
    sheet = Sheet(297, 210, "Bidbox: wiring of a seat unit")
    sheet.text(8, 13, "Bidbox: a seat unit", 6, bold=True)
    sheet.text(8, 19, "all four are alike: the socket decides the seat", 3.4)
    _cord(sheet)
    _chip(sheet, unit)
    _display(sheet, unit)
    _matrix(sheet)
    for i, text in enumerate(
        (
            "A key joins its GPA with its GPB; diodes are not needed. Columns stand as on the"
            " legend sheet for right hands; for left hands wire GPA0 to GPA4 from right to left.",
            "Wires that cross without a dot are not joined. 100 nF from VDD to VSS close to the"
            " chip. Pull-ups of SDA and SCL are at the box's end of the cord.",
            "Not built yet: tried on the virtual board.",
        )
    ):
        sheet.text(8, 193.5 + 4.4 * i, text, 2.9)
    return sheet.document()


def _pin(index: int) -> float:
    return _CHIP[1] + 14 + _PITCH * index


def _chip(sheet: Sheet, unit: dict[str, int]) -> None:
    left, top, width = _CHIP
    sign.chip(sheet, left, top, width, 18 + _PITCH * 14, "MCP23017")
    sheet.text(left + width / 2, top + 8.6, f"address {unit['keys']:#x}", 2.6, "middle")
    for index, name in enumerate(_LEFT):
        y = _pin(index)
        sheet.text(left + 1.2, y + 1, f"{index + 1}", 2.2, fill=GREY)
        if name:
            sheet.text(left + 5, y + 1, name, 2.8, bold=name in _CHIP_PINS or name < "GPB4")
        if name in _CHIP_PINS:
            _tap(sheet, _CHIP_PINS[name], left, y)
        elif name.startswith("GPB") and int(name[3]) < keys.ROWS:
            sign.wire(sheet, [(left - 5, y), (left, y)], sign.KEY)
            sheet.text(left - 6, y + 1, f"line {int(name[3]) + 1}", 2.8, "end")
    right = left + width
    for index, name in enumerate(_RIGHT):
        y = _pin(index)
        used = name not in ("GPA7", "GPA6", "INTA", "INTB")
        sheet.text(right - 1.2, y + 1, f"{28 - index}", 2.2, "end", fill=GREY)
        sheet.text(right - 5, y + 1, name, 2.8, "end", bold=used)
        if name.startswith("GPA") and int(name[3]) < keys.COLUMNS:
            sign.wire(sheet, [(right, y), (right + 5, y)], sign.KEY)
            sheet.text(right + 6, y + 1, f"column {int(name[3]) + 1}", 2.8)
    _resistor(sheet, right, _pin(_RIGHT.index("GPA5")), "100 kΩ", "GND")
    _resistor(sheet, right, _pin(_RIGHT.index("RESET")), "10 kΩ", "3.3 V")
    first, last = (_pin(_RIGHT.index(name)) for name in ("A2", "A0"))
    for y in (first, (first + last) / 2, last):
        sheet.line([(right, y), (right + 5, y)], BLACK, 0.5)
    sheet.line([(right + 5, first), (right + 5, last)], BLACK, 0.5)
    sign.ground(sheet, right + 5, last)


def _resistor(sheet: Sheet, x: float, y: float, value: str, to: str) -> None:
    sheet.line([(x, y), (x + 2, y)], BLACK, 0.4)
    end = sign.resistor(sheet, x + 2, y, 1, value)
    after = end + (3 if to == "GND" else 6)
    sheet.line([(end, y), (after, y)], BLACK, 0.4)
    if to == "GND":
        sign.ground(sheet, after, y)
    else:
        sign.rail(sheet, after, y, sign.V33, to)


def _tap(sheet: Sheet, name: str, x: float, y: float) -> None:
    """Join a pin at x, y with its wire of the cord."""
    sign.wire(sheet, [(_BUS[name], y), (x, y)], _WIRES[name])
    sign.joint(sheet, _BUS[name], y)


def _display(sheet: Sheet, unit: dict[str, int]) -> None:
    left, top, width = _CHIP[0], 144.0, 62.0
    sheet.box(left, top, width, 40, "#f6f6f6", BLACK, 0.45, 1)
    sheet.text(left + 38, top + 5, "SSD1309, 2.42 inch", 3.2, "middle", bold=True)
    sheet.text(left + 38, top + 9, f"128 x 64, I2C, address {unit['display']:#x}", 2.6, "middle")
    sheet.box(left + 20, top + 12, 36, 17, "#20262c", BLACK, 0.3, 0.5)
    for i, (label, name) in enumerate(
        (("GND", "GND"), ("VCC", "3.3 V"), ("SCL", "SCL"), ("SDA", "SDA"))
    ):
        y = top + 7 + 7 * i
        sheet.text(left + 1.4, y + 1, label, 2.8, bold=True)
        _tap(sheet, name, left, y)
    y = top + 35
    sheet.text(left + 1.4, y + 1, "RES", 2.8, bold=True)
    sheet.text(left + 12, y - 1, "100 kΩ to 3.3 V and 100 nF to GND,", 2.4, fill=GREY)
    sheet.text(left + 12, y + 2.2, "unless the module has them", 2.4, fill=GREY)


def _cord(sheet: Sheet) -> None:
    """Draw the cord's four wires along the chip and the display."""
    for name, x in _BUS.items():
        sign.wire(sheet, [(x, 32), (x, 175)], _WIRES[name])
        sheet.text(x, 30, name, 2.6, "middle", bold=True)
        sheet.text(x + 3, 53, _WIRES[name].name, 2.4, turned=True)
    sheet.box(12, 34, 35, 5, "#ffffff", GREY, 0.4, 2)
    sheet.text(29.5, 37.6, "cord from the box", 2.6, "middle")


def _matrix(sheet: Sheet) -> None:
    x0, y0 = _MATRIX
    for column in range(keys.COLUMNS):
        x = x0 + _STEP[0] * column
        sign.wire(sheet, [(x, y0 - 17), (x, y0 + _STEP[1] * (keys.ROWS - 1) + 4)], sign.KEY, 0.5)
        sheet.text(x, y0 - 22.4, f"column {column + 1}", 2.8, "middle", bold=True)
        sheet.text(x, y0 - 18.4, f"GPA{column}, pin {21 + column}", 2.6, "middle")
    for row in range(keys.ROWS):
        y = y0 + _STEP[1] * row
        sign.wire(sheet, [(x0 - 8, y), (x0 + _STEP[0] * keys.COLUMNS - 8, y)], sign.KEY, 0.5)
        sheet.text(x0 - 9, y - 0.6, f"line {row + 1}", 2.8, "end", bold=True)
        sheet.text(x0 - 9, y + 3, f"GPB{row}, pin {1 + row}", 2.6, "end")
        for column in range(keys.COLUMNS):
            _key(sheet, keys.COLUMNS * row + column, x0 + _STEP[0] * column, y)


def _key(sheet: Sheet, key: int, x: float, y: float) -> None:
    top = y - 9
    sign.joint(sheet, x, top)
    sheet.line([(x, top), (x + 4, top)], BLACK, 0.5)
    end = sign.switch(sheet, x + 4, top, 1)
    sheet.line([(end, top), (end + 3, top), (end + 3, y)], BLACK, 0.5)
    sign.joint(sheet, end + 3, y)
    if keys.CLUBS <= key < keys.NOTRUMP:
        pips.draw(sheet, key - keys.CLUBS, x + 5.6, top - 8, 4.8)
    else:
        sheet.text(x + 8, top - 3.8, keys.NAMES[key], 3.6, "middle", bold=True)
