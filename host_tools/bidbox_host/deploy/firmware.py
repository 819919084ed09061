"""The firmware that this checkout builds for a board, as a release."""

import ast
import re
from pathlib import Path

from bidbox_host.build import build
from bidbox_host.deploy import on_chip
from bidbox_host.deploy.layout import Release, release
from bidbox_host.errors import BidboxError, UsageError

ROOT = Path(__file__).resolve().parents[3]
_VERSION = re.compile(r'^FIRMWARE = (".*")$', re.MULTILINE)


def boards(root: Path = ROOT) -> list[str]:
    """Return the names of the boards that there is firmware for, the virtual ones last."""
    real = sorted(path.parent.name for path in (root / "boards").glob("*/board.py"))
    return real + [name for name, like in on_chip.BOARDS.items() if like in real]


def board_data(board: str, root: Path = ROOT) -> dict[str, object]:
    """Return what a board's board.py says of it; UsageError for a board that is not known."""
    if not (root / "firmware" / "main.py").is_file():
        raise BidboxError(
            f"{root}: the firmware's source is not here; deploy from a copy of the whole project"
        )
    if board not in boards(root):
        raise UsageError(f"no board is called {board!r}; there are {', '.join(boards(root))}")
    path = _path(board, root)
    virtual = board in on_chip.BOARDS
    text = on_chip.data_of(board, root) if virtual else path.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(compile(text, str(path), "exec"), names)
    return names


def firmware_version(root: Path = ROOT) -> str:
    """Return the version that the firmware tells of itself."""
    found = _VERSION.search((root / "firmware/apps/wiring.py").read_text(encoding="utf-8"))
    if found is None:
        raise BidboxError("firmware/apps/wiring.py names no version: FIRMWARE = \"...\"")
    return ast.literal_eval(found[1])


def release_for(board: str, root: Path = ROOT) -> Release:
    """Build the firmware of a board's role; BidboxError if it does not compile."""
    role = str(board_data(board, root)["ROLE"])
    cache = root / "build" / "firmware"
    files = dict(build(root / "firmware", _path(board, root), cache).files)
    if board in on_chip.BOARDS:
        files |= on_chip.files(board, root, cache)
    return release(files, board, role, firmware_version(root))


def _path(board: str, root: Path) -> Path:
    """Return the board.py of a board, or of the one that a virtual one is like."""
    return root / "boards" / on_chip.BOARDS.get(board, board) / "board.py"
