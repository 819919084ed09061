"""What of a state matters for the events to come: LAWS.md 3.1 and 3.2, seats seen from the turn.

Two states with the same key differ only in who sits where, in what was settled before, and in
calls that the last bid has overtaken.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from . import words
from .duties import must_not_double, must_pass, must_repeat
from .state import OUT_OF_ROTATION, SETTLED, Case, State, natural_turn, turn


def key(state: State) -> Hashable:
    due = turn(state) or natural_turn(state)

    def seen(seat: str | None) -> int | None:
        return None if seat is None else (words.SEATS.index(seat) - words.SEATS.index(due)) % 4

    return (
        (state.over, state.period_over, state.going_on, bool(state.void), seen(state.ruled_turn),
         bool(state.window)),
        auction(state, seen),
        tuple(sorted((seen(seat), owed) for seat, owed in must_pass(state).items())),
        tuple(sorted((seen(seat), call) for seat, call in must_repeat(state).items())),
        tuple(sorted(seen(seat) for seat in must_not_double(state))),
        tuple(item(state, case, seen) for case in state.cases if awaited(state, case)),
        tuple(sorted({seen(lead.offender) for lead in state.leads})) if state.over else (),
    )


def auction(state: State, seen: Any) -> Hashable:
    """The last bid and double, who made them, and the calls of the last round."""
    record = state.record
    bid = words.last_bid(state.calls)
    loud = [entry for entry in record if entry.call != words.PASS]
    last = tuple((seen(entry.seat), entry.call == words.PASS, entry.skipped is not None,
                  entry.implied) for entry in record[-3:])
    return ((seen(bid[0]), bid[1]) if bid else None,
            (seen(loud[-1].seat), loud[-1].call) if loud else None, last, len(record) < 3)


def awaited(state: State, case: Case) -> bool:
    if case.status == "open" or case.test is not None or case.asks_which_call:
        return True
    if case.kind == OUT_OF_ROTATION and case.artificial is None and case.call == words.PASS:
        return case.status == "cancelled" and case.response == "acts"
    return case.stage != SETTLED


def item(state: State, case: Case, seen: Any) -> Hashable:
    return (case.kind, seen(case.offender), case.call, case.relation, case.law, case.status,
            case.stage, len(state.record) - len(case.record), case.provisional, case.test,
            case.response, case.artificial, case.replacement, case.double_tried,
            case.tried_again, case.barred, case.asks_which_call, case.intended)
