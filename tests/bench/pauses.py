"""How long the event loop of a table stands still, and how much of its bus each scan takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from virtual_board import World

from bidbox.calls import SEATS
from bidbox_host.demo.stage import HEAP, Stage

_PROBE = Path(__file__).with_name("pauses_vm.py")
_ROOM = 96 * 1024  # bytes of heap for the probe
_CALLS = ("1C", "X", "1H", "1S", "2C", "2S", "3C", "3S", "P", "P", "4C", "4S", "P", "P", "P")
_BOARDS = 5  # pages are appended to a segment with every fourth
_KINDS = {"flash": "flash is written", "display": "a display is drawn", "scan": "keys are read"}
BUDGET_MS = {"idle": 0.6, "full": 3.2, "slice": 1.0}  # DEVICE: of the bus, in 10 ms


@dataclass(frozen=True)
class _Found:
    """What the probe saw in one stretch of time; ns and us as in pauses_vm.py."""

    worst: dict[str, list[int]]
    middle: int
    most: int
    slice: int
    whole: int
    gap: int
    erases: int
    collect: int


def measure(heap: int = HEAP, boards: int = _BOARDS) -> dict[str, Any]:
    """Play boards on a virtual table; return ms by name, bus and pauses.

    Counted time is the longest of all. That of the VM, to which all else that runs on this machine
    adds, is the longest that the median call gave.
    """
    with World() as world:
        stage = Stage(world, heap=heap + _ROOM)
        stage.table.at(0, _PROBE.read_text())
        stage.wait(3000)
        _take(stage)
        stage.wait(5000)
        idle = _take(stage)
        for seat in SEATS:
            stage.table.press(seat, "STOP")
        stage.wait(200)
        _take(stage)
        stage.wait(1000)
        full = _take(stage)
        for seat in SEATS:
            stage.table.release(seat, "STOP")
        stage.wait(11000)
        played = [one for board in range(1, boards + 1) for one in _play(stage, board)]
    found: dict[str, Any] = {
        "bus_idle": idle.middle / 1000,
        "bus_idle_checked": idle.most / 1000,
        "bus_full": full.middle / 1000,
        "bus_full_checked": full.most / 1000,
        "bus_slice": max(one.slice for one in played) / 1000,
        "bus_whole": max(one.whole for one in [*played, full]) / 1000,
        "gap": max(one.gap for one in played),
        "vm_collect": round(median(one.collect for one in played) / 1000, 2),
        "erases": max(one.erases for one in played),
    }
    for kind in played[0].worst:
        counted = max(one.worst[kind][0] for one in played)
        found[f"pause_{kind}"] = round(counted / 1e6, 2)
        found[f"vm_{kind}"] = round(median(one.worst[kind][1] for one in played) / 1000, 2)
    return found


def _play(stage: Stage, board: int) -> Iterator[_Found]:
    """Yield what each call gave, opening and closing the board with the first and the last."""
    stage.open_board(board)
    dealer = (board - 1) % 4
    for place, call in enumerate(_CALLS):
        stage.call(SEATS[(dealer + place) % 4], call)
        stage.wait(400)
        if place == len(_CALLS) - 1:
            stage.cards_away()
            stage.wait(1000)
        yield _take(stage)


def _take(stage: Stage) -> _Found:
    return _Found(*stage.table.eval("virtual.pauses.take_all()"))


def report(found: dict[str, Any]) -> list[str]:
    """Return the lines that `make bench` prints."""
    lines = [
        f"bus of a table, ms a scan of 10 ms: idle {found['bus_idle']:.2f} (target"
        f" {BUDGET_MS['idle']}; {found['bus_idle_checked']:.2f} when a unit is asked for its"
        f" settings), keys down at four seats {found['bus_full']:.2f} (target {BUDGET_MS['full']};"
        f" {found['bus_full_checked']:.2f} with a check), a slice of a display"
        f" {found['bus_slice']:.2f} (target {BUDGET_MS['slice']}), scan and slices together at"
        f" most {found['bus_whole']:.2f}"
    ]
    for kind, words in _KINDS.items():
        lines.append(
            f"longest pause of a table's event loop while {words}: {found[f'pause_{kind}']:.2f} ms"
            f" counted by the models of bus and flash, and {found[f'vm_{kind}']:.2f} ms of this"
            " machine's VM"
            + (f" (up to {found['erases']} erases of 45 ms)" if kind == "flash" else "")
        )
    lines.append(
        f"longest step that touches neither: {found['vm_rest']:.2f} ms of this machine's VM; a"
        f" garbage collection {found['vm_collect']:.2f} ms beside; longest from key scan to key"
        f" scan {found['gap']} ms, counted. Of the VM: the median call's longest, the models' work"
        " taken out; a chip is some 100 times slower (estimate)"
    )
    return lines


if __name__ == "__main__":
    print("\n".join(report(measure())))
