"""Runs each test file of this folder twice: in CPython, and in the MicroPython VM.

A file may set, as plain constants at its top, VM_HEAP = "400k" (default 200k), VM_ONLY = True
(not in CPython) and VM_BOARD = "esp32_table" (the virtual board's fakes are installed first).
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from virtual_board import vm

_RUNNER = Path(__file__).parent / "vm_runner.py"


class VmFailure(Exception):
    """A test failed in the VM; the text is the VM's traceback."""


class VmFile(pytest.File):
    """One test file, run by one VM process when its first test is wanted."""

    def collect(self) -> Iterator[pytest.Item]:
        tree = ast.parse(self.path.read_text())
        self.settings = _constants(tree)
        self.results: dict[str, str] | None = None
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield VmTest.from_parent(self, name=f"vm:{node.name}", test=node.name)

    def result(self, test: str) -> str:
        """Return "" if the test passed, otherwise what the VM said."""
        if self.results is None:
            self.results = self._run()
        return self.results.get(test, self.results.get("", "the VM did not get to this test"))

    def _run(self) -> dict[str, str]:
        board = self.settings.get("VM_BOARD")
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
    """One test function in the VM."""

    def __init__(self, test: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.test = test

    def runtest(self) -> None:
        text = self.parent.result(self.test)
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
