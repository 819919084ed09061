"""Facts about bridge, asked of the reference model and of the box's own adjudicator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bidbox_host.laws.adjudicate import adjudicate as bidbox_adjudicate
from tests.reference import conformance, sequences, several, traps
from tests.reference.cases import BridgeCase, differences
from tests.reference.cases import request as case_request
from tests.reference.model import adjudicate

Judge = Callable[[dict[str, Any]], dict[str, Any]]

ALL = [pytest.param(case, laws, id=f"{laws} {case.name}")
       for source in (conformance, traps, sequences, several) for case in source.CASES
       for laws in case.laws]


@pytest.fixture(params=[adjudicate, bidbox_adjudicate], ids=["reference", "bidbox"])
def judge(request: pytest.FixtureRequest) -> Judge:
    return request.param


def test_every_conformance_case_is_here_in_both_columns() -> None:
    for laws in ("2017", "2007"):
        numbers = {case.name.split(":")[0] for case in conformance.CASES if laws in case.laws}
        assert numbers == {str(number) for number in range(1, 30)}


@pytest.mark.parametrize("case, laws", ALL)
def test_case(judge: Judge, case: BridgeCase, laws: str) -> None:
    assert differences(case, judge(case_request(case, laws))) == []
