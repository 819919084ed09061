"""Every sequence on the keys of the virtual table: told right everywhere, and in the log so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from virtual_board import World

from bidbox_host.demo.check import differences, judged_boards
from bidbox_host.demo.sequence import Sequence, all_sequences
from bidbox_host.demo.stage import HEAP, Stage
from bidbox_host.journal.keys import Keys
from bidbox_host.link.saving import save

SEQUENCES = all_sequences()
HANDMADE = [s for s in SEQUENCES if s.alarms or not s.name.startswith("real")]
REAL = [s for s in SEQUENCES if s.name.startswith("real")]


@pytest.fixture
def stage() -> Iterator[Stage]:
    with World() as world:
        made = Stage(world, heap=HEAP)
        made.listen()
        yield made


@pytest.mark.parametrize("sequences", [HANDMADE, REAL], ids=["handmade", "real"])
def test_each_sequence_is_told_and_recorded(
    stage: Stage, sequences: list[Sequence], tmp_path: Path
) -> None:
    problems = []
    for sequence in sequences:
        played = stage.play(sequence)
        problems += [f"{sequence.name}: {p}" for p in played.problems]
        assert len(played.heard) == len(sequence.alarms)
    assert problems == []
    stage.hang_up()
    with stage.world.flowing(100):
        saved = save(stage.table.port, tmp_path, Keys(), set_clock=False)
    assert saved.report.ok
    assert differences(sequences, judged_boards(saved.path)) == []
