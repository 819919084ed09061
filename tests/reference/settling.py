"""An open item is settled, or not, by who calls next (LAWS.md 3.3 A)."""

from __future__ import annotations

from dataclasses import replace

from . import words
from .duties import must_pass
from .standing import (
    accept,
    cancel_above_seven,
    cancel_breach,
    cancel_inadmissible,
    close_replaced_at_once,
    out_of_rotation_not_accepted,
    put_in_place,
    stand,
)
from .state import (
    ABOVE_SEVEN,
    AFTER_END,
    BREACH,
    CHANGE,
    INSUFFICIENT,
    OUT_OF_ROTATION,
    SETTLED,
    Case,
    Made,
    State,
    Void,
    add_case,
    add_lead,
    amend,
    doubt,
    flag,
    live,
)

# What becomes of the caller's own call. GO_ON: it is judged against the auction as it now is.
# DONE: nothing more is to be judged. UNSETTLED: it is a further irregularity on top.
GO_ON, DONE, UNSETTLED = "go on", "done", "unsettled"
Settled = tuple[State, str]


def settle(state: State, index: int, made: Made) -> Settled:
    kind = state.cases[index].kind
    if kind == INSUFFICIENT:
        return over_insufficient(state, index, made)
    if kind == OUT_OF_ROTATION:
        return over_call_out_of_rotation(state, index, made)
    if kind == CHANGE:
        return over_change(state, index, made)
    if kind == BREACH:
        return over_breach(state, index, made)
    if kind == ABOVE_SEVEN:
        return over_above_seven(state, index, made)
    if kind == AFTER_END:
        return over_call_after_end(state, index, made)
    return over_inadmissible(state, index, made)


def is_acceptor(case: Case, made: Made) -> bool:
    return made.seat == words.lho(case.offender)


def is_right_opponent(case: Case, made: Made) -> bool:
    """The player whose turn it was, an opponent of one who called out of rotation (28B)."""
    return (case.out_of_turn and made.seat == case.due
            and words.opponents(case.offender, made.seat))


def is_right_partner(case: Case, made: Made) -> bool:
    return (case.out_of_turn and made.seat == case.due
            and made.seat == words.partner(case.offender))


def wipe(state: State, index: int, made: Made) -> Settled:
    """28B: as if the offender had not called at that turn."""
    return amend(state, index, status="wiped", outcome="28B", stage=SETTLED,
                 settled_by=made.event), GO_ON


def by_call(state: State, index: int, made: Made, outcome: str) -> Settled:
    """27A1, 29A: LHO has called, a forced pass included; that last the director should know."""
    forced = made.call == words.PASS and made.seat in must_pass(state)
    state = accept(amend(state, index, settled_by=made.event), index, outcome)
    return (flag(state, index, outcome, "not accepted") if forced else state), GO_ON


def right_partner_calls(state: State, index: int, made: Made) -> Settled:
    """U10: partner's call taken as in rotation, the offender's as cancelled; director."""
    state = doubt(state, index, "cancelled", "29A")
    return amend(state, index, provisional="U10", settled_by=made.event), GO_ON


def over_insufficient(state: State, index: int, made: Made) -> Settled:
    case = state.cases[index]
    if is_acceptor(case, made):
        return by_call(state, index, made, "27A1")
    if made.seat != case.offender:
        return state, UNSETTLED
    if made.call in (words.DOUBLE, words.REDOUBLE):
        # B3: a premature X or XX does not stand.
        return amend(state, index, double_tried=made.call, replacement_event=made.event), DONE
    if words.is_above_seven(made.call):
        return state, UNSETTLED
    if words.is_insufficient(state.calls, made.call):
        root = case.root if case.root is not None else index
        state = amend(state, root, tried_again=True)
        if made.seat in must_pass(state):
            return state, UNSETTLED
        return add_case(state, Case(
            made.event, made.seat, made.call, INSUFFICIENT, made.seat, "own", "27", state.record,
            insufficient=True, simultaneous=made.simultaneous, intended=made.intended,
            may_accept=words.lho(made.seat), root=root)), DONE
    # 27C: it stands, unless LHO accepts the insufficient bid.
    state = stand(state, made.seat, made.call, made.event)
    return add_case(state, Case(
        made.event, made.seat, made.call, CHANGE, words.lho(made.seat), "LHO", "27C",
        state.record, simultaneous=made.simultaneous, status="stands", outcome="27C",
        stage=SETTLED)), DONE


def over_call_out_of_rotation(state: State, index: int, made: Made) -> Settled:
    case = state.cases[index]
    if case.relation == "LHO" and made.seat == case.due:
        return opened_or_called_over(state, index, made)
    if is_acceptor(case, made):
        return by_call(state, index, made, "29A")
    if is_right_opponent(case, made):
        return wipe(state, index, made)
    if is_right_partner(case, made):
        return right_partner_calls(state, index, made)
    return state, UNSETTLED


