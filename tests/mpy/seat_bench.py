"""Four seat units on a modelled bus, for tests of the drivers: chips, drivers, a log of keys."""

import sys

sys.path.append("boards/virtual/vm")

import vclock
from bus import Bus
from chip_display import SSD1309 as DisplayChip
from chip_expander import MCP23017 as KeyChip
from chip_mux import TCA9548A as MuxChip
from vi2c import I2C, add_bus
from vtime import ticks_add, ticks_diff

from bidbox import keys
from drivers.debounce import Debouncer
from drivers.keypad import Keypad
from drivers.mcp23017 import MCP23017
from drivers.seat_unit import SeatUnit
from drivers.tca9548a import TCA9548A

_START_MS = (1 << 30) - 5000  # the ticks wrap five seconds into each test


class BenchClock:
    def ms(self):
        return vclock.ticks_ms()

    def since(self, tick):
        return ticks_diff(vclock.ticks_ms(), tick)

    def between(self, earlier, later):
        return ticks_diff(later, earlier)

    def add(self, tick, ms):
        return ticks_add(tick, ms)


class ResetPin:
    def __init__(self, mux):
        self._mux = mux

    def value(self, level):
        self._mux.reset_pin(level)


class Bench:
    """`presses`: (seat, key, time); `edges`: (seat, key, pressed); `faults`: (seat, code)."""

    def __init__(self, settle=True):
        vclock.start(True, _START_MS * 1000000)
        self.bus = Bus()
        self.mux = MuxChip(0x70)
        self.bus.mux = self.mux
        self.chips = [KeyChip(0x20) for _ in range(4)]
        self.displays = [DisplayChip(0x3C) for _ in range(4)]
        for display in self.displays:
            display.specks = True
            display.power_on()
        for i in range(4):
            self.mux.channels[i] = [self.chips[i], self.displays[i]]
        add_bus(22, 21, self.bus)
        self.i2c = I2C(0, scl=22, sda=21, freq=400000, timeout=1000)
        self.clock = BenchClock()
        switch = TCA9548A(self.i2c, 0x70, ResetPin(self.mux))
        self.switch = switch
        self.units = [SeatUnit(switch, i, MCP23017(self.i2c, 0x20)) for i in range(4)]
        contacts = [Debouncer(self.clock) for _ in range(4)]
        self.presses = []
        self.edges = []
        self.faults = []
        self.keypad = Keypad(self.units, contacts, self.clock, self._on_key, self._on_fault)
        if settle:
            self.scans(10)

    def _on_key(self, seat, key, pressed, ms):
        self.edges.append((seat, keys.NAMES[key], pressed))
        if pressed:
            self.presses.append((seat, keys.NAMES[key], ms))

    def _on_fault(self, seat, code):
        self.faults.append((seat, code))

    def contact(self, seat, name, closed):
        key = keys.NAMES.index(name)
        self.chips[seat].set_key(key % 5, key // 5, closed)

    def close(self, seat, *names):
        for name in names:
            self.contact(seat, name, True)

    def open(self, seat, *names):
        for name in names or keys.NAMES:
            self.contact(seat, name, False)

    def scan(self):
        """One scan and the rest of its 10 ms; return the time it began."""
        start = vclock.now
        self.keypad.scan()
        vclock.now = start + 10000000
        return (start // 1000000) & ((1 << 30) - 1)

    def scans(self, count):
        for _ in range(count):
            self.scan()

    def tap(self, seat, *names):
        """Press and release keys one after the other, 40 ms each."""
        for name in names:
            self.close(seat, name)
            self.scans(4)
            self.open(seat, name)
            self.scans(4)

    def names(self, seat=None):
        return [name for who, name, ms in self.presses if seat is None or who == seat]
