"""One MicroPython VM as a child process: its own pty as serial line, a socket as control channel.

The child leads a session of its own on that pty. It ends when it is killed, when the pty hangs up
or when the control channel closes, so none outlives the process that started it.
"""

import json
import os
import signal
import socket
import subprocess
import termios
import tty
from functools import cache
from pathlib import Path

from . import image, vm
from .errors import VirtualBoardError

FREE_HEAP = 200 * 1024  # what the firmware gets beside the fakes: a fair 100 KB on an ESP32
_PART = 200  # bytes of the settings in one argument


@cache
def fakes_heap(board: Path, bare: bool = False) -> int:
    """Return the bytes of heap that the fakes of a board (of a bare chip) take, measured."""
    blank = image.CACHE / f"blank-{os.getpid()}.img"
    image.CACHE.mkdir(parents=True, exist_ok=True)
    image.build(blank, {})
    try:
        argv = vm.command(*_boot(-1, _settings(board, blank, bare=bare)), heap="2m")
        done = subprocess.run(argv, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    finally:
        blank.unlink()
    try:
        return int(json.loads(done.stdout)["used"])
    except (ValueError, KeyError):
        raise VirtualBoardError(
            f"the virtual board does not start: {done.stdout}{done.stderr}"
        ) from None


def _settings(board: Path, flash: Path, **rest: object) -> dict[str, object]:
    return {
        "fakes": str(image.fakes_folder()),
        "board": str(board),
        "image": str(flash),
        "jump": True,
        "at": 0,
        "cause": 1,
        "mac": "240ac4000001",
        "main": False,
        "bare": False,
        **rest,
    }


def _boot(control: int, settings: dict[str, object]) -> list[str]:
    """Return boot.py and its arguments; the VM dies of one argument of more than 255 bytes."""
    text = json.dumps(settings)
    parts = [text[at : at + _PART] for at in range(0, len(text), _PART)]
    return [str(image.fakes_folder() / "boot.py"), str(control), *parts]


class VmProcess:
    """A running VM. `master` is our end of its serial line, `control` of its control channel."""

    def __init__(
        self, board: Path, flash: Path, *, heap: int | None, jump: bool, at: int, cause: int,
        mac: bytes, main: bool, bare: bool = False,
    ) -> None:  # fmt: skip
        total = (FREE_HEAP if heap is None else heap) + fakes_heap(board, bare)
        settings = _settings(
            board, flash, jump=jump, at=at, cause=cause, mac=mac.hex(), main=main, bare=bare
        )
        self.control, child = socket.socketpair()
        self.master, slave = os.openpty()
        try:
            _as_console(slave)
            argv = vm.command("-i", *_boot(child.fileno(), settings), heap=total, terminal=True)
            self._process = subprocess.Popen(
                argv,
                stdin=slave,
                stdout=slave,
                stderr=slave,
                pass_fds=(child.fileno(),),
                start_new_session=True,
                cwd="/",
            )
        except BaseException:
            os.close(self.master)
            self.control.close()
            raise
        finally:
            child.close()
            os.close(slave)
        self.control.setblocking(False)
        os.set_blocking(self.master, False)

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """Cut the power: SIGKILL, no last words. Harmless if it has ended."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """Kill it and give back every descriptor."""
        self.kill()
        self.control.close()
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


def _as_console(slave: int) -> None:
    """Raw, no echo; Ctrl-C interrupts and, unlike on a terminal, drops no bytes."""
    tty.setraw(slave)
    settings = termios.tcgetattr(slave)
    settings[3] |= termios.ISIG | termios.NOFLSH
    disabled = os.fpathconf(slave, "PC_VDISABLE")
    settings[6][termios.VINTR] = b"\x03"
    for name in ("VQUIT", "VSUSP", "VDSUSP"):
        if hasattr(termios, name):
            settings[6][getattr(termios, name)] = bytes((disabled & 0xFF,))
    termios.tcsetattr(slave, termios.TCSANOW, settings)
