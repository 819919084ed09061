"""`bidbox selftest` as a program of its own, and virtual hands and eyes that do what it asks.

It runs on a pipe: what it says is read as it comes, what is asked is done on the virtual device.
"""

import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from virtual_board import Device, World

_PRESS = re.compile(r"(North|East|South|West|Here) \d+/\d+: press (\S+) $")
_AGAIN = re.compile(r"That was .*; press (\S+) once more $")
_QUESTION = re.compile(r"(?:^|\n)([^\n]*\?) \[y/n/s[^\]]*\] $")
_LIMIT = 150  # seconds of the machine


class Walked:
    """A running self-test. `said` is all that it has written."""

    def __init__(self, world: World, device: Device, *options: str) -> None:
        self.world = world
        self.device = device
        self.said = ""
        self.errors = ""
        self._from = 0  # of what was said, where nothing was answered yet
        self._seat = ""
        self._press: Callable[[str, str], None] = self._tap
        self._answer: Callable[[str], str | None] = lambda question: "y"
        script = "from bidbox_host.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, "selftest", device.port, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )  # fmt: skip
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.process.stdout, selectors.EVENT_READ)

    def _tap(self, seat: str, key: str) -> None:
        self.device.tap("N" if seat == "Here" else seat[0], key)

    def type(self, line: str) -> None:
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def until(self, pattern: str = "") -> re.Match[str] | None:
        """Do what is asked until something is said, or until it has ended."""
        limit = time.monotonic() + _LIMIT
        with self.world.flowing(1):
            while True:
                found = re.search(pattern, self.said) if pattern else None
                if found:
                    return found
                if not self._read():
                    return None
                assert time.monotonic() < limit, self.said[-500:]
                self._do()

    def walk(
        self,
        press: Callable[[str, str], None] | None = None,
        answer: Callable[[str], str | None] | None = None,
    ) -> int:
        """Do what is asked to the end; return the exit status.

        press(seat, key) in place of pressing that key; answer(question) in place of y,
        None if it is answered otherwise.
        """
        self._press = press or self._tap
        self._answer = answer or self._answer
        self.until()
        return self.process.wait(10)

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)

    def _read(self) -> bool:
        if not self._selector.select(0.1):
            return True
        data = os.read(self.process.stdout.fileno(), 65536)
        self.said += data.decode()
        return bool(data)

    def _do(self) -> None:
        new = self.said[self._from :]
        if found := _PRESS.search(new):
            self._seat = found[1]
            self._from = len(self.said)
            self._press(self._seat, found[2])
        elif found := _AGAIN.search(new):
            self._from = len(self.said)
            self._press(self._seat, found[1])
        elif found := _QUESTION.search(new):
            self._from = len(self.said)
            line = self._answer(found[1])
            if line is not None:
                self.type(line)


def report_of(path: Path) -> list[str]:
    """Return the lines of a report."""
    return path.read_text().splitlines()
