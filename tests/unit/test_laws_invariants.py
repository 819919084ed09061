"""What holds of the adjudicator's answers whatever happens at the table."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbox import verdicts
from bidbox.adjudicator import Adjudicator
from bidbox.calls import NOBODY, parse_call, parse_seat
from bidbox.laws import edition_2007, edition_2017
from bidbox_host.laws.adjudicate import adjudicate
from tests.reference import generate, words

Json = dict[str, Any]

NEVER_ACCEPTED = ("inadmissible_double", "inadmissible_redouble", "must_pass_violation",
                  "above_seven", "call_after_end")
SEEDS = range(2_000)
REQUESTS = [generate.request(seed, 16) for seed in SEEDS]
REQUESTS += [generate.followed(seed, adjudicate, 12) for seed in range(500)]


@pytest.fixture(scope="module")
def told() -> list[tuple[Json, Json]]:
    return [(request, adjudicate(request)) for request in REQUESTS]


def verdicts_of(told: list[tuple[Json, Json]]) -> list[tuple[Json, Json]]:
    return [(request, one) for request, answer in told for one in answer["verdicts"]]


def test_what_36_to_39_deal_with_is_never_accepted(told: list[tuple[Json, Json]]) -> None:
    found = [one for one in verdicts_of(told) if one[1]["kind"] in NEVER_ACCEPTED]
    assert {one["kind"] for _, one in found} == set(NEVER_ACCEPTED)
    for request, one in found:
        assert one["may_accept"] is None, request
        assert one["status"] != "accepted", request
        assert "Q2" not in [question["id"] for question in one["questions"]], request


def test_who_may_accept_is_the_offenders_left_hand_opponent(
        told: list[tuple[Json, Json]]) -> None:
    found = [one for one in verdicts_of(told) if one[1]["may_accept"] is not None]
    assert len(found) > 1_000
    for request, one in found:
        assert one["may_accept"] == words.lho(one["seat"]), request


def test_the_turn_is_somebodys_unless_the_auction_is_over(
        told: list[tuple[Json, Json]]) -> None:
    for request, answer in told:
        state = answer["state"]
        assert (state["turn"] is None) == state["over"], request
        assert (state["contract"] is None) == (state["passed_out"] or not state["over"]), request
        assert (state["declarer"] is None) == (state["contract"] is None), request


def test_an_open_irregularity_has_no_outcome(told: list[tuple[Json, Json]]) -> None:
    for request, one in verdicts_of(told):
        if one["status"] == "open":
            assert one["outcome"] is None, request


def test_the_same_events_give_the_same_answer(told: list[tuple[Json, Json]]) -> None:
    for request, answer in told:
        assert adjudicate(copy.deepcopy(request)) == answer


def test_an_adjudicator_forgets_the_board_before() -> None:
    """One adjudicator hears many boards, as a device does: each as if it were the first."""
    editions = {"2007": edition_2007, "2017": edition_2017}
    used = {laws: Adjudicator(module) for laws, module in editions.items()}
    for request in REQUESTS[:400]:
        if any("director" in event for event in request["events"]):
            continue
        fresh = Adjudicator(editions[request["laws"]])
        found = [hear(one, request) for one in (used[request["laws"]], fresh)]
        assert found[0] == found[1], request


def hear(adjudicator: Adjudicator, request: Json) -> list[Any]:
    adjudicator.open(parse_seat(request["dealer"]))
    kinds = [adjudicator.step(parse_seat(event["seat"]), parse_call(event["call"]))
             for event in request["events"]]
    record = [(adjudicator.standing_seat(i), adjudicator.standing(i))
              for i in range(adjudicator.count)]
    owed = [adjudicator.owes(seat) for seat in range(4)]
    items = [item.tolist() for item in adjudicator.items]
    return [kinds, record, owed, items, adjudicator.turn, adjudicator.contract]


# Auctions up to some point, in which every call is regular.

BIDS = st.lists(st.sampled_from(("P", "P", "X", "XX", *words.BIDS[:12])), max_size=12)


def regular(calls: list[str]) -> list[Json]:
    """Those of the calls that are regular, from North round the table, the auction not over."""
    events: list[Json] = []
    made: list[tuple[str, str]] = []
    for call in calls:
        seat = words.SEATS[len(made) % 4]
        if words.is_insufficient(made, call) or words.is_inadmissible(made, seat, call):
            continue
        if words.is_over([*made, (seat, call)]):
            continue
        made.append((seat, call))
        events.append({"seat": seat, "call": call})
    return events


def hear_from_north(events: list[Json], laws: str = "2017") -> Json:
    return adjudicate({"id": None, "laws": laws, "dealer": "N", "events": events})


EDITIONS = st.sampled_from(("2007", "2017"))


@settings(max_examples=150, deadline=None)
@given(BIDS, EDITIONS, st.sampled_from(("X", "XX")), st.sampled_from(words.CALLS[:20]))
def test_36a_leaves_nothing_behind(calls: list[str], laws: str, bad: str, over: str) -> None:
    """LHO calls over an inadmissible double: as if neither had been made."""
    before = regular(calls)
    made = [(event["seat"], event["call"]) for event in before]
    offender = words.SEATS[len(before) % 4]
    if not words.is_inadmissible(made, offender, bad):
        return
    clean = hear_from_north(before, laws)
    after = hear_from_north([*before, {"seat": offender, "call": bad},
                             {"seat": words.lho(offender), "call": over}], laws)
    assert after["state"] == clean["state"]
    assert [(one["status"], one["outcome"]) for one in after["verdicts"]] == [("wiped", "36A")]
    # The player to whom the turn has gone back calls freely, an inadmissible call excepted.
    again = [{"seat": offender, "call": "P"}]
    freely = hear_from_north([*before, {"seat": offender, "call": bad},
                              {"seat": words.lho(offender), "call": over}, *again], laws)
    assert freely["state"] == hear_from_north([*before, *again], laws)["state"]


@settings(max_examples=150, deadline=None)
@given(BIDS, EDITIONS, st.lists(st.sampled_from(("P", "P", "1N", "3C", "4S", "X")), max_size=8))
def test_a_silenced_player_stays_silenced(calls: list[str], laws: str, later: list[str]) -> None:
    """36B: partner must pass for the rest; what is called in rotation since changes nothing."""
    events = regular(calls)
    made = [(event["seat"], event["call"]) for event in events]
    offender = words.SEATS[len(events) % 4]
    if not words.is_inadmissible(made, offender, "XX"):
        return
    events += [{"seat": offender, "call": "XX"}, {"director": "cancelled"}]
    silenced = words.partner(offender)
    for call in later:
        state = hear_from_north(events, laws)["state"]
        assert state["must_pass"].get(silenced) == "rest"
        if state["over"]:
            return
        if state["turn"] == silenced:
            call = "P"
        events.append({"seat": state["turn"], "call": call})
    assert hear_from_north(events, laws)["state"]["must_pass"].get(silenced) == "rest"


@pytest.mark.parametrize("seed", range(0, 600, 6))
def test_taking_back_the_last_answer_restores_the_answer_before_it(seed: int) -> None:
    """Whatever the director has just said and what anything asked for can be unsaid."""
    for number in range(seed, seed + 6):
        request = generate.followed(number, adjudicate, 10)
        request["events"] = [event for event in request["events"]
                             if event.get("director") not in ("take_back", "board", "entered")]
        before = adjudicate(request)
        for said in ("not_accepted", "cancelled", "comparable", "not_comparable", "unintended",
                     "false_alarm", "void", "opened", "artificial", "same_denomination",
                     "auction_period_over"):
            events = [*request["events"], {"director": said}]
            if len(events) - 1 in adjudicate({**request, "events": events})["ignored"]:
                continue
            back = adjudicate({**request, "events": [*events, {"director": "take_back"}]})
            assert back["state"] == before["state"], (request, said)
            assert back["verdicts"] == before["verdicts"], (request, said)
            assert back["ignored"] == before["ignored"], (request, said)


def test_beyond_its_room_the_director_decides_and_hearing_goes_on() -> None:
    adjudicator = Adjudicator(edition_2017, capacity=64, items=8)
    adjudicator.open(0)
    adjudicator.step(0, parse_call("1C"))
    for _ in range(20):
        assert adjudicator.step(1, parse_call("1C")) in (verdicts.INSUFFICIENT,)
    assert adjudicator.beyond
    for _ in range(200):
        adjudicator.step(2, parse_call("P"))
    assert adjudicator.turn in (0, 1, 2, 3, NOBODY)
    adjudicator.open(1)
    assert not adjudicator.beyond and adjudicator.turn == 1
