"""A display as it looks: RAM and settings mirrored from the chip, as rows, text or PNG."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WIDTH = 128
HEIGHT = 64


@dataclass
class DisplayState:
    """What the chip holds: 1,024 bytes of RAM (a byte is eight rows of a column), switches."""

    ram: bytearray = field(default_factory=lambda: bytearray(WIDTH * HEIGHT // 8))
    on: bool = False
    inverse: bool = False
    all_on: bool = False
    mirrored: bool = False
    flipped: bool = False
    contrast: int = 0x7F
    start_line: int = 0
    offset: int = 0

    def switch(self, settings: dict[str, Any]) -> None:
        for name, value in settings.items():
            setattr(self, name, value)

    def draw(self, start: int, data: bytes) -> None:
        self.ram[start : start + len(data)] = data

    def rows(self) -> list[list[int]]:
        """Return 64 rows of 128 pixels, 1 = lit, as a person sees them.

        The module is mounted so that segment remap (A1) and reversed scan (C8) read upright.
        """
        if not self.on:
            return [[0] * WIDTH for _ in range(HEIGHT)]
        rows = []
        for y in range(HEIGHT):
            line = (y if self.flipped else HEIGHT - 1 - y) + self.start_line + self.offset
            page, bit = divmod(line % HEIGHT, 8)
            row = [self.ram[page * WIDTH + x] >> bit & 1 for x in range(WIDTH)]
            if self.all_on:
                row = [1] * WIDTH
            if self.inverse:
                row = [1 - pixel for pixel in row]
            rows.append(row if self.mirrored else row[::-1])
        return rows

    def text(self) -> str:
        """Return the picture in 32 lines of half blocks."""
        rows = self.rows()
        glyphs = " ▀▄█"
        return "\n".join(
            "".join(glyphs[a + 2 * b] for a, b in zip(rows[y], rows[y + 1], strict=True)).rstrip()
            for y in range(0, HEIGHT, 2)
        )

    def png(self, path: Path, scale: int = 4) -> None:
        """Write the picture as a PNG file."""
        write_png(path, [[(PAPER, INK)[p] for p in row] for row in self.rows()], scale)


Colour = tuple[int, int, int]
PAPER: Colour = (8, 12, 16)
INK: Colour = (235, 245, 255)


def write_png(path: Path, rows: Sequence[Sequence[Colour]], scale: int = 1) -> None:
    """Write rows of (red, green, blue) pixels as a PNG, each pixel `scale` wide and high."""
    lines = bytearray()
    for row in rows:
        line = b"\0" + b"".join(bytes(pixel) * scale for pixel in row)
        lines += line * scale
    size = struct.pack(">IIBBBBB", len(rows[0]) * scale, len(rows) * scale, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in ((b"IHDR", size), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")):
            checked = kind + data
            file.write(struct.pack(">I", len(data)) + checked)
            file.write(struct.pack(">I", zlib.crc32(checked)))
