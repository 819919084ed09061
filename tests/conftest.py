"""What holds for all tests: a folder of their own for what the host tool keeps between two runs,
and a second try for whole devices.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A whole device meets programs with time-outs of their own (mpremote, the host tool), which a
    busy machine may miss: a test that fails is tried once more, and the report says so.
    """
    for item in items:
        if _WHOLE_DEVICES & set(Path(item.path).parts):
            item.add_marker(pytest.mark.flaky(reruns=1))
