"""What goes onto a chip beside the firmware is small, and works there.

That stock MicroPython 1.23 has what it needs: test_stock_firmware.py.
"""

import ast
from pathlib import Path

import pytest
from virtual_board import vm

from bidbox_host.deploy import on_chip
from bidbox_host.deploy.firmware import ROOT, board_data, release_for

_MOST_BYTES = 11_000
_MOST_HEAP = 60_000  # in the VM, where objects take twice the room
_SMALL = 1 << 30

# In the VM: a director's key is read up, down for 20 ms, and up again.
_KEY = """
import sys, time
sys.path[:] = [sys.argv[1], ".frozen"]
class Bare: pass
sys.modules["machine"] = Bare()
import board, machine, virtual
pin = machine.Pin(board.PINS[board.KEYS["yes"]], machine.Pin.IN, machine.Pin.PULL_UP)
seen = [pin.value()]
virtual.hold(0, "yes", "20")
seen.append(pin.value())
time.sleep_ms(30)
seen.append(pin.value())
print(seen)
"""

# In the VM: what the models of a board take, from nothing to soldered.
_HEAP = """
import asyncio, gc, sys
sys.path[:] = [sys.argv[1], ".frozen"]
asyncio.get_event_loop  # what is loaded anyway
class Bare: pass
sys.modules["machine"] = Bare()
gc.collect()
before = gc.mem_alloc()
import board
gc.collect()
print(gc.mem_alloc() - before)
"""


needs_vm = pytest.mark.skipif(not vm.available(), reason="no MicroPython VM here")


@pytest.mark.parametrize("path", on_chip.sources(ROOT), ids=lambda path: path.stem)
def test_no_number_outgrows_a_small_integer_of_a_chip(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            assert abs(node.value) < _SMALL, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(("name", "like"), on_chip.BOARDS.items())
def test_it_is_the_real_boards_firmware_and_the_models(name: str, like: str) -> None:
    made, real = release_for(name), release_for(like)
    own = {path for path in made.content if path not in real.content}
    assert {path: made.content[path] for path in real.content if path != "board.mpy"} == {
        path: data for path, data in real.content.items() if path != "board.mpy"
    }
    assert made.main == real.main and made.version.role == real.version.role
    assert all(made.content[path][:4] == b"M\x06\x00\x1f" for path in own), "bytecode, 31 bits"
    assert sum(len(made.content[path]) for path in own) <= _MOST_BYTES
    data, old = board_data(name), board_data(like)
    differs = {key for key in data if key.isupper() and data[key] != old[key]}
    assert differs == {"NAME", "CHIP"} and data["NAME"] == name


def _in_vm(name: str, folder: Path, script: str) -> str:
    """Run a script in a VM that finds what a virtual board has, in the first argument."""
    for path, data in on_chip.files(name, ROOT, ROOT / "build" / "firmware").items():
        (folder / path).write_bytes(data)
    (folder / "script.py").write_text(script, encoding="utf-8")
    return vm.run_script(folder / "script.py", [str(folder)], heap="400k", fakes=False).out


@needs_vm
@pytest.mark.parametrize("name", on_chip.BOARDS)
def test_the_models_leave_room_for_the_firmware(name: str, tmp_path: Path) -> None:
    taken = int(_in_vm(name, tmp_path, _HEAP).split()[-1])
    print(f"{name}: {taken} bytes of heap in the VM")
    assert 10_000 < taken < _MOST_HEAP


@needs_vm
def test_a_directors_key_is_held_as_long_as_asked(tmp_path: Path) -> None:
    assert _in_vm("virtual_director_on_chip", tmp_path, _KEY).strip() == "[1, 0, 1]"
