"""An SVG sheet in millimetres: lines, boxes, circles, paths and text. Knows paper, not Bidbox."""

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]

BLACK = "#111111"
GREY = "#777777"
FAINT = "#bbbbbb"
WHITE = "#ffffff"
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


class Sheet:
    """Draws in the order of the calls; y grows downwards. text() is the finished document."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self._title = title
        self._parts: list[str] = []

    def line(self, points: Iterable[Point], stroke: str = BLACK, width: float = 0.3) -> None:
        """Draw a line through points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._add(f'<polyline points="{path}" fill="none" {_stroke(stroke, width)}/>')

    def dashes(self, points: Iterable[Point], stroke: str = GREY, width: float = 0.2) -> None:
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._add(
            f'<polyline points="{path}" fill="none" stroke-dasharray="1.6 1.2"'
            f" {_stroke(stroke, width)}/>"
        )

    def box(
        self, x: float, y: float, width: float, height: float, fill: str = "none",
        stroke: str = BLACK, thick: float = 0.3, round_by: float = 0,
    ) -> None:  # fmt: skip
        """Draw a rectangle by its upper left corner."""
        self._add(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            f' rx="{_n(round_by)}" fill="{fill}" {_stroke(stroke, thick)}/>'
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str = "none", stroke: str = BLACK,
        thick: float = 0.3,
    ) -> None:  # fmt: skip
        self._add(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"'
            f" {_stroke(stroke, thick)}/>"
        )

    def path(
        self, data: str, x: float, y: float, scale: float = 1, fill: str = "none",
        stroke: str = BLACK, thick: float = 0.3,
    ) -> None:  # fmt: skip
        """Draw path data moved to x, y and enlarged; `thick` is in mm whatever the scale."""
        self._add(
            f'<path transform="translate({_n(x)} {_n(y)}) scale({_n(scale)})" d="{data}"'
            f' fill="{fill}" {_stroke(stroke, thick / scale)}/>'
        )

    def text(
        self, x: float, y: float, text: str, size: float = 3, anchor: str = "start",
        bold: bool = False, fill: str = BLACK, turned: bool = False,
    ) -> None:  # fmt: skip
        """Write on the base line y; size: mm from line to line. turned: upwards, round x, y."""
        weight = ' font-weight="bold"' if bold else ""
        turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if turned else ""
        self._add(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}"'
            f'{weight}{turn} fill="{fill}">{escape(text, quote=False)}</text>'
        )

    def document(self) -> str:
        """Return the whole SVG file."""
        width, height = _n(self.width), _n(self.height)
        head = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" font-family="{FONT}">\n'
            f"<title>{escape(self._title, quote=False)}</title>\n"
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"

    def _add(self, part: str) -> None:
        self._parts.append(part)


def _n(value: float) -> str:
    """Write a number with at most three decimals, the same on every machine."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _stroke(stroke: str, width: float) -> str:
    return f'stroke="{stroke}" stroke-width="{_n(width)}" stroke-linejoin="round"'
