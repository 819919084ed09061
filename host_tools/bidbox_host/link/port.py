"""Serial ports by pyserial: opened for this program alone, found again after unplugging."""

import errno
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass

import serial
from serial.tools import list_ports

from bidbox_host.link.errors import Gone, NoPort, NotAPort, PortBusy, PortError, PortForbidden

BAUD = 115200
_BUSY = {errno.EBUSY, errno.EAGAIN}
_NOT_A_PORT = {errno.ENOTTY, errno.EINVAL, errno.EISDIR, errno.ENXIO}


@dataclass(frozen=True)
class PortInfo:
    """A port and what the system knows of what is plugged into it."""

    name: str
    description: str = ""
    serial_number: str | None = None


def listed(extra: Iterable[str] = ()) -> list[PortInfo]:
    """Return the ports of the system that have hardware behind them, then the extra ones."""
    found = [
        PortInfo(p.device, p.description if p.description != "n/a" else "", p.serial_number)
        for p in sorted(list_ports.comports())
        if p.hwid not in (None, "n/a")
    ]
    names = {p.name for p in found}
    return found + [PortInfo(name) for name in extra if name not in names]


def find(name: str, serial_number: str | None) -> str:
    """Return the name under which a device is found now: by its serial number if it has one."""
    if serial_number:
        for info in list_ports.comports():
            if info.serial_number == serial_number:
                return info.device
    return name


def serial_number_of(name: str) -> str | None:
    for info in list_ports.comports():
        if info.device == name:
            return info.serial_number
    return None


class Port:
    """An open port. Errors are those of link.errors; a port that vanishes raises Gone."""

    def __init__(self, name: str, baud: int = BAUD) -> None:
        self.name = name
        self._serial = _open(name, baud)

    def read(self, timeout: float) -> bytes:
        """Return what has come, waiting up to timeout seconds for the first byte."""
        try:
            waiting = self._serial.in_waiting
            if waiting:
                return self._serial.read(waiting)
            self._serial.timeout = timeout
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else first
        except (OSError, TypeError, serial.SerialException) as error:
            raise Gone(self.name) from error

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return  # a device that does not read is a device that does not answer
        except (OSError, serial.SerialException) as error:
            raise Gone(self.name) from error

    def close(self) -> None:
        """Close so that a board with auto-reset circuit goes on running: RTS first, then DTR."""
        for line in ("rts", "dtr"):
            try:
                setattr(self._serial, line, False)
            except (OSError, serial.SerialException):
                pass  # a pseudo-terminal has no such line
        try:
            self._serial.close()
        except (OSError, serial.SerialException):
            pass

    def __enter__(self) -> "Port":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for(name: str, serial_number: str | None, pause: float, until: float) -> Port | None:
    """Return the port as soon as it can be opened again, None at the monotonic time `until`."""
    while time.monotonic() < until:
        try:
            return Port(find(name, serial_number))
        except PortError:
            time.sleep(pause)
    return None


def _open(name: str, baud: int) -> serial.Serial:
    port = serial.serial_for_url(
        name, do_not_open=True, baudrate=baud, timeout=0, write_timeout=2, exclusive=True
    )
    # CP210x on Windows resets the board unless both lines are low at first.
    careful = sys.platform == "win32"
    if careful:
        port.dtr = False
        port.rts = False
    try:
        port.open()
        if careful:
            port.dtr = True
            port.rts = True
    except (OSError, serial.SerialException) as error:
        raise _reason(name, error) from error
    return port


def _reason(name: str, error: Exception) -> PortError:
    number = getattr(error, "errno", None)
    text = str(error)
    if number is None:
        for candidate in (*_BUSY, *_NOT_A_PORT, errno.ENOENT, errno.EACCES):
            if f"[Errno {candidate}]" in text or f"({candidate}," in text:
                number = candidate
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return NoPort(name)
    if number in _BUSY or "exclusively lock" in text or "PermissionError" in text:
        return PortBusy(name)
    if number in (errno.EACCES, errno.EPERM):
        return PortForbidden(name)
    if number in _NOT_A_PORT or "configure port" in text:
        return NotAPort(name)
    return PortError(f"{name}: cannot be opened: {text}")
