"""The battery: volts to percent by the board's curve, and warnings that do not flutter."""

from bidbox import faults
from drivers.battery import Battery, percent

VM_ONLY = True

_CURVE = ((3300, 0), (3600, 10), (3700, 20), (4150, 100))
_DATA = {"upper_ohm": 100000, "lower_ohm": 100000, "curve": _CURVE}


class Adc:
    def __init__(self):
        self.cell_mv = 4000

    def read_uv(self):
        return self.cell_mv * 500


def test_percent_follows_the_curve():
    for millivolts, expected in (
        (2600, 0), (3300, 0), (3450, 5), (3600, 10), (3650, 15), (3925, 60), (4150, 100),
        (4300, 100),
    ):  # fmt: skip
        assert percent(millivolts, _CURVE) == expected, millivolts


def test_the_divider_is_undone():
    adc = Adc()
    battery = Battery(adc, {"upper_ohm": 300000, "lower_ohm": 100000, "curve": _CURVE})
    adc.read_uv = lambda: 1000000
    battery.measure()
    assert battery.millivolts == 4000


def test_each_warning_is_told_once_and_taken_back():
    adc = Adc()
    told = []
    battery = Battery(adc, _DATA, told.append)
    for cell in (4000, 3701, 3699, 3705, 3699, 3600, 3605, 3599, 3700, 3760):
        adc.cell_mv = cell
        battery.measure()
    assert told == [
        faults.BATTERY_LOW,
        faults.BATTERY_EMPTY,
        faults.BATTERY_LOW,
        faults.BATTERY_GOOD,
    ]


def test_without_a_cell_there_is_no_warning():
    adc = Adc()
    told = []
    battery = Battery(adc, _DATA, told.append)
    adc.cell_mv = 90
    battery.measure()
    assert battery.percent == -1 and told == []
