"""The director's commands: duties only he sees, the end of the period, and the last word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import words
from .duties import must_pass as current_duties
from .state import INADMISSIBLE, SETTLED, Duty, Standing, State, amend, flag, oblige

Answer = dict[str, Any]


def must_pass(state: State, answer: Answer) -> State | None:
    """24 and other duties that only the director sees."""
    seat = answer.get("seat")
    extent = next((value for key, value in answer.items()
                   if key not in ("director", "seat", "of") and value in ("next", "rest")), None)
    if seat not in tuple(words.SEATS) or extent is None or state.over:
        return None
    return oblige(state, seat, extent)


def auction_period_over(state: State, answer: Answer) -> State | None:
    if state.void is not None and not state.over:
        return found_after_the_lead(state)
    if not state.over or state.period_over:
        return None
    return replace(state, period_over=True)


def found_after_the_lead(state: State) -> State | None:
    """36C (2017): scored without the inadmissible call. 2007 has no such paragraph."""
    void = state.void
    assert void is not None
    trail = void.trail
    calls = state.calls + trail
    if state.cases[void.case].kind not in INADMISSIBLE or len(calls) < 4 or any(
            call != words.PASS for _, call in calls[-3:]):
        return None
    if state.laws == "2007":
        return flag(replace(state, period_over=True), void.case, "36A", "36C of 2017")
    added = tuple(Standing(seat, call, None) for seat, call in trail)
    state = amend(state, void.case, status="cancelled", outcome="36C")
    return replace(state, record=state.record + added, void=None, period_over=True, finished=True)


def ruling(state: State, answer: Answer) -> State | None:
    """The director has the last word: he sets the state."""
    word = answer.get("state")
    if not isinstance(word, dict):
        return None
    calls = word.get("calls", [list(pair) for pair in state.calls])
    if not well_formed(calls):
        return None
    then = replace(state, record=(), void=None, window=None, absorbed=(), finished=False)
    for index, case in enumerate(then.cases):
        if case.status == "open":
            then = amend(then, index, status="stands" if [case.offender, case.call] in calls
                         else "cancelled", outcome="ruling")
        then = amend(then, index, stage=SETTLED, test=None, provisional=None,
                     artificial=bool(case.artificial), response="ruled",
                     asks_which_call=False, gaps=(), readings=())
    if word.get("calls") is None:
        then = replace(then, record=state.record)
    else:
        for seat, call in calls:
            then = replace(then, record=(*then.record, Standing(seat, call, None, before=then)))
    duties = word.get("must_pass")
    if isinstance(duties, dict):
        owed = [(seat, extent) for seat, extent in duties.items() if extent in ("next", "rest")]
    else:
        owed = list(current_duties(state).items())
    repeats = word.get("must_repeat")
    if isinstance(repeats, dict):
        owed += [(seat, call) for seat, call in repeats.items() if call in words.CALLS]
    then = replace(then, duties=tuple(Duty(seat, what) for seat, what in owed
                                      if seat in tuple(words.SEATS)))
    seat = word.get("turn")
    if seat in tuple(words.SEATS):
        # Whose turn it is was said: the auction is not over, whatever its last calls are.
        return replace(then, ruled_turn=seat, going_on=True)
    return replace(then, ruled_turn=None, going_on=False)


def well_formed(calls: Any) -> bool:
    return isinstance(calls, list) and all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 and pair[0] in tuple(words.SEATS)
        and pair[1] in words.CALLS for pair in calls)
