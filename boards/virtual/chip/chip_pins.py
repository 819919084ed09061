"""machine.Pin, PWM, ADC and neopixel.NeoPixel in memory, as far as the firmware uses them.

They keep what was last put out; inputs are what virtual.py says. Small: they share the heap of a
chip with the firmware.
"""

pins = {}  # number -> Pin
watchers = {}  # number -> function(level): what hangs on an output
levels = {}  # number -> level from outside; pulled up where there is none
millivolts = {}  # number -> what an ADC pin sees
lamps = None  # the NeoPixel made last
buzzer = None  # the PWM made last
looked = None  # is called when an input is read


class Pin:
    IN = 1
    OUT = 3
    PULL_UP = 2

    def __new__(cls, id, *mode):
        number = id.number if isinstance(id, Pin) else id
        if number not in pins:
            pin = object.__new__(cls)
            pin.number = number
            pin.is_output = False
            pins[number] = pin
        return pins[number]

    def __init__(self, id, *mode):
        self.is_output = self.is_output or mode[:1] == (Pin.OUT,)

    def value(self, level=None):
        if level is not None:
            if self.number in watchers:
                watchers[self.number](level)
            return None
        if looked is not None:
            looked()
        return levels.get(self.number, 1)


class PWM:
    """`sounds`: how often it went from silence to sound."""

    def __init__(self, pin, *, freq=5000, duty_u16=32768):
        global buzzer
        buzzer = self
        self._freq = freq
        self._duty = duty_u16
        self.sounds = 1 if duty_u16 else 0

    def freq(self, hz=None):
        if hz is None:
            return self._freq
        self._freq = hz

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        if duty and not self._duty:
            self.sounds += 1
        self._duty = duty


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, *, atten=0):
        self._number = pin.number

    def read_uv(self):
        return millivolts.get(self._number, 0) * 1000


class NeoPixel:
    """`shown`: the colours written last."""

    def __init__(self, pin, n):
        global lamps
        lamps = self
        self.n = n
        self._set = [(0, 0, 0)] * n
        self.shown = list(self._set)

    def __len__(self):
        return self.n

    def __setitem__(self, i, colour):
        self._set[i] = colour

    def __getitem__(self, i):
        return self._set[i]

    def write(self):
        for i in range(self.n):
            self.shown[i] = self._set[i]
