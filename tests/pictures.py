"""Makes the pictures of README.md on the running virtual board: `python -m tests.pictures`."""

import sys
from pathlib import Path

from virtual_board import picture

from bidbox_host.demo.stage import HEAP, Stage, make_world
from bidbox_host.errors import BidboxError

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
_BOARD = 7  # dealer South, all vulnerable
_BLINK_MS = 2000


def make(folder: Path = FOLDER) -> list[Path]:
    """Play a board to an insufficient bid and draw it before and after OK; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / f"{name}.png" for name in ("selected", "irregular", "director")]
    with make_world("jump") as world:
        stage = Stage(world, heap=HEAP)
        stage.open_board(_BOARD)
        for call in ("S 1C", "W 1H", "N 1S", "E 2H", "S 2S"):
            stage.call(*call.split())
            stage.wait(300)
        stage.press("W", "2", "D")
        stage.wait(5000)
        picture(stage.table, made[0])
        stage.press("W", "OK")
        stage.wait(600)
        for device, path in ((stage.table, made[1]), (stage.director, made[2])):
            for _ in range(0, _BLINK_MS, 50):
                if any(map(any, device.state["lamp"])):
                    break
                stage.wait(50)
            picture(device, path)
    return made


if __name__ == "__main__":
    try:
        for path in make():
            print(path.relative_to(FOLDER.parents[1]))
    except BidboxError as error:
        sys.exit(f"Error: {error.format_message()}")
