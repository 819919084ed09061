"""One call is judged: first by what is open, then by itself (LAWS.md 3.3)."""

from __future__ import annotations

from dataclasses import replace

from . import words
from .duties import must_not_double, must_pass, must_repeat
from .settling import DONE, UNSETTLED, settle
from .standing import accept, bar, stand, three_passes
from .state import (
    ABOVE_SEVEN,
    AFTER_END,
    BREACH,
    CHANGE,
    INSUFFICIENT,
    OFFENDER,
    OUT_OF_ROTATION,
    SETTLED,
    Case,
    Made,
    Standing,
    State,
    Window,
    add_case,
    amend,
    doubt,
    flag,
    live,
    natural_turn,
    turn,
)


def judge(state: State, made: Made) -> State:
    if state.void:
        if made.seat != turn(state):
            trail = (*state.void.trail, (made.seat, made.call))
            return replace(state, void=replace(state.void, trail=trail))
        state = replace(state, void=None)
    if state.window:
        state, done = over_third_pass(state, made)
        if done:
            return state
    for index in reversed(range(len(state.cases))):
        if live(state, state.cases[index]):
            state, verdict = settle(state, index, made)
            if verdict == DONE:
                return state
            if verdict == UNSETTLED:
                break
    return judge_by_itself(state, made)


def over_third_pass(state: State, made: Made) -> tuple[State, bool]:
    """U14: LHO's pass over it is no offence; his bid or double accepts it."""
    window = state.window
    assert window is not None
    state = replace(state, window=None)
    if made.seat != window.acceptor or made.seat == natural_turn(state):
        return state, False
    if made.call == words.PASS:
        return state, True
    # The three passes are no longer three: what 17D3 took back stands again.
    state = accept(amend(window.before, window.case, settled_by=made.event), window.case, "29A",
                   keep_passes=True)
    return state, False


def judge_by_itself(state: State, made: Made) -> State:
    if state.over:
        return after_the_end(state, made)
    due = turn(state)
    assert due is not None
    if words.is_above_seven(made.call):
        return irregular(state, made, ABOVE_SEVEN, due, "38")
    if made.seat != due:
        if repeats_his_turn(state, made):
            return change(state, made, due)
        if late_correction(state, made):
            return add_case(state, replace(
                case_of(state, made, CHANGE, due, "27"), status="cancelled", outcome="27A1",
                stage=SETTLED))
        if late_pass(state, made):
            at = max(i for i, entry in enumerate(state.record) if entry.seat == made.seat)
            return replace(state, absorbed=(*state.absorbed, at))
        while due in must_pass(state) and made.seat == words.lho(due):
            state = stand(state, due, words.PASS, None, implied=True)
            if state.over:
                return after_the_end(state, made, ("22", "28A"))
            due = turn(state)
            assert due is not None
    owes_pass = made.seat in must_pass(state) and made.call != words.PASS
    if made.seat == due and not owes_pass and made.call in (words.DOUBLE, words.REDOUBLE):
        tried = double_for_insufficient(state, made)
        if tried is not None:
            return tried
    if words.is_inadmissible(state.calls, made.seat, made.call):
        kind = "inadmissible_double" if made.call == words.DOUBLE else "inadmissible_redouble"
        state = irregular(state, made, kind, due, "36")
        return doubt(state, len(state.cases) - 1, "36B", "37B") if owes_pass else state
    if owes_pass:
        state = irregular(state, made, BREACH, due, "37")
        return state if made.seat == due else doubt(state, len(state.cases) - 1, "37", "29")
    if made.seat != due:
        return out_of_rotation(state, made, due)
    state = breaks_repeat(state, made)
    if words.is_insufficient(state.calls, made.call):
        return insufficient(state, made)
    return stand(doubles_against_a_ban(state, made), made.seat, made.call, made.event)


def doubles_against_a_ban(state: State, made: Made) -> State:
    """2007, partner doubles against 30B2(b): no law says what follows."""
    if made.call in (words.DOUBLE, words.REDOUBLE) and made.seat in must_not_double(state):
        for index, case in enumerate(state.cases):
            if case.due == made.seat and case.law == "30B2":
                state = flag(state, index, "the double stands", "the double is cancelled")
    return state


def case_of(state: State, made: Made, kind: str, due: str | None, law: str) -> Case:
    return Case(made.event, made.seat, made.call, kind, due,
                words.relation(made.seat, due) if due else None, law, state.record,
                insufficient=kind not in (CHANGE, AFTER_END)
                and words.is_insufficient(state.calls, made.call),
                simultaneous=made.simultaneous, intended=made.intended,
                any_bid=words.last_bid(state.calls) is not None)


def irregular(state: State, made: Made, kind: str, due: str, law: str) -> State:
    return add_case(state, case_of(state, made, kind, due, law))


def after_the_end(state: State, made: Made, readings: tuple[str, ...] = ()) -> State:
    """39. A pass is logged and signals nothing."""
    if made.call == words.PASS:
        return state
    case = case_of(state, made, AFTER_END, None, "39")
    return add_case(state, replace(case, gaps=(readings,) if readings else ()))


def repeats_his_turn(state: State, made: Made) -> bool:
    """He made the last standing call and his LHO has not called: a change of call (25)."""
    if not state.record or state.record[-1].seat != made.seat or state.record[-1].implied:
        return False
    return not any(live(state, case) and case.offender == words.lho(made.seat)
                   for case in state.cases)


