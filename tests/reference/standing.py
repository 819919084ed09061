"""What follows when a call joins the legal auction: duties are spent, cases move on, 17D3.

Also the rectifications that need no director's word beyond the one already given.
"""

from __future__ import annotations

from dataclasses import replace

from . import words
from .duties import must_pass, replaced_at_once, ruled_out_of_rotation
from .state import (
    BREACH,
    INSUFFICIENT,
    NEW,
    OFFENDER,
    OUT_OF_ROTATION,
    SETTLED,
    TURN_PLAYER,
    Case,
    Standing,
    State,
    add_lead,
    amend,
    flag,
    natural_turn,
    oblige,
    restored,
    revert,
    revive,
    spend,
)


def stand(state: State, seat: str, call: str, event: int | None, *, implied: bool = False,
          skipped: str | None = None, keep_passes: bool = False,
          before: State | None = None) -> State:
    """A call joins the legal auction. `keep_passes`: the next call is known to follow (U14).
    `before`: the position to go back to, if it is not the present one."""
    entry = Standing(seat, call, event, implied, skipped, before or state)
    state = close_replaced_at_once(state)
    # A duty for one turn is spent by any call of that player that stands: his own pass, the
    # pass implied by 28A, or a breach that was called over (37A).
    duties = spend(state.duties, seat, len(state.record))
    state = replace(state, record=(*state.record, entry), duties=duties, ruled_turn=None,
                    window=None, going_on=keep_passes)
    for index in range(len(state.cases)):
        state = respond(state, index, len(state.record) - 1)
        state = replaced(state, index, seat, call, event)
    return state if keep_passes else three_passes(state)


def put_in_place(state: State, index: int) -> State:
    """25B1: the case's call in the place of the last one. What was made over the first call and
    what has been ruled since stay; what the first call did is undone."""
    case, first = state.cases[index], state.record[-1]
    assert first.before is not None
    before = replace(state, record=first.before.record, ruled_turn=first.before.ruled_turn,
                     cases=restored(state, first.before) + state.cases[len(first.before.cases):],
                     duties=revive(state.duties, len(first.before.record)))
    after = stand(before, case.offender, case.call, case.event, skipped=first.skipped,
                  before=first.before)
    return replace(after, cases=tuple(
        replace(one, record=after.record) if one.record == state.record else one
        for one in after.cases))


def close_replaced_at_once(state: State) -> State:
    """27C: once somebody calls over the replacement, the insufficient bid cannot be accepted."""
    for index, case in enumerate(state.cases):
        if replaced_at_once(state, case):
            again = any(one.kind == INSUFFICIENT and one.offender == case.offender
                        and one.record == case.record and one.outcome != "25A"
                        for one in state.cases[:index])
            state = amend(state, index, status="cancelled",
                          outcome=case.outcome or ("27B4" if again else "27B"))
            if case.double_tried or case.tried_again:
                state = bar(state, index, "27B3" if case.double_tried else "27B4")
            if case.root is not None:
                state = bar(state, case.root, "27B4")
    return state


def three_passes(state: State) -> State:
    """17D3 (2007: 17E2): a call and three passes, one of which took a player's turn away."""
    last = state.record[-3:]
    if len(state.record) < 4 or any(entry.call != words.PASS for entry in last):
        return state
    first = next((entry for entry in last if entry.skipped), None)
    if first is None or first.before is None:
        return state
    gone = [entry.event for entry in last[last.index(first):] if entry.skipped]
    paragraph = "17D3" if state.laws == "2017" else "17E2"
    state = revert(state, first.before, paragraph)
    for index, case in enumerate(state.cases):
        if case.event in gone and case.kind == OUT_OF_ROTATION:
            state = amend(state, index, status="cancelled", outcome=paragraph, stage=SETTLED)
    return state


def respond(state: State, index: int, at: int) -> State:
    """The player whose turn it was has called after the call out of rotation was cancelled."""
    case, entry = state.cases[index], state.record[at]
    if (not ruled_out_of_rotation(case) or case.response is not None
            or case.stage not in (TURN_PLAYER, OFFENDER)):
        return state
    if case.due != entry.seat:
        return turn_lost(state, index, at) if entry.skipped else state
    response = "pass" if entry.call == words.PASS else "acts"
    state = amend(state, index, response=response, responded_at=at, stage=OFFENDER)
    if case.relation != "RHO":
        return state
    if case.call != words.PASS or case.artificial is True:
        state = amend(state, index, outcome=answer_paragraph(state.laws, case, response))
    if state.laws == "2007" and response == "acts" and (
            case.call in (words.DOUBLE, words.REDOUBLE)):
        state = oblige(state, words.partner(case.offender), "rest", at, case)
    return state


