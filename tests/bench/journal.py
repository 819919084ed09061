"""What a recorded event costs the flash, beside append and flush: for `make bench`."""

import json
import tempfile
from pathlib import Path
from typing import Any

from virtual_board import vm

ERASES_TARGET = 0.1
BYTES_TARGET = 256


def measure() -> dict[str, dict[str, float]]:
    """Record an evening of 26 boards in the VM, both ways; costs by name for each."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(__file__).with_name("journal_vm.py")
        done = vm.run_script(script, [str(Path(folder) / "flash.img")], fakes=False)
    return json.loads(done.out.splitlines()[-1])


def power_cuts() -> list[str]:
    """Cut the power after every program and erase of a session; return what the tests counted.

    AssertionError, with the tests' own words, if a record was lost or invented. About 20 s.
    """
    tests = vm.ROOT / "tests" / "mpy"
    done = vm.run_script(
        tests / "vm_runner.py", [str(tests / "test_store_power")], heap="24M", fakes=False
    )
    lines = done.out.splitlines()
    failed = [line for line in lines if "FAIL " in line or "BROKEN " in line]
    if failed:
        raise AssertionError("\n".join(failed))
    return [line for line in lines if line.startswith(("power cut", "flipped bits"))]


def report(found: dict[str, dict[str, Any]]) -> list[str]:
    """Return the lines that `make bench` prints."""
    lines = []
    for name, costs in found.items():
        lines.append(
            f"flash, {name.replace('_', ' ')}: {costs['erases_per_event']:.3f} erases,"
            f" {costs['bytes_programmed_per_event']:.0f} bytes programmed an event"
            f" (about {costs['estimated_ms_per_event']:.1f} ms;"
            f" most worn block {costs['wear_most_worn_block']} erases in an evening)"
        )
    lines.append(
        f"flash, target: {ERASES_TARGET} erases, {BYTES_TARGET} bytes programmed an event"
    )
    return lines


if __name__ == "__main__":
    print("\n".join([*report(measure()), *power_cuts()]))
