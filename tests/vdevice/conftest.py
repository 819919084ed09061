"""Worlds for tests of whole devices; every VM is ended with its test."""

from collections.abc import Iterator

import pytest
from virtual_board import World, vm


@pytest.fixture
def world() -> Iterator[World]:
    """A world whose time jumps."""
    if not vm.available():
        pytest.skip("no MicroPython VM on this platform")
    with World(clock="jump") as made:
        yield made


@pytest.fixture
def real_world() -> Iterator[World]:
    """A world on the machine's clock."""
    if not vm.available():
        pytest.skip("no MicroPython VM on this platform")
    with World(clock="real") as made:
        yield made
