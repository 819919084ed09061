"""A picture of a whole table: four displays round the table, the status lamp in the middle."""

from pathlib import Path

from .device import Device
from .display import HEIGHT, INK, PAPER, WIDTH, Colour, write_png

_CLOTH: Colour = (24, 92, 58)
_FRAME: Colour = (40, 44, 48)
_GAP = 8


def picture(device: Device, path: Path | str, scale: int = 3) -> None:
    """Write a PNG of a table's (or director's) displays and lamps as they are now."""
    if len(device.board["SEAT_UNITS"]) == 4:
        rows = _table(device)
    else:
        rows = _director(device)
    write_png(Path(path), rows, scale)


def _table(device: Device) -> list[list[Colour]]:
    width = 3 * WIDTH + 4 * _GAP
    height = 3 * HEIGHT + 4 * _GAP
    rows = [[_CLOTH] * width for _ in range(height)]
    middle = _GAP + WIDTH + _GAP
    right = middle + WIDTH + _GAP
    second = _GAP + HEIGHT + _GAP
    third = second + HEIGHT + _GAP
    places = ((middle, _GAP), (right, second), (middle, third), (_GAP, second))
    for seat, (left, top) in enumerate(places):
        _paste(rows, device.display(seat).rows(), left, top)
    _dot(rows, width // 2, height // 2, 7, device.lamp())
    return rows


def _director(device: Device) -> list[list[Colour]]:
    count = len(device.state.get("lamp") or [1])
    width = max(WIDTH, 12 * count) + 2 * _GAP
    rows = [[_FRAME] * width for _ in range(HEIGHT + 3 * _GAP + 12)]
    _paste(rows, device.display(0).rows(), (width - WIDTH) // 2, _GAP)
    for i in range(count):
        _dot(rows, _GAP + 6 + 12 * i, HEIGHT + 2 * _GAP + 6, 4, device.lamp(i))
    return rows


def _paste(rows: list[list[Colour]], pixels: list[list[int]], left: int, top: int) -> None:
    for y in range(-2, HEIGHT + 2):
        for x in range(-2, WIDTH + 2):
            inside = 0 <= y < HEIGHT and 0 <= x < WIDTH
            rows[top + y][left + x] = (INK if pixels[y][x] else PAPER) if inside else _FRAME


def _dot(rows: list[list[Colour]], x: int, y: int, radius: int, colour: Colour) -> None:
    """A lamp: its colour as bright as an eye sees it, in a dark ring."""
    most = max(colour)
    shown: Colour = PAPER
    if most:
        factor = (140 + 115 * most / 255) / most
        shown = tuple(min(255, int(part * factor)) for part in colour)  # type: ignore[assignment]
    for dy in range(-radius - 1, radius + 2):
        for dx in range(-radius - 1, radius + 2):
            distance = dx * dx + dy * dy
            if distance <= (radius + 1) ** 2:
                rows[y + dy][x + dx] = shown if distance <= radius * radius else _FRAME
