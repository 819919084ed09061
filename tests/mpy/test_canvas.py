"""Calls drawn on a canvas: all different, inside their cell, in every size."""

from bidbox.calls import HIGHEST_BID, NOTRUMP, PASS, bid
from drivers.canvas import CELL, SKIPPED, Canvas

VM_ONLY = True

_CALLS = list(range(SKIPPED, HIGHEST_BID + 1))


def _lit(canvas):
    return sum(canvas.pixel(x, y) for x in range(128) for y in range(64))


def test_no_two_calls_look_alike_in_any_size():
    for size in (8, 16, 32):
        seen = []
        for call in _CALLS:
            canvas = Canvas()
            canvas.call(call, 32, 2, size)
            picture = bytes(canvas.buffer)
            assert picture not in seen, (size, call)
            seen.append(picture)


def test_a_call_stays_in_its_cell_and_clears_it():
    for size in (8, 16, 32):
        for call in _CALLS:
            canvas = Canvas()
            canvas.call(call, 32, 2, size, "A", inverse=True)
            canvas.fill_rect(32, 16, CELL, size, 0)
            assert _lit(canvas) == 0, (size, call)
            canvas.fill(1)
            canvas.call(call, 64, 3, size)
            once = bytes(canvas.buffer)
            canvas.call(call, 64, 3, size)
            assert bytes(canvas.buffer) == once


def test_a_mark_stands_whole_beside_every_call():
    for size in (8, 16, 32):
        for call in _CALLS:
            plain = Canvas()
            plain.call(call, 0, 0, size)
            marked = Canvas()
            marked.call(call, 0, 0, size, "A")
            mark = Canvas()
            places = []
            for x in range(CELL - 7):
                mark.fill(0)
                mark.label("A", x, 0)
                joined = bytes([plain.buffer[i] ^ mark.buffer[i] for i in range(1024)])
                if joined == bytes(marked.buffer):
                    places.append(x)
            assert len(places) == 1, (size, call)


def test_inverse_swaps_every_pixel_of_the_cell_and_no_other():
    one = Canvas()
    one.call(bid(3, NOTRUMP), 64, 2, 16)
    other = Canvas()
    other.call(bid(3, NOTRUMP), 64, 2, 16, inverse=True)
    for x in range(128):
        for y in range(64):
            inside = 64 <= x < 96 and 16 <= y < 32
            assert (one.pixel(x, y) != other.pixel(x, y)) == inside


def test_an_implied_pass_differs_from_a_pass():
    one = Canvas()
    one.call(PASS, 0, 0, 16)
    other = Canvas()
    other.call(PASS, 0, 0, 16, implied=True)
    assert one.buffer != other.buffer


def test_tall_letters_are_the_letters_stretched():
    flat = Canvas()
    flat.label("W4", 8, 0)
    for pages in (2, 4):
        tall = Canvas()
        assert tall.label("W4", 8, 0, pages, 16) == 40
        for x in range(32):
            for y in range(8 * pages):
                assert tall.pixel(8 + x, y) == flat.pixel(8 + x // 2, y // pages)


def test_a_label_that_is_too_long_ends_at_the_edge():
    canvas = Canvas()
    canvas.label("DIRECTOR, PLEASE, TO THIS TABLE", 0, 0)
    canvas.fill_rect(0, 0, 128, 8, 0)
    assert _lit(canvas) == 0
