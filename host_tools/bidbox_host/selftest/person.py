"""The person at the terminal: told things, and heard a line at a time without waiting for him."""

import queue
import sys
import threading
from typing import Protocol

import click


class Person(Protocol):
    """What a self-test needs of whoever runs it."""

    def tell(self, text: str, end: str = "\n") -> None: ...

    def typed(self) -> str | None:
        """Return the next line typed, None if there is none yet."""
        ...


class AtTerminal:
    """Reads standard input in a thread of its own, from the first question on."""

    def __init__(self, to_errors: bool = False) -> None:
        self._to_errors = to_errors
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader: threading.Thread | None = None

    def tell(self, text: str, end: str = "\n") -> None:
        click.echo(text + end, nl=False, err=self._to_errors)

    def typed(self) -> str | None:
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, daemon=True)
            self._reader.start()
        try:
            return self._lines.get_nowait()
        except queue.Empty:
            return None

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip().lower())
