"""What holds for all tests: a folder of their own for what the host tool keeps between two runs,
a fixture for each board, and a second try for whole devices.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import boards

_WHOLE_DEVICES = {"e2e", "vdevice"}


@pytest.fixture(scope="session", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("bidbox")
    before = os.environ.get("BIDBOX_FOLDER")
    os.environ["BIDBOX_FOLDER"] = str(path)
    yield path
    if before is None:
        del os.environ["BIDBOX_FOLDER"]
    else:
        os.environ["BIDBOX_FOLDER"] = before


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "boards(*wanted): run on every board that is of this role or has what is named",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes `board` on each board of boards/, or on those its mark asks for.

    Marked with a role, a test that takes that role's board (by a stage, say) runs on each of them.
    """
    mark = metafunc.definition.get_closest_marker("boards")
    wanted = mark.args if mark else ()
    names = [f"{role}_board" for role in boards.ROLES if role in wanted]
    for name in {"board", *names} & set(metafunc.fixturenames):
        found = boards.every(*wanted)
        assert found, f"there is no board with {wanted}"
        ids = [board.name for board in found]
        metafunc.parametrize(name, found, ids=ids, indirect=name != "board")


@pytest.fixture
def table_board(request: pytest.FixtureRequest) -> boards.Board:
    return getattr(request, "param", boards.default("table"))


@pytest.fixture
def director_board(request: pytest.FixtureRequest) -> boards.Board:
    return getattr(request, "param", boards.default("director"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A whole device meets programs with time-outs of their own (mpremote, the host tool), which a
    busy machine may miss: a test that fails is tried once more, and the report says so.
    """
    for item in items:
        if _WHOLE_DEVICES & set(Path(item.path).parts):
            item.add_marker(pytest.mark.flaky(reruns=1))
