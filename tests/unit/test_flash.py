"""`bidbox flash` with the real esptool, against a model of the chips' boot loader."""

import importlib.util
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bidbox_host.commands.flash import command
from bidbox_host.deploy import chip as chips

FACTORY = 0x10000
MODEL = importlib.util.find_spec("esp32_mock_bootloader") is not None
needs_model = pytest.mark.skipif(not MODEL, reason="esp32-mock-bootloader is not installed")


def image(path: Path, chip: str = "esp32", size: int = 0x20000, flash: int = 4 << 20,
          room: int = 0x1F0000) -> Path:  # fmt: skip
    """Write an image as MicroPython's are: boot loader's header, partition table, program."""
    data = bytearray(b"\xff" * size)
    wanted = chips.CHIPS[chip]
    data[:24] = struct.pack("<4BI4xH10x", 0xE9, 3, 2, 0x20, 0x40080000, wanted.ident)
    at = 0x8000 - wanted.offset
    for name, start, length in (
        ("nvs", 0x9000, 0x6000), ("factory", FACTORY, room), ("vfs", 0x200000, flash - 0x200000),
    ):  # fmt: skip
        data[at : at + 32] = struct.pack("<2s2xII16s4x", b"\xaa\x50", start, length, name.encode())
        at += 32
    data[FACTORY - wanted.offset :: 97] = b"\x55" * len(data[FACTORY - wanted.offset :: 97])
    path.write_bytes(data)
    return path


def flash(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


@pytest.fixture
def boot_loader(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Return a function that starts a model of a chip and gives its port."""
    pytest.importorskip("fcntl", reason="the model of a chip locks its files as Unix does")
    from esp32_mock_bootloader import mock_bootloader

    monkeypatch.setattr(chips, "_RESET", ("--before", "no-reset", "--after", "no-reset"))
    running = []

    def start(chip: str) -> str:
        running.append(mock_bootloader(chip=chip))
        return running[-1].url()

    yield start
    for model in running:
        model.stop()


@needs_model
@pytest.mark.parametrize("chip", ["esp32", "esp32c3"])
def test_an_image_is_written_where_the_chip_looks_for_it(
    chip: str, boot_loader, tmp_path: Path
) -> None:
    port = boot_loader(chip)
    path = image(tmp_path / "micropython.bin", chip)
    done = flash(port, "--image", str(path), "--chip", chip)
    assert done.exit_code == 0, done.output
    assert "written and verified" in done.output and "bidbox deploy" in done.output
    offset = chips.CHIPS[chip].offset
    other = image(tmp_path / "other.bin", chip, room=0x1E0000)

    def verify(path: Path) -> int:
        arguments = ["--chip", chip, "--port", port, *chips._RESET, "verify-flash", hex(offset)]
        return subprocess.run(
            [sys.executable, "-m", "esptool", *arguments, str(path)], capture_output=True
        ).returncode

    assert verify(path) == 0 and verify(other) != 0


@needs_model
def test_another_chip_than_named_is_told_and_nothing_written(boot_loader, tmp_path: Path) -> None:
    port = boot_loader("esp32c3")
    path = image(tmp_path / "micropython.bin", "esp32")
    done = flash(port, "--image", str(path), "--chip", "esp32")
    assert done.exit_code == 1
    assert "the chip is ESP32-C3, not ESP32; give the right --chip" in done.output
    assert len(done.output.strip().splitlines()) == 1


@needs_model
def test_an_image_for_a_larger_flash_is_refused_before_writing(
    boot_loader, tmp_path: Path
) -> None:
    port = boot_loader("esp32")
    path = image(tmp_path / "big.bin", flash=16 << 20)
    done = flash(port, "--image", str(path), "--chip", "esp32")
    assert done.exit_code == 1 and "16 MB of flash, the board has 4 MB" in done.output
    path = image(tmp_path / "fits.bin")
    done = flash(port, "--image", str(path), "--chip", "esp32", "--dry-run")
    assert done.exit_code == 0 and "with 4 MB" in done.output


def test_images_that_are_none_are_refused_in_one_line(tmp_path: Path) -> None:
    def refused(path: Path, chip: str = "esp32", *more: str) -> str:
        done = flash("no-port", "--image", str(path), "--chip", chip, *more)
        assert done.exit_code == 2 and len(done.output.strip().splitlines()) == 1, done.output
        return done.output

    good = image(tmp_path / "good.bin")
    assert "is for ESP32, not for ESP32-C3" in refused(good, "esp32c3")
    assert "No such file" in refused(tmp_path / "none.bin")
    (tmp_path / "text.bin").write_text("<html>not found</html>")
    assert "is no image for an ESP32" in refused(tmp_path / "text.bin")
    (tmp_path / "short.bin").write_bytes(good.read_bytes()[: FACTORY - 0x1000])
    assert "ends before its program begins" in refused(tmp_path / "short.bin")
    data = bytearray(good.read_bytes())
    data[0x7000:0x7002] = b"\0\0"
    (tmp_path / "app.bin").write_bytes(data)
    assert "has no partition table" in refused(tmp_path / "app.bin")
    assert "larger than the room" in refused(image(tmp_path / "room.bin", room=0x8000))
    data = bytearray(good.read_bytes())
    data[12] = 9
    (tmp_path / "s3.bin").write_bytes(data)
    assert "is for ESP32-S3" in refused(tmp_path / "s3.bin")
    assert "only for somebody who confirms" in refused(good, "esp32", "--erase")


def test_a_port_that_is_not_there_and_a_missing_esptool_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = image(tmp_path / "micropython.bin")
    done = flash("/dev/no-port", "--image", str(path), "--chip", "esp32")
    assert done.exit_code == 1 and "there is no such port" in done.output
    monkeypatch.setattr(chips.importlib.util, "find_spec", lambda name: None)
    done = flash("socket://nowhere", "--image", str(path), "--chip", "esp32")
    assert done.exit_code == 1 and "-m pip install esptool" in done.output
