"""Worlds for tests of whole devices; every VM is ended with its test.

No device may run out of heap: a task that did is started again, and a test might not see it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from deploy_bench import blank_table, deploy
from virtual_board import World, vm

from bidbox_host.deploy.firmware import release_for
from bidbox_host.deploy.layout import Release


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


@pytest.fixture(scope="session")
def made() -> Release:
    """The firmware of a table."""
    return release_for("esp32_table")


@pytest.fixture(scope="session")
def installed(made: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The flash of a table that was deployed once, made once."""
    if not vm.available():
        pytest.skip("no MicroPython VM on this platform")
    folder = tmp_path_factory.mktemp("installed")
    with World(clock="jump", workdir=folder) as world:
        device = blank_table(world)
        deploy(device, made)
        device.kill()
        yield device.flash
