"""The firmware with its models on a chip: deployed to a stock VM that has no fakes of ours.

What is under it is the unix port of MicroPython, and in place of a chip's built-in `machine` the
few things that boards/virtual/vm/bare.py names: reset, watchdog, identity. No pins, no radio.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from virtual_board import Device, VirtualBoardError, World, image

from bidbox import messages, records
from bidbox_host.demo.stage import HEAP
from bidbox_host.link.follow import Connected
from tests.unit.watching import Watching

_MODELS = 60_000  # bytes of heap in the VM: tests/unit/test_on_chip_models.py


@pytest.fixture
def chip(real_world: World) -> Iterator[Device]:
    """A chip with MicroPython and an empty file system."""
    image.build(real_world.workdir / "chip.flash", {})
    yield real_world.start(name="chip", keep_flash=True, bare=True, heap=HEAP + _MODELS)


def _run(device: Device, folder: Path, module: str, *arguments: str) -> str:
    script = "from bidbox_host.cli import main; main()"
    program = ["-c", script] if module == "bidbox" else ["-m", "mpremote", "connect", device.port]
    done = subprocess.run(
        [sys.executable, *program, *arguments], capture_output=True, text=True, timeout=120,
        env={**os.environ, "BIDBOX_KEYS": str(folder / "keys.json")}, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, (arguments, done.stdout, done.stderr, device.console[-2000:])
    return done.stdout


def test_the_stock_vm_has_none_of_our_modules(chip: Device, tmp_path: Path) -> None:
    code = "import sys, machine\nprint(sorted(sys.modules))\n" \
           "print([n for n in ('Pin', 'PWM', 'ADC', 'I2C') if hasattr(machine, n)])"
    told = _run(chip, tmp_path, "mpremote", "resume", "exec", code)
    assert "[]" in told and "virtual" not in told and "vclock" not in told, told
    for name in ("neopixel", "espnow", "network", "virtual"):
        code = f"try:\n import {name}\nexcept ImportError:\n print('none')"
        assert "none" in _run(chip, tmp_path, "mpremote", "resume", "exec", code)


def test_a_call_pressed_on_the_chip_is_recorded_downloaded_and_exported(
    chip: Device, tmp_path: Path
) -> None:
    told = _run(
        chip, tmp_path, "bidbox", "deploy", chip.port, "--board", "virtual_table_on_chip",
        "--table", "12", "--signals", "table",
    )  # fmt: skip
    assert "for virtual_table_on_chip" in told
    keys = tmp_path / "keys.txt"
    keys.write_text("4000 call N 1H\n6000 call E 1D\n9000 hold S TD 1300\n")
    _run(chip, tmp_path, "mpremote", "fs", "cp", str(keys), ":/keys.txt", "+", "reset")
    with Watching(chip.port) as watching:
        watching.until(lambda: watching.of(Connected))
        hello = watching.of(Connected)[0].hello
        assert (hello.board, hello.role, hello.table) == ("virtual_table_on_chip", "table", 12)
        watching.until(lambda: watching.messages(messages.TD_CALL))
        (alert,) = watching.messages(messages.ALERT)
        assert alert.named()["law"] == "27"
        assert [records.CALL] * 2 == [call.kind for call in watching.calls]
    code = "import virtual; print(virtual.__file__); virtual.show('N'); virtual.state()"
    seen = _run(chip, tmp_path, "mpremote", "resume", "exec", code).splitlines()
    assert seen[0].startswith("/v/")
    picture = [line for line in seen[1:33] if line.strip(" '.:") == ""]
    assert len(picture) == 32 and sum(len(line.replace(" ", "")) for line in picture) > 200
    (buzzer,) = [line.split() for line in seen if line.startswith("buzzer ")]
    assert buzzer[2] == "0" and int(buzzer[3]) >= 1, "silent now, and it sounded"
    assert any(line.startswith("radio ffffffffffff ") for line in seen)
    _run(
        chip, tmp_path, "mpremote", "resume", "exec", "--no-follow",
        "virtual.call('S', 'P'); virtual.go()",
    )  # fmt: skip
    with Watching(chip.port) as watching:
        watching.until(lambda: len(watching.calls) == 3)
    log = tmp_path / "log.bidlog"
    _run(chip, tmp_path, "bidbox", "download", chip.port, "-o", str(log))
    pbn = tmp_path / "evening.pbn"
    _run(chip, tmp_path, "bidbox", "export", str(log), "--to", "pbn", "-o", str(pbn))
    assert '[Auction "N"]\n1H ^I 1D Pass *' in pbn.read_text().replace("\r\n", "\n")


def test_a_directors_device_on_a_chip_says_who_it_is(chip: Device, tmp_path: Path) -> None:
    _run(chip, tmp_path, "bidbox", "deploy", chip.port, "--board", "virtual_director_on_chip")
    told = _run(chip, tmp_path, "bidbox", "ports", "--port", chip.port)
    assert "director's device 200, virtual_director_on_chip" in told


def test_a_chip_needs_a_clock_that_is_its_own(world: World) -> None:
    with pytest.raises(VirtualBoardError, match="clock='real'"):
        world.start(bare=True)
