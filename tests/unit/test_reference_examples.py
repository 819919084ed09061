"""The published examples, exactly, and what must hold of every answer of the reference model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reference.generate import followed, request
from tests.reference.model import adjudicate
from tests.reference.words import lho

TESTS = Path(__file__).resolve().parents[1]
LINES = (TESTS / "data" / "adjudicate_examples.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES = [json.loads(line) for line in LINES]


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 31


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["request"]["id"])
def test_the_answer_is_the_published_one(example: dict) -> None:
    assert adjudicate(example["request"]) == example["answer"], example["note"]


ANSWERS = {
    "Q1": ("unintended",), "Q2": ("not_accepted",), "Q3": ("opened", "called_over"),
    "Q4": ("accepted", "not_accepted"), "Q5": ("artificial", "not_artificial"),
    "Q6": ("same_denomination", "not_same_denomination"), "Q7": ("comparable", "not_comparable")}


@pytest.mark.parametrize("seed", range(300))
def test_no_answer_to_a_question_is_ignored(seed: int) -> None:
    told = followed(seed, adjudicate)
    count = len(told["events"])
    for verdict in adjudicate(told)["verdicts"]:
        for question in verdict["questions"]:
            for word in ANSWERS.get(question["id"], ()):
                said = {"director": word, "of": question["of"]}
                longer = {**told, "events": [*told["events"], said]}
                assert count not in adjudicate(longer)["ignored"], (question, longer)


@pytest.mark.parametrize("seed", range(300))
def test_what_holds_of_every_answer(seed: int) -> None:
    given = request(seed, 40)
    answer = adjudicate(given)
    assert answer == adjudicate(given)
    assert (answer["state"]["turn"] is None) == answer["state"]["over"]
    for verdict in answer["verdicts"]:
        if verdict["may_accept"] is not None:
            assert verdict["may_accept"] == lho(verdict["seat"])
            assert verdict["kind"] in ("insufficient", "out_of_rotation", "change_of_call")
        if verdict["status"] == "open":
            assert verdict["outcome"] is None
