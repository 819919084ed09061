"""Keeps every task of a device running: what fails is said and started again.

A device never dies of one part's fault; the watchdog is fed only while the others move on.
"""

import asyncio
import sys

_FIRST_PAUSE = 100  # ms before a task is started again, doubled each time it fails at once
_LONGEST_PAUSE = 10000
_STEADY = 10000  # ms of work after which a failure counts as the first


class Supervisor:
    """Runs named tasks; on_fault(name, error) is told of each failure, printed or not."""

    def __init__(self, clock, on_fault):
        self._clock = clock
        self._on_fault = on_fault
        self._tasks = []
        self.faults = 0

    def add(self, name, run):
        """Have the coroutine function `run` run for ever under `name`."""
        self._tasks.append((name, run))

    async def run(self):
        running = [self._keep(name, run) for name, run in self._tasks]
        self._tasks.clear()
        await asyncio.gather(*running)

    async def _keep(self, name, run):
        pause = _FIRST_PAUSE
        while True:
            started = self._clock.ms()
            try:
                await run()
                return
            except Exception as error:
                self._report(name, error)
            if self._clock.since(started) > _STEADY:
                pause = _FIRST_PAUSE
            await asyncio.sleep_ms(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _report(self, name, error):
        self.faults += 1
        sys.print_exception(error, sys.stderr)  # type: ignore[arg-type]
        try:
            self._on_fault(name, error)
        except Exception as second:
            sys.print_exception(second, sys.stderr)  # type: ignore[arg-type]
