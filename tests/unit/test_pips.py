"""The pips in font.py are those drawn in tests/data/pips.txt."""

from pathlib import Path

from drivers import font

SUITS = ("club", "diamond", "heart", "spade")
DRAWING = Path(__file__).parent.parent / "data" / "pips.txt"


def drawn() -> dict[tuple[str, int], list[str]]:
    """Return the rows of each pip by suit and width."""
    pips: dict[tuple[str, int], list[str]] = {}
    for line in DRAWING.read_text().splitlines():
        if line[0].isalpha():
            suit, width, _ = line.split()
            rows = pips.setdefault((suit, int(width)), [])
        else:
            rows.append(line)
    return pips


def pack(rows: list[str]) -> bytes:
    """Return rows of # and . as the display's bytes."""
    return bytes(
        sum((rows[page * 8 + bit][x] == "#") << bit for bit in range(8))
        for page in range(len(rows) // 8)
        for x in range(len(rows[0]))
    )


def test_font_holds_what_is_drawn() -> None:
    pips = drawn()
    assert len(pips) == 12
    for width, pages, data in font.PIPS.values():
        for suit, packed in zip(SUITS, data, strict=True):
            rows = pips[suit, width]
            assert len(rows) == 8 * pages
            assert packed == pack(rows), f"{suit} {width}: should be {pack(rows)!r}"


def test_black_suits_are_filled_and_red_ones_outlined() -> None:
    for (suit, width), rows in drawn().items():
        centre = rows[len(rows) * 9 // 20][width // 2]
        assert (centre == "#") == (suit in ("club", "spade")), (suit, width)


def test_pips_are_symmetrical() -> None:
    for name, rows in drawn().items():
        assert all(row == row[::-1] for row in rows), name
