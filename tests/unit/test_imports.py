"""Imports point one way: apps to drivers and bidbox, host tools to bidbox, and never back."""

import ast
from pathlib import Path

import pytest

from tests.unit.untyped import without_types

ROOT = Path(__file__).parents[2]
_CHIP = {"machine", "espnow", "aioespnow", "network", "neopixel", "esp32", "vfs"}
_OUTSIDE = {"time", "os", "sys", "io", "asyncio", "select", "random"}
_DEVICE_AVOIDS = {"typing", "enum", "dataclasses"}
_UNIX = {"pty", "tty", "termios", "fcntl"}

_MAY_NOT = {
    "firmware/bidbox": {"apps", "drivers"} | _CHIP | _OUTSIDE | _DEVICE_AVOIDS,
    "firmware/drivers": {"apps"} | _CHIP | _DEVICE_AVOIDS,
    "firmware/apps": {"bidbox_host", "virtual_board"} | _DEVICE_AVOIDS,
    "host_tools": {"apps", "drivers", "tests"} | _UNIX,
}


def _imported(path: Path) -> set[str]:
    """Return the first names of all modules that a file imports, wherever a device would."""
    names: set[str] = set()
    for node in ast.walk(without_types(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("folder", _MAY_NOT)
def test_no_module_imports_what_its_folder_must_not_know(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    wrong = {str(path.relative_to(ROOT)): _imported(path) & _MAY_NOT[folder] for path in files}
    assert {name: names for name, names in wrong.items() if names} == {}
