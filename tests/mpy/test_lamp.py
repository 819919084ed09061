"""Lamps: each state has a rhythm of its own, and showing one allocates nothing."""

import asyncio

import micropython

from drivers import lamp

VM_ONLY = True


class Pixels:
    """What a NeoPixel does: bytes are set, write() sends them."""

    def __init__(self, count):
        self.set = [(0, 0, 0)] * count
        self.sent = [(0, 0, 0)] * count
        self.writes = 0

    def __setitem__(self, index, colour):
        self.set[index] = colour

    def write(self):
        self.writes += 1
        for i in range(len(self.set)):
            self.sent[i] = self.set[i]


def _rhythm(state):
    return lamp.PATTERNS[state][1]


def test_every_state_has_a_pattern_of_two_seconds():
    assert len(lamp.PATTERNS) == len(lamp.STATES)
    for colour, rhythm in lamp.PATTERNS:
        assert len(colour) == 3 and max(colour) <= 255
        assert len(rhythm) == 20 and rhythm.replace("#", "").replace(".", "") == ""


def test_states_differ_by_rhythm_alone_wherever_one_begins_to_look():
    for a in range(len(lamp.STATES)):
        for b in range(a):
            turned = _rhythm(a)
            for _ in range(20):
                turned = turned[1:] + turned[:1]
                assert turned != _rhythm(b), (lamp.STATES[a], lamp.STATES[b])


def test_no_lamp_flashes_more_than_three_times_a_second():
    for state in range(len(lamp.STATES)):
        twice = _rhythm(state) * 2
        for start in range(20):
            assert twice[start : start + 10].count(".#") <= 3


def test_a_new_state_is_seen_at_once_without_allocation():
    pixels = Pixels(1)
    status = lamp.lamps(pixels)
    micropython.heap_lock()
    try:
        status.show(lamp.IRREGULARITY)
    finally:
        micropython.heap_unlock()
    assert pixels.sent[0][0] > 0 and pixels.sent[0][1] == pixels.sent[0][2] == 0
    writes = pixels.writes
    status.show(lamp.IRREGULARITY)
    assert pixels.writes == writes


def test_the_task_blinks_the_rhythm():
    pixels = Pixels(1)
    status = lamp.lamps(pixels)
    status.show(lamp.DIRECTOR_COMING)
    seen = ""
    for _ in range(20):
        seen += "#" if any(pixels.sent[0]) else "."
        status.beat()
    assert seen == _rhythm(lamp.DIRECTOR_COMING), seen


def test_director_lamps_are_one_a_table():
    pixels = Pixels(8)
    lamps = lamp.lamps(pixels, 8)
    lamps.show(lamp.IRREGULARITY, 3)
    lamps.show(lamp.FAULT, 5)
    lit = [i for i in range(8) if any(pixels.sent[i])]
    assert lit == [3, 5]
    lamps.show(lamp.OFF, 3)
    assert [i for i in range(8) if any(pixels.sent[i])] == [5]
    assert lamps.state(5) == lamp.FAULT


def test_brightness_keeps_every_lit_lamp_lit():
    pixels = Pixels(1)
    status = lamp.lamps(pixels, brightness=1)
    for state in range(lamp.IDLE, len(lamp.STATES)):
        status.show(state)
        assert any(pixels.sent[0]), lamp.STATES[state]
    status = lamp.lamps(pixels, brightness=15)
    status.show(state)
    assert pixels.sent[0] == lamp.PATTERNS[state][0]


def test_the_task_lives():
    status = lamp.lamps(Pixels(1))

    async def live():
        task = asyncio.create_task(status.run())
        for _ in range(100):
            if status.passes > 1:
                break
            await asyncio.sleep_ms(20)
        task.cancel()

    asyncio.run(live())
    assert status.passes > 1
