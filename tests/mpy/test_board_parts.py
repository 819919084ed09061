"""What the firmware makes of a board's data, on each board: every part on its own pin and address.

The fakes trace what happens on which pin; `virtual` solders the chips as board.py says.
"""

import json

import vctl
import virtual

from apps.chips import Chips
from apps.clock import Clock
from drivers.battery import Battery
from drivers.buttons import Buttons
from drivers.lamp import lamps
from drivers.mcp23017 import MCP23017
from drivers.ssd1309 import SSD1309
from drivers.tca9548a import TCA9548A

VM_ONLY = True
VM_BOARD = "*"
VM_HEAP = "500k"


class Data:
    """A board.py as the module `board` that it is on a device."""


board = Data()
for _name in virtual.data:
    setattr(board, _name, virtual.data[_name])
chips = Chips(board)


def _told(kind, part):
    """Return what an output on a part's pin has done so far, oldest first."""
    head = "%s:%d\0" % (kind, board.PINS[part["pin"]])
    texts = [str(payload, "utf-8") for code, _, payload in vctl.frames if code == vctl.TRACE]
    return [json.loads(text[len(head) :]) for text in texts if text.startswith(head)]


def test_every_pin_has_a_number_of_its_own():
    numbers = sorted(board.PINS.values())
    assert [n for n in numbers if numbers.count(n) > 1] == []


def test_the_bus_finds_what_hangs_on_the_trunk():
    trunk = [part["address"] for part in (board.MUX, board.DISPLAY) if part]
    assert chips.i2c().scan() == sorted(trunk)


def test_each_seat_has_its_keys_and_its_display(needs="keypad displays"):
    i2c = chips.i2c()
    mux = TCA9548A(i2c, board.MUX["address"], chips.output(board.MUX["reset"]))
    for seat in range(4):
        unit = board.SEAT_UNITS[seat]
        mux.select(unit["channel"])
        assert i2c.scan() == sorted((board.MUX["address"], unit["keys"], unit["display"]))
        keys = MCP23017(i2c, unit["keys"])
        keys.set_up()
        assert keys.any_row() == 0
        virtual.press(seat, 7)
        assert keys.any_row() == 1 << 7 % 5, "the other seats' keys are not heard"
        virtual.press(seat, 7, False)
    assert mux.free()


def test_the_switch_lets_go_by_its_reset_pin(needs="keypad"):
    i2c = chips.i2c()
    mux = TCA9548A(i2c, board.MUX["address"], chips.output(board.MUX["reset"]))
    unit = board.SEAT_UNITS[2]
    mux.select(unit["channel"])
    virtual.short(2)
    try:
        assert i2c.scan() == []
        mux.reset()
        assert i2c.scan() == [board.MUX["address"]]
    finally:
        virtual.short(2, False)


def test_the_display_shows_what_is_written(needs="display"):
    panel = SSD1309(chips.i2c(), board.DISPLAY["address"])
    panel.start()
    panel.contrast(200)
    panel.write(3, 40, b"\xa5\x5a")
    chip = virtual.display(0)
    assert chip.on and chip.contrast == 200
    assert chip.ram[3 * 128 + 40 : 3 * 128 + 42] == b"\xa5\x5a"


def test_each_key_is_told_by_its_number(needs="keys"):
    told = []
    buttons = Buttons(chips.keys(), Clock(), lambda i, pressed, ms: told.append((i, pressed)))
    for _ in range(5):
        buttons.scan()
    for key in range(3):
        for down in (True, False):
            virtual.press(0, key, down)
            for _ in range(5):
                buttons.scan()
    assert told == [(key, down) for key in range(3) for down in (True, False)]


def test_each_lamp_lights_alone():
    count = board.LAMP["count"]
    row = lamps(chips.pixels(), count)
    for lamp in range(count):
        row.show(2, lamp)
        lit = [any(colour) for colour in _told("pixels", board.LAMP)[-1]]
        assert len(lit) == count
        assert lit == [i <= lamp for i in range(count)]


def test_the_buzzer_is_silent_from_the_first_moment():
    chips.buzzer()
    told = _told("pwm", board.BUZZER)
    assert told and [duty for _, duty in told if duty] == []


def test_the_battery_is_read_by_the_boards_divider_and_curve(needs="battery"):
    battery = Battery(chips.adc(), board.BATTERY)
    for millivolts, percent in board.BATTERY["curve"]:
        virtual.set_battery(millivolts + 4)  # a step of the divider
        battery.measure()
        assert abs(battery.millivolts - millivolts) <= 8, battery.millivolts
        assert abs(battery.percent - percent) <= 3, (millivolts, battery.percent)
