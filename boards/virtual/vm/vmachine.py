"""The module `machine` of an ESP32, as far as Bidbox uses it."""

import vclock
import vctl
import vtime
from vi2c import I2C, SoftI2C  # noqa: F401
from vpins import ADC, PWM, Pin  # noqa: F401

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

_cause = PWRON_RESET
_mac = b"\x24\x0a\xc4\x00\x00\x01"
_freq = 160000000


def power_up(cause, mac):
    """Set what reset_cause() and unique_id() answer."""
    global _cause, _mac
    _cause = cause
    _mac = mac


def leave(reason):
    """Have the world reset this board: it ends this VM. Without a world, exit."""
    vctl.send(vctl.BYE, vclock.time_ns(), reason)
    while vctl.stream is not None:
        vctl.receive()
    raise SystemExit(reason.decode())


def reset():
    leave(b"reset")


def soft_reset():
    leave(b"soft")


def reset_cause():
    return _cause


def unique_id():
    return _mac


def freq(hz=None):
    global _freq
    if hz is None:
        return _freq
    if hz not in (20000000, 40000000, 80000000, 160000000, 240000000):
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _freq = hz


def idle():
    vclock.spend(1000)


def lightsleep(time_ms=0):
    vtime.sleep_ms(time_ms)


def deepsleep(time_ms=0):
    leave(b"deepsleep")


def disable_irq():
    return 0


def enable_irq(state=0):
    pass


class WDT:
    """The task watchdog; it survives soft resets, and the world makes it bite."""

    def __init__(self, id=0, timeout=5000):
        if id != 0:
            raise ValueError("WDT(%s) doesn't exist" % id)
        if timeout <= 0:
            raise ValueError("WDT timeout too short")
        self._ns = timeout * 1000000
        self.feed()

    def feed(self):
        vctl.send(vctl.WATCHDOG, vclock.time_ns() + self._ns)


class Timer:
    """A virtual timer; its callback runs while the program waits, as a scheduled one does."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **settings):
        self._entry = None
        if settings:
            self.init(**settings)

    def init(self, *, mode=1, period=-1, freq=-1, tick_hz=1000, callback=None, hard=False):
        if hard:
            raise ValueError("hard Timers are not implemented")
        self.deinit()
        self._callback = callback
        self._ns = period * 1000000000 // tick_hz if period > 0 else int(1000000000 / freq)
        self._periodic = mode == Timer.PERIODIC
        self._entry = vclock.at(vclock.time_ns() + self._ns, self._fire)

    def _fire(self, _):
        self._entry = None
        if self._periodic:
            self._entry = vclock.at(vclock.time_ns() + self._ns, self._fire)
        if self._callback is not None:
            self._callback(self)

    def deinit(self):
        if self._entry is not None:
            vclock.forget(self._entry)
            self._entry = None

    def value(self):
        return 0


class RTC:
    """The clock in the chip: lost at power-off, like the board's."""

    _memory = b""

    def __init__(self, id=0):
        pass

    def datetime(self, datetimetuple=None):
        """Get or set (year, month, day, weekday, hours, minutes, seconds, subseconds)."""
        if datetimetuple is None:
            now = vtime.time_ns()
            year, month, day, hour, minute, second, weekday, _ = vtime.gmtime(now // 1000000000)
            return (year, month, day, weekday, hour, minute, second, now // 1000 % 1000000)
        year, month, day, _, hour, minute, second = datetimetuple[:7]
        vtime.set_time(vtime.mktime((year, month, day, hour, minute, second, 0, 0)))

    def init(self, datetime):
        self.datetime(datetime)

    def memory(self, data=None):
        if data is None:
            return RTC._memory
        RTC._memory = bytes(data)
