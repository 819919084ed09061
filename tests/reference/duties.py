"""Who must pass, repeat or not double, and which questions a case puts to the director.

Duties that hang on a case still running are read off the case, so a reverted case takes its
duties with it; the others are kept in the state.
"""

from __future__ import annotations

from . import words
from .state import (
    AFTER_END,
    CHANGE,
    INADMISSIBLE,
    INSUFFICIENT,
    OFFENDER,
    OUT_OF_ROTATION,
    TURN_PLAYER,
    Case,
    State,
    live,
)


def ruled_out_of_rotation(case: Case) -> bool:
    """Not accepted, and not overtaken by 17D3, 25A or the like."""
    return (case.kind == OUT_OF_ROTATION and case.status == "cancelled"
            and case.outcome is not None and case.outcome[:2] in ("30", "31", "32"))


def asks_artificial(laws: str, case: Case) -> bool:
    """Q5, asked only when the answer changes the outcome (30C)."""
    if not ruled_out_of_rotation(case) or case.call != words.PASS or case.artificial is not None:
        return False
    if case.relation == "RHO":
        return case.response == "acts"
    return laws == "2007"


def forced_pass(laws: str, case: Case) -> bool:
    """30A (2007: 30A, 30B1) and the pass to be repeated under 30C with 31A1."""
    if (not ruled_out_of_rotation(case) or case.call != words.PASS
            or case.stage not in (TURN_PLAYER, OFFENDER)):
        return False
    if case.relation == "RHO":
        return case.response != "acts" or case.artificial is False
    return laws == "2007" and not case.any_bid and case.artificial is False


def must_pass(state: State) -> dict[str, str]:
    duties = {case.offender: "next" for case in state.cases if forced_pass(state.laws, case)}
    for duty in state.duties:
        if duty.spent_by is None and duty.owes in ("next", "rest"):
            if duties.get(duty.seat) != "rest":
                duties[duty.seat] = duty.owes
    if state.over:
        return {seat: extent for seat, extent in duties.items() if extent == "rest"}
    return duties


def must_repeat(state: State) -> dict[str, str]:
    """31A1, 32A1 (2007: 32B1): the right-hand opponent passed."""
    if state.over:
        return {}
    repeats = {duty.seat: duty.owes for duty in state.duties
               if duty.spent_by is None and duty.owes not in ("next", "rest")}
    for case in state.cases:
        if (ruled_out_of_rotation(case) and case.call != words.PASS and case.relation == "RHO"
                and case.stage == OFFENDER and case.response == "pass"):
            repeats[case.offender] = case.call
    return repeats


def must_not_double(state: State) -> dict[str, bool]:
    """2007 30B2(b): the partner of one who passed out of rotation, at that turn only."""
    if state.over or state.laws != "2007":
        return {}
    return {case.due: True for case in state.cases
            if ruled_out_of_rotation(case) and case.call == words.PASS and case.any_bid
            and case.relation == "partner" and case.artificial is False
            and case.response is None and case.due is not None}


def partner_called_since(state: State, event: int) -> bool:
    """25A ends when partner calls; calls cancelled, wiped or after the end do not count."""
    seat, at, later = None, 0, 0
    for index, case in enumerate(state.cases):
        if case.event == event:
            seat, at, later = case.offender, len(case.record), index + 1
    for index, entry in enumerate(state.record):
        if entry.event == event and not entry.implied:
            seat, at, later = entry.seat, index + 1, 0
    if seat is None:
        return False
    mate = words.partner(seat)
    return any(entry.seat == mate for entry in state.record[at:]) or any(
        case.offender == mate and case.status == "open" and case.kind != AFTER_END
        and len(case.record) >= at for case in state.cases[later:])


def replaced_at_once(state: State, case: Case) -> bool:
    """27C: the insufficient bid is replaced, nobody has called since, nobody has ruled."""
    return (case.kind == INSUFFICIENT and case.status == "open"
            and case.replaced_at is not None and case.replaced_at == len(state.record) - 1
            and state.record[:-1] == case.record)


def lead_unsettled(state: State, case: Case) -> bool:
    """The offender never got another turn: his call was not replaced."""
    return (ruled_out_of_rotation(case) and state.over and case.stage in (TURN_PLAYER, OFFENDER)
            and case.replacement is None
            and (case.call != words.PASS or case.artificial is True
                 or (state.laws == "2017" and case.relation != "RHO")))


def defends(state: State, seat: str) -> bool:
    made = words.contract(state.calls)
    return state.over and made is not None and words.opponents(seat, made[2])


def questions(state: State, case: Case) -> list[dict]:
    asked: list[str] = []
    open_item = case.status == "open" and case.provisional is None
    if open_item and not case.intended and not state.period_over:
        if case.kind in (INSUFFICIENT, OUT_OF_ROTATION, CHANGE, *INADMISSIBLE):
            if not partner_called_since(state, changed_call(state, case)):
                asked.append("Q1")
        elif case.kind == AFTER_END and any(
                entry.event == changed_call(state, case) for entry in state.record[-3:]):
            if not partner_called_since(state, changed_call(state, case)):
                asked.append("Q1")
    if (open_item and case.kind in (INSUFFICIENT, OUT_OF_ROTATION, CHANGE)
            and case.may_accept is not None
            and (live(state, case) or replaced_at_once(state, case))):
        asked.append("Q2")
    if case.provisional in ("28B", "29A"):
        asked.append("Q3")
    if case.asks_which_call:
        asked.append("Q4")
    if asks_artificial(state.laws, case):
        asked.append("Q5")
    if case.test == "denomination":
        asked.append("Q6" if case.kind == INSUFFICIENT else "Q7")
    if case.test == "comparable":
        asked.append("Q7")
    if state.laws == "2007" and defends(state, case.offender) and any(
            lead.event == case.event and words.is_bid(lead.call) and lead.call[1] != "N"
            for lead in state.leads):
        asked.append("Q8")
    found: list[dict] = [{"id": name, "of": case.event} for name in asked]
    readings = list(case.readings)
    if case.status == "open" or (state.window and state.cases[state.window.case] is case):
        readings = list(case.gaps) + readings
    if state.laws == "2007" and lead_unsettled(state, case) and defends(state, case.offender):
        readings.append(("no restriction", "26"))
    return found + [{"id": "Q13", "of": case.event, "readings": list(one)} for one in readings]


def changed_call(state: State, case: Case) -> int:
    """The call that is corrected: of a second call, the one it was to take the place of."""
    if case.kind not in (CHANGE, AFTER_END):
        return case.event
    if case.law in ("27C", "36B2"):
        mistakes = [one.event for one in state.cases if one.offender == case.offender
                    and one.event < case.event and one.record == case.record[:-1]
                    and one.kind in (INSUFFICIENT, *INADMISSIBLE)]
        return mistakes[-1] if mistakes else case.event
    record = case.record if case.kind == CHANGE else state.record
    own = [entry.event for entry in record
           if entry.seat == case.offender and entry.event != case.event]
    return own[-1] if own and own[-1] is not None else case.event
