"""machine.Pin, PWM, ADC and neopixel.NeoPixel: outputs are reported, inputs set by the world."""

import vclock
import vctl

_pins = {}  # number -> Pin
_watchers = {}  # number -> function(level): what hangs on an output pin (the mux's RESET)
_levels = {}  # number -> level that something outside puts on an input
_millivolts = {}  # number -> what an ADC pin sees


def trace(name, value):
    """Report that an output has changed; value is a str in JSON."""
    vctl.send(vctl.TRACE, vclock.time_ns(), ("%s\0%s" % (name, value)).encode())


def watch(number, function):
    _watchers[number] = function


def drive(number, level):
    """Put a level (None: nothing connected) on an input pin, as a button or a wire does."""
    pin = _pins.get(number)
    before = pin.value() if pin is not None else None
    if level is None:
        _levels.pop(number, None)
    else:
        _levels[number] = level
    if pin is not None and pin.value() != before:
        pin._edge(pin.value())


def set_millivolts(number, millivolts):
    _millivolts[number] = millivolts


class Pin:
    """machine.Pin; one object a number, as on a board."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_UP = 2
    PULL_DOWN = 1
    IRQ_RISING = 1
    IRQ_FALLING = 2
    WAKE_LOW = 4
    WAKE_HIGH = 5
    DRIVE_0 = 0
    DRIVE_1 = 1
    DRIVE_2 = 2
    DRIVE_3 = 3

    def __new__(cls, id, *args, **kwargs):
        number = id.number if isinstance(id, Pin) else id
        if number in _pins:
            return _pins[number]
        if not isinstance(number, int) or not 0 <= number <= 39:
            raise ValueError("invalid pin")
        pin = object.__new__(cls)
        pin.number = number
        pin._mode = pin._pull = None
        pin._out = 0
        pin._handler = None
        pin._trigger = 0
        _pins[number] = pin
        return pin

    def __init__(self, id, mode=-1, pull=-1, *, value=None, drive=None, hold=None):
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, drive=None, hold=None):
        if mode not in (-1, None) and mode in (3, 7) and 34 <= self.number <= 39:
            raise ValueError("pin can only be input")
        if pull != -1:
            self._pull = pull
        if value is not None:
            self._out = 1 if value else 0
        if mode not in (-1, None):
            self._mode = mode
            if mode != Pin.IN:
                self._changed()

    def _changed(self):
        if self.number in _watchers:
            _watchers[self.number](self._out)
        trace("pin:%d" % self.number, self._out)

    def value(self, x=None):
        if x is None:
            if self._mode in (Pin.OUT,):
                return self._out
            if self.number in _levels:
                return _levels[self.number]
            return 1 if self._pull == Pin.PULL_UP else 0
        level = 1 if x else 0
        if level != self._out:
            self._out = level
            if self._mode in (Pin.OUT, Pin.OPEN_DRAIN):
                self._changed()

    def __call__(self, x=None):
        return self.value(x)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def toggle(self):
        self.value(1 - self._out)

    def irq(self, handler=None, trigger=3, *, wake=None, hard=False):
        if hard:
            raise ValueError("hard interrupts are not supported")
        self._handler = handler
        self._trigger = trigger

    def _edge(self, level):
        if self._handler is not None and self._trigger & (1 if level else 2):
            self._handler(self)

    def __repr__(self):
        return "Pin(%d)" % self.number


class PWM:
    """machine.PWM; made without arguments it sounds at once, at 5 kHz and half duty."""

    def __init__(self, dest, *, freq=5000, duty_u16=None, duty=None, duty_ns=None, invert=False):
        self.number = Pin(dest).number if not isinstance(dest, Pin) else dest.number
        self._freq = freq
        self._duty = 32768
        self._told = None
        self._set(duty_u16, duty, duty_ns)
        self._tell()

    def _set(self, duty_u16, duty, duty_ns):
        if duty_u16 is not None:
            if not 0 <= duty_u16 <= 65535:
                raise ValueError("duty_u16 must be from 0 to 65535")
            self._duty = duty_u16
        elif duty is not None:
            self._duty = duty * 65535 // 1023
        elif duty_ns is not None:
            self._duty = duty_ns * self._freq * 65535 // 1000000000

    def _tell(self):
        if self._told is None or self._told[0] != self._freq or self._told[1] != self._duty:
            self._told = (self._freq, self._duty)
            trace("pwm:%d" % self.number, "[%d, %d]" % self._told)

    def init(self, *, freq=None, duty_u16=None, duty=None, duty_ns=None, invert=False):
        if freq is not None:
            self.freq(freq)
        self._set(duty_u16, duty, duty_ns)
        self._tell()

    def deinit(self):
        self._duty = 0
        self._tell()

    def freq(self, value=None):
        if value is None:
            return self._freq
        if not 1 <= value <= 40000000:
            raise ValueError("frequency must be from 1Hz to 40MHz")
        self._freq = value
        self._tell()

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self._set(value, None, None)
        self._tell()

    def duty(self, value=None):
        if value is None:
            return self._duty * 1023 // 65535
        self._set(None, value, None)
        self._tell()

    def duty_ns(self, value=None):
        if value is None:
            return self._duty * 1000000000 // (self._freq * 65535)
        self._set(None, None, value)
        self._tell()


class ADC:
    """machine.ADC; the world says how many millivolts the pin sees (default 0)."""

    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3
    WIDTH_9BIT = 9
    WIDTH_10BIT = 10
    WIDTH_11BIT = 11
    WIDTH_12BIT = 12
    _FULL = (1100, 1500, 2200, 3300)  # about what reads full scale

    def __init__(self, id, *, atten=0, sample_ns=0):
        self.number = id if isinstance(id, int) else id.number
        self._atten = atten

    def init(self, *, atten=None, sample_ns=0):
        if atten is not None:
            self._atten = atten

    def deinit(self):
        pass

    def atten(self, atten):
        self._atten = atten

    def width(self, bits):
        pass

    def read_uv(self):
        vclock.spend(40000)
        return min(_millivolts.get(self.number, 0), self._FULL[self._atten]) * 1000

    def read_u16(self):
        return self.read_uv() * 65535 // (self._FULL[self._atten] * 1000)

    def read(self):
        return self.read_u16() >> 4


class NeoPixel:
    """neopixel.NeoPixel: write() reports the colours and takes 30 us a pixel."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.timing = timing
        pin.init(Pin.OUT)
        self._shown = None

    def __len__(self):
        return self.n

    def __setitem__(self, i, v):
        offset = i * self.bpp
        for k in range(self.bpp):
            self.buf[offset + self.ORDER[k]] = v[k]

    def __getitem__(self, i):
        offset = i * self.bpp
        return tuple(self.buf[offset + self.ORDER[k]] for k in range(self.bpp))

    def fill(self, v):
        for i in range(self.n):
            self[i] = v

    def write(self):
        vclock.spend(self.n * self.bpp * 10000 + 50000)
        if self._shown != self.buf:
            self._shown = bytes(self.buf)
            colours = ", ".join("[%d, %d, %d]" % self[i][:3] for i in range(self.n))
            trace("pixels:%d" % self.pin.number, "[%s]" % colours)
