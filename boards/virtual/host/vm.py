"""Finds the MicroPython VM and runs single scripts in it.

Knows nothing of worlds or devices. A script runs with the firmware on `sys.path`, by option with
the fakes of the chip's modules installed (a real clock, no world, no flash of its own).
"""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import NoVM, VMTimeout

ROOT = Path(__file__).resolve().parents[3]
FIRMWARE = ROOT / "firmware"
BOARDS = ROOT / "boards"
VM_MODULES = BOARDS / "virtual" / "vm"
HEAP = "200k"  # objects take twice the room they take on an ESP32: a fair 100 KB there

_FAKES_ROOM = 160 * 1024  # for the virtual board's modules, compiled in the VM

_LAUNCH = (
    "sys.argv[0] = 'micropython'; from micropython_run import run_main;"
    " sys.exit(run_main(sys.argv))"
)


def available() -> bool:
    """Tell whether this environment has a VM."""
    return importlib.util.find_spec("micropython_run") is not None


def command(*options: str, heap: str | int = HEAP, terminal: bool = False) -> list[str]:
    """Return the argument list that starts a VM with `heap` bytes (or "200k"); NoVM if none.

    With `terminal` its standard input becomes the controlling terminal of its session.
    """
    spec = importlib.util.find_spec("micropython_run")
    if spec is None:
        raise NoVM(
            f"no MicroPython VM for {sys.platform} in this Python environment: the virtual board"
            " needs Linux x86-64 or macOS arm64 and what `make venv` installs"
        )
    folder = str(Path(str(spec.origin)).parent)
    own = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); " if terminal else ""
    launch = f"{own}import sys; sys.path.insert(0, {folder!r}); {_LAUNCH}"
    return [sys.executable, "-I", "-S", "-c", launch, "-X", f"heapsize={heap}", *options]


def heap_bytes(heap: str | int) -> int:
    """Return 204800 for "200k"."""
    if isinstance(heap, int):
        return heap
    units = {"k": 1024, "m": 1024 * 1024}
    unit = units.get(heap[-1].lower())
    return int(heap[:-1]) * unit if unit else int(heap)


@dataclass(frozen=True)
class ScriptResult:
    """What a script left: exit status, standard output and standard error as text."""

    status: int
    out: str
    err: str


def run_script(
    script: Path | str,
    args: Sequence[str] = (),
    *,
    heap: str | int = HEAP,
    fakes: bool = True,
    board: str = "esp32_table",
    path: Sequence[Path | str] = (),
    timeout_s: float = 120,
    check: bool = True,
) -> ScriptResult:
    """Run a script file in a VM with firmware/ (and `path` before it) on sys.path.

    `fakes` installs machine, neopixel, network, espnow, esp32 and time of the virtual board
    first, wired as `board` says; the script reaches the models through `import virtual`.
    With `check` a script that fails raises AssertionError with its output.
    """
    start = VM_MODULES / "script_start.py"
    places = [*map(str, path), str(FIRMWARE)]
    argv = command(
        str(start),
        board if fakes else "-",
        str(len(places)),
        *places,
        str(script),
        *args,
        heap=heap_bytes(heap) + (_FAKES_ROOM if fakes else 0),
    )
    try:
        done = subprocess.run(
            argv, capture_output=True, cwd=ROOT, timeout=timeout_s, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise VMTimeout(f"{script} was still running in the VM after {timeout_s} s") from error
    result = ScriptResult(
        done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    )
    if check and result.status != 0:
        raise AssertionError(f"{script} failed in the VM:\n{result.out}{result.err}")
    return result
