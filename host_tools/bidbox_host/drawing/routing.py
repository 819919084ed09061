"""Wires between two columns of points: a vertical lane for each, and few crossings."""

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Net:
    """A wire from y `start` at the module to y `end` at a block."""

    name: str
    start: float
    end: float


def lanes(nets: list[Net]) -> dict[str, int]:
    """Return each net's lane, 0 next to the module. No two share one, so none run together."""
    order = sorted(nets, key=lambda net: (net.end > net.start, -net.start))
    order.sort(key=lambda net: -net.start if net.end > net.start else net.start)
    best = crossings(order)
    improved = True
    while improved:
        improved = False
        for i, j in combinations(range(len(order)), 2):
            order[i], order[j] = order[j], order[i]
            count = crossings(order)
            if count < best:
                best, improved = count, True
            else:
                order[i], order[j] = order[j], order[i]
    return {net.name: lane for lane, net in enumerate(order)}


def crossings(order: list[Net]) -> int:
    """Return how often the wires cross if they take lanes in this order."""
    count = 0
    for inner, outer in combinations(order, 2):
        low, high = sorted((inner.start, inner.end))
        count += low < outer.start < high
        low, high = sorted((outer.start, outer.end))
        count += low < inner.end < high
    return count
