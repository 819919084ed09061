"""Reading a board.py by the board's name or its path."""

import runpy
from pathlib import Path
from typing import Any

from bidbox_host.errors import UsageError

BOARDS = Path(__file__).parents[3] / "boards"


def load(name: str) -> dict[str, Any]:
    """Return what a board.py defines; UsageError if there is no such board.

    name: a folder's name under boards/, or the path of a board.py.
    """
    path = Path(name) if name.endswith(".py") else BOARDS / name / "board.py"
    if not path.is_file():
        known = ", ".join(sorted(file.parent.name for file in BOARDS.glob("*/board.py")))
        raise UsageError(f"no board is called {name}: give {known or 'the path of a board.py'}")
    found = runpy.run_path(str(path))
    return {key: value for key, value in found.items() if key.isupper()}
