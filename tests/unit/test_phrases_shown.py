"""The displays' phrases take room on every device: each is one that some part of it shows."""

import ast
from pathlib import Path

from bidbox import phrases, verdicts

_FIRMWARE = Path(__file__).parents[2] / "firmware"


def _shown() -> set[str]:
    """Return the names of bidbox.phrases that the firmware's other modules use."""
    return {
        node.attr
        for path in _FIRMWARE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "phrases"
    }


def test_every_phrase_is_shown_somewhere() -> None:
    indexes = {name: n for name, n in vars(phrases).items() if isinstance(n, int)}
    first = indexes.pop("FIRST_KIND")
    kinds = range(first + 1, first + len(verdicts.KINDS))
    unused = [name for name in indexes.keys() - _shown() if indexes[name] not in kinds]
    assert not unused, f"bidbox.phrases has words that nothing shows: {sorted(unused)}"
