"""mypy sees mistakes in what the firmware asks of the chip; types cost the device nothing."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bidbox_host.build import APART, PARTS
from bidbox_host.build.fold import fold, prune
from bidbox_host.build.overlays import Parts
from bidbox_host.build.program import Program, joined
from tests.unit.untyped import without_types

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
STUBS = ROOT / "typings"
# File, what stands there, the mistake in its place, and what mypy must call it.
MISTAKES = (
    ("drivers/tca9548a.py", "self._reset.value(1)", "self._reset.valeu(1)", "attr-defined"),
    ("drivers/buzzer.py", "pwm.freq(hz)", "pwm.frequency(hz)", "attr-defined"),
    ("drivers/buzzer.py", "duty_u16(_DUTIES[self.volume])", 'duty_u16("loud")', "call-overload"),
    ("drivers/battery.py", "self._adc.read_uv()", "self._adc.read_mv()", "attr-defined"),
    ("drivers/mcp23017.py", "_IODIRA, _SETTINGS)", "_SETTINGS, _SETTINGS)", "arg-type"),
    ("drivers/watchdog.py", "self._wdt.feed()", "self._wdt.feed(1)", "call-arg"),
    ("drivers/lamp.py", "self._pixels.write()", "self._pixels.show()", "attr-defined"),
    ("drivers/seat_unit.py", "mcp.column(column)", "mcp.column(str(column))", "arg-type"),
    ("drivers/radio.py", "self._espnow.any()", "self._espnow.any(0)", "call-arg"),
    ("drivers/display.py", "self._panel.write(start", "self._panel.draw(start", "attr-defined"),
    ("apps/chips.py", "freq=2000, duty_u16=0", "freq=2000, volume=0", "call-arg"),
    ("apps/chips.py", "machine.ADC.ATTN_11DB", "machine.ADC.ATTN_20DB", "attr-defined"),
)


def _mypy(folder: Path, *files: str) -> str:
    argv = [sys.executable, "-m", "mypy", "--config-file", str(folder / "firmware/mypy.ini")]
    argv += ["--cache-dir", str(folder / "cache"), "--no-error-summary", "--no-pretty", *files]
    return subprocess.run(argv, capture_output=True, text=True, cwd=folder / "firmware").stdout


@pytest.mark.skipif(not STUBS.is_dir(), reason="no stubs in typings/: `make lint` puts them there")
def test_mistakes_in_what_is_asked_of_the_chip_are_found(tmp_path: Path) -> None:
    shutil.copytree(FIRMWARE, tmp_path / "firmware")
    (tmp_path / "typings").symlink_to(STUBS)
    wanted = []
    for file, right, wrong, code in MISTAKES:
        path = tmp_path / "firmware" / file
        text = path.read_text()
        assert right in text, f"{file} has no {right} any more: plant another mistake"
        at = text.index(right)
        path.write_text(text[:at] + wrong + text[at + len(right) :])
        wanted.append((file, text[:at].count("\n") + 1, code))
    said = _mypy(tmp_path, *sorted({file for file, *_ in MISTAKES}))
    found = re.findall(r"^(\S+?):(\d+): error: .*\[([\w-]+)\]$", said, re.M)
    assert {(file, int(line), code) for file, line, code in found} == set(wanted), said


def _of_role(firmware: Path, role: str) -> str:
    """Return a role's modules as one, before anything is shortened."""
    entry = firmware / "apps" / "wiring.py"
    tree = joined(Program(entry, [firmware], role, APART, Parts.of(PARTS[role])))
    fold(tree)
    prune(tree, ["run"])
    return ast.unparse(tree)


@pytest.mark.parametrize("role", ["table", "director"])
def test_a_device_gets_the_same_with_types_and_without(role: str, tmp_path: Path) -> None:
    plain = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, plain)
    stripped = 0
    for path in plain.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        before = ast.unparse(tree)
        after = ast.unparse(without_types(tree))
        path.write_text(after + "\n", encoding="utf-8")
        stripped += before != after
    assert stripped > 10
    built = _of_role(FIRMWARE, role)
    assert built == _of_role(plain, role)
    assert "TYPE_CHECKING" not in built
