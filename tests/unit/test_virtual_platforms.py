"""Where there is no VM or no pty, one line says so."""

import builtins
import importlib
import sys

import pytest
import virtual_board
from virtual_board import vm
from virtual_board.errors import NoVM


def test_without_a_vm_one_line_names_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vm.importlib.util, "find_spec", lambda name: None)
    assert not vm.available()
    with pytest.raises(NoVM, match="needs Linux x86-64 or macOS arm64") as caught:
        vm.command()
    assert "\n" not in str(caught.value)


def test_without_ptys_only_what_needs_them_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = builtins.__import__

    def no_termios(name: str, *rest: object) -> object:
        if name in ("termios", "tty", "fcntl"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return plain(name, *rest)

    for name in [name for name in sys.modules if name.startswith("virtual_board")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("tty", "termios"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(builtins, "__import__", no_termios)
    package = importlib.import_module("virtual_board")
    assert importlib.import_module("virtual_board.vm").HEAP
    with pytest.raises(ImportError, match="it needs Linux x86-64 or macOS arm64"):
        _ = package.World
    with pytest.raises(AttributeError):
        _ = virtual_board.nothing
