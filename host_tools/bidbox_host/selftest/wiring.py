"""What is wired wrong at a seat unit, from which keys answered for which.

Pure. A key stands where a column of the legend sheet (GPA0 to GPA4) crosses a line (GPB0 to GPB3).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from bidbox import keys
from bidbox_host.selftest.probe import Press

Seen = Mapping[int, frozenset[Press]]  # key of one place -> what came when it was pressed
_ENOUGH = 2  # keys that agree


@dataclass(frozen=True)
class Fault:
    """`kind`: seat, exchanged, moved, open, bridge or crossed. `axis`: line, column, key or seat;
    `one` and `other` count from 0."""

    kind: str
    axis: str
    one: int
    other: int = -1


def place_on(axis: str, key: int) -> int:
    """Return the line or column of a key, from 0."""
    return key // keys.COLUMNS if axis == "line" else key % keys.COLUMNS


def size_of(axis: str) -> int:
    return keys.ROWS if axis == "line" else keys.COLUMNS


def faults(place: int, seen: Seen) -> list[Fault]:
    """Return what explains the keys of a place that did not answer for themselves."""
    found = _seat(place, seen)
    there = found[0].other if found else place
    own = {
        key: frozenset(press.key for press in presses if press.place == there)
        for key, presses in seen.items()
    }
    for axis in ("line", "column"):
        found += _opened(axis, own) + _bridged(axis, own) + _moved(axis, own)
    return found + _crossed(own, found)


def where(place: int, key: int, known: Iterable[Fault]) -> Press:
    """Return what a key answers for if the faults known so far hold for it, too."""
    at = {"line": place_on("line", key), "column": place_on("column", key)}
    for fault in known:
        if fault.kind == "seat":
            place = fault.other
        elif fault.kind == "moved" and place_on(fault.axis, key) == fault.one:
            at[fault.axis] = fault.other
        elif fault.kind == "exchanged" and place_on(fault.axis, key) in (fault.one, fault.other):
            at[fault.axis] = fault.one + fault.other - place_on(fault.axis, key)
    return Press(place, at["line"] * keys.COLUMNS + at["column"])


def _seat(place: int, seen: Seen) -> list[Fault]:
    """All that came, came from one other seat."""
    places = [press.place for presses in seen.values() for press in presses]
    if len(places) >= _ENOUGH and len(set(places)) == 1 and places[0] != place:
        return [Fault("seat", "seat", place, places[0])]
    return []


def _opened(axis: str, own: Mapping[int, frozenset[int]]) -> list[Fault]:
    """A wire that no key gets through, while keys elsewhere do."""
    if not any(own.values()):
        return []
    found = []
    for number in range(size_of(axis)):
        mine = [answers for key, answers in own.items() if place_on(axis, key) == number]
        if len(mine) >= _ENOUGH and not any(mine):
            found.append(Fault("open", axis, number))
    return found


def _bridged(axis: str, own: Mapping[int, frozenset[int]]) -> list[Fault]:
    """Two wires that touch: each key of theirs answers twice."""
    across = "column" if axis == "line" else "line"
    pairs: dict[tuple[int, int], int] = {}
    for key, answers in own.items():
        others = {a for a in answers if place_on(across, a) == place_on(across, key)}
        for one, other in combinations(sorted({place_on(axis, a) for a in others}), 2):
            if place_on(axis, key) in (one, other):
                pairs[one, other] = pairs.get((one, other), 0) + 1
    return [Fault("bridge", axis, *pair) for pair, n in sorted(pairs.items()) if n >= _ENOUGH]


def _moved(axis: str, own: Mapping[int, frozenset[int]]) -> list[Fault]:
    """A wire all of whose keys answer as those of another."""
    to: dict[int, int] = {}
    for number in range(size_of(axis)):
        mine = [answers for key, answers in own.items() if place_on(axis, key) == number]
        single = [next(iter(answers)) for answers in mine if len(answers) == 1]
        targets = {place_on(axis, answer) for answer in single}
        if len(single) >= _ENOUGH and len(targets) == 1 and targets != {number}:
            to[number] = targets.pop()
    found = []
    for one, other in sorted(to.items()):
        if to.get(other) != one:
            found.append(Fault("moved", axis, one, other))
        elif one < other:
            found.append(Fault("exchanged", axis, one, other))
    return found


def _crossed(own: Mapping[int, frozenset[int]], known: list[Fault]) -> list[Fault]:
    """Two keys that answer for each other, when no wire of many keys explains it."""
    found = []
    wires = [fault for fault in known if fault.kind != "seat"]
    for one, answers in sorted(own.items()):
        for other in answers:
            alone = len(answers) == 1 and own.get(other) == frozenset({one}) and one < other
            if alone and where(0, one, wires).key != other:
                found.append(Fault("crossed", "key", one, other))
    return found
