"""The suit pips for paper, as path data in a square of 100 by 100; keypad sheet and card use them.

As on the displays spade and club are filled, heart and diamond outlined; colours tell them apart
once more, but nobody needs to see colours.
"""

from dataclasses import dataclass

from bidbox_host.drawing.svg import Sheet

SIZE = 100


@dataclass(frozen=True)
class Pip:
    """A suit's shape and how it is printed."""

    path: str
    colour: str
    filled: bool


# In the order of bidbox.calls: clubs, diamonds, hearts, spades.
PIPS = (
    Pip(
        "M50 4 A22 22 0 0 1 69 37 A23 23 0 1 1 56 67 C57 80 60 90 68 96 L32 96"
        " C40 90 43 80 44 67 A23 23 0 1 1 31 37 A22 22 0 0 1 50 4 Z",
        "#0b6b2e",
        True,
    ),
    Pip("M50 4 L86 50 L50 96 L14 50 Z", "#c75a00", False),
    Pip("M50 94 C42 78 6 56 6 31 C6 4 42 2 50 26 C58 2 94 4 94 31 C94 56 58 78 50 94 Z",
        "#c00018", False),
    Pip(
        "M50 4 C56 22 92 42 92 64 C92 84 68 88 57 71 C58 82 61 91 68 96 L32 96"
        " C39 91 42 82 43 71 C32 88 8 84 8 64 C8 42 44 22 50 4 Z",
        "#111111",
        True,
    ),
)  # fmt: skip


def draw(sheet: Sheet, suit: int, x: float, y: float, size: float) -> None:
    """Draw a suit's pip, `size` mm wide and high, by its upper left corner."""
    pip = PIPS[suit]
    scale = size / SIZE
    if pip.filled:
        sheet.path(pip.path, x, y, scale, pip.colour, pip.colour, 0.05)
    else:
        sheet.path(pip.path, x, y, scale, "#ffffff", pip.colour, max(0.3, size * 0.11))
