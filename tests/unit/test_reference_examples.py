"""The published examples: the reference model must give every answer exactly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reference.model import adjudicate

TESTS = Path(__file__).resolve().parents[1]
LINES = (TESTS / "data" / "adjudicate_examples.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES = [json.loads(line) for line in LINES]


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 31


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["request"]["id"])
def test_the_answer_is_the_published_one(example: dict) -> None:
    assert adjudicate(example["request"]) == example["answer"], example["note"]
