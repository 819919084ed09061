"""What judging a call costs beside an empty method call, and how big the tables are."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from virtual_board import vm

from bidbox_host.demo.sequence import FOLDER

RATIO_TARGET = 15
DETECTION_TARGET = 1024
ALL_TARGET = 2048

# What step() needs for a call without an open irregularity; the rest settles one.
_DETECTION = ("ROWS", "CELLS", "CELL_KINDS", "CELL_LAWS", "CELL_STATES", "ASKS")


def measure() -> dict[str, Any]:
    """Return ns a call over the real auctions of the demonstration, and bytes of each edition."""
    script = Path(__file__).with_name("adjudicate_vm.py")
    done = vm.run_script(script, [str(FOLDER / "auctions.jsonl")], heap="1m", fakes=False)
    found: dict[str, Any] = json.loads(done.out.splitlines()[-1])
    found["ratio"] = round(found["step_ns"] / found["empty_ns"], 2)
    for edition in ("2007", "2017"):
        sizes = _sizes(edition)
        found[f"detection_{edition}"] = sum(sizes[name] for name in _DETECTION if name in sizes)
        found[f"tables_{edition}"] = sum(sizes.values())
    return found


def _sizes(edition: str) -> dict[str, int]:
    module = import_module(f"bidbox.laws.edition_{edition}")
    return {
        name: len(value)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, bytes)
    }


def report(found: dict[str, Any]) -> list[str]:
    lines = [
        f"adjudicate: {found['step_ns']} ns a call, empty method call {found['empty_ns']} ns:"
        f" {found['ratio']} x (target {RATIO_TARGET} x)"
    ]
    for edition in ("2007", "2017"):
        lines.append(
            f"tables {edition}: detection {found[f'detection_{edition}']} bytes (target"
            f" {DETECTION_TARGET}), all {found[f'tables_{edition}']} (target {ALL_TARGET})"
        )
    return lines
