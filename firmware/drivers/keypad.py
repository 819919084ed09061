"""The keys of the four seats: scanned every 10 ms, told as presses and releases with their times.

Knows seats and key numbers (keys.py), not what a key means. While all keys of a seat are up, one
read tells so; the whole matrix is read only while one is down. A seat unit that fails has its
channel switched off, is named and tried again until it is back; the others play on.
"""

import asyncio

from micropython import const

from bidbox import faults
from bidbox.calls import NOBODY
from drivers.debounce import KEYS
from drivers.seat_unit import LOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.debounce import Debouncer
    from drivers.seat_unit import SeatUnit

PERIOD_MS = const(10)
_MISSES = const(3)  # scans without an answer before a unit is called gone
_RETRY_MS = const(1000)
_CHECK_SCANS = const(8)  # an idle unit in turn is asked for its settings this often
_STUCK_SCANS = const(64)
_STUCK_MS = const(20000)
_PASSES = const(0xFFFFFF)


class Keypad:
    """`units` are SeatUnits in the order of the seats, `debouncers` as many Debouncers.

    on_key(seat, key, pressed, ms) is called within scan() for each press and release; ms is the
    time of the first scan that saw the key closed, or of the scan for a release. Nothing is
    allocated between reading the contacts and that call. on_fault(seat, code) takes the codes of
    faults.py. `bus` (display.Bus) is told of each scan's end. `gap_ms` is the time since the scan
    before.
    """

    def __init__(
        self,
        units: "list[SeatUnit]",
        debouncers: "list[Debouncer]",
        clock,
        on_key,
        on_fault=None,
        bus=None,
    ):
        self._units = units
        self._contacts = debouncers
        self._count = len(units)
        self._clock = clock
        self._on_key = on_key
        self._on_fault = on_fault
        self._bus = bus
        now = clock.ms()
        self._last = now
        self._misses = [0] * self._count
        self._tried = [clock.add(now, -_RETRY_MS) for _ in units]
        self._fault = [0] * self._count
        self._stuck = [0] * self._count
        self._mux_gone = False
        self._scans = 0
        self.gap_ms = 0
        self.passes = 0

    def held(self, seat: int, key: int) -> bool:
        """Return whether a key is down now, one too that was down before anybody could mean it."""
        return bool(self._contacts[seat].held >> key & 1)

    async def run(self):
        clock = self._clock
        while True:
            start = clock.ms()
            self.scan()
            if self._bus is not None:
                self._bus.scanned(start)
            self.passes = (self.passes + 1) & _PASSES
            await asyncio.sleep_ms(max(1, PERIOD_MS - clock.since(start)))

    def scan(self):
        """Read all seats once."""
        now = self._clock.ms()
        self.gap_ms = self._clock.between(self._last, now)
        self._last = now
        self._scans = (self._scans + 1) & _PASSES
        for seat in range(self._count):
            if self._units[seat].up:
                self._visit(seat, now)
            elif self._clock.between(self._tried[seat], now) >= _RETRY_MS:
                self._try_again(seat, now)

    def _visit(self, seat, now):
        unit = self._units[seat]
        contacts = self._contacts[seat]
        try:
            word = unit.read()
            if word != LOST:
                contacts.sample(word, now)
                if contacts.resting:
                    unit.rest()
                if self._wants_check(seat, contacts) and not unit.settled():
                    word = LOST
            if word == LOST:
                # The chip was reset. Presses told already stay told; the rest is seen anew.
                contacts.doubt()
                unit.start()
        except OSError:
            self._miss(seat, now)
            return
        self._misses[seat] = 0
        if word == LOST:
            self._tell(seat, faults.CHIP_RESET)
            return
        down = contacts.down
        up = contacts.up
        contacts.take()
        if down | up:
            self._deliver(seat, contacts, down, up, now)
        if contacts.held and not self._scans & (_STUCK_SCANS - 1):
            self._look_for_stuck(seat, contacts, now)

    def _wants_check(self, seat, contacts):
        """A chip that lost its settings shows any keys at all: ask before one is believed."""
        if contacts.down | contacts.up or self._misses[seat]:
            return True
        return self._scans & (_CHECK_SCANS - 1) == 0 and self._scans // _CHECK_SCANS & 3 == seat

    def _deliver(self, seat, contacts, down, up, now):
        on_key = self._on_key
        word = down | up
        key = 0
        while word:
            if word & 1:
                if down >> key & 1:
                    on_key(seat, key, True, contacts.since[key])
                else:
                    on_key(seat, key, False, now)
            word >>= 1
            key += 1
        if up & self._stuck[seat]:
            self._look_for_stuck(seat, contacts, now)

    def _look_for_stuck(self, seat, contacts, now):
        held = contacts.held
        for key in range(KEYS):
            bit = 1 << key
            if held & bit:
                lasts = self._clock.between(contacts.since[key], now)
                if lasts >= _STUCK_MS and not self._stuck[seat] & bit:
                    self._stuck[seat] |= bit
                    self._tell(seat, faults.KEY_STUCK + key)
            elif self._stuck[seat] & bit:
                self._stuck[seat] &= ~bit
                self._tell(seat, faults.KEY_FREE + key)

    def _miss(self, seat, now):
        unit = self._units[seat]
        self._misses[seat] += 1
        if not unit.mux.free():
            self._fail(seat, now, faults.UNIT_SHORTED)
        elif self._misses[seat] >= _MISSES:
            self._fail(seat, now, faults.UNIT_GONE)

    def _fail(self, seat, now, code):
        unit = self._units[seat]
        contacts = self._contacts[seat]
        unit.up = False
        self._tried[seat] = now
        if not unit.mux.answers():
            if not self._mux_gone:
                self._mux_gone = True
                self._tell(NOBODY, faults.MUX_GONE)
        elif self._fault[seat] != code:
            self._fault[seat] = code
            self._tell(seat, code)
        pressed = contacts.pressed
        contacts.mute(now)
        if pressed:
            self._deliver(seat, contacts, 0, pressed, now)

    def _try_again(self, seat, now):
        unit = self._units[seat]
        self._tried[seat] = now
        try:
            unit.start()
        except OSError:
            shorted = not unit.mux.free()
            self._fail(seat, now, faults.UNIT_SHORTED if shorted else faults.UNIT_GONE)
            return
        unit.up = True
        self._misses[seat] = 0
        self._contacts[seat].mute(now)
        if self._mux_gone:
            self._mux_gone = False
            self._tell(NOBODY, faults.MUX_BACK)
        if self._fault[seat]:
            self._fault[seat] = 0
            self._tell(seat, faults.UNIT_BACK)

    def _tell(self, seat, code):
        if self._on_fault is not None:
            self._on_fault(seat, code)
