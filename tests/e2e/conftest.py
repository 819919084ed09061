"""A virtual table and director's device for the tests of the whole line; time jumps.

On which boards: tests/conftest.py.
"""

from collections.abc import Callable, Iterator

import pytest
from virtual_board import World, vm

from bidbox_host.demo.stage import HEAP, Stage
from tests.boards import Board

MakeStage = Callable[..., Stage]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not vm.available():
        for item in items:
            item.add_marker(pytest.mark.skip("no MicroPython VM for this system"))


@pytest.fixture
def make_stage(table_board: Board, director_board: Board) -> Iterator[MakeStage]:
    """Return a function that makes a Stage with a table's settings and listens to both ports."""
    stages = []
    boards = (table_board.name, director_board.name)

    def make(**config) -> Stage:
        number = config.pop("table", 12)
        stage = Stage(World(), number, config, boards=boards, heap=HEAP)
        stages.append(stage)
        stage.listen()
        return stage

    yield make
    for stage in stages:
        stage.hang_up()
        stage.world.close()


@pytest.fixture
def stage(make_stage: MakeStage) -> Stage:
    return make_stage()
