"""Runs the adjudication inside the MicroPython VM, from the firmware's own files."""

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Thread
from typing import IO

from virtual_board import vm
from virtual_board.errors import VirtualBoardError

import bidbox
from bidbox_host.errors import BidboxError

_HEAP = "64m"


def answers(lines: Iterable[bytes]) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line, and whether it was understood; BidboxError if there is no
    VM.
    """
    here = Path(__file__).parent
    firmware = Path(bidbox.__file__).parent.parent
    try:
        script = (str(here / "vm_main.py"), str(firmware), str(here.parents[1]))
        command = vm.command(*script, heap=_HEAP)
    except VirtualBoardError as error:
        raise BidboxError(str(error)) from error
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        feeder = Thread(target=_feed, args=(process.stdin, lines), daemon=True)
        feeder.start()
        for answer in process.stdout:
            yield answer[2:].decode().rstrip("\n"), answer.startswith(b"1")
        feeder.join()
    if process.returncode:
        raise BidboxError("the MicroPython VM stopped before the last request was answered")


def _feed(stream: IO[bytes], lines: Iterable[bytes]) -> None:
    try:
        with stream:
            for line in lines:
                stream.write(line + b"\n")
    except BrokenPipeError:
        pass  # the VM has stopped: its exit status tells
