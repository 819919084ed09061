"""Runs all benchmarks: `python -m tests.bench`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bidbox_host.demo.stage import HEAP
from tests.bench import adjudicate, devices, journal, link, pauses, replay

_OUT = Path("build/bench.json")


def main() -> None:
    parts: dict[str, tuple[Callable[[], Any], Callable[[Any], list[str]]]] = {
        "adjudicate": (adjudicate.measure, adjudicate.report),
        "devices": (lambda: devices.measure(HEAP), devices.report),
        "pauses": (lambda: pauses.measure(HEAP), pauses.report),
        "journal": (journal.measure, journal.report),
        "replay": (replay.measure, replay.report),
        "power_cuts": (journal.power_cuts, list),
        "link": (link.measure, link.report),
    }
    found = {}
    for name, (measure, report) in parts.items():
        found[name] = measure()
        for line in report(found[name]):
            print(line, flush=True)
    _OUT.parent.mkdir(parents=True, exist_ok=True)
    _OUT.write_text(json.dumps(found, indent=2) + "\n")
    print(f"written to {_OUT}; times vary from machine to machine, ratios of one run do not")


if __name__ == "__main__":
    main()
