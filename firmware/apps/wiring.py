"""Starts the role that a board names, and holds what both roles need for ever.

What only a start needs (chips.py, table_start.py) is loaded for it and dropped before tasks run.
"""

import asyncio
import gc
import sys

from apps.clock import Clock
from apps.supervisor import Supervisor

FIRMWARE = "0.1.0"
running = None  # the parts of the device that runs here


def run(board, version=""):
    """Run the role that a board names, for ever; version: the build's name, "" if it has none."""
    asyncio.run(_start(board, FIRMWARE + "+" + version[:8] if version else FIRMWARE))


async def _start(board, firmware):
    supervisor = _supervisor(board, firmware)
    gc.collect()
    await supervisor.run()


def _supervisor(board, firmware):
    """Put a device together; return what runs its tasks."""
    from apps.chips import Chips

    if board.ROLE == "table":
        from apps import table_start as role
    else:
        from apps import director_parts as role  # type: ignore[no-redef]
    chips = Chips(board)
    return role.start(Hardware(board, firmware, chips), chips)


class Hardware:
    """What both roles keep of a board: clock, settings, buzzer, watchdog, the line to the host."""

    def __init__(self, board, firmware, chips):
        self.board = board
        self.clock = Clock()
        self.config = chips.settings()
        self.firmware = firmware
        self.device_id = chips.device_id()
        self.buzzer = chips.buzzer()
        self.watchdog = chips.watchdog(self.clock)
        self.stdin = sys.stdin.buffer
        self.stdout = sys.stdout.buffer

    def setting(self, name):
        """Return a setting as text, None for one that is not to be told."""
        from apps import setting

        return setting.told(self.config, name)

    def configure(self, name, text):
        """Keep a setting, mostly for the next start; return None, or why not."""
        from apps import setting

        return setting.changed(self.config, name, text)

    def show(self, parts):
        """Let a person at the prompt, or a test, reach a device's parts as wiring.running."""
        global running
        running = parts

    def supervisor(self, on_fault):
        return Supervisor(self.clock, on_fault)
