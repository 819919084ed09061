"""Keypad legend sheets at true size, one for each seat unit on a sheet of A4, with cut marks.

The keys come from bidbox.keys. For left hands each line is mirrored; the unit is then wired with
GPA0 to GPA4 from right to left, and the firmware needs to know nothing of it.
"""

from typing import Any

from bidbox import keys
from bidbox_host.drawing import pips
from bidbox_host.drawing.svg import BLACK, FAINT, GREY, Sheet
from bidbox_host.errors import BidboxError

PITCH = 19.0  # mm from key to key, both ways
BORDER = 3.0
_WIDTH = PITCH * keys.COLUMNS + 2 * BORDER
_HEIGHT = PITCH * keys.ROWS + 2 * BORDER
_A4 = (297.0, 210.0)
_GAP = 15.0
_CUT = 4.0

_RED = "#c00018"
_BLUE = "#0a3fa0"
_GREEN = "#0b6b2e"
# Words on keys: size in mm, colour.
_WORDS = {
    "TD": (8.0, _RED),
    "STOP": (5.2, _RED),
    "ALERT": (4.4, _BLUE),
    "NT": (9.0, BLACK),
    "PASS": (5.2, _GREEN),
    "CANCEL": (3.7, BLACK),
    "OK": (9.0, BLACK),
    "XX": (9.0, _BLUE),
    "X": (11.0, _RED),
}
_SMALL = {keys.CLUBS + 3: "+", keys.NOTRUMP: "\u2212"}  # set-up: more and less


def for_board(board: dict[str, Any], left: bool = False) -> str:
    """Return the legends of a board with a keypad; BidboxError if it has none."""
    if not board["SEAT_UNITS"]:
        raise BidboxError(f"{board['NAME']} has no keypad: draw esp32_table's")
    return draw(left)


def draw(left: bool = False) -> str:
    """Return a sheet with four legends, for right hands or mirrored for left hands."""
    hand = "left" if left else "right"
    sheet = Sheet(*_A4, f"Bidbox keypad legends, {hand} hand")
    x0 = (_A4[0] - 2 * _WIDTH - _GAP) / 2
    y0 = 13.0
    sheet.text(x0, 7.5, f"Bidbox: four keypad legends, {hand} hand", 4, bold=True)
    for place in range(4):
        x = x0 + place % 2 * (_WIDTH + _GAP)
        y = y0 + place // 2 * (_HEIGHT + 8)
        _legend(sheet, x, y, left)
    _ruler(sheet, x0, y0 + 2 * _HEIGHT + 18)
    x = x0 + 112
    y = y0 + 2 * _HEIGHT + 16
    order = "from right to left" if left else "from left to right"
    for text in (
        f"Key pitch {PITCH:g} mm. Print at 100 %, on matt card or film; cut at the marks.",
        f"Columns {order}: GPA0 to GPA4. Lines from top to bottom: GPB0 to GPB3.",
        "Glue a raised bar on the line of OK and a raised dot on that of PASS.",
    ):
        sheet.text(x, y, text, 3)
        y += 4
    return sheet.document()


def _legend(sheet: Sheet, x: float, y: float, left: bool) -> None:
    _cut_marks(sheet, x, y)
    sheet.box(x, y, _WIDTH, _HEIGHT, "none", FAINT, 0.15)
    for key in range(keys.COUNT):
        row, column = divmod(key, keys.COLUMNS)
        if left:
            column = keys.COLUMNS - 1 - column
        _key(sheet, key, x + BORDER + PITCH * column, y + BORDER + PITCH * row)


def _key(sheet: Sheet, key: int, x: float, y: float) -> None:
    """Draw one key in its square of a pitch, upper left corner at x, y."""
    name = keys.NAMES[key]
    middle = x + PITCH / 2
    sheet.box(x + 0.6, y + 0.6, PITCH - 1.2, PITCH - 1.2, "none", GREY, 0.2, 2)
    if keys.CLUBS <= key < keys.NOTRUMP:
        pips.draw(sheet, key - keys.CLUBS, middle - 5.6, y + 3.2, 11.2)
    elif name.isdigit():
        sheet.text(middle, y + 13.7, name, 12, "middle", bold=True)
    else:
        size, colour = _WORDS[name]
        sheet.text(middle, y + PITCH / 2 + size * 0.36, name, size, "middle", True, colour)
    small = _SMALL.get(key, str(keys.DIGITS[key]) if keys.CLUBS <= key < keys.NOTRUMP else "")
    if small:
        sheet.text(x + PITCH - 2, y + PITCH - 2, small, 3.2, "end", fill=GREY)
    if key == keys.OK:
        sheet.box(middle - 4, y + PITCH - 4.2, 8, 1.6, "#dddddd", BLACK, 0.2, 0.8)
    elif key == keys.PASS:
        sheet.circle(middle, y + PITCH - 3.6, 1, "#dddddd", BLACK, 0.2)


def _cut_marks(sheet: Sheet, x: float, y: float) -> None:
    for at, away in ((x, -1), (x + _WIDTH, 1)):
        for level, down in ((y, -1), (y + _HEIGHT, 1)):
            sheet.line([(at + away, level), (at + away * _CUT, level)], BLACK, 0.15)
            sheet.line([(at, level + down), (at, level + down * _CUT)], BLACK, 0.15)


def _ruler(sheet: Sheet, x: float, y: float) -> None:
    """Draw 100 mm to hold a ruler against."""
    sheet.line([(x, y), (x + 100, y)], BLACK, 0.2)
    for mm in range(101):
        long = 4 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        sheet.line([(x + mm, y), (x + mm, y - long)], BLACK, 0.2 if mm % 10 == 0 else 0.1)
    sheet.text(x, y + 4, "0", 2.6, "middle")
    sheet.text(x + 100, y + 4, "100 mm", 2.6, "middle")
    sheet.text(x + 50, y + 4, "Measure this line: it must be 100 mm long", 2.8, "middle")