def turn_lost(state: State, index: int, at: int) -> State:
    """Another call out of rotation was accepted: the player whose turn it was neither passed nor
    acted. No law: the offender is taken to be free to choose, as where he acted."""
    case = state.cases[index]
    state = amend(state, index, response="lost", responded_at=at, stage=OFFENDER)
    if case.relation != "RHO" or case.call == words.PASS:
        return state
    if state.laws == "2007" and not words.is_bid(case.call):
        state = oblige(state, words.partner(case.offender), "rest", at, case)
    return flag(amend(state, index, outcome=case.law + "2"), index, case.law + "2",
                case.law + "1")


def answer_paragraph(laws: str, case: Case, response: str) -> str:
    """31A1 or 31A2, 32A1 or 32A2 (2007: 32B1 or 32B2), by what right-hand opponent did."""
    law = case.law if case.call != words.PASS else "31A"
    return law + ("1" if response == "pass" else "2")


def replaced(state: State, index: int, seat: str, call: str, event: int | None) -> State:
    """The offender has called again in the legal auction."""
    case = state.cases[index]
    if case.offender != seat or case.replacement is not None:
        return state
    if case.kind == INSUFFICIENT and case.stage in (NEW, OFFENDER) and (
            case.status == "cancelled"
            or (case.status == "open" and case.record == state.record[:-1])):
        return insufficient_replaced(state, index, call, event)
    if ruled_out_of_rotation(case) and case.stage in (TURN_PLAYER, OFFENDER):
        if case.stage == TURN_PLAYER:
            state = turn_lost(state, index, len(state.record) - 1)
        state = amend(state, index, replacement=call, replacement_event=event, stage=SETTLED,
                      replaced_at=len(state.record) - 1)
        return rotation_replaced(state, index)
    return state


def insufficient_replaced(state: State, index: int, call: str, event: int | None,
                          at: int | None = None) -> State:
    """27B1 to B3."""
    case = state.cases[index]
    if case.status == "cancelled" and any(
            one.root == index and one.status == "open" for one in state.cases):
        # 27B4: while the later bid may be accepted, nothing is enforced against the first.
        return state
    at = len(state.record) - 1 if at is None else at
    before = state.calls[:at]
    state = amend(state, index, replacement=call, replacement_event=event, stage=SETTLED,
                  replaced_at=at)
    if case.double_tried or case.tried_again:
        # 27B3, 27B4: partner is silenced whatever the offender now chooses; of a bid not yet
        # ruled upon, that is for the ruling.
        if case.status == "cancelled" and not case.barred:
            state = bar(state, index, "27B3" if case.double_tried else "27B4")
        return state
    if case.barred or case.root is not None:
        return state
    same = words.lowest_sufficient(before, case.call[1])
    return amend(state, index, test="denomination" if call == same else "comparable")


def bar(state: State, index: int, outcome: str) -> State:
    """27B2 to B4: partner must pass for the rest, and the lead may be restricted."""
    case = state.cases[index]
    state = amend(state, index, barred=True, outcome=outcome, status="cancelled", test=None)
    mate = words.partner(case.offender)
    return add_lead(oblige(state, mate, "rest", case.replaced_at, case), index)


def rotation_replaced(state: State, index: int) -> State:
    """30 to 32 when the offender calls at his proper turn."""
    case = state.cases[index]
    acted = case.relation != "RHO" or case.response != "pass"
    if case.call == words.PASS and not (state.laws == "2017" and case.relation != "RHO"):
        if case.artificial is not True:
            return state
    if not acted:
        return state
    if state.laws == "2017":
        return amend(state, index, test="comparable")
    if case.relation != "RHO" or case.call in (words.DOUBLE, words.REDOUBLE):
        return lead_if_different(state, index)
    return answer_31a2_of_2007(state, index)


def answer_31a2_of_2007(state: State, index: int) -> State:
    """2007 31A2: (a) the denomination repeated: partner passes once; (b) else for the rest."""
    case = state.cases[index]
    if case.call == words.PASS or not words.is_bid(case.replacement or words.PASS):
        state = amend(state, index, outcome="31A2(b)")
        return lead_if_different(oblige_partner(state, index, "rest"), index)
    # Partner must pass at least once in either reading, so that is enforced at once.
    return amend(oblige_partner(state, index, "next"), index, test="denomination")


