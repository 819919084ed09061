"""From keys that answer for others to the wire that is at fault, for every wire of a seat unit."""

from itertools import permutations

import pytest

from bidbox import keys
from bidbox_host.selftest import wiring
from bidbox_host.selftest.probe import Press
from bidbox_host.selftest.wiring import Fault, faults

NORTH, EAST = 0, 1


def _seen(line=lambda n: n, column=lambda n: n, place=NORTH, of=range(keys.COUNT)):
    """Return what comes when each key is pressed and its wires sit elsewhere (None: nowhere)."""
    found = {}
    for key in of:
        at = line(key // keys.COLUMNS), column(key % keys.COLUMNS)
        there = None not in at
        found[key] = frozenset({Press(place, at[0] * keys.COLUMNS + at[1])} if there else ())
    return found


def _exchanged(one, other):
    return lambda number: {one: other, other: one}.get(number, number)


def test_a_sound_unit_has_no_fault():
    assert faults(NORTH, _seen()) == []


@pytest.mark.parametrize("axis", ["line", "column"])
def test_any_two_wires_exchanged_are_named(axis):
    for one in range(wiring.size_of(axis)):
        for other in range(one + 1, wiring.size_of(axis)):
            seen = _seen(**{axis: _exchanged(one, other)})
            assert faults(NORTH, seen) == [Fault("exchanged", axis, one, other)]


def test_a_line_and_a_column_pair_at_once():
    seen = _seen(line=_exchanged(0, 2), column=_exchanged(1, 4))
    assert faults(NORTH, seen) == [
        Fault("exchanged", "line", 0, 2), Fault("exchanged", "column", 1, 4),
    ]  # fmt: skip


def test_every_order_of_the_lines_is_explained_wire_by_wire():
    for order in permutations(range(keys.ROWS)):
        found = faults(NORTH, _seen(line=lambda n, order=order: order[n]))
        for key in range(keys.COUNT):
            expected = order[key // keys.COLUMNS] * keys.COLUMNS + key % keys.COLUMNS
            assert wiring.where(NORTH, key, found) == Press(NORTH, expected)


@pytest.mark.parametrize("axis", ["line", "column"])
def test_an_open_wire_is_one_fault_and_not_many_dead_keys(axis):
    for number in range(wiring.size_of(axis)):
        seen = _seen(**{axis: lambda n, number=number: None if n == number else n})
        assert faults(NORTH, seen) == [Fault("open", axis, number)]


def test_wires_that_touch():
    seen = _seen()
    for key in range(10):
        seen[key] = frozenset({Press(NORTH, key % 5), Press(NORTH, key % 5 + 5)})
    assert faults(NORTH, seen) == [Fault("bridge", "line", 0, 1)]


def test_all_keys_from_another_socket_are_a_cord_and_no_wires():
    assert faults(NORTH, _seen(place=EAST)) == [Fault("seat", "seat", NORTH, EAST)]
    both = _seen(place=EAST, column=_exchanged(0, 1))
    assert faults(NORTH, both) == [
        Fault("seat", "seat", NORTH, EAST), Fault("exchanged", "column", 0, 1),
    ]  # fmt: skip


def test_two_keys_exchanged_are_no_wires():
    seen = _seen()
    seen[3], seen[11] = seen[11], seen[3]
    assert faults(NORTH, seen) == [Fault("crossed", "key", 3, 11)]


def test_a_dead_key_alone_and_a_dead_keypad_accuse_no_wire():
    seen = _seen()
    seen[17] = frozenset()
    assert faults(NORTH, seen) == []
    assert faults(NORTH, dict.fromkeys(range(keys.COUNT), frozenset())) == []


def test_what_two_keys_agree_on_is_expected_of_the_next():
    of = (0, 5)  # column 1, two lines
    known = faults(NORTH, _seen(column=_exchanged(0, 3), of=of))
    assert wiring.where(NORTH, 10, known) == Press(NORTH, 13)
    assert wiring.where(NORTH, 11, known) == Press(NORTH, 11)
