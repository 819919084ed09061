"""A world of virtual devices: starts them, owns their time and air, ends them."""

import atexit
import hashlib
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from . import image, vm
from .air import Air
from .device import POWER_ON, Device
from .errors import VirtualBoardError
from .hub import Hub


class World:
    """Use as a context manager, or close() it; at the latest the interpreter's end does.

    clock: "jump" (time passes only in run() and run_until(), as fast as all devices let it) or
    "real". workdir: where flash images are kept; None: a temporary folder, removed at the end.
    radio_slack_ms: by how much a radio frame may be heard too late in jump mode; the devices then
    need not wait for each other so often, which is faster.
    """

    def __init__(
        self,
        clock: str = "jump",
        workdir: Path | str | None = None,
        *,
        radio_slack_ms: float = 0,
    ) -> None:
        if clock not in ("jump", "real"):
            raise VirtualBoardError(f"no clock is called {clock!r}: jump, real")
        vm.command()  # says so at once if there is no VM
        self._temporary = workdir is None
        self.workdir = _temporary_folder() if workdir is None else Path(workdir)
        self.workdir.mkdir(parents=True, exist_ok=True)
        self.air = Air()
        self.hub = Hub(clock == "jump")
        self.hub.slack_ns = int(radio_slack_ms * 1e6)
        self._closed = False
        self._at_exit = partial(_close, weakref.ref(self))
        atexit.register(self._at_exit)

    @property
    def devices(self) -> list[Device]:
        return self.hub.devices

    @property
    def ms(self) -> float:
        """The world's time, which is every device's, in ms."""
        return self.hub.now / 1e6

    def start(
        self,
        board: str | Path = "esp32_table",
        config: Mapping[str, Any] | str | None = None,
        name: str | None = None,
        *,
        firmware: Path | str = vm.FIRMWARE,
        files: Mapping[str, Path] | None = None,
        compiled: bool = True,
        heap: int | None = None,
        keep_flash: bool = False,
        bare: bool = False,
        wait: bool = True,
    ) -> Device:
        """Make a device and switch it on.

        board: a folder of boards/, or the path of any board.py. config: /config.json, as a dict or
        as raw text. firmware: the folder that is built for the flash as for a board's (or copied
        as source, if `compiled` is False). files: more files, name on the device -> path here.
        heap: bytes for the firmware, beside the fakes; default 200 KB. keep_flash: use the image
        of that name in workdir if there is one. bare: a chip without a board, for firmware that
        brings its models (README.md); neither keys nor outputs are seen from here then.
        """
        board_path = board if isinstance(board, Path) else vm.BOARDS / board / "board.py"
        if not board_path.is_file():
            known = sorted(path.parent.name for path in vm.BOARDS.glob("*/board.py"))
            raise VirtualBoardError(f"no board is called {board!r}: {', '.join(known)}")
        if bare and self.hub.jump:
            raise VirtualBoardError("a bare chip has no clock that jumps: World(clock='real')")
        name = name or f"{board_path.parent.name}{len(self.devices) + 1}"
        if any(device.name == name for device in self.devices):
            raise VirtualBoardError(f"there is a device called {name!r} already")
        flash = self.workdir / f"{name}.flash"
        content, names = image.prepared(Path(firmware), board_path, compiled)
        if not (keep_flash and flash.exists()):
            if compiled and Path(firmware) == vm.FIRMWARE:
                content = image.laid_out(content, board_path)
            image.build(flash, content | dict(files or {}), config)
        mac = b"\x24\x0a\xc4" + hashlib.sha256(name.encode()).digest()[:3]
        device = Device(self, name, board_path, flash, mac, heap, bare)
        device.names = names
        with self.hub.changed:
            self.devices.append(device)
            device._start(POWER_ON)
        if wait:
            device.wait_booted()
        return device

    def run(self, ms: float) -> None:
        """Let `ms` of time pass on all devices."""
        self.hub.run(int(ms * 1e6))

    def run_until(self, predicate: Callable[[], object], limit_ms: float = 10_000) -> bool:
        """Let time pass until the predicate holds; return False if it does not within the limit.

        It is looked at after every event (output, frame, bytes) and at least every 10 ms.
        """
        return self.hub.run(int(limit_ms * 1e6), lambda: bool(predicate()))

    def at(self, after_ms: float, function: Callable[[], None]) -> None:
        """Call a function, in another thread, when so much time has passed."""
        self.hub.at(self.hub.now + int(after_ms * 1e6), function)

    @contextmanager
    def flowing(self, speed: float = 1.0) -> Iterator[None]:
        """In jump mode, let time pass in the background while a host program works on a port."""
        stop = threading.Event()

        def flow() -> None:
            while not stop.is_set():
                self.hub.run(int(10e6 * speed))
                stop.wait(0.01)

        thread = threading.Thread(target=flow, daemon=True) if self.hub.jump else None
        if thread:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            if thread:
                thread.join(10)

    def close(self) -> None:
        """End every VM and remove what was temporary. Harmless when done twice."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self._at_exit)
        for device in list(self.devices):
            device.close()
        self.hub.close()
        if self._temporary:
            shutil.rmtree(self.workdir, ignore_errors=True)

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _close(own: "weakref.ref[World]") -> None:
    """Close a world that is still there when the program ends."""
    world = own()
    if world is not None:
        world.close()


def _temporary_folder() -> Path:
    """Make a folder that names this process; remove those of processes that were killed."""
    for old in Path(tempfile.gettempdir()).glob("bidbox-*-*"):
        owner = old.name.split("-")[1]
        if owner.isdigit() and not _runs(int(owner)):
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"bidbox-{os.getpid()}-"))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
