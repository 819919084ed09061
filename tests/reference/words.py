"""The words of the game: seats, relations between seats, calls and what makes a call legal.

Knows nothing of irregularities; only Laws 18 and 19 and the order of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence

SEATS = "NESW"
DENOMINATIONS = "CDHSN"
PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
BIDS = tuple(f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS)
ABOVE_SEVEN = tuple(f"{level}{denomination}" for level in (8, 9) for denomination in DENOMINATIONS)
CALLS = (PASS, DOUBLE, REDOUBLE, *BIDS, *ABOVE_SEVEN)


def lho(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def partner(seat: str) -> str:
    return lho(lho(seat))


def rho(seat: str) -> str:
    return lho(partner(seat))


def opponents(one: str, other: str) -> bool:
    return other in (lho(one), rho(one))


def relation(offender: str, due: str) -> str:
    """Whose turn it was, seen from the offender."""
    return {offender: "own", lho(offender): "LHO", partner(offender): "partner",
            rho(offender): "RHO"}[due]


def seats_from(first: str, until: str) -> list[str]:
    """The seats whose turn is lost when `until` calls at the turn of `first`."""
    lost = []
    while first != until:
        lost.append(first)
        first = lho(first)
    return lost


def is_bid(call: str) -> bool:
    return call not in (PASS, DOUBLE, REDOUBLE)


def is_above_seven(call: str) -> bool:
    return is_bid(call) and int(call[0]) > 7


def height(bid: str) -> tuple[int, int]:
    return int(bid[0]), DENOMINATIONS.index(bid[1])


def last_bid(calls: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """The last standing bid, which is the one to beat even where an earlier one was higher."""
    return next(((seat, call) for seat, call in reversed(calls) if is_bid(call)), None)


def is_insufficient(calls: Sequence[tuple[str, str]], call: str) -> bool:
    """Law 18: a bid must beat the last preceding bid."""
    if not is_bid(call) or is_above_seven(call):
        return False
    last = last_bid(calls)
    return last is not None and height(call) <= height(last[1])


def lowest_sufficient(calls: Sequence[tuple[str, str]], denomination: str) -> str | None:
    """The lowest sufficient bid in a denomination, or none above level seven."""
    for level in range(1, 8):
        bid = f"{level}{denomination}"
        if not is_insufficient(calls, bid):
            return bid
    return None


def is_inadmissible(calls: Sequence[tuple[str, str]], seat: str, call: str) -> bool:
    """Law 19: X only of an opponent's last bid, XX only of an opponent's X, passes between."""
    if call not in (DOUBLE, REDOUBLE):
        return False
    last = next(((who, what) for who, what in reversed(calls) if what != PASS), None)
    if last is None or not opponents(seat, last[0]):
        return True
    return not is_bid(last[1]) if call == DOUBLE else last[1] != DOUBLE


def is_over(calls: Sequence[tuple[str, str]]) -> bool:
    """Law 22: a call followed by three passes. 17D3 is tested before anyone asks."""
    return len(calls) >= 4 and all(call == PASS for _, call in calls[-3:])


def contract(calls: Sequence[tuple[str, str]]) -> tuple[str, int, str] | None:
    """The last bid, how often it is doubled, and the declarer."""
    last = last_bid(calls)
    if last is None:
        return None
    seat, bid = last
    doubled = 0
    for _, call in calls:
        doubled = {PASS: doubled, DOUBLE: 1, REDOUBLE: 2}.get(call, 0)
    side = (seat, partner(seat))
    declarer = next(who for who, call in calls
                    if who in side and is_bid(call) and call[1] == bid[1])
    return bid, doubled, declarer
