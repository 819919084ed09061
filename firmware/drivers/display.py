"""Displays: pictures that reach their chips in slices, in what time the key scan leaves the bus.

Draw on a SeatDisplay's canvas, then show(). Knows buses and units, not what a picture means.
"""

import asyncio
import binascii
from array import array

from micropython import const

from drivers.canvas import WIDTH, Canvas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.seat_unit import SeatUnit
    from drivers.ssd1309 import SSD1309

SLICE = const(32)  # bytes: 1 ms on the bus
_SLICES = const(32)
_A_SCAN = const(3)  # slices at most
_LATEST_MS = const(7)  # after the start of a scan, no slice begins any more
_IDLE_SCANS = const(100)
_REFRESH_MS = const(30000)  # each display is written anew: one that was exchanged heals
_RETRY_MS = const(1000)
_PASSES = const(0xFFFFFF)


class Bus:
    """Who may use the I2C: the key scan comes first, slices get what it leaves."""

    def __init__(self, clock):
        self._clock = clock
        self._event = asyncio.Event()
        self._start = 0
        self._left = 0
        self._scans = 0
        self.wanted = False  # a display has something to write

    def scanned(self, start: int):
        """The scan that began at `start` ms is over."""
        self._start = start
        self._left = _A_SCAN
        self._scans += 1
        if self.wanted or self._scans >= _IDLE_SCANS:
            self._scans = 0
            self._event.set()

    async def slice(self):
        """Wait until one slice may be written; about once a second even if none is wanted."""
        await asyncio.sleep_ms(0)  # the others' turn between two slices
        while True:
            if self.wanted and self._left and self._clock.since(self._start) <= _LATEST_MS:
                self._left -= 1
                return
            self._event.clear()
            await self._event.wait()
            if not self.wanted:
                return


class FreeBus:
    """The same for a device without a keypad on the bus: a slice every 3 ms."""

    def __init__(self):
        self.wanted = False

    async def slice(self):
        for _ in range(25):
            if self.wanted:
                break
            await asyncio.sleep_ms(40)
        await asyncio.sleep_ms(3)

    def scanned(self, start):
        pass


class SeatDisplay(Canvas):
    """One display: `panel` is an SSD1309, `unit` the SeatUnit that it shares a cord with, or None.

    show() makes what was drawn visible, dim() sets brightness 0 (dark) to 15.
    """

    def __init__(
        self,
        panel: "SSD1309",
        bus: "Bus | FreeBus",
        clock,
        unit: "SeatUnit | None" = None,
        brightness: int = 8,
    ):
        super().__init__()
        self._panel = panel
        self._bus = bus
        self._clock = clock
        self._unit = unit
        self._sent = array("I", [0] * _SLICES)  # CRC of each slice as the panel has it
        self._new = memoryview(self.buffer)
        self._next = 0
        self._left = 0  # slices still to be looked at
        self._starts = -1  # of the unit, when this panel was set up
        self._started = False
        self._all = True
        self._refreshed = clock.ms()
        self._failed = clock.add(clock.ms(), -_RETRY_MS)
        self._brightness = brightness
        self._dimmed = False  # the panel still has another brightness
        self.gone = False

    def show(self):
        self._left = _SLICES
        self._bus.wanted = True

    def dim(self, level: int):
        if level != self._brightness:
            self._brightness = level
            self._dimmed = True
            self._bus.wanted = True

    @property
    def busy(self):
        """True while something is not yet written."""
        return self._dimmed or self._left > 0

    def waiting(self) -> bool:
        """Return whether the panel can and should be written now."""
        unit = self._unit
        if unit is not None:
            if not unit.up:
                return False
            if unit.starts != self._starts:
                self._started = False
        if self.gone and self._clock.since(self._failed) < _RETRY_MS:
            return False
        if self._clock.since(self._refreshed) >= _REFRESH_MS:
            self._started = False
        return not self._started or self.busy

    def push(self) -> bool:
        """Write one slice, or a command; return False if nothing was left to write. OSError."""
        if not self._started:
            self._start()
            return True
        if self._dimmed and not self._all:
            self._panel.contrast(self._brightness * 17)
            self._dimmed = False
            return True
        while self._left > 0:
            at = self._next
            start = at * SLICE
            self._next = (at + 1) % _SLICES
            self._left -= 1
            new = self._new[start : start + SLICE]
            code = binascii.crc32(new)
            wanted = self._all or code != self._sent[at]
            if self._left == 0 and self._all:
                self._all = False
                self._dimmed = True  # now it may be seen
            if wanted:
                self._sent[at] = code
                self._panel.write(start // WIDTH, start % WIDTH, new)
                return True
        return False

    def _start(self):
        self._panel.start()
        self._started = True
        self._refreshed = self._clock.ms()
        if self._unit is not None:
            self._starts = self._unit.starts
        self._all = True
        self._next = 0
        self._left = _SLICES

    def failed(self):
        """The panel did not answer: it is set up anew when it does."""
        self._started = False
        self._failed = self._clock.ms()


class DisplayTask:
    """Writes all displays of a device in turn; on_fault(seat, gone) if one falls silent or comes
    back while its unit is up."""

    def __init__(self, displays: "list[SeatDisplay]", bus: "Bus | FreeBus", on_fault=None):
        self._displays = displays
        self._bus = bus
        self._on_fault = on_fault
        self._turn = 0
        self.passes = 0

    async def run(self):
        self._bus.wanted = True
        while True:
            await self._bus.slice()
            self.passes = (self.passes + 1) & _PASSES
            self._bus.wanted = self._one()

    def _one(self):
        """Write one slice of the next display that has one; return whether there was any."""
        count = len(self._displays)
        for _ in range(count):
            seat = self._turn
            self._turn = (seat + 1) % count
            display = self._displays[seat]
            if not display.waiting():
                continue
            try:
                wrote = display.push()
            except OSError:
                display.failed()
                self._note(seat, display, True)
                return True
            self._note(seat, display, False)
            if wrote:
                return True
        return False

    def _note(self, seat, display, gone):
        if display.gone != gone:
            display.gone = gone
            if self._on_fault is not None:
                self._on_fault(seat, gone)
