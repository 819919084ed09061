"""Runs in a virtual table: measures each step of its event loop; sent by pauses.py.

A step is what one task does between two waits: so long nobody else runs. Its parts: time that the
models of bus and flash count, and time of this machine's VM, the models' own work taken out.
Garbage is collected between steps and timed by itself, for the probe makes garbage of its own.
"""

import gc
from asyncio import core

import vclock
import vctl
import vflash
import vi2c

_KINDS = ("scan", "display", "flash", "rest")
_STEPS = 20  # from one collection to the next
_SCANS = 400  # whose bus time is kept


class Pauses:
    """`worst[kind]` is [counted ns, VM us] of the longest steps of a kind, each by itself."""

    def __init__(self, parts, bus):
        self.keypad = parts.keypad
        self.task = parts.display_task
        self.bus = bus
        self.chip = vflash.chip
        self.us = vclock._machine_us
        self.depth = 0
        self.model_us = 0
        self.scanned = -1
        self.steps = 0
        self.reset()
        self.note()
        self.wrap()

    def reset(self):
        self.worst = {kind: [0, 0] for kind in _KINDS}
        self.scans = []  # bus us of a scan by itself
        self.slices = 0  # most bus us of one step of the displays
        self.whole = 0  # most bus us from scan to scan
        self.gap = 0  # most ms from scan to scan
        self.erases = 0  # most in one step
        self.collect_us = 1 << 29  # the quickest collection

    def note(self):
        self.at = vclock.time_ns()
        self.bus_at = self.bus.busy_ns
        self.flash_at = self.chip.busy_us()
        self.erases_at = self.chip.erases
        self.seen = self.keypad.passes
        self.drawn = self.task.passes
        self.model_us = 0
        self.us_at = self.us()

    def step(self):
        """A step is over."""
        cpu = self.us() - self.us_at - self.model_us
        counted = vclock.time_ns() - self.at
        bus = (self.bus.busy_ns - self.bus_at) // 1000
        if self.chip.busy_us() != self.flash_at:
            kind = "flash"
            self.erases = max(self.erases, self.chip.erases - self.erases_at)
        elif self.keypad.passes != self.seen:
            kind = "scan"
            if len(self.scans) < _SCANS:
                self.scans.append(bus)
            if self.scanned >= 0:
                self.whole = max(self.whole, (self.bus_at - self.scanned) // 1000)
            self.scanned = self.bus_at
            self.gap = max(self.gap, self.keypad.gap_ms)
        elif self.task.passes != self.drawn:
            kind = "display"
            self.slices = max(self.slices, bus)
        else:
            kind = "rest"
        worst = self.worst[kind]
        worst[0] = max(worst[0], counted)
        worst[1] = max(worst[1], cpu)

    def collect(self):
        self.steps += 1
        if self.steps == _STEPS:
            self.steps = 0
            start = self.us()
            gc.collect()
            self.collect_us = min(self.collect_us, self.us() - start)

    def wrap(self):
        wait = core.IOQueue.wait_io_event

        def waits(queue, dt):
            self.step()
            self.collect()
            wait(queue, dt)
            self.note()

        core.IOQueue.wait_io_event = waits
        for name in ("writeto", "writeto_mem", "readfrom_mem", "readfrom_mem_into"):
            self.wrap_model(vi2c.I2C, name)
        for name in ("send", "receive"):
            self.wrap_model(vctl, name)

    def wrap_model(self, owner, name):
        """Keep the time that bus, chips and the way to the world take out of the VM's."""
        method = getattr(owner, name)

        def timed(*arguments):
            start = self.us()
            self.depth += 1
            try:
                return method(*arguments)
            finally:
                self.depth -= 1
                if not self.depth:
                    self.model_us += self.us() - start

        setattr(owner, name, timed)

    def take_all(self):
        """Return what was found since the last time: plain values."""
        scans = sorted(self.scans)
        made = (
            self.worst,
            scans[len(scans) // 2] if scans else 0,
            scans[-1] if scans else 0,
            self.slices,
            self.whole,
            self.gap,
            self.erases,
            self.collect_us,
        )
        self.reset()
        return made


gc.disable()
virtual.pauses = Pauses(wiring.running, virtual.bus)  # noqa: F821 (names of the device's prompt)
