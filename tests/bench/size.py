"""What each step of the build is worth: bytes of .mpy, and heap after import, for each role."""

import tempfile
from pathlib import Path
from typing import Any

from virtual_board import image, vm

from bidbox_host import build
from bidbox_host.build.compiling import compiled
from bidbox_host.build.program import Program

TARGET = 40 * 1024  # bytes of .mpy for the table role
_CACHE = image.CACHE / "mpy"
_HEAP = "1m"
_STEPS = ("fold", "prune", "inline", "arguments", "private", "order")
_WORDS = {
    "fold": "constants folded",
    "prune": "what nothing uses dropped",
    "inline": "functions inlined",
    "arguments": "arguments renamed",
    "private": "private names shortened",
    "order": "names in order of use",
}


def measure() -> dict[str, dict[str, Any]]:
    """Return, by role and stage in the order of the build, [bytes] or [bytes, heap]."""
    found: dict[str, dict[str, Any]] = {}
    for board in ("esp32_table", "esp32_director"):
        path = vm.BOARDS / board / "board.py"
        role = build.role_of(path)
        whole = build.build(vm.FIRMWARE, path, _CACHE)
        separate = _separate(role, whole)
        stages = {"separate modules": [separate.loaded(), _heap(separate, board)]}
        steps = dict.fromkeys(_STEPS, False)
        stages["joined"] = [build.build(vm.FIRMWARE, path, _CACHE, build.Steps(**steps)).loaded()]
        for name in _STEPS:
            steps[name] = True
            made = build.build(vm.FIRMWARE, path, _CACHE, build.Steps(**steps))
            stages[_WORDS[name]] = [made.loaded()]
        stages[_WORDS[_STEPS[-1]]].append(_heap(whole, board))
        found[role] = stages
    return found


def _separate(role: str, whole: build.Image) -> build.Image:
    """Return the same firmware with each module compiled by itself, with the same options."""
    entry = vm.FIRMWARE / "apps" / "wiring.py"
    program = Program(entry, [vm.FIRMWARE], role, build.APART)
    files = {name: whole.files[name] for name in whole.files if not _is_resident(name)}
    for module in program.order:
        source = program.source_of(module.name) or entry
        name = source.relative_to(vm.FIRMWARE).as_posix()
        files[name[:-3] + ".mpy"] = compiled(source.read_text(), name, _CACHE)
    return build.Image(role, files)


def _is_resident(name: str) -> bool:
    return "wiring" in name or name.startswith("layer_")


def _heap(made: build.Image, board: str) -> int:
    """Return the heap that the role takes when it is imported, garbage collected."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in made.files.items():
            target = Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        script = Path(__file__).with_name("size_vm.py")
        done = vm.run_script(script, [folder, made.role], heap=_HEAP, board=board)
    before, after = map(int, done.out.split())
    return after - before


def report(found: dict[str, dict[str, Any]]) -> list[str]:
    """Return the lines that `make bench` prints."""
    lines = []
    for role, stages in found.items():
        target = f" (target {TARGET})" if role == "table" else ""
        last = list(stages.values())[-1]
        first = stages["separate modules"]
        lines.append(
            f"{role}, built: {last[0]} bytes of .mpy{target}, {last[1]} bytes of heap when"
            f" imported (64-bit VM); as separate modules {first[0]} and {first[1]}"
        )
        parts = [f"{words} {sizes[0]}" for words, sizes in stages.items()]
        lines.append(f"{role}, bytes step by step: " + ", ".join(parts))
    return lines


if __name__ == "__main__":
    print("\n".join(report(measure())))