def change(state: State, made: Made, due: str) -> State:
    first = state.record[-1]
    before = first.before.calls if first.before else state.calls[:-1]
    # An inadmissible double can never be accepted, not even as a change of call.
    inadmissible = words.is_inadmissible(before, made.seat, made.call)
    case = replace(case_of(state, made, CHANGE, due, "25"),
                   may_accept=None if inadmissible else words.lho(made.seat))
    state = add_case(state, case)
    if (state.laws == "2007" and made.call == words.PASS and first.call == words.PASS
            and words.last_bid(state.calls) is None):
        return doubt(state, len(state.cases) - 1, "30A", "25")
    return state


def late_correction(state: State, made: Made) -> bool:
    """LHO has called over an insufficient bid; the offender's correction comes too late."""
    if len(state.record) < 2 or state.record[-1].seat != words.lho(made.seat):
        return False
    bid = state.record[-2]
    return bid.seat == made.seat and any(
        case.event == bid.event and case.kind == INSUFFICIENT and case.outcome == "27A1"
        for case in state.cases)


def late_pass(state: State, made: Made) -> bool:
    """After 28A, the skipped player's own pass is absorbed, once."""
    at = max((i for i, entry in enumerate(state.record) if entry.seat == made.seat), default=None)
    return (made.call == words.PASS and at is not None and state.record[at].implied
            and at not in state.absorbed)


def double_for_insufficient(state: State, made: Made) -> State | None:
    """27B3: X or XX in place of an insufficient bid, unless it is comparable."""
    index = next((i for i, case in enumerate(state.cases)
                  if case.kind == INSUFFICIENT and case.offender == made.seat
                  and case.stage == OFFENDER and case.status == "cancelled"), None)
    if index is None:
        return None
    case = state.cases[index]
    if case.barred or case.double_tried or words.is_inadmissible(
            state.calls, made.seat, made.call):
        return bar(state, index, "27B3")
    state = doubles_against_a_ban(state, made)
    state = stand(state, made.seat, made.call, made.event)
    return amend(state, index, test="comparable")


def breaks_repeat(state: State, made: Made) -> State:
    """He must repeat a bid or a double and does something else: director, not 37."""
    wanted = must_repeat(state).get(made.seat)
    if wanted is None or wanted == made.call:
        return state
    for index, case in enumerate(state.cases):
        if case.offender == made.seat and case.call == wanted and case.stage == OFFENDER:
            state = flag(state, index, "stands", case.outcome or case.law)
    return state


def insufficient(state: State, made: Made) -> State:
    case = replace(case_of(state, made, INSUFFICIENT, made.seat, "27"),
                   may_accept=words.lho(made.seat))
    root = next((i for i, one in enumerate(state.cases)
                 if one.kind == INSUFFICIENT and one.offender == made.seat
                 and one.stage == OFFENDER and one.status == "cancelled"), None)
    return add_case(state, replace(case, root=root))


def law_out_of_rotation(laws: str, call: str, relation: str, any_bid: bool) -> str:
    at_rho = relation == "RHO"
    if call == words.PASS:
        if laws == "2017":
            return "30A" if at_rho else "30B1"
        return "30A" if not any_bid else "30B1" if at_rho else "30B2"
    if words.is_bid(call):
        return "31A" if at_rho else "31B"
    return "32A" if at_rho == (laws == "2017") else "32B"


def out_of_rotation(state: State, made: Made, due: str) -> State:
    relation = words.relation(made.seat, due)
    law = law_out_of_rotation(state.laws, made.call, relation,
                              words.last_bid(state.calls) is not None)
    case = replace(case_of(state, made, OUT_OF_ROTATION, due, law),
                   may_accept=words.lho(made.seat))
    overlaps = gaps(state, case)
    if any(one.event == made.after and one.kind == OUT_OF_ROTATION for one in state.cases):
        overlaps += (("by time", "33"),)  # 33 does not order two calls out of turn
    state = add_case(state, replace(case, gaps=overlaps))
    return third_pass(state, len(state.cases) - 1)


def gaps(state: State, case: Case) -> tuple[tuple[str, ...], ...]:
    """U4 to U7 and an offender who calls again before anything is settled."""
    found: list[tuple[str, ...]] = []
    record, seat = state.record, case.offender
    if len(record) >= 2 and record[-2].skipped == seat and words.lho(
            record[-2].seat) == record[-1].seat:
        found.append(("29A", "28B"))
    if case.due in must_repeat(state) and seat == words.lho(case.due or ""):
        found.append(("29", "28A"))
    earlier = [one for one in state.cases if one.kind == OUT_OF_ROTATION and one.offender == seat]
    if not record and case.relation == "LHO" and any(
            one.status in ("cancelled", "wiped") and one.outcome != "25A" for one in earlier):
        found.append((case.law, "25"))
    if any(live(state, one) for one in earlier):
        found.append(("29", "25"))
    own, mate = last_index(record, seat), last_index(record, words.partner(seat))
    if own > mate:
        found.append(("29", "25B"))
    return tuple(found)


def last_index(record: tuple[Standing, ...], seat: str) -> int:
    return max((i for i, entry in enumerate(record) if entry.seat == seat), default=-1)


def third_pass(state: State, index: int) -> State:
    """U14: the pass out of rotation is itself the third: back at once to the skipped player."""
    case = state.cases[index]
    calls = state.calls
    if case.call != words.PASS or len(calls) < 3 or any(
            call != words.PASS for _, call in calls[-2:]):
        return state
    before = state
    skipped = Standing(case.offender, case.call, case.event, False, case.due, state)
    state = three_passes(replace(state, record=(*state.record, skipped)))
    state = doubt(state, index, "17D3", "29A")
    return replace(state, window=Window(index, words.lho(case.offender), before))