def lead_if_different(state: State, index: int) -> State:
    """2007: Law 26 only where the final call differs from the withdrawn one."""
    case = state.cases[index]
    return state if case.replacement == case.call else add_lead(state, index)


def oblige_partner(state: State, index: int, extent: str) -> State:
    """Partner passes next, unless he has had that turn, or for the rest."""
    case = state.cases[index]
    mate = words.partner(case.offender)
    since = state.record[case.replaced_at + 1:] if case.replaced_at is not None else ()
    spent = next((case.replaced_at + 1 + i for i, entry in enumerate(since)
                  if entry.seat == mate), None) if extent == "next" else None
    return oblige(state, mate, extent, case.replaced_at, case, spent)


def out_of_rotation_not_accepted(state: State, index: int) -> State:
    """30 to 32 from the moment of the ruling."""
    case = state.cases[index]
    at_rho = case.relation == "RHO"
    moved_on = case.record != state.record
    state = amend(state, index, status="cancelled", outcome=case.law, provisional=None,
                  stage=TURN_PLAYER if at_rho else OFFENDER)
    if moved_on:
        # The auction went on before the ruling (U10, U15): the turn player has acted or lost his
        # turn, and the offender may have called again.
        for at in range(len(case.record), len(state.record)):
            entry = state.record[at]
            state = respond(state, index, at)
            if entry.seat == case.offender:
                state = amend(state, index, replacement=entry.call, stage=SETTLED,
                              replacement_event=entry.event, replaced_at=at)
                state = rotation_replaced(state, index)
                break
    if state.laws == "2007" and case.call != words.PASS and not at_rho:
        return oblige(state, words.partner(case.offender), "rest", case=case)
    return state


def silence_both(state: State, index: int) -> State:
    case = state.cases[index]
    for seat in (case.offender, words.partner(case.offender)):
        state = oblige(state, seat, "rest", case=case)
    return state


def substitute_pass(state: State, index: int) -> State:
    """37B, 38: a pass in place of the call, where it was the offender's turn."""
    case = state.cases[index]
    if case.out_of_turn or case.record != state.record:
        return state
    return stand(state, case.offender, words.PASS, case.event)


def cancel_breach(state: State, index: int) -> State:
    """37B: both members of the side are silenced, and the lead may be restricted."""
    state = amend(state, index, status="cancelled", outcome="37B", stage=SETTLED)
    return add_lead(silence_both(substitute_pass(state, index), index), index)


def cancel_above_seven(state: State, index: int, *, called_over: bool) -> State:
    """38: as 37B; no lead restriction where LHO had called."""
    state = amend(state, index, status="wiped" if called_over else "cancelled", outcome="38",
                  stage=SETTLED)
    if not called_over:
        state = add_lead(state, index)
    return silence_both(substitute_pass(state, index), index)


def cancel_inadmissible(state: State, index: int) -> State:
    """36B: partner must pass for the rest; 36B4 where it was out of rotation as well."""
    case = state.cases[index]
    state = amend(state, index, status="cancelled", stage=SETTLED,
                  outcome="36B4" if case.out_of_turn else "36B")
    return add_lead(oblige(state, words.partner(case.offender), "rest", case=case), index)


def accept(state: State, index: int, outcome: str | None, status: str = "accepted",
           keep_passes: bool = False) -> State:
    """The call of an open item stands (27A1, 29A, 37A)."""
    case = state.cases[index]
    lost = []
    if case.out_of_turn and case.due and case.relation != "LHO":
        lost = words.seats_from(case.due, case.offender)
    state = amend(state, index, status=status, outcome=outcome, stage=SETTLED)
    owing = [seat for seat in words.seats_from(natural_turn(state), case.offender)
             if lost and must_pass(state).get(seat) == "next"]
    if case.kind == INSUFFICIENT:
        state = overtaken_attempts(state, index)
    state = stand(state, case.offender, case.call, case.event, keep_passes=keep_passes,
                  skipped=lost[0] if lost else None)
    if owing and case.kind != BREACH:
        # The player owing one pass has lost his turn: does he owe it still?
        state = flag(state, index, "duty goes on", "duty is spent")
    return state


def overtaken_attempts(state: State, index: int) -> State:
    """27B4: when one of several insufficient bids is accepted, the others are cancelled."""
    accepted = state.cases[index]
    family = accepted.root if accepted.root is not None else index
    for other, case in enumerate(state.cases):
        if other != index and (other == family or case.root == family):
            if case.stage != SETTLED or case.status == "open":
                state = amend(state, other, status="cancelled", outcome="27B4", stage=SETTLED,
                              test=None)
    return state
