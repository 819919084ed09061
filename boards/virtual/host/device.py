"""A virtual device: a VM with its flash, its line and the keys and cords a person can reach."""

import ast
import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import frames
from .air import BROADCAST, TRIES
from .as_built import as_built
from .display import DisplayState
from .errors import VirtualBoardError, VMTimeout
from .hands import Hands, seat_number
from .line import SerialLine
from .process import VmProcess
from .trace import Output, Outputs, board_names

if TYPE_CHECKING:
    from .world import World

POWER_ON = 1
HARD_RESET = 2
WATCHDOG_RESET = 3
SOFT_RESET = 5
_MS = 1_000_000
_ROM = {
    HARD_RESET: b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0xc (SW_CPU_RESET),boot:0x13\r\n",
    WATCHDOG_RESET: b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x8 (TG1WDT_SYS_RESET),boot:0x13\r\n",
    POWER_ON: b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13\r\n",
}
_RESTARTS = 8  # without a byte from the host in between: then something is wrong


class Device(Hands):
    """Made by World.start(). Times are device times in ms since the world began."""

    def __init__(
        self, world: "World", name: str, board_path: Path, flash: Path, mac: bytes,
        heap: int | None, bare: bool = False,
    ) -> None:  # fmt: skip
        self.world = world
        self.bare = bare
        self.name = name
        self.flash = flash
        self.mac = mac
        self.heap = heap
        self.names: dict[str, str] = {}  # of what the firmware's parts hold: real -> as built
        self.memory: dict[str, int] = {}  # heap after the fakes stood: used, free
        self.board: dict[str, Any] = {}
        exec(compile(board_path.read_text(), str(board_path), "exec"), self.board)
        self._board_path = board_path
        self.line = SerialLine()
        count = len(self.board["SEAT_UNITS"]) or (1 if self.board.get("DISPLAY") else 0)
        self._outputs = Outputs(board_names(self.board), count)
        self._outputs.power_off(0)
        self._down: set[tuple[int, int]] = set()
        self._values: list[bytes] = []
        self._process: VmProcess | None = None
        self._restarts = 0
        self.failed = ""  # why the device gave up, if it did
        self._forget()
        world.hub.watch(self.line.master, self)

    def _forget(self) -> None:
        self.in_loop = True  # until it says otherwise: a VM that boots holds up time
        self.idle = False
        self.limit = self.world.hub.now
        self.next_time = frames.FOREVER
        self.watchdog = 0  # ns, 0: none
        self._number = 0
        self._unpacker = frames.Unpacker()
        self._to_vm = bytearray()

    # What a test or a person looks at.
    @property
    def port(self) -> str:
        """The path of the serial port, for pyserial, mpremote or the host tool."""
        return self.line.port

    @property
    def alive(self) -> bool:
        return self._process is not None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def trace(self) -> list[Output]:
        """All changes of outputs so far, in order."""
        return self._outputs.trace

    @property
    def state(self) -> dict[str, Any]:
        """The last value of each output by name."""
        return self._outputs.state

    @property
    def console(self) -> bytes:
        """What the device has written to its serial line, undamaged."""
        with self.world.hub.lock:
            return bytes(self.line.console)

    def text(self) -> str:
        """Return what was written in lines that begin with a letter or a blank: tracebacks, print.

        Protocol lines begin with a mark that print() output never begins with.
        """
        lines = self.console.decode(errors="replace").replace("\r", "").split("\n")
        return "\n".join(line for line in lines if line[:1].isalnum() or line[:1] in " >(")

    def display(self, seat: int | str = 0) -> DisplayState:
        """Return a seat's display (of a director's device: 0): .rows(), .text(), .png(path)."""
        return self._outputs.displays[seat_number(seat)]

    def lamp(self, index: int = 0) -> tuple[int, int, int]:
        """Return red, green, blue (0 to 255) of a lamp as last written; dark at first."""
        pixels = self.state.get("lamp") or []
        return tuple(pixels[index]) if index < len(pixels) else (0, 0, 0)

    def buzzer(self) -> tuple[int, int]:
        """Return frequency in Hz and duty, 0 (silent) to 65535."""
        frequency, duty = self.state.get("buzzer") or (0, 0)
        return frequency, duty

    def listen(self, function: Callable[[Output], None]) -> None:
        """Call a function, in the hub's thread, with each output as it comes."""
        self._outputs.listeners.append(function)

    def eval(self, expression: str, timeout_s: float = 10) -> Any:
        """Evaluate an expression in the VM while it waits; names: those of main.py, and `virtual`.

        Returns plain values as such and the repr of others as text; VirtualBoardError if it fails.
        """
        hub = self.world.hub
        with hub.changed:
            self._values.clear()
            self._send(frames.EVAL, hub.now, as_built(expression, self.names))
            hub.poke()
            if not hub.changed.wait_for(lambda: self._values, timeout_s):
                raise VMTimeout(f"{self.name} did not answer within {timeout_s} s")
            answer = self._values.pop().decode()
        if answer[0] == "!":
            raise VirtualBoardError(f"{self.name}: {expression}: {answer[1:]}")
        try:
            return ast.literal_eval(answer[1:])
        except (ValueError, SyntaxError):
            return answer[1:]

    # Power.
    def kill(self) -> None:
        """Cut the power at once: SIGKILL. The flash keeps what it had."""
        with self.world.hub.changed:
            self._end()
            self.line.power_cut()
            self.world.hub.changes += 1

    def cut_after(self, operations: int, torn: int = 0) -> None:
        """Cut the power at a flash program or erase to come, after so many more of them.

        torn: 0 to 256, how many 256ths of that operation still reach the chip. `alive` tells.
        """
        self.eval(f"__import__('vflash').cut_after({operations}, {torn})")

    def restart(self, wait: bool = True) -> None:
        """Switch on again, with the same flash, after kill(); or cut the power first."""
        with self.world.hub.changed:
            if self.alive:
                self._end()
            self.line.power_cut()
            self.failed = ""
            self._restarts = 0
            self._start(POWER_ON)
        if wait:
            self.wait_booted()

    def wait_booted(self, timeout_s: float = 20) -> None:
        """Wait until the fakes stand and main.py is about to run; no device time passes."""
        hub = self.world.hub
        with hub.changed:
            hub.changed.wait_for(lambda: self.memory or self.failed, timeout_s)
            if self.failed or not self.memory:
                text = self.console[-400:].decode(errors="replace")
                raise VirtualBoardError(f"{self.name} did not start: {self.failed} {text}")

    def set_baud(self, baud: int | None) -> None:
        """Pace the line by the machine's clock (115200 as a real one; None: no limit)."""
        self.line.set_baud(baud)

    # Used by the world and the hub; all under the hub's lock.
    def _send(self, kind: int, time_ns: int, payload: bytes = b"") -> None:
        if self._process is None:
            return
        self._to_vm += frames.pack(kind, time_ns, payload)
        if kind in (frames.KEY, frames.FRAME, frames.DO) and self.world.hub.jump:
            self.grant(self.limit)  # have it report anew when it has something to do
        self._flush_control()
        if self._to_vm:
            self.world.hub.poke()

    def _flush_control(self) -> None:
        if self._process is None or not self._to_vm:
            return
        with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            count = self._process.control.send(self._to_vm)
            del self._to_vm[:count]

    def _start(self, cause: int, main: bool = True) -> None:
        self._forget()
        self.memory = {}
        hub = self.world.hub
        self._process = VmProcess(
            self._board_path, self.flash, heap=self.heap, jump=hub.jump, at=hub.now, cause=cause,
            mac=self.mac, main=main, bare=self.bare,
        )  # fmt: skip
        hub.watch(self._process.control.fileno(), self)
        hub.watch(self._process.master, self)
        for seat, key in sorted(self._down):
            self._send(frames.KEY, hub.now, bytes((seat, key, 1)))
        if cause in _ROM:
            self.line.from_device(_ROM[cause])
        hub.poke()

    def _end(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        self.world.hub.unwatch(process.control.fileno())
        self.world.hub.unwatch(process.master)
        process.kill()
        with suppress(OSError):
            while data := os.read(process.master, 65536):
                self.line.from_device(data)
        process.close()
        self.memory = {}
        self.watchdog = 0
        self._outputs.power_off(self.world.hub.now)

    def _reset(self, cause: int, main: bool = True) -> None:
        """The chip restarts by itself; only a soft reset leaves the watchdog running."""
        watchdog = self.watchdog if cause == SOFT_RESET else 0
        self._end()
        self._restarts += 1
        if self._restarts > _RESTARTS:
            self.failed = f"restarted {_RESTARTS} times in a row"
            return
        if cause == SOFT_RESET:
            self.line.from_device(b"MPY: soft reboot\r\n")
        else:
            self.line.raw_repl = False
        self._start(cause, main)
        self.watchdog = watchdog
        if self._process is not None and not main:
            os.write(self._process.master, b"\x01")

    def check_watchdog(self, now: int) -> None:
        if self.watchdog and now >= self.watchdog and self._process is not None:
            self._reset(WATCHDOG_RESET)

    def grant(self, until: int) -> None:
        """Let the VM go on until a time; it reports back."""
        self._number += 1
        self.idle = False
        self.limit = max(self.limit, until)
        self._send(frames.GRANT, self.limit, self._number.to_bytes(4, "little"))

    def readable(self, descriptor: int) -> int:
        """Take what a descriptor has; return the number of changes that made."""
        if descriptor == self.line.master:
            return self._from_host()
        process = self._process
        if process is None:
            return 0
        if descriptor == process.master:
            with suppress(OSError):
                self.line.from_device(os.read(descriptor, 65536))
            return 1
        if descriptor == process.control.fileno():
            return self._from_vm(process)
        return 0

    def _from_host(self) -> int:
        try:
            data = os.read(self.line.master, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return 0
        self._restarts = 0
        self.line.from_host(data)
        return 1

    def pump(self) -> None:
        """Move bytes that have passed the line, and what is waiting for the VM."""
        process = self._process
        if process is not None:
            self._flush_control()
            data = self.line.for_device()
            if data:
                with suppress(OSError):
                    _write_all(process.master, data)
                if self.world.hub.jump and self.in_loop:
                    self.grant(max(self.limit, self.world.hub.now))
        self.line.flush()

    def _from_vm(self, process: VmProcess) -> int:
        try:
            data = process.control.recv(65536)
        except BlockingIOError:
            return 0
        except ConnectionResetError:
            data = b""
        if not data:
            self._ended(process)
            return 1
        changes = 0
        for frame in self._unpacker.feed(data):
            changes += self._take(frame)
            if self._process is not process:
                break
        return changes

    def _ended(self, process: VmProcess) -> None:
        """The VM has ended by itself: Ctrl-D at its prompt, or sys.exit()."""
        raw = self.line.raw_repl
        self._reset(SOFT_RESET, main=not raw)

    def _take(self, frame: frames.Frame) -> int:
        kind = frame.kind
        if kind == frames.IDLE:
            number = int.from_bytes(frame.payload[8:12], "little")
            self.in_loop = True
            self.next_time = frame.time
            if number >= self._number:
                self.idle = True
                self.check_watchdog(int.from_bytes(frame.payload[:8], "little"))
            return 0
        if kind == frames.LEFT:
            self.in_loop = False
        elif kind == frames.HELLO:
            self.memory = ast.literal_eval(frame.payload.decode())
        elif kind == frames.TRACE:
            self._outputs.changed(frame.time, frame.payload)
        elif kind == frames.DRAWN:
            self._outputs.drawn(frame.time, frame.payload)
        elif kind == frames.RADIO:
            self._transmit(frame)
        elif kind == frames.WATCHDOG:
            self.watchdog = frame.time
            return 0
        elif kind == frames.VALUE:
            self._values.append(frame.payload)
        elif kind == frames.BYE:
            reason = frame.payload.decode()
            causes = {"reset": HARD_RESET, "soft": SOFT_RESET}
            if reason in ("deepsleep", "cut"):
                self._end()
                self.line.power_cut()
            else:
                self._reset(causes[reason])
        return 1

    def _transmit(self, frame: frames.Frame) -> None:
        destination, sync, channel = frame.payload[:6], frame.payload[6], frame.payload[7]
        message = frame.payload[8:]
        self._outputs.add(frame.time, "radio", (destination, message))
        others = [device for device in self.world.devices if device is not self]
        tries = self.world.air.carry(self, others, frame.time, destination, channel, message)
        if sync:
            good = tries > 0 or destination == BROADCAST
            self._send(frames.STATUS, frame.time, bytes((good, tries or 1 if good else TRIES)))

    def hear(self, source: bytes, channel: int, message: bytes, arrival: int) -> None:
        """A frame reaches the antenna at a device time."""
        self._send(frames.FRAME, arrival, source + bytes((128 - 50, channel)) + message)

    def close(self) -> None:
        """Switch off for good."""
        with self.world.hub.changed:
            self._end()
            self.world.hub.unwatch(self.line.master)
            self.line.close()
            self.world.hub.devices.remove(self)


def _write_all(descriptor: int, data: bytes) -> None:
    """Write to a VM's line; what its full buffer does not take in 0.2 s is lost, as on a UART."""
    deadline = time.monotonic() + 0.2
    while data and time.monotonic() < deadline:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:
            time.sleep(0.001)
