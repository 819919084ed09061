"""What the host tool keeps between two runs goes to a folder of the tests' own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


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
