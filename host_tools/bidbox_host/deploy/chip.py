"""MicroPython's image for a chip, checked, and written by esptool, which runs as a program."""

import importlib.util
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bidbox_host.deploy.errors import DeployError
from bidbox_host.errors import UsageError
from bidbox_host.link.port import Port

_MAGIC = 0xE9
_TABLE_AT = 0x8000  # of the flash
_ENTRY = 32
_ENTRY_MAGIC = b"\xaa\x50"
_BAUD = "460800"
_RESET: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chip:
    """`ident` is what an image's header says, `offset` where the image begins in the flash."""

    name: str
    ident: int
    offset: int


CHIPS = {
    "esp32": Chip("ESP32", 0, 0x1000),
    "esp32c3": Chip("ESP32-C3", 5, 0x0),
}
_OTHERS = {2: "ESP32-S2", 9: "ESP32-S3", 12: "ESP32-C2", 13: "ESP32-C6", 16: "ESP32-H2"}


@dataclass(frozen=True)
class Image:
    """An image that has been checked; `needs` is the flash, in bytes, that it is laid out for."""

    path: Path
    size: int
    chip: str
    needs: int

    @property
    def told(self) -> str:
        return f"{self.path.name} ({self.size / 1e6:.2f} MB, {CHIPS[self.chip].name})"


@dataclass(frozen=True)
class Flash:
    """What esptool found behind a port."""

    chip: str
    size: int


def read_image(path: Path, chip: str) -> Image:
    """Check an image for a chip; UsageError, in one line, for what is no such image."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    wanted = CHIPS[chip]
    if len(data) < 24 or data[0] != _MAGIC:
        raise UsageError(
            f"{path}: is no image for an ESP32; take the .bin for {wanted.name} from"
            " micropython.org/download"
        )
    ident = int.from_bytes(data[12:14], "little")
    if ident != wanted.ident:
        known = {c.ident: c.name for c in CHIPS.values()} | _OTHERS
        name = known.get(ident, f"chip number {ident}")
        raise UsageError(f"{path}: is for {name}, not for {wanted.name}; take the other image")
    parts = _partitions(data, _TABLE_AT - wanted.offset)
    if not parts:
        raise UsageError(
            f"{path}: has no partition table, so it is an update, not a whole image; take the .bin"
            " without `app` in its name"
        )
    start, size = parts.get("factory") or parts.get("ota_0") or (0, 0)
    end = wanted.offset + len(data)
    if end <= start:
        raise UsageError(f"{path}: ends before its program begins; download it again")
    if size and end > start + size:
        raise UsageError(f"{path}: is larger than the room for its program; download it again")
    return Image(path, len(data), chip, max(at + size for at, size in parts.values()))


def _partitions(data: bytes, at: int) -> dict[str, tuple[int, int]]:
    """Return offset and size in the flash by name of partition."""
    found = {}
    while data[at : at + 2] == _ENTRY_MAGIC and len(data) >= at + _ENTRY:
        entry = data[at : at + _ENTRY]
        name = entry[12:28].rstrip(b"\0").decode("ascii", "replace")
        start, size = (int.from_bytes(entry[i : i + 4], "little") for i in (4, 8))
        found[name] = (start, size)
        at += _ENTRY
    return found


def probe(port: str, chip: str) -> Flash:
    """Ask the chip behind a port what it is; DeployError if it is another or does not answer."""
    if "://" not in port:
        Port(port).close()  # says what is wrong with a port in our words
    out = _esptool(port, chip, "flash-id")
    size = re.search(r"Detected flash size: (\d+)(KB|MB)", out)
    kind = re.search(r"Chip type: +(\S+)", out)
    if size is None:
        raise DeployError(f"{port}: the size of the flash was not recognised; try again")
    unit = {"KB": 1 << 10, "MB": 1 << 20}[size[2]]
    return Flash(kind[1] if kind else CHIPS[chip].name, int(size[1]) * unit)


def fits(image: Image, flash: Flash) -> None:
    if image.needs > flash.size:
        raise DeployError(
            f"{image.path}: is laid out for {image.needs >> 20} MB of flash, the board has"
            f" {flash.size >> 20} MB; take the image for a smaller flash"
        )


def write(port: str, chip: str, image: Image, erase: bool) -> None:
    """Write and verify an image; what esptool says of its progress goes to the user."""
    options = ["--erase-all"] if erase else []
    address = hex(CHIPS[chip].offset)
    out = _esptool(port, chip, "write-flash", *options, address, str(image.path))
    if "Hash of data verified" not in out:
        raise DeployError(f"{port}: what was written was not verified; flash it again")


def _esptool(port: str, chip: str, *arguments: str) -> str:
    if importlib.util.find_spec("esptool") is None:
        raise DeployError(f"esptool is not installed: {sys.executable} -m pip install esptool")
    command = [sys.executable, "-m", "esptool", "--chip", chip, "--port", port, "--baud", _BAUD]
    show = arguments[0] == "write-flash" and sys.stderr.isatty()
    out = ""
    with subprocess.Popen(
        [*command, *_RESET, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, text=True, errors="replace",
    ) as running:  # fmt: skip
        assert running.stdout is not None
        while piece := running.stdout.read(1 if show else 4096):
            out += piece
            if show:
                sys.stderr.write(piece)
                sys.stderr.flush()
    if running.returncode != 0:
        raise _reason(port, chip, out)
    return out


def _reason(port: str, chip: str, out: str) -> DeployError:
    """Return esptool's last words as an error of ours."""
    wrong = re.search(r"This chip is (\S+), not (\S+?)\.", out)
    if wrong:
        return DeployError(
            f"{port}: the chip is {wrong[1]}, not {wrong[2]}; give the right --chip"
        )
    if "Failed to connect" in out or "No serial data received" in out:
        return DeployError(
            f"{port}: the chip does not answer; hold BOOT, press EN (reset), let BOOT go, then try"
            " again"
        )
    lines = [line.strip() for line in out.splitlines() if "error" in line.lower()]
    last = lines[-1] if lines else (out.strip().splitlines() or ["no reason given"])[-1]
    return DeployError(f"{port}: esptool failed: {last[:150]}; try again, with another cable")
