"""A picture of 128 x 64 pixels in memory, with letters in several sizes and the cells of calls.

Knows calls and pips; not what a display shows or when. Cells and large text stand on pages, rows
of eight pixels counted from 0 at the top to 7.
"""

import framebuf
from micropython import const

from bidbox.calls import DOUBLE, NOTRUMP, PASS, REDOUBLE, denomination, is_bid, level
from drivers.font import PIPS

WIDTH = const(128)
HEIGHT = const(64)
CELL = const(32)  # pixels a call's cell is wide, whatever its height

_PLAIN = {PASS: "P", DOUBLE: "X", REDOUBLE: "XX"}
# A nibble of a column, each pixel twice.
_TWICE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"

# A letter on its way to a picture; all pictures are drawn by one task at a time.
_glyph = bytearray(8)
_letter = framebuf.FrameBuffer(_glyph, 8, 8, framebuf.MONO_VLSB)

SKIPPED = const(-1)  # a turn passed over and accepted, drawn as "-"


class Canvas(framebuf.FrameBuffer):
    """Everything of framebuf, and what is below. `buffer` holds the pages one after the other."""

    def __init__(self):
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        super().__init__(self.buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)

    def label(self, text, x, page, pages=1, wide=8):
        """Draw text 1, 2 or 4 pages high, each letter `wide` pixels; return the x after it."""
        if pages == 1 and wide == 8:
            self.fill_rect(x, page * 8, 8 * len(text), 8, 0)
            self.text(text, x, page * 8)
            return x + 8 * len(text)
        for letter in text:
            _letter.fill(0)
            _letter.text(letter, 0, 0)
            self._stretch(page * WIDTH + x, min(wide, WIDTH - x), pages, wide)
            x += wide
        return x

    def pip(self, suit, x, page, size):
        """Draw the pip of a suit for a cell of 8, 16 or 32 pixels; return its width."""
        width, pages, pips = PIPS[size]
        data = pips[suit]
        for row in range(pages):
            start = (page + row) * WIDTH + x
            self.buffer[start : start + width] = data[row * width : (row + 1) * width]
        return width

    def call(self, call, x, page, size=16, mark="", inverse=False, implied=False):
        """Draw a call in a cell 32 wide and `size` (8, 16 or 32) high, cleared before.

        call: as in calls.py, or SKIPPED. mark: one letter on the right. implied: in
        brackets, for P. The cell's text stands on the page's whole height.
        """
        pages = size // 8
        self.fill_rect(x, page * 8, CELL, size, 0)
        if call == SKIPPED:
            self._plain("-", x, page, size)
        elif call in _PLAIN:
            text = _PLAIN[call]
            self._plain("(" + text + ")" if implied else text, x, page, size)
        else:
            self._bid(call, x, page, size)
        if mark:
            self.label(mark, x + self._mark_at(call, size), page)
        if inverse:
            self.invert(x, page, CELL, pages)

    def selection(self, digit, suit, x, page):
        """Draw a selection of a level (0: none yet) and a denomination (-1: none), 16 high."""
        if digit:
            self.label("%d" % digit, x, page, 2, 10)
        if suit == NOTRUMP:
            self.label("NT", x + 11, page, 2, 10)
        elif suit >= 0:
            self.pip(suit, x + 12, page, 16)

    def invert(self, x, page, width, pages):
        """Swap light and dark on whole pages."""
        buffer = self.buffer
        for row in range(page, page + pages):
            for i in range(row * WIDTH + x, row * WIDTH + x + width):
                buffer[i] ^= 0xFF

    @staticmethod
    def _mark_at(call, size):
        """Return where in its cell a mark stands, as far from the next cell as can be."""
        if size == 32 or (is_bid(call) and denomination(call) == NOTRUMP):
            return CELL - 8
        return 16 if size == 8 else CELL - 9

    def _plain(self, text, x, page, size):
        wide = 8
        if size == 32:
            wide = 20 if len(text) == 1 else 12 if len(text) == 2 else 8
        self.label(text, x, page, size // 8, wide)

    def _bid(self, call, x, page, size):
        suit = denomination(call)
        pages = size // 8
        wide = 12 if size == 32 else 8
        self.label("%d" % level(call), x, page, pages, wide)
        x += wide
        if suit == NOTRUMP:
            # In the large cell the first page on the right is the mark's.
            large = size == 32
            self.label("NT", x, page + 2 * large, min(pages, 2), 10 if large else 8)
        else:
            self.pip(suit, x + (size == 16), page + (1 if size == 32 else 0), size)

    def _stretch(self, place, count, pages, wide):
        """Copy `count` columns of the letter, which is `wide` when whole, into the buffer."""
        buffer = self.buffer
        glyph = _glyph
        for i in range(count):
            bits = glyph[i * 8 // wide]
            if pages == 1:
                buffer[place] = bits
            elif pages == 2:
                buffer[place] = _TWICE[bits & 15]
                buffer[place + WIDTH] = _TWICE[bits >> 4]
            else:
                low = _TWICE[bits & 15]
                high = _TWICE[bits >> 4]
                buffer[place] = _TWICE[low & 15]
                buffer[place + WIDTH] = _TWICE[low >> 4]
                buffer[place + 2 * WIDTH] = _TWICE[high & 15]
                buffer[place + 3 * WIDTH] = _TWICE[high >> 4]
            place += 1
