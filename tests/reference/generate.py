"""Random requests: mostly legal auctions, with irregularities and director's answers of all kinds.

`request` knows the rules of the game, not the Laws on irregularities, so that it cannot steer
round a mistake of the model. `followed` asks a judge, after each event, whose turn it is and what
the director is asked, and so comes much deeper. The same seed gives the same request.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from . import words

Event = dict[str, Any]

PLAIN_ANSWERS = (
    "not_accepted", "accepted", "unintended", "withdrawn", "cancelled", "comparable",
    "not_comparable", "same_denomination", "not_same_denomination", "artificial",
    "not_artificial", "opened", "called_over", "void", "take_back", "false_alarm",
    "auction_period_over")
# The answers that follow an irregularity most often come most often.
WEIGHTS = (14, 3, 3, 1, 7, 5, 7, 3, 3, 2, 3, 2, 2, 0.5, 1, 0.5, 0.5)
NAMED_ANSWERS = ("entered", "must_pass", "board", "ruling")


class Table:
    """A rough idea of where the auction stands: enough to make likely calls."""

    def __init__(self, source: random.Random, dealer: str) -> None:
        self.source = source
        self.due = dealer
        self.calls: list[tuple[str, str]] = []

    def call(self, wildness: float) -> tuple[str, str]:
        """A seat and a call: usually legal and in rotation."""
        seat = self.due if self.source.random() > wildness else self.source.choice(words.SEATS)
        if self.source.random() < wildness:
            call = self.any_call()
        else:
            call = self.legal_call(seat)
        self.calls.append((seat, call))
        self.due = words.lho(seat)
        return seat, call

    def any_call(self) -> str:
        choice = self.source.random()
        if choice < 0.04:
            return self.source.choice(words.ABOVE_SEVEN)
        if choice < 0.25:
            return self.source.choice((words.DOUBLE, words.DOUBLE, words.REDOUBLE))
        if choice < 0.4:
            return words.PASS
        last = words.last_bid(self.calls)
        near = words.BIDS.index(last[1]) if last and last[1] in words.BIDS else 4
        spread = self.source.randint(-6, 6)
        return words.BIDS[max(0, min(len(words.BIDS) - 1, near + spread))]

    def legal_call(self, seat: str) -> str:
        choice = self.source.random()
        if choice < 0.5:
            return words.PASS
        if choice < 0.62:
            for call in (words.DOUBLE, words.REDOUBLE):
                if not words.is_inadmissible(self.calls, seat, call):
                    return call
        last = words.last_bid(self.calls)
        height = words.BIDS.index(last[1]) + 1 if last and last[1] in words.BIDS else 0
        if height >= len(words.BIDS):
            return words.PASS
        return words.BIDS[min(len(words.BIDS) - 1, height + int(self.source.expovariate(0.6)))]

    def back_up(self) -> None:
        """Somebody is made to call again."""
        if self.calls:
            seat, _ = self.calls.pop()
            self.due = seat if self.source.random() < 0.7 else words.rho(seat)


def answer(source: random.Random, table: Table, count: int) -> Event:
    if source.random() < 0.06:
        return named_answer(source, table)
    word = source.choices(PLAIN_ANSWERS, WEIGHTS)[0]
    event: Event = {"director": word}
    needs_of = word in ("unintended", "withdrawn", "void")
    if count and source.random() < (0.6 if needs_of else 0.15):
        event["of"] = max(0, count - source.choice((1, 1, 1, 2, 2, 3, 4, 8)))
    if word in ("not_accepted", "cancelled", "void", "withdrawn", "unintended"):
        table.back_up()
    return event


def named_answer(source: random.Random, table: Table) -> Event:
    word = source.choice(NAMED_ANSWERS)
    if word == "entered":
        seat, call = table.call(0.2)
        return {"director": word, "seat": seat, "call": call}
    if word == "must_pass":
        return {"director": word, "seat": source.choice(words.SEATS),
                "extent": source.choice(("next", "rest"))}
    if word == "board":
        if source.random() < 0.5:
            return {"director": word, "number": source.randint(1, 36)}
        return {"director": word, "dealer": source.choice(words.SEATS)}
    return {"director": word, "state": ruled_state(source, table)}


def ruled_state(source: random.Random, table: Table) -> dict[str, Any]:
    calls = [list(pair) for pair in table.calls[:source.randint(0, len(table.calls))]
             if pair[1] not in words.ABOVE_SEVEN]
    state: dict[str, Any] = {"calls": calls, "turn": source.choice(words.SEATS),
                             "must_pass": {}, "must_repeat": {}}
    if source.random() < 0.3:
        state["must_pass"][source.choice(words.SEATS)] = source.choice(("next", "rest"))
    if source.random() < 0.1:
        state["must_repeat"][source.choice(words.SEATS)] = source.choice(words.BIDS)
    return state


def request(seed: int, longest: int = 24) -> dict[str, Any]:
    """One random request."""
    source = random.Random(seed)
    dealer = source.choice(words.SEATS)
    table = Table(source, dealer)
    wildness = source.choice((0.05, 0.15, 0.15, 0.3, 0.5))
    answering = source.choice((0.0, 0.2, 0.3, 0.3, 0.5))
    together = source.choice((0.0, 0.0, 0.05, 0.2))
    events: list[Event] = []
    passes = 0
    while len(events) < source.randint(4, longest):
        if events and source.random() < answering:
            events.append(answer(source, table, len(events)))
            passes = 0
            continue
        seat, call = table.call(wildness)
        event: Event = {"seat": seat, "call": call}
        if events and "seat" in events[-1] and source.random() < together:
            others = [words.lho(events[-1]["seat"]), words.partner(events[-1]["seat"]),
                      words.rho(events[-1]["seat"])]
            event["seat"] = source.choice(others)
            event["with"] = len(events) - 1
        events.append(event)
        passes = passes + 1 if call == words.PASS else 0
        if passes > 4 and source.random() < 0.5:
            break
    return {"id": f"random-{seed}", "laws": source.choice(("2017", "2007")), "dealer": dealer,
            "events": events}


ASKED = {
    "Q1": ("unintended",), "Q2": ("not_accepted", "not_accepted", "not_accepted", "accepted"),
    "Q3": ("opened", "called_over"), "Q4": ("accepted", "not_accepted"),
    "Q5": ("artificial", "not_artificial"), "Q6": ("same_denomination", "not_same_denomination"),
    "Q7": ("comparable", "not_comparable", "not_comparable", "same_denomination",
           "not_same_denomination")}


def followed(seed: int, judge: Callable[[dict[str, Any]], dict[str, Any]],
             longest: int = 20) -> dict[str, Any]:
    """A random request in which players and director mostly do what the last answer expects."""
    source = random.Random(seed)
    made: dict[str, Any] = {"id": f"followed-{seed}", "laws": source.choice(("2017", "2007")),
                            "dealer": source.choice(words.SEATS), "events": []}
    wildness = source.choice((0.1, 0.2, 0.3))
    length = source.randint(6, longest)
    while len(made["events"]) < length:
        made["events"].append(next_event(source, judge(made), wildness, len(made["events"])))
    return made


def next_event(source: random.Random, told: dict[str, Any], wildness: float,
               count: int) -> Event:
    state = told["state"]
    # A slip is the rare answer, though its question is the most frequent.
    slips = source.random() < 0.1
    asked = [question for verdict in told["verdicts"] for question in verdict["questions"]
             if question["id"] in ASKED and slips == (question["id"] == "Q1")]
    forced = any(verdict["status"] == "open" and verdict["may_accept"] is None
                 for verdict in told["verdicts"])
    choice = source.random()
    table = Table(source, state["turn"] or source.choice(words.SEATS))
    table.calls = [(seat, call) for seat, call in state["calls"]]
    if forced and choice < 0.4:
        return {"director": "cancelled"}
    if asked and choice < 0.6:
        question = source.choice(asked[-3:])
        event: Event = {"director": source.choice(ASKED[question["id"]])}
        if source.random() < 0.3:
            event["of"] = question["of"]
        return event
    if choice > 0.97:
        return answer(source, table, count)
    if state["over"] and choice < 0.7:
        return {"director": "auction_period_over"} if choice < 0.63 else {
            "seat": source.choice(words.SEATS), "call": source.choice(words.CALLS)}
    seat, call = table.call(wildness)
    if state["must_repeat"].get(seat) and source.random() < 0.8:
        call = state["must_repeat"][seat]
    elif state["must_pass"].get(seat) and source.random() < 0.7:
        call = words.PASS
    elif any(verdict["seat"] == seat and verdict["outcome"] == "27B"
             for verdict in told["verdicts"]) and source.random() < 0.5:
        call = words.lowest_sufficient(table.calls, source.choice(words.DENOMINATIONS)) or call
    return {"seat": seat, "call": call}
