"""What the roles take of each board, and how long it is from OK to the signals."""

import random
from pathlib import Path
from typing import Any

from virtual_board import World, vm
from virtual_board.device import Device
from virtual_board.image import firmware_files

from bidbox import records
from bidbox.calls import SEATS
from bidbox_host.demo.stage import Stage

MPY_TARGET = 40 * 1024
_SCAN_MS = 10
_SURE_MS = 20  # from the first scan that sees a key closed to the third
_FREE = "(__import__('gc').collect(), __import__('gc').mem_free())[1]"
_MODULES = "list(__import__('sys').modules)"


def measure(heap: int, samples: int = 60) -> dict[str, Any]:
    """Return bytes, free heap and latencies (50th and 99th percentile, ms) by name."""
    found: dict[str, Any] = {"heap": heap}
    with World() as world:
        stage = Stage(world, heap=heap)
        started = {device.board["NAME"]: device for device in (stage.table, stage.director)}
        boards = sorted(path.parent.name for path in vm.BOARDS.glob("*/board.py"))
        for name in boards:
            if name not in started:
                with World() as apart:
                    found[name] = _sizes(apart.start(name, {"table": 201}, heap=heap), name)
            else:
                found[name] = _sizes(started[name], name)
        found["boards"] = boards
        stage.listen()
        dice = random.Random(1)
        in_turn, out_of_turn = [], []
        for board in range(1, samples + 1):
            (in_turn if board % 2 else out_of_turn).append(_latency(stage, board, dice))
        window = stage.table.eval("wiring.running.window.width")
    for name, values in (("in_turn", in_turn), ("out_of_turn", out_of_turn)):
        for signal in ("lamp", "buzzer", "radio"):
            ordered = sorted(v[signal] for v in values)
            found[f"{name}_{signal}"] = [
                round(ordered[len(ordered) // 2], 2),
                round(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 2),
            ]
    found["target_in_turn"] = _SCAN_MS + 2
    found["target_out_of_turn"] = _SCAN_MS + 2 + window
    return found


def _sizes(device: Device, name: str) -> dict[str, int]:
    """Return bytes of .mpy and of heap, free before and after the start."""
    device.world.run(1500)
    return {
        "mpy": _mpy(device.eval(_MODULES), vm.BOARDS / name / "board.py"),
        "free_before": device.memory["free"],
        "free": device.eval(_FREE),
    }


def _mpy(modules: list[str], board: Path) -> int:
    """Return the bytes of the compiled modules that a role has loaded."""
    files = firmware_files(vm.FIRMWARE, board)
    names = {f"{module.replace('.', '/')}.mpy" for module in modules}
    names |= {f"{module.replace('.', '/')}/__init__.mpy" for module in modules} | {"main.py"}
    return sum(path.stat().st_size for name, path in files.items() if name in names)


def _latency(stage: Stage, board: int, dice: random.Random) -> dict[str, float]:
    """Make one irregular call at a random phase of the scan; return ms from debounced OK."""
    stage.open_board(board)
    dealer = (board - 1) % 4
    stage.call(SEATS[dealer], "1S")
    stage.wait(400 + dice.random() * 10)
    start = len(stage.table.trace)
    offender = SEATS[(dealer + (1 if board % 2 else 2)) % 4]
    stage.call(offender, "1H" if board % 2 else "P")
    stage.wait(400)
    log = stage.line("table").records()
    opened = [r for r in log if r.kind == records.BOARD][-1]
    called = [r for r in log if r.kind == records.CALL][-1]
    sure = opened.clock + called.ms + _SURE_MS
    found: dict[str, float] = {}
    for output in stage.table.trace[start:]:
        is_alert = output.name == "radio" and b"!" in output.value[1]
        is_sound = output.name == "buzzer" and isinstance(output.value, list) and output.value[1]
        if (is_alert or is_sound or output.name == "lamp") and output.ms >= sure - _SURE_MS:
            found.setdefault(output.name, output.ms - sure)
    stage.cards_away()
    return found


def report(found: dict[str, Any]) -> list[str]:
    lines = []
    for name in found["boards"]:
        sizes = found[name]
        lines.append(
            f"{name}: {sizes['mpy']} bytes of .mpy"
            + (f" (target {MPY_TARGET})" if "table" in name else "")
            + f"; heap free after start {sizes['free']} of {sizes['free_before']} bytes"
            " (target: half)"
        )
    for name in ("in_turn", "out_of_turn"):
        times = ", ".join(
            f"{signal} {found[f'{name}_{signal}'][0]} / {found[f'{name}_{signal}'][1]} ms"
            for signal in ("lamp", "buzzer", "radio")
        )
        lines.append(
            f"debounced OK to signal, {name.replace('_', ' ')}, 50th / 99th percentile: {times}"
            f" (target {found[f'target_{name}']} ms)"
        )
    return lines
