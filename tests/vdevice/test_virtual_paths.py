"""The virtual board in folders with long names: no argument of the VM may exceed 255 bytes."""

from pathlib import Path

import pytest
from virtual_board import World, vm

TINY = Path(__file__).parent / "tiny_app"


@pytest.mark.parametrize("clock", ["jump", "real"])
def test_a_device_starts_however_long_its_folder_is_called(tmp_path: Path, clock: str) -> None:
    folder = tmp_path / ("n" * (180 - len(str(tmp_path))))
    with World(clock, folder) as world:
        device = world.start(firmware=TINY)
        assert device.alive and device.memory


def test_a_script_finds_its_modules_in_folders_with_long_names(tmp_path: Path) -> None:
    folders = [tmp_path / (letter * (180 - len(str(tmp_path)))) for letter in "ab"]
    for folder in folders:
        folder.mkdir()
        (folder / f"module_{folder.name[0]}.py").write_text(f"NAME = {folder.name[0]!r}\n")
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, module_a, module_b\nprint(module_a.NAME + module_b.NAME, sys.argv[1:])\n"
    )
    done = vm.run_script(script, ["x"], fakes=False, path=folders)
    assert done.out.strip() == "ab ['x']"
