"""Each of the demonstration's sequence files can be read, and the adjudicator agrees with it."""

import pytest

from bidbox_host.demo.sequence import Sequence, all_sequences
from bidbox_host.laws.adjudicate import adjudicate

SEQUENCES = all_sequences()


def request(sequence: Sequence) -> dict:
    """Return the board as a request, without keys, table and director's device."""
    events: list[dict] = []
    for step in sequence.steps:
        group = [call for call in step.calls if call.ok]
        for place, call in enumerate(reversed(group)):
            event: dict = {"seat": call.seat, "call": call.call}
            if place:
                event["with"] = len(events) - place
            events.append(event)
        if step.word == "director":
            answer = step.text.rpartition(": ")[2].replace(" ", "_")
            if answer != "he_comes":
                events.append({"director": answer})
        elif step.word == "host":
            events.append({"director": step.argument})
    if sequence.closed == "deemed":
        passes = 3 - sum(1 for call in sequence.made[-2:] if call[1] == "P")
        seat = "NESW".index(sequence.made[-1][0])
        events += [{"seat": "NESW"[(seat + i) % 4], "call": "P"} for i in range(1, passes + 1)]
    return {"id": sequence.name, "laws": "2017", "dealer": sequence.dealer, "events": events}


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda s: s.name)
def test_the_laws_give_what_the_sequence_says(sequence: Sequence) -> None:
    answer = adjudicate(request(sequence))
    found = [
        (
            v["seat"], v["call"], v["kind"], v["turn"], v["law"], v["may_accept"],
            v["simultaneous"], v["status"], a.outcome and v["outcome"],
        )
        for v, a in zip(answer["verdicts"], sequence.alarms, strict=True)
    ]  # fmt: skip
    wanted = [
        (a.seat, a.call, a.kind, a.turn, a.law, a.may_accept, a.simultaneous, a.status, a.outcome)
        for a in sequence.alarms
    ]
    assert found == wanted
    state = answer["state"]
    if sequence.closed != "incomplete":
        marks = "X" * state["doubled"]
        contract = None if state["passed_out"] else state["contract"] + marks
        assert (contract, state["declarer"]) == (sequence.contract, sequence.declarer)
        assert state["over"]
    assert answer["ignored"] == []


def test_there_are_enough_real_auctions_with_each_a_number_of_its_own() -> None:
    real = [s for s in SEQUENCES if s.name.startswith("real-")]
    assert len(real) >= 8
    assert all(not s.alarms for s in real)
    assert len({s.board for s in SEQUENCES}) == len(SEQUENCES)
