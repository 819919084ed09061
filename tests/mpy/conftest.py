"""Runs each test file of this folder twice: in CPython, and in the MicroPython VM.

A file may set, as plain constants at its top, VM_HEAP = "400k" (default 200k), VM_ONLY = True
(not in CPython) and VM_BOARD = "esp32_table" (the virtual board's fakes are installed first).
VM_BOARD = "*" runs it once on each board of boards/, there with the tests that the board can take:
`def test_x(needs="keypad display")` names what CAPABILITIES must have.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from virtual_board import vm

from tests import boards

_RUNNER = Path(__file__).parent / "vm_runner.py"


class VmFailure(Exception):
    """A test failed in the VM; the text is the VM's traceback."""


class VmFile(pytest.File):
    """One test file, run by one VM process (on each board) when its first test is wanted."""

    def collect(self) -> Iterator[pytest.Item]:
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        self.settings = _constants(tree)
        self.results: dict[str | None, dict[str, str]] = {}
        tests = {
            node.name: _needs(node)
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }
        wanted = self.settings.get("VM_BOARD")
        if wanted != "*":
            for test in tests:
                yield VmTest.from_parent(self, name=f"vm:{test}", test=test, board=wanted)
            return
        for board in boards.every():
            for test, needs in tests.items():
                if board.has(*needs):
                    name = f"vm:{test}[{board.name}]"
                    yield VmTest.from_parent(self, name=name, test=test, board=board.name)

    def result(self, test: str, board: str | None) -> str:
        """Return "" if the test passed, otherwise what the VM said."""
        if board not in self.results:
            self.results[board] = self._run(board)
        found = self.results[board]
        return found.get(test, found.get("", "the VM did not get to this test"))

    def _run(self, board: str | None) -> dict[str, str]:
        done = vm.run_script(
            _RUNNER,
            [str(self.path.with_suffix(""))],
            heap=self.settings.get("VM_HEAP", vm.HEAP),
            fakes=board is not None,
            board=board or "",
            check=False,
        )
        results = {}
        for line in done.out.split("\n"):
            if line.startswith("\x01"):
                word, name, *text = line[1:].split(" ", 2)
                results["" if word == "BROKEN" else name] = json.loads(text[0]) if text else ""
        if done.status != 0:
            results.setdefault("", f"the VM ended with status {done.status}\n{done.out}{done.err}")
        return results


class VmTest(pytest.Item):
    """One test function in the VM; `board`: the one whose fakes are installed, if any."""

    def __init__(self, test: str, board: str | None, **rest: Any) -> None:
        super().__init__(**rest)
        self.test = test
        self.board = board

    def runtest(self) -> None:
        text = self.parent.result(self.test, self.board)
        if text:
            raise VmFailure(text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        return f"in the MicroPython VM:\n{excinfo.value}"

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


def _constants(tree: ast.Module) -> dict[str, Any]:
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id.startswith("VM_"):
                    found[target.id] = node.value.value
    return found


def _needs(test: ast.FunctionDef) -> list[str]:
    """Return what a test's `needs` names."""
    for name, default in zip(test.args.args, test.args.defaults, strict=True):
        if name.arg == "needs" and isinstance(default, ast.Constant):
            return str(default.value).split()
    return []


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> VmFile | None:
    if not (file_path.name.startswith("test_") and file_path.suffix == ".py"):
        return None
    if not vm.available() or _constants(ast.parse(file_path.read_text())).get("VM_ONLY"):
        return None
    return VmFile.from_parent(parent, path=file_path)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> VmFile | None:
    if _constants(ast.parse(module_path.read_text())).get("VM_ONLY") and vm.available():
        return VmFile.from_parent(parent, path=module_path)
    return None
