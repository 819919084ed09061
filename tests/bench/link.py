"""How long an evening's log takes over 115,200 baud, beside mpremote on the same line."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from virtual_board import World

from bidbox_host.journal import log_bytes
from bidbox_host.link.download import download
from bidbox_host.link.port import Port
from bidbox_host.link.session import Session
from bidbox_host.link.shelf import Shelf
from tests.unit.fake_device import BYTES_A_SECOND, FakeDevice, Noise, evening

CLEAN_TARGET = 1.5  # seconds, clean or with 1 % of lines damaged
NOISY_TARGET = 60.0  # with 1 % of bytes damaged, both ways
_LINES = {  # to the host, to the device
    "clean": (Noise(), Noise()),
    "1 % of lines damaged": (Noise(of_lines=0.01, seed=4), Noise()),
    "1 % of bytes damaged": (Noise(of_bytes=0.01, seed=1), Noise(of_bytes=0.01, seed=51)),
}


def measure() -> dict[str, Any]:
    """Download the same log over each line, then copy it with mpremote; seconds by name."""
    store = evening()
    log = log_bytes(store.held[n] for n in range(1, store.last + 1))
    seconds: dict[str, float] = {}
    for name, (to_host, to_device) in _LINES.items():
        with FakeDevice(store, BYTES_A_SECOND, to_host, to_device) as device:
            began = time.monotonic()
            with Port(device.port) as port:
                session = Session(port)
                session.open(live=False)
                got = download(session, Shelf())
            seconds[name] = time.monotonic() - began
            if log_bytes(got.records) != log:
                raise AssertionError(f"{name}: the log is not the device's")
    seconds["mpremote fs cp"] = _mpremote(log)
    return {"records": store.last, "bytes": len(log), "seconds": seconds}


def _mpremote(log: bytes) -> float:
    with tempfile.TemporaryDirectory() as folder, World(clock="real") as world:
        file, copy = Path(folder) / "evening.bidlog", Path(folder) / "copy"
        file.write_bytes(log)
        (Path(folder) / "none").mkdir()
        (Path(folder) / "none" / "main.py").touch()
        device = world.start(firmware=Path(folder) / "none", files={file.name: file}, wait=False)
        time.sleep(1)
        device.set_baud(115200)
        began = time.monotonic()
        subprocess.run(
            [sys.executable, "-m", "mpremote", "connect", device.port, "resume", "fs", "cp",
             f":{file.name}", str(copy)],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        seconds = time.monotonic() - began
        if copy.read_bytes() != log:
            raise AssertionError("mpremote's copy is not the device's")
    return seconds


def report(found: dict[str, Any]) -> list[str]:
    """Return the lines that `make bench` prints."""
    lines = [f"link: {found['records']} records, {found['bytes']} bytes, at 115,200 baud"]
    targets = {"1 % of bytes damaged": NOISY_TARGET, "mpremote fs cp": None}
    for name, seconds in found["seconds"].items():
        target = targets.get(name, CLEAN_TARGET)
        wanted = f" (at most {target:g} s)" if target else " (start of the program included)"
        lines.append(f"  {name}: {seconds:.2f} s{wanted}")
    return lines
