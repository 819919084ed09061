"""Worlds for tests of whole devices; every VM is ended with its test.

No device may run out of heap: a task that did is started again, and a test might not see it.
"""

from collections.abc import Iterator

import pytest
from virtual_board import World, vm


@pytest.fixture
def world() -> Iterator[World]:
    """A world whose time jumps."""
    yield from _world("jump")


@pytest.fixture
def real_world() -> Iterator[World]:
    """A world on the machine's clock."""
    yield from _world("real")


def _world(clock: str) -> Iterator[World]:
    if not vm.available():
        pytest.skip("no MicroPython VM on this platform")
    with World(clock=clock) as made:
        yield made
        for device in made.devices:
            assert b"MemoryError" not in device.console, device.text()
