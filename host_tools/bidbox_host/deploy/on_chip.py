"""The virtual boards for a chip: a real board's data, with models in the chip's memory.

Firmware and flash are as on the real board; of board.py only NAME and CHIP differ, and that it
puts the models of boards/virtual in place of pins, buses and radio before the role is imported.
"""

from pathlib import Path

from bidbox_host.build.compiling import compiled

BOARDS = {"virtual_table_on_chip": "esp32_table", "virtual_director_on_chip": "esp32_director"}
ANY = "any"  # as CHIP: the models need no pins, so every chip will do
_CHIP = ("virtual", "vclock", "chip_pins", "chip_radio")  # in boards/virtual/chip
_SHARED = ("bus", "vi2c", "chip_mux", "chip_expander", "chip_display")  # in boards/virtual/vm


def data_of(board: str, root: Path) -> str:
    """Return the source of a virtual board's data."""
    path = root / "boards" / BOARDS[board] / "board.py"
    return f"{path.read_text(encoding='utf-8')}\nNAME = {board!r}\nCHIP = {ANY!r}\n"


def sources(root: Path) -> list[Path]:
    """Return the files of the models."""
    folder = root / "boards" / "virtual"
    own = [folder / "chip" / f"{name}.py" for name in _CHIP]
    return own + [folder / "vm" / f"{name}.py" for name in _SHARED]


def files(board: str, root: Path, cache: Path) -> dict[str, bytes]:
    """Return what a virtual board has beside the files of the real one, board.mpy among them."""
    source = data_of(board, root) + "import virtual\nvirtual.install(globals())\n"
    made = {"board.mpy": compiled(source, "board.py", cache)}
    for path in sources(root):
        made[f"{path.stem}.mpy"] = compiled(path.read_text(encoding="utf-8"), path.name, cache)
    if BOARDS[board] == "esp32_director":
        del made["chip_mux.mpy"], made["chip_expander.mpy"]
    return made
