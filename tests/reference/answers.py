"""The director's answers that take effect from the moment they are given.

Each returns the new state, or None where nothing asks for the answer. `of` is the event meant.
Answers that change how an earlier call is read are in replay.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from . import words
from .commands import Answer, auction_period_over, must_pass, ruling
from .duties import asks_artificial, questions, replaced_at_once
from .settling import keep_first_call
from .standing import (
    accept,
    answer_31a2_of_2007,
    bar,
    cancel_above_seven,
    cancel_breach,
    cancel_inadmissible,
    insufficient_replaced,
    lead_if_different,
    oblige_partner,
    out_of_rotation_not_accepted,
    rotation_replaced,
    stand,
)
from .state import (
    ABOVE_SEVEN,
    AFTER_END,
    BREACH,
    CHANGE,
    INADMISSIBLE,
    INSUFFICIENT,
    OFFENDER,
    OUT_OF_ROTATION,
    SETTLED,
    Case,
    State,
    add_lead,
    amend,
    flag,
    oblige,
    revert,
)


def items(state: State, answer: Answer) -> Iterator[tuple[int, Case]]:
    """The cases an answer can mean, newest first."""
    of = answer.get("of")
    for index in reversed(range(len(state.cases))):
        case = state.cases[index]
        if of is None or of in (case.event, case.replacement_event, case.settled_by):
            yield index, case


def newest(state: State, answer: Answer, fits: Callable[[Case], bool]) -> int | None:
    return next((index for index, case in items(state, answer) if fits(case)), None)


def asked(state: State, case: Case, *names: str) -> bool:
    return any(question["id"] in names for question in questions(state, case))


def not_accepted(state: State, answer: Answer) -> State | None:
    kinds = (INSUFFICIENT, OUT_OF_ROTATION, CHANGE)
    index = newest(state, answer, lambda case: case.status == "open" and case.kind in kinds
                   and case.provisional in (None, "U10"))
    if index is None:
        return None
    case = state.cases[index]
    if case.kind == CHANGE:
        return keep_first_call(state, index)
    if case.kind == INSUFFICIENT:
        return insufficient_not_accepted(state, index)
    return out_of_rotation_not_accepted(state, index)


def insufficient_not_accepted(state: State, index: int) -> State:
    case = state.cases[index]
    if case.root is not None:
        root = state.cases[case.root]
        state = amend(state, index, status="cancelled", outcome="27B4", stage=SETTLED)
        # While the first bid may still be accepted, nothing is enforced against it.
        return bar(state, case.root, "27B4") if root.status == "cancelled" else state
    state = amend(state, index, status="cancelled", outcome="27B",
                  stage=SETTLED if case.replacement is not None else OFFENDER)
    if case.tried_again:
        later = [one for one in state.cases if one.root == index and one.status == "open"]
        return state if later else bar(state, index, "27B4")
    if case.double_tried:
        if case.replacement is not None or words.is_inadmissible(
                state.calls, case.offender, case.double_tried):
            return bar(state, index, "27B3")
        return amend(state, index, test="comparable")
    if case.replacement is None:
        # The auction went on before the ruling (U15): he may have called again.
        for at in range(len(case.record), len(state.record)):
            entry = state.record[at]
            if entry.seat == case.offender:
                return insufficient_replaced(state, index, entry.call, entry.event, at)
    return state


def accepted(state: State, answer: Answer) -> State | None:
    """A choice declared to the director binds for 27A1; 29A and 25B1 are accepted by calling."""
    index = newest(state, answer, lambda case: case.kind == INSUFFICIENT
                   and asked(state, case, "Q2"))
    if index is None:
        return None
    case = state.cases[index]
    if replaced_at_once(state, case):
        substitute = state.record[-1]
        assert substitute.before is not None
        state = revert(state, substitute.before, "27A1")
        for other, one in enumerate(state.cases):
            if one.event == substitute.event and one.kind == CHANGE:
                state = amend(state, other, status="cancelled", outcome="27A1")
    return accept(state, index, "27A1")


def cancelled(state: State, answer: Answer) -> State | None:
    """36 to 39: no choice, the director cancels."""
    kinds = (*INADMISSIBLE, BREACH, ABOVE_SEVEN, AFTER_END)
    index = newest(state, answer, lambda case: case.kind in kinds and (
        case.status == "open" or (state.void is not None
                                  and case is state.cases[state.void.case])))
    if index is None:
        return None
    case = state.cases[index]
    if case.status != "open":
        settled = tuple(one for one in case.readings if one[0] != "36A")
        return replace(amend(state, index, readings=settled), void=None)
    state = amend(state, index, provisional=None)
    if case.kind in INADMISSIBLE:
        return cancel_inadmissible(state, index)
    if case.kind == BREACH:
        return cancel_breach(state, index)
    if case.kind == ABOVE_SEVEN:
        return cancel_above_seven(state, index, called_over=False)
    made = words.contract(state.calls)
    defender = made is not None and words.opponents(case.offender, made[2])
    state = amend(state, index, status="cancelled", outcome="39C" if defender else "39B",
                  stage=SETTLED)
    return add_lead(state, index) if defender else state


def comparable(state: State, answer: Answer) -> State | None:
    if state.laws == "2007":
        index = newest(state, answer, lambda case: asked(state, case, "Q7"))
    else:
        index = newest(state, answer, lambda case: case.test == "comparable")
    if index is None:
        return None
    case = state.cases[index]
    if case.kind == OUT_OF_ROTATION:
        return same_paragraph(state, index)
    state = amend(state, index, test=None, outcome="27B1(b)", status="cancelled", stage=SETTLED)
    if case.double_tried and case.replacement is None:
        state = amend(state, index, replacement=case.double_tried)
        return stand(state, case.offender, case.double_tried, case.replacement_event)
    return state


HALVED = ("31A2", "32A2")  # paragraphs with (a) for a comparable call and (b) for another


def same_paragraph(state: State, index: int) -> State:
    """31A2(a) and its like."""
    case = state.cases[index]
    state = amend(state, index, test=None,
                  outcome=f"{case.outcome}(a)" if case.outcome in HALVED else case.outcome)
    return lead_if_different(state, index) if state.laws == "2007" else state


def not_comparable(state: State, answer: Answer) -> State | None:
    index = newest(state, answer, lambda case: asked(state, case, "Q7"))
    if index is None:
        return None
    case = state.cases[index]
    if case.kind == OUT_OF_ROTATION:
        return other_paragraph(state, index)
    if case.replacement in (words.DOUBLE, words.REDOUBLE):
        at = case.replaced_at
        if at is not None and at < len(state.record) and state.record[at].before:
            then = state.record[at].before
            assert then is not None
            state = revert(state, then, "27B3")
        return bar(amend(state, index, stage=OFFENDER, replacement=None), index, "27B3")
    if case.double_tried:
        return bar(state, index, "27B3")
    return bar(state, index, "27B2")


def other_paragraph(state: State, index: int) -> State:
    """31A2(b) and its like."""
    case = state.cases[index]
    state = amend(state, index, test=None,
                  outcome=f"{case.outcome}(b)" if case.outcome in HALVED else case.outcome)
    if state.laws == "2007":
        # A repeat with another meaning counts as a different call.
        return add_lead(oblige_partner(state, index, "rest"), index)
    if case.insufficient:
        state = flag(state, index, "31A2(b)", "27B2")
    return add_lead(oblige_partner(state, index, "next"), index)


def same_denomination(state: State, answer: Answer) -> State | None:
    index = newest(state, answer, lambda case: case.test == "denomination")
    if index is None:
        return None
    if state.cases[index].kind == OUT_OF_ROTATION:
        return same_paragraph(state, index)
    return amend(state, index, test=None, outcome="27B1(a)", status="cancelled")


def not_same_denomination(state: State, answer: Answer) -> State | None:
    index = newest(state, answer, lambda case: case.test == "denomination")
    if index is None:
        return None
    if state.cases[index].kind == OUT_OF_ROTATION:
        return other_paragraph(state, index)
    return amend(state, index, test="comparable", status="cancelled",
                 outcome=state.cases[index].outcome or "27B")


def artificial(state: State, answer: Answer) -> State | None:
    """30C: the pass is treated as a bid."""
    index = newest(state, answer, lambda case: asks_artificial(state.laws, case))
    if index is None:
        return None
    case = state.cases[index]
    at_rho = case.relation == "RHO"
    state = amend(state, index, artificial=True, law="30C", outcome="31A2" if at_rho else "31B")
    if not at_rho:
        state = oblige(state, words.partner(case.offender), "rest", case=case)
    if case.replacement is None:
        return state
    if state.laws == "2007":
        return (answer_31a2_of_2007 if at_rho else lead_if_different)(state, index)
    return rotation_replaced(state, index)


def not_artificial(state: State, answer: Answer) -> State | None:
    index = newest(state, answer, lambda case: asks_artificial(state.laws, case))
    if index is None:
        return None
    case = state.cases[index]
    state = amend(state, index, artificial=False)
    if state.laws == "2007" and case.any_bid and case.relation != "RHO":
        state = oblige(state, case.offender, "rest", case=case)
    return state


ANSWERS: dict[str, Callable[[State, Answer], State | None]] = {
    "not_accepted": not_accepted, "accepted": accepted, "cancelled": cancelled,
    "comparable": comparable, "not_comparable": not_comparable,
    "same_denomination": same_denomination, "not_same_denomination": not_same_denomination,
    "artificial": artificial, "not_artificial": not_artificial, "must_pass": must_pass,
    "auction_period_over": auction_period_over, "ruling": ruling,
}
