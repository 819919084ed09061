"""The pictures in the documents are what the firmware shows today."""

import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import pictures
from tests.e2e import displays

DOCS = Path(__file__).parents[2] / "docs"


def pixels(path: Path) -> tuple[bytes, bytes]:
    """Return a PNG's header and its pixels, whatever way they were packed."""
    data = path.read_bytes()
    at, parts = 8, {}
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        name = data[at + 4 : at + 8]
        parts[name] = parts.get(name, b"") + data[at + 8 : at + 8 + size]
        at += 12 + size
    return parts[b"IHDR"], zlib.decompress(parts[b"IDAT"])


@pytest.mark.parametrize(
    ("draw", "folder", "command"),
    [
        (displays.draw_all, displays.FOLDER, "python -m tests.e2e.displays"),
        (pictures.make, pictures.FOLDER, "python -m tests.pictures"),
    ],
    ids=["displays", "readme"],
)
def test_pictures_are_fresh(
    tmp_path: Path, draw: Callable[[Path], object], folder: Path, command: str
) -> None:
    draw(tmp_path)
    made = sorted(path.name for path in tmp_path.glob("*.png"))
    kept = sorted(path.name for path in folder.glob("*.png"))
    assert made == kept, f"run {command}"
    stale = [name for name in made if pixels(tmp_path / name) != pixels(folder / name)]
    assert not stale, f"not what is shown today: run {command}"


def test_every_picture_is_explained() -> None:
    page = (DOCS / "displays.md").read_text(encoding="utf-8")
    for path in displays.FOLDER.glob("*.png"):
        assert page.count(f"(pictures/displays/{path.name})") == 1, path.name
    assert page.count("](pictures/displays/") == len(list(displays.FOLDER.glob("*.png")))
