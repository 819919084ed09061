"""The adjudicator and the reference model give the same answer.

`test_every_reachable_state` walks breadth first through abstract states (tests.reference.abstract:
LAWS.md 3.1 and 3.2). For each state it keeps the first history that led there, and tries after it
every seat with every call of a reduced set and every answer of the director; both models answer
each longer request, and the whole answers must be equal (questions by their ids). A state is gone
on from while it has at most as many irregularities as its walk allows. The reduced calls hold a
pass, a double, an opening bid, an insufficient and a sufficient bid of the same and of another
denomination; where the walk says so also a redouble and a bid above seven. Seats are seen from
the turn, so one dealer stands for four. By default the walks go to the depths given in WALKS;
with BIDBOX_FUZZ set they go on until no state is new, or to LONG_DEPTH events.

`test_random_requests` and its like compare thousands of random requests, BIDBOX_FUZZ=N of them
where that is set. Requests that are wild in several ways at once still differ about once in a
thousand; ALLOWED says how often.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbox_host.laws.adjudicate import adjudicate
from tests.reference import generate, words
from tests.reference.abstract import awaited, key
from tests.reference.model import adjudicate as reference
from tests.reference.model import answer
from tests.reference.replay import tell

Json = dict[str, Any]

FUZZ = int(os.environ.get("BIDBOX_FUZZ", "0"))
LONG_DEPTH = 8
pytestmark = pytest.mark.timeout(0 if FUZZ else 300)
DATA = Path(__file__).resolve().parents[1] / "data"

ANSWERS = (
    "not_accepted", "accepted", "cancelled", "comparable", "not_comparable", "same_denomination",
    "not_same_denomination", "artificial", "not_artificial", "opened", "called_over",
    "auction_period_over")
CORRECTIONS = ("unintended", "withdrawn", "void", "take_back", "false_alarm")

# name: calls, answers, irregularities, depth in events.
WALKS = {
    "one irregularity": (("P", "X", "1C", "1D", "2C"), ANSWERS, 1, 5),
    "two irregularities": (("P", "X", "XX", "1C", "1D", "2C", "8C"), ANSWERS, 2, 3),
    "corrections": (("P", "X", "1C", "1D"), (*ANSWERS, *CORRECTIONS), 2, 3),
}


def comparable(told: Json) -> Json:
    """The answer with questions by their ids: how a gap's readings are named is each one's own."""
    verdicts = [{**verdict, "questions": sorted({q["id"] for q in verdict["questions"]})}
                for verdict in told["verdicts"]]
    return {**told, "verdicts": verdicts}


def equal(request: Json) -> bool:
    return comparable(adjudicate(request)) == comparable(reference(request))


def shortest(request: Json) -> Json:
    """The request without the events that its difference does not need."""
    at = len(request["events"]) - 1
    while at >= 0:
        events = [dict(event) for i, event in enumerate(request["events"]) if i != at]
        fewer = {**request, "events": [moved(event, at) for event in events]}
        if not any(event.get(name) == "gone" for event in fewer["events"]
                   for name in ("of", "with")) and not equal(fewer):
            request = fewer
            at = len(request["events"])
        at -= 1
    return request


def moved(event: Json, gone: int) -> Json:
    for name in ("of", "with"):
        if name in event:
            at = event[name]
            event[name] = "gone" if at == gone else at - 1 if at > gone else at
    return event


@pytest.mark.parametrize("laws", ["2007", "2017"])
@pytest.mark.parametrize("walk", WALKS)
def test_every_reachable_state(walk: str, laws: str, capsys: pytest.CaptureFixture[str]) -> None:
    calls, answers, irregularities, depth = WALKS[walk]
    events: list[Json] = [{"seat": seat, "call": call} for call in calls for seat in words.SEATS]
    events += [{"director": name} for name in answers]
    seen: set[Any] = set()
    layer: list[tuple[Json, ...]] = [()]
    transitions = 0
    for _ in range(LONG_DEPTH if FUZZ else depth):
        found: list[tuple[Json, ...]] = []
        for history in layer:
            for event in events:
                longer = (*history, event)
                request = {"id": None, "laws": laws, "dealer": "N", "events": list(longer)}
                story = tell(laws, "N", request["events"])
                transitions += 1
                assert comparable(answer(request, story)) == comparable(adjudicate(request)), \
                    shortest(request)
                state = story.state
                if story.ignored or len(state.cases) > irregularities:
                    continue
                if sum(awaited(state, case) for case in state.cases) > irregularities:
                    continue
                seen_from_turn = key(state)
                if seen_from_turn not in seen:
                    seen.add(seen_from_turn)
                    found.append(longer)
        layer = found
        if not layer:
            break
    with capsys.disabled():
        print(f"\n{laws}, {walk}: {len(seen)} states, {transitions} transitions,"
              f" {'all' if not layer else f'to {depth} events'}")
    assert transitions > 5_000


# Random requests.

ALLOWED = 1 / 500  # of the requests, and three in a block by chance


def is_beyond(request: Json) -> bool:
    """Left out: the order of calls made together is not looked into again when the dealer is
    corrected or a call taken back; and a `ruling` may name a state that no auction can reach."""
    said = {event.get("director") for event in request["events"]}
    if "ruling" in said:
        return True
    return any("with" in event for event in request["events"]) and bool(
        said & {"board", "unintended", "withdrawn", "void", "false_alarm", "take_back"})


def compare(requests: list[Json]) -> None:
    kept = [request for request in requests if not is_beyond(request)]
    differing = [request for request in kept if not equal(request)]
    kinds = Counter(" ".join(event.get("director", "call") for event in shortest(one)["events"])
                    for one in differing[:50])
    assert len(kept) > 0.7 * len(requests)
    assert len(differing) <= 3 + ALLOWED * len(kept), kinds.most_common(10)


BLOCKS = range(max(4, FUZZ // 2_000))


@pytest.mark.parametrize("block", BLOCKS)
def test_random_requests(block: int) -> None:
    compare([generate.request(1_000 * block + seed, (6, 12, 24)[seed % 3])
             for seed in range(1_000)])


@pytest.mark.parametrize("block", BLOCKS)
def test_requests_that_follow_the_questions(block: int) -> None:
    compare([generate.followed(300 * block + seed, reference, 14) for seed in range(300)])


CALLS = st.builds(lambda seat, call: {"seat": seat, "call": call},
                  st.sampled_from(words.SEATS),
                  st.sampled_from(("P", "P", "X", "XX", "1C", "1D", "1N", "2C", "2H", "3C")))
SAID = st.builds(lambda name: {"director": name}, st.sampled_from(ANSWERS))


@settings(max_examples=max(500, FUZZ // 20), deadline=None, derandomize=True)
@given(st.sampled_from(("2007", "2017")), st.sampled_from(words.SEATS),
       st.lists(st.one_of(CALLS, CALLS, SAID), max_size=5))
def test_any_short_request(laws: str, dealer: str, events: list[Json]) -> None:
    assert equal({"id": None, "laws": laws, "dealer": dealer, "events": events})


# Real auctions.

def real_auctions() -> list[Json]:
    lines = (DATA / "auctions_sample.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def in_turn(auction: Json) -> list[Json]:
    seat = words.SEATS.index(auction["d"])
    return [{"seat": words.SEATS[(seat + i) % 4], "call": call}
            for i, call in enumerate(auction["c"].split())]


def test_real_auctions_give_no_alarm() -> None:
    auctions = real_auctions()
    assert len(auctions) >= 300
    for auction in auctions:
        for laws in ("2007", "2017"):
            told = adjudicate({"id": None, "laws": laws, "dealer": auction["d"],
                               "events": in_turn(auction)})
            state = told["state"]
            assert told["verdicts"] == [], auction
            assert state["over"] == (auction["st"] != "incomplete"), auction
            assert state["passed_out"] == (auction["st"] == "passed out"), auction
            if auction["st"] == "complete":
                assert state["contract"] + "X" * state["doubled"] == auction["ck"], auction
                assert state["declarer"] == auction["dk"], auction


def injected(auction: Json, at: int) -> list[list[Json]]:
    """The auction with one irregularity before its call `at`, not accepted and accepted."""
    calls = in_turn(auction)
    before, seat = calls[:at], calls[at]["seat"]
    last = words.last_bid([(one["seat"], one["call"]) for one in before])
    bid = last[1] if last else "1C"
    wrong = [{"seat": other, "call": call} for other in words.SEATS if other != seat
             for call in ("P", bid, "X")]
    wrong += [{"seat": seat, "call": call} for call in ("X", "XX", bid) if last or call != bid]
    found = []
    for one in wrong:
        then = {"seat": words.lho(one["seat"]), "call": "P"}
        found.append([*before, one, {"director": "not_accepted"}, {"director": "cancelled"},
                      *calls[at:]])
        found.append([*before, one, then, *calls[at:]])
    return found


@pytest.mark.parametrize("half", [0, 1])
def test_real_auctions_with_one_irregularity_anywhere(half: int) -> None:
    tried = 0
    for number, auction in enumerate(real_auctions()[half::2]):
        if not FUZZ and number % 10:
            continue
        for at in range(len(auction["c"].split())):
            for i, events in enumerate(injected(auction, at)):
                laws = ("2007", "2017")[(i + at) % 2]
                request = {"id": None, "laws": laws, "dealer": auction["d"], "events": events}
                assert equal(request), shortest(request)
                tried += 1
    assert tried > 3_000
