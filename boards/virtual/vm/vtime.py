"""The module `time` of an ESP32: 2000 as epoch, ticks that wrap at 2^30, the device's clock."""

import time as _real

import vclock
from vclock import ticks_ms, ticks_us  # noqa: F401

_PERIOD = 1 << 30
_HALF = 1 << 29
_EPOCH = 946684800  # 2000-01-01 in the unix VM's seconds
_set_ns = 0  # what RTC or nothing has added to device time


def ticks_cpu():
    return ticks_us()


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & (_PERIOD - 1)


def ticks_diff(ticks1, ticks2):
    return ((ticks1 - ticks2 + _HALF) & (_PERIOD - 1)) - _HALF


def sleep(seconds):
    vclock.spend(int(seconds * 1000000000))


def sleep_ms(ms):
    if ms > 0:
        vclock.spend(ms * 1000000)


def sleep_us(us):
    if us > 0:
        vclock.spend(us * 1000)


def set_time(seconds):
    """Set the clock (machine.RTC does): seconds since 2000."""
    global _set_ns
    _set_ns = seconds * 1000000000 - vclock.time_ns()


def time():
    return time_ns() // 1000000000


def time_ns():
    return vclock.time_ns() + _set_ns


def gmtime(secs=None):
    return _real.gmtime((time() if secs is None else secs) + _EPOCH)[:8]


localtime = gmtime


def mktime(local_time):
    # The unix VM's mktime follows the machine's zone; a board has none.
    year, month, day, hour, minute, second = local_time[:6]
    month -= 3
    if month < 0:
        month += 12
        year -= 1
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
    return (days - 730426) * 86400 + hour * 3600 + minute * 60 + second
