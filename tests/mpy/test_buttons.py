"""The director's keys: one press each, whatever bounces, and none that was down at the start."""

from drivers.buttons import Buttons

VM_ONLY = True


class Pin:
    level = 1

    def value(self):
        return self.level


class HandClock:
    def ms(self):
        return 7


def _play(patterns):
    """Give each pin its levels, scan by scan; return what was told."""
    pins = [Pin() for _ in patterns]
    told = []
    buttons = Buttons(pins, HandClock(), lambda i, pressed, ms: told.append((i, pressed, ms)))
    for moment in range(len(patterns[0])):
        for i in range(len(pins)):
            pins[i].level = int(patterns[i][moment])
        buttons.scan()
    return told


def test_a_bouncing_press_is_one_press_and_one_release():
    assert _play(["1111010001000110111111"]) == [(0, True, 7), (0, False, 7)]


def test_keys_are_independent():
    told = _play(["1111000001111", "1111111111111", "1111100000000"])
    assert told == [(0, True, 7), (2, True, 7), (0, False, 7)]


def test_a_key_down_at_the_start_is_not_a_press():
    assert _play(["0000001111"]) == []
    assert _play(["00000011110000"]) == [(0, True, 7)]
