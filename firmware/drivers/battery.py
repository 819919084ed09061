"""The battery: its charge in percent through a divider on an ADC pin, and two warnings.

The divider and the cell's curve are data of the board; who is told what is the app's affair.
"""

import asyncio

from micropython import const

from bidbox import faults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import ADC

FIRST_WARNING = const(20)  # percent
LAST_WARNING = const(10)
_BACK = const(3)  # percent above a warning that end it
_PERIOD_MS = const(10000)
_STEP_MS = const(500)
_SAMPLES = const(8)
_LEAST_MV = const(2500)  # below this no cell is fitted: the device runs from a cable
_PASSES = const(0xFFFFFF)


def percent(millivolts: int, curve: tuple) -> int:
    """Return 0 to 100 by straight lines between the (mV, percent) points of a rising curve."""
    low_mv, low = curve[0]
    if millivolts <= low_mv:
        return low
    for high_mv, high in curve:
        if millivolts < high_mv:
            return low + (high - low) * (millivolts - low_mv) // (high_mv - low_mv)
        low_mv, low = high_mv, high
    return low


class Battery:
    """`adc` is a machine.ADC, `data` the board's BATTERY.

    on_change(code) takes BATTERY_GOOD, BATTERY_LOW or BATTERY_EMPTY of faults.py when one gives
    way to another. `percent` is -1 while no cell is fitted or none was measured yet.
    """

    def __init__(self, adc: "ADC", data: dict, on_change=None):
        self._adc = adc
        self._curve = data["curve"]
        self._upper = data["upper_ohm"] // 100
        self._lower = data["lower_ohm"] // 100
        self._on_change = on_change
        self.millivolts = 0
        self.percent = -1
        self.state = faults.BATTERY_GOOD
        self.passes = 0

    def measure(self):
        """Take a mean of eight readings, and tell if it crosses a warning."""
        total = 0
        for _ in range(_SAMPLES):
            total += self._adc.read_uv() // 1000
        pin = total // _SAMPLES
        self.millivolts = pin * (self._upper + self._lower) // self._lower
        if self.millivolts < _LEAST_MV:
            self.percent = -1
            self._change(faults.BATTERY_GOOD)
            return
        self.percent = percent(self.millivolts, self._curve)
        self._change(self._judge())

    def _judge(self):
        last = LAST_WARNING + (_BACK if self.state == faults.BATTERY_EMPTY else 0)
        if self.percent <= last:
            return faults.BATTERY_EMPTY
        first = FIRST_WARNING + (_BACK if self.state != faults.BATTERY_GOOD else 0)
        if self.percent <= first:
            return faults.BATTERY_LOW
        return faults.BATTERY_GOOD

    def _change(self, state: int):
        if state != self.state:
            self.state = state
            if self._on_change is not None:
                self._on_change(state)

    async def run(self):
        while True:
            self.measure()
            for _ in range(_PERIOD_MS // _STEP_MS):
                self.passes = (self.passes + 1) & _PASSES
                await asyncio.sleep_ms(_STEP_MS)
