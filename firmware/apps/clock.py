"""The clock that every app and driver is given: milliseconds that wrap, and their differences."""

import time


class Clock:
    """Ticks of one millisecond; compare them with since() and between() alone, for they wrap."""

    def ms(self):
        return time.ticks_ms()

    def since(self, tick):
        """Return the milliseconds gone by since `tick`."""
        return time.ticks_diff(time.ticks_ms(), tick)

    def between(self, earlier, later):
        return time.ticks_diff(later, earlier)

    def add(self, tick, ms):
        return time.ticks_add(tick, ms)