def opened_or_called_over(state: State, index: int, made: Made) -> Settled:
    """Q3: the dealer is both the right player and the acceptor."""
    if made.how == "28B":
        return wipe(state, index, made)
    if made.how == "29A":
        # The director has said so: nothing is left to flag if the call was a pass he had to make.
        return accept(amend(state, index, settled_by=made.event), index, "29A"), GO_ON
    proposal = "28B"
    if illegal(state, made) and not illegal(accept(state, index, "29A"), made):
        proposal = "29A"
    if proposal == "29A":
        state = accept(state, index, "29A")
    return amend(state, index, status="open", outcome=None, provisional=proposal,
                 settled_by=made.event, stage=SETTLED), GO_ON


def illegal(state: State, made: Made) -> bool:
    return (words.is_insufficient(state.calls, made.call)
            or words.is_inadmissible(state.calls, made.seat, made.call))


def over_change(state: State, index: int, made: Made) -> Settled:
    """25B1: LHO's call accepts the second call; but over which did he call (Q4)?"""
    case = state.cases[index]
    if not is_acceptor(case, made):
        return state, UNSETTLED
    if case.may_accept is None or made.how == "first":
        return amend(keep_first_call(state, index), index, settled_by=made.event), GO_ON
    entry = state.record[-1]
    older = [i for i, one in enumerate(state.cases) if one.kind == CHANGE and live(state, one)]
    for other in older:
        state = amend(state, other, status="cancelled", outcome="25B2", stage=SETTLED)
    for other, one in enumerate(state.cases):
        if one.kind == OUT_OF_ROTATION and one.offender == case.offender and live(state, one):
            state = out_of_rotation_not_accepted(state, other)
    state = amend(state, index, status="accepted", outcome="25B1", settled_by=made.event,
                  asks_which_call=made.how is None, stage=SETTLED)
    if entry.call != case.call:
        state = add_lead(state, index)
        lead = replace(state.leads[-1], call=entry.call)
        state = replace(state, leads=(*state.leads[:-1], lead))
    return close_replaced_at_once(put_in_place(state, index)), GO_ON


def keep_first_call(state: State, index: int) -> State:
    """25B2: the second call is cancelled. Law 26 then: 2017 may apply, 2007 disputed."""
    case = state.cases[index]
    state = amend(state, index, status="cancelled", outcome="25B2", stage=SETTLED)
    if state.record and case.call == state.record[-1].call:
        return state
    return add_lead(state, index) if state.laws == "2017" else state


def over_breach(state: State, index: int, made: Made) -> Settled:
    case = state.cases[index]
    if is_acceptor(case, made):
        return accept(amend(state, index, settled_by=made.event), index, "37A", "stands"), GO_ON
    if is_right_opponent(case, made):
        return wipe(state, index, made)
    if made.seat == case.offender:
        return cancel_breach(state, index), DONE
    return state, UNSETTLED


def over_above_seven(state: State, index: int, made: Made) -> Settled:
    case = state.cases[index]
    if is_acceptor(case, made):
        state = amend(state, index, settled_by=made.event)
        state = cancel_above_seven(state, index, called_over=True)
        if not state.over:
            state = replace(state, void=Void(index, ((made.seat, made.call),)))
        return state, DONE
    if is_right_opponent(case, made):
        return wipe(state, index, made)
    if made.seat == case.offender:
        return cancel_above_seven(state, index, called_over=False), DONE
    return state, UNSETTLED


def over_call_after_end(state: State, index: int, made: Made) -> Settled:
    """39B: LHO has called before rectification. His own call is after the end as well."""
    if is_acceptor(state.cases[index], made):
        return amend(state, index, status="cancelled", outcome="39B", stage=SETTLED,
                     settled_by=made.event), GO_ON
    return state, UNSETTLED


def over_inadmissible(state: State, index: int, made: Made) -> Settled:
    case = state.cases[index]
    if is_acceptor(case, made):
        if made.seat == case.due and case.out_of_turn:
            # 36A and 28B meet: either way it is his turn; director whether his call counts.
            if made.how == "28B":
                return wipe(state, index, made)
            if made.how is None:
                state = flag(state, index, "36A", "28B")
        state = amend(state, index, status="wiped", outcome="36A", stage=SETTLED,
                      settled_by=made.event)
        return replace(state, void=Void(index, ((made.seat, made.call),))), DONE
    if is_right_opponent(case, made):
        return wipe(state, index, made)
    if is_right_partner(case, made):
        return right_partner_calls(state, index, made)
    if made.seat == case.offender:
        return second_call_after_inadmissible(state, index, made)
    return state, UNSETTLED


def second_call_after_inadmissible(state: State, index: int, made: Made) -> Settled:
    """36B2: the offender's second call is the substitute; it stands, partner is silenced."""
    case = state.cases[index]
    state = cancel_inadmissible(state, index)
    legal = not illegal(state, made) and not words.is_above_seven(made.call)
    if case.out_of_turn or not legal or made.seat in must_pass(state):
        return state, GO_ON
    state = stand(state, made.seat, made.call, made.event)
    return add_case(state, Case(
        made.event, made.seat, made.call, CHANGE, words.lho(made.seat), "LHO", "36B2",
        state.record, simultaneous=made.simultaneous, status="stands", outcome="36B2",
        stage=SETTLED)), DONE
