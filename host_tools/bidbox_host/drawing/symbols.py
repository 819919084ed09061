"""Signs of a circuit diagram and the colours of its wires.

`out` is the direction a part is drawn in from its first terminal: 1 to the right, -1 to the left.
Each function returns the x or y of the other terminal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bidbox_host.drawing.svg import BLACK, WHITE, Point, Sheet


@dataclass(frozen=True)
class Wire:
    """A wire's colour: what to buy, and how it is printed, on a darker edge if it is pale."""

    name: str
    colour: str
    edge: str = ""


GROUND = Wire("black", "#111111")
V33 = Wire("red", "#d00020")
V5 = Wire("orange", "#f08000")
SDA = Wire("blue", "#1450c8")
SCL = Wire("yellow", "#f5c800", "#7a6000")
RESET = Wire("white", "#ffffff", "#333333")
LAMP = Wire("green", "#0a8a3c")
BUZZER = Wire("violet", "#8a2bc2")
BATTERY = Wire("brown", "#8b5a2b")
KEY = Wire("grey", "#8c8c8c")
WIRES = (
    (GROUND, "ground"),
    (V33, "3.3 V"),
    (V5, "5 V"),
    (SDA, "SDA"),
    (SCL, "SCL"),
    (RESET, "RESET"),
    (LAMP, "lamp"),
    (BUZZER, "buzzer"),
    (BATTERY, "battery"),
    (KEY, "keys"),
)


def wire(sheet: Sheet, points: Sequence[Point], kind: Wire, width: float = 0.7) -> None:
    """Draw a wire through points."""
    if kind.edge:
        sheet.line(points, kind.edge, width + 0.4)
    sheet.line(points, kind.colour, width)


def joint(sheet: Sheet, x: float, y: float) -> None:
    sheet.circle(x, y, 0.7, BLACK, BLACK, 0.1)


def ground(sheet: Sheet, x: float, y: float) -> None:
    """Draw ground below a point."""
    sheet.line([(x, y), (x, y + 2)], GROUND.colour, 0.6)
    for i, half in enumerate((2.0, 1.3, 0.6)):
        sheet.line([(x - half, y + 2 + 0.8 * i), (x + half, y + 2 + 0.8 * i)], BLACK, 0.45)


def rail(sheet: Sheet, x: float, y: float, kind: Wire, text: str) -> None:
    """Draw a supply's bar above a point, with its name."""
    sheet.line([(x, y), (x, y - 2)], kind.colour, 0.6)
    sheet.line([(x - 1.8, y - 2), (x + 1.8, y - 2)], kind.colour, 0.7)
    sheet.text(x, y - 2.8, text, 2.6, "middle", fill=BLACK)


def resistor(sheet: Sheet, x: float, y: float, out: int, value: str) -> float:
    """Draw a resistor 9 mm long along x; its value stands above."""
    end = x + 9 * out
    sheet.box(min(x, end), y - 1.3, 9, 2.6, WHITE, BLACK, 0.4)
    sheet.text((x + end) / 2, y - 2.1, value, 2.6, "middle")
    return end


def resistor_down(sheet: Sheet, x: float, y: float, value: str, side: int = 1) -> float:
    """Draw a resistor 7 mm long downwards; its value stands on one side."""
    sheet.box(x - 1.1, y, 2.2, 7, WHITE, BLACK, 0.4)
    sheet.text(x + 2 * side, y + 4.4, value, 2.6, "start" if side > 0 else "end")
    return y + 7


def capacitor_down(sheet: Sheet, x: float, y: float, value: str, side: int = 1) -> float:
    """Draw a capacitor 7 mm long downwards."""
    for top, bottom in ((y, y + 3), (y + 4, y + 7)):
        sheet.line([(x, top), (x, bottom)], BLACK, 0.4)
    for level in (y + 3, y + 4):
        sheet.line([(x - 2, level), (x + 2, level)], BLACK, 0.5)
    sheet.text(x + 2.6 * side, y + 4.4, value, 2.6, "start" if side > 0 else "end")
    return y + 7


def diode(sheet: Sheet, x: float, y: float, out: int, value: str) -> float:
    """Draw a diode 6 mm long along x; the current flows in the direction `out`."""
    end = x + 6 * out
    left = x + 1.2 * out
    right = x + 4.8 * out
    sheet.line([(x, y), (left, y)], BLACK, 0.4)
    sheet.line([(left, y - 1.6), (left, y + 1.6), (right, y), (left, y - 1.6)], BLACK, 0.4)
    sheet.line([(right, y - 1.6), (right, y + 1.6)], BLACK, 0.5)
    sheet.line([(right, y), (end, y)], BLACK, 0.4)
    sheet.text((x + end) / 2, y - 2.4, value, 2.6, "middle")
    return end


def switch(sheet: Sheet, x: float, y: float, out: int) -> float:
    """Draw an open contact 8 mm long along x."""
    end = x + 8 * out
    sheet.circle(x + 0.6 * out, y, 0.6, WHITE, BLACK, 0.35)
    sheet.circle(end - 0.6 * out, y, 0.6, WHITE, BLACK, 0.35)
    sheet.line([(x + 1.2 * out, y - 0.4), (end - 0.9 * out, y - 2.6)], BLACK, 0.5)
    return end


def cell_down(sheet: Sheet, x: float, y: float) -> float:
    """Draw a cell 6 mm long downwards, plus on top."""
    sheet.line([(x, y), (x, y + 2.4)], BLACK, 0.4)
    sheet.line([(x - 3, y + 2.4), (x + 3, y + 2.4)], BLACK, 0.5)
    sheet.line([(x - 1.5, y + 3.8), (x + 1.5, y + 3.8)], BLACK, 1)
    sheet.line([(x, y + 3.8), (x, y + 6)], BLACK, 0.4)
    sheet.text(x + 3.6, y + 2, "+", 3, "start", bold=True)
    return y + 6


def chip(sheet: Sheet, x: float, y: float, width: float, height: float, name: str) -> None:
    """Draw a box with its name within, near the top."""
    sheet.box(x, y, width, height, "#f6f6f6", BLACK, 0.45, 1)
    for i, part in enumerate(name.split("\n")):
        sheet.text(x + width / 2, y + 5 + 3.6 * i, part, 3.2 if i == 0 else 2.6, "middle", i == 0)


def ohms(value: int) -> str:
    """Write a resistance as parts are marked: 2.2 kΩ, 330 Ω."""
    return f"{value / 1000:g} kΩ" if value >= 1000 else f"{value} Ω"
