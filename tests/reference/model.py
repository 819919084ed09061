"""The reference model's answer to one request of `bidbox adjudicate` (DESIGN 4.1)."""

from __future__ import annotations

from typing import Any

from . import words
from .duties import defends, lead_unsettled, must_not_double, must_pass, must_repeat, questions
from .replay import Story, tell
from .state import Case, Lead, State, turn

Json = dict[str, Any]


def adjudicate(request: Json) -> Json:
    """Judge the events of one well-formed request."""
    return answer(request, tell(request["laws"], request["dealer"], request["events"]))


def answer(request: Json, story: Story) -> Json:
    state = story.state
    order = sorted(range(len(state.cases)), key=lambda index: (state.cases[index].event, index))
    return {"id": request.get("id"),
            "verdicts": [verdict(state, state.cases[index]) for index in order],
            "state": describe(state),
            "ignored": story.ignored}


def verdict(state: State, case: Case) -> Json:
    return {"event": case.event, "seat": case.offender, "call": case.call, "kind": case.kind,
            "turn": case.relation, "insufficient": case.insufficient,
            "simultaneous": case.simultaneous, "law": case.law, "may_accept": case.may_accept,
            "status": case.status, "outcome": case.outcome, "questions": questions(state, case)}


def describe(state: State) -> Json:
    over = state.over
    made = words.contract(state.calls) if over else None
    return {"turn": turn(state), "over": over, "passed_out": over and made is None,
            "contract": made[0] if made else None, "doubled": made[1] if made else 0,
            "declarer": made[2] if made else None,
            "calls": [list(pair) for pair in state.calls],
            "must_pass": must_pass(state), "must_repeat": must_repeat(state),
            "must_not_double": must_not_double(state),
            "lead_restrictions": lead_restrictions(state)}


def lead_restrictions(state: State) -> list[Json]:
    """26: at the end of the auction, for the defending side."""
    leads = list(state.leads)
    if state.laws == "2017":
        # His call was not replaced by a comparable call: he never had another turn.
        leads += [Lead(case.event, case.offender, case.call) for case in state.cases
                  if lead_unsettled(state, case)]
    found: list[Json] = []
    for lead in sorted(leads, key=lambda one: one.event):
        if defends(state, lead.offender):
            entry = restriction(state, lead)
            if entry is not None and entry not in found:
                found.append(entry)
    return found


def restriction(state: State, lead: Lead) -> Json | None:
    entry = {"offender": lead.offender, "leader": words.partner(lead.offender)}
    if state.laws == "2017":
        return {**entry, "law": "26B", "forbid": "one unspecified suit"}
    if not words.is_bid(lead.call) or lead.call[1] == "N":
        return {**entry, "law": "26B", "forbid": "any one suit"}
    # 26A: by the suit named; whether it is the suit meant is the director's to say (Q8).
    if any(seat == lead.offender and words.is_bid(call) and call[1] == lead.call[1]
           for seat, call in state.calls):
        return None
    return {**entry, "law": "26A", "require": "one specified suit",
            "forbid": "one specified suit", "suits": [lead.call[1]]}
