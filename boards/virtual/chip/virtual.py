"""A table or director's device in a chip's memory: keys, displays, lamps, radio as models.

board.py of the virtual boards installs it before the role is imported. Clock, flash, watchdog,
reset and the serial line stay the chip's own. A person reaches it at the prompt, or by /keys.txt:
lines such as "3000 call N 1H", a time in ms after the start and one of the functions below.
"""

import asyncio
import os
import sys
import time

import bus as _bus
import chip_pins
import chip_radio
import vi2c

SCRIPT = "/keys.txt"
_NAMES = "1 2 3 4 TD 5 6 7 STOP ALERT C D H S NT PASS CANCEL OK XX X".split()
_STEP_MS = 180  # from a key of a call to the next: a slow chip has scanned twenty times
_DOWN_MS = 100

data = None  # what board.py says
expanders = []
displays = []
_mux = None
_due = []  # (ticks, words) still to be done, in order


class _Bus(_bus.Bus):
    """Counts no time, for its sums would outgrow a small integer."""

    def _pass(self, bits):
        pass

    def _check(self):
        play()
        _bus.Bus._check(self)


class _Module:
    """A built-in module with some names put in place of its own; `under` may be None."""

    def __init__(self, under, **names):
        self._under = under
        for name in names:
            setattr(self, name, names[name])

    def __getattr__(self, name):
        return getattr(self._under, name)


def install(board):
    """Put the models in place of pins, buses and radio, as a board's data says."""
    global data
    data = board
    import machine

    sys.modules["machine"] = _Module(
        machine, Pin=chip_pins.Pin, PWM=chip_pins.PWM, ADC=chip_pins.ADC, I2C=vi2c.I2C
    )
    sys.modules["neopixel"] = chip_pins
    sys.modules["network"] = sys.modules["espnow"] = chip_radio
    chip_pins.looked = play
    _solder()
    _read_script()


def _solder():
    global _mux
    pins = data["PINS"]
    bus = _Bus()
    vi2c.add_bus(pins[data["I2C"]["scl"]], pins[data["I2C"]["sda"]], bus)
    if data["MUX"]:
        from chip_mux import TCA9548A

        _mux = bus.mux = TCA9548A(data["MUX"]["address"])
        chip_pins.watchers[pins[data["MUX"]["reset"]]] = _mux.reset_pin
    for unit in data["SEAT_UNITS"]:
        from chip_expander import MCP23017

        expanders.append(MCP23017(unit["keys"]))
        _new_display(unit["display"])
        plug(len(expanders) - 1)
    if data["DISPLAY"]:
        bus.chips.append(_new_display(data["DISPLAY"]["address"]))
    battery(3900)


def _new_display(address):
    from chip_display import SSD1309

    displays.append(SSD1309(address))
    return displays[-1]


def _read_script():
    """Take what is to be done from the file, once: the next start begins without it."""
    try:
        with open(SCRIPT) as file:
            lines = file.read().split("\n")
        os.rename(SCRIPT, SCRIPT + ".done")
    except OSError:
        return
    now = time.ticks_ms()
    for line in lines:
        words = line.split()
        if words and words[0].isdigit():
            _later(time.ticks_add(now, int(words[0])), words[1:])


def _later(ticks, words):
    at = len(_due)
    while at and time.ticks_diff(_due[at - 1][0], ticks) > 0:
        at -= 1
    _due.insert(at, (ticks, words))


def play():
    """Do what is due; the models call it whenever the firmware looks at them."""
    while _due and time.ticks_diff(time.ticks_ms(), _due[0][0]) >= 0:
        _, words = _due.pop(0)
        try:
            globals()[words[0]](*words[1:])
        except Exception as error:
            print("keys:", " ".join(words), error)


def _seat(seat):
    return "NESW".index(seat) if isinstance(seat, str) else seat


def press(seat, key, down=True):
    """Press a key of a seat (a director's: press(0, "yes")) and hold it down."""
    if expanders:
        index = _NAMES.index(key)
        expanders[_seat(seat)].set_key(index % 5, index // 5, down)
        return
    pin = data["PINS"][data["KEYS"][key]]
    chip_pins.levels[pin] = 0 if down else 1


def release(seat, key):
    press(seat, key, False)


def hold(seat, key, ms=_DOWN_MS):
    """Press a key now and release it after `ms`."""
    press(seat, key)
    _later(time.ticks_add(time.ticks_ms(), int(ms)), ("release", seat, key))


def call(seat, what):
    """Key a call (P, X, XX, 1C to 7N) and OK."""
    if what == "P":
        keys = ["PASS"]
    elif what[0] == "X":
        keys = [what]
    else:
        keys = [what[0], "NT" if what[1] == "N" else what[1]]
    keys.append("OK")
    now = time.ticks_ms()
    for key in keys:
        _later(now, ("hold", seat, key))
        now = time.ticks_add(now, _STEP_MS)


def unplug(seat):
    """Pull a seat unit's cord."""
    seat = _seat(seat)
    _mux.channels[data["SEAT_UNITS"][seat]["channel"]] = []
    expanders[seat].power_on()
    displays[seat].power_on()


def plug(seat):
    """Put a seat unit's cord back."""
    seat = _seat(seat)
    channel = data["SEAT_UNITS"][seat]["channel"]
    _mux.channels[channel] = [expanders[seat], displays[seat]]


def battery(millivolts):
    """Set the cell's voltage."""
    cell = data["BATTERY"]
    if cell:
        lower = cell["lower_ohm"] // 100
        share = int(millivolts) * lower // (cell["upper_ohm"] // 100 + lower)
        chip_pins.millivolts[data["PINS"][cell["pin"]]] = share


def show(seat=0):
    """Print a display, two rows of pixels a line, as it is read: ' the upper lit, . the lower."""
    chip = displays[_seat(seat)]
    for y in range(0, 64, 2):
        row = bytearray(128)
        for x in range(128):
            pair = chip.ram[(y >> 3) * 128 + x] >> (y & 7) & 3 if chip.on else 0
            row[x] = b" '.:"[pair]
        print(str(row, "ascii").rstrip())


def state():
    """Print lamps, buzzer and what the radio sent last."""
    print("lamps", chip_pins.lamps.shown)
    print("buzzer", chip_pins.buzzer.freq(), chip_pins.buzzer.duty_u16(), chip_pins.buzzer.sounds)
    for mac, frame in chip_radio.sent:
        print("radio", mac.hex(), frame.hex())


def go():
    """Let the firmware go on after it was interrupted; ends with the next Ctrl-C."""
    asyncio.get_event_loop().run_forever()
