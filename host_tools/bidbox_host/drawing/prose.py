"""Running text on a sheet: paragraphs broken into lines, headings, rows of a table."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bidbox_host.drawing.svg import BLACK, GREY, Sheet

_WIDE = frozenset("mwMWOQGD@%")
_THIN = frozenset("ijltfrI.,:;'|!()[]-1 ")


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return about how wide a text is in mm, for common sans-serif fonts and a little more."""
    units = sum(
        0.92 if letter in _WIDE else 0.36 if letter in _THIN else 0.7 if letter.isupper() else 0.6
        for letter in text
    )
    return units * size * (1.08 if bold else 1)


def broken(text: str, size: float, width: float) -> list[str]:
    """Return the lines of a paragraph that is `width` mm wide."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


@dataclass
class Column:
    """A column of text on a sheet: each call writes on from `y`, the last base line."""

    sheet: Sheet
    x: float
    y: float
    width: float
    size: float = 2.9

    def heading(self, text: str) -> None:
        self.y += 6.2
        self.sheet.text(self.x, self.y, text, 3.9, bold=True)
        self.sheet.line([(self.x, self.y + 1.2), (self.x + self.width, self.y + 1.2)], GREY, 0.25)
        self.y += 1.4

    def paragraph(self, text: str, indent: float = 0) -> None:
        for line in broken(text, self.size, self.width - indent):
            self.y += self.size * 1.32
            self.sheet.text(self.x + indent, self.y, line, self.size)
        self.y += self.size * 0.3

    def item(self, mark: str, text: str, indent: float = 5) -> None:
        """Write a paragraph beside a mark such as "1."."""
        top = self.y + self.size * 1.32
        self.sheet.text(self.x, top, mark, self.size, bold=True)
        self.paragraph(text, indent)

    def numbered(self, texts: Iterable[str]) -> None:
        for number, text in enumerate(texts, 1):
            self.item(f"{number}.", text)

    def rhythm(self, colour: str, pattern: str, name: str, text: str) -> None:
        """Draw a lamp's two seconds as bars, # lit, with its meaning."""
        top = self.y + 1.6
        step = 1.1
        self.sheet.box(self.x, top, step * len(pattern), 3, "#ffffff", GREY, 0.15)
        for run in re.finditer("#+", pattern):
            wide = step * len(run[0])
            self.sheet.box(self.x + step * run.start(), top, wide, 3, colour, "none", 0)
        indent = step * len(pattern) + 2.4
        self.sheet.text(self.x + indent, top + 2.5, name, self.size, bold=True)
        self.sheet.text(self.x + indent + 38, top + 2.5, text, self.size)
        self.y = top + 3

    def tick_boxes(self, title: str, names: tuple[str, ...]) -> None:
        """Write a title and names with a box each, to tick with a pen."""
        self.y += 5
        self.sheet.text(self.x, self.y, title, self.size, bold=True)
        x = self.x + width_of(title, self.size, bold=True) + 3
        for name in names:
            self.sheet.box(x, self.y - 2.6, 3, 3, "#ffffff", BLACK, 0.25)
            self.sheet.text(x + 4.2, self.y, name, self.size)
            x += 6.5 + width_of(name, self.size)
