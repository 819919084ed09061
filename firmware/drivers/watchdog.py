"""The watchdog: fed only while every task that is watched moves on.

A task is any object with `passes`, a small int that changes each time its loop comes round.
"""

import asyncio

from micropython import const

from bidbox import faults
from bidbox.calls import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import WDT

NORMAL_MS = const(8000)
SERVICE_MS = const(600000)  # while files are copied, nothing of the app runs
_PERIOD_MS = const(500)


class Watchdog:
    """`make` is machine.WDT itself: on an ESP32 only making it anew changes its time.

    on_stall(TASK_STALLED, NOBODY, name) is told once of a task that stands still; the reset
    follows within `timeout`.
    """

    def __init__(self, make: "type[WDT]", clock, on_stall=None, timeout: int = NORMAL_MS):
        self._make = make
        self._clock = clock
        self.on_stall = on_stall
        self._timeout = timeout
        self._wdt: WDT | None = None
        self._names: list[str] = []
        self._tasks: list = []
        self._limits: list[int] = []
        self._passes: list[int] = []
        self._moved: list[int] = []
        self._stalled: str | None = None
        self.service = False

    def watch(self, name: str, task, limit_ms: int = 3000):
        """Demand that task.passes changes at least every `limit_ms`."""
        self._names.append(name)
        self._tasks.append(task)
        self._limits.append(limit_ms)
        self._passes.append(task.passes)
        self._moved.append(self._clock.ms())

    def set_service(self, on: bool):
        """Allow ten minutes without a sign of life, for a deployment; or no longer."""
        self.service = on
        if self._wdt is not None:
            self._wdt = self._make(timeout=SERVICE_MS if on else self._timeout)

    def stalled(self) -> "str | None":
        """Return the name of a task that stands still, or None."""
        found = None
        for i in range(len(self._tasks)):
            passes = self._tasks[i].passes
            if passes != self._passes[i]:
                self._passes[i] = passes
                self._moved[i] = self._clock.ms()
            elif self._clock.since(self._moved[i]) > self._limits[i]:
                found = self._names[i]
        return found

    async def run(self):
        if self._wdt is None:
            self._wdt = self._make(timeout=SERVICE_MS if self.service else self._timeout)
        while True:
            name = self.stalled()
            if name is None:
                self._wdt.feed()
                self._stalled = None
            elif name != self._stalled:
                self._stalled = name
                if self.on_stall is not None:
                    self.on_stall(faults.TASK_STALLED, NOBODY, name)
            await asyncio.sleep_ms(_PERIOD_MS)
