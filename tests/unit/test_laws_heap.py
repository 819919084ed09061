"""A call is judged without heap: tried in the VM with the heap locked, and by rules of the code.

The VM here has 64 bits. What would need the heap only on a chip's 32 bits (a number of 2^30 or
more) cannot fail here, so the code itself is held to the rules.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from virtual_board import vm

import bidbox.judge
from bidbox.verdicts import KINDS
from tests.reference import conformance, generate, sequences, several, traps
from tests.reference.cases import request as case_request
from tests.reference.model import adjudicate

BENCH = Path(__file__).resolve().parents[1] / "bench"
PACKAGE = Path(bidbox.judge.__file__).parent
# What step() runs, in the order in which each is built on the last.
HOT = ("auction", "duties", "items", "settling", "classifying", "judge")
NAMED_ARGUMENTS = ("entered", "must_pass", "board", "ruling")


@pytest.mark.skipif(not vm.available(), reason="no MicroPython VM here")
def test_no_call_asks_the_heap_for_room(tmp_path: Path) -> None:
    requests = [case_request(case, laws) for source in (conformance, traps, sequences, several)
                for case in source.CASES for laws in case.laws]
    requests += [generate.request(seed, 24) for seed in range(1_000)]
    requests += [generate.followed(seed, adjudicate, 16) for seed in range(300)]
    plain = [one for one in requests if not any(
        event.get("director") in NAMED_ARGUMENTS for event in one["events"])]
    file = tmp_path / "requests.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in plain))
    done = vm.run_script(BENCH / "adjudicate_heap_vm.py", [str(file)], heap="1m", fakes=False)
    found = json.loads(done.out.splitlines()[-1])
    assert found["failed"] == []
    assert found["calls"] > 5_000
    assert set(found["kinds"]) == set(KINDS) - {""}


def functions(name: str) -> list[ast.FunctionDef]:
    tree = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
            and node.name not in ("__init__", "take")]


def step() -> ast.FunctionDef:
    return next(one for one in functions("hearing") if one.name == "step")


@pytest.mark.parametrize("name", [*HOT, "hearing"])
def test_nothing_is_built_where_a_call_is_judged(name: str) -> None:
    built = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp,
             ast.GeneratorExp, ast.JoinedStr, ast.Slice, ast.Lambda, ast.Starred, ast.Yield)
    for function in functions(name) if name != "hearing" else [step()]:
        where = f"{name}.{function.name}"
        for node in ast.walk(function):
            assert not isinstance(node, built), f"{where}, line {node.lineno}"
            assert node is function or not isinstance(node, ast.FunctionDef), where
            if isinstance(node, ast.Tuple):
                assert all(isinstance(one, ast.Constant) for one in node.elts), where
            if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
                assert type(node.value) is not float and abs(node.value) < 1 << 30, where
            assert not isinstance(node, (ast.Div, ast.Pow)), where
            if isinstance(node, ast.Call):
                assert not node.keywords, f"{where}, line {node.lineno}"
