"""Calls made at the same moment: which counts as made first (Law 33).

Knows seats and times, not what a call is. Firmware and host order calls by the same function.
"""

from bidbox.calls import NOBODY

ORDER_UNCERTAIN = 2  # flags as in records.py: the scan gap was longer than the window
SIMULTANEOUS = 4  # Law 33 put the call after another one

_MOST = 8  # calls waiting: two of each seat


def first(seats, ages, count, turn):
    """Return the index of the call that counts first: of the player in turn, else the oldest.

    seats, ages: of `count` calls, ages in ms. -1 if there is none.
    """
    oldest = -1
    for i in range(count):
        if seats[i] == turn:
            return i
        if oldest < 0 or ages[i] > ages[oldest]:
            oldest = i
    return oldest


class Window:
    """Holds calls until their order is certain; put() and take() allocate nothing.

    A call of the player in turn is taken at once, any other when `width` ms have gone by since its
    OK; 0 takes each as it comes. `clock` has between(earlier, later). After take() has returned
    true, seat, call, ms, gap_ms and flags are those of the call to be judged next.
    """

    def __init__(self, width, clock):
        self.width = width
        self._clock = clock
        self._seats = [NOBODY] * _MOST
        self._calls = [0] * _MOST
        self._times = [0] * _MOST
        self._gaps = [0] * _MOST
        self._ages = [0] * _MOST
        self.waiting = 0
        self._closed = False
        self._anchor = 0  # time of the call that others may be simultaneous with
        self._anchored = False
        self.seat = NOBODY
        self.call = 0
        self.ms = 0
        self.gap_ms = 0
        self.flags = 0

    def open(self):
        """A board begins: nothing before it is simultaneous with its calls."""
        self._anchored = False
        self._closed = False

    def close(self):
        """Let all that waits be taken now."""
        self._closed = True

    def put(self, seat, call, ms, gap_ms):
        """Keep a call whose OK was first seen closed at `ms`, `gap_ms` after the scan before."""
        i = self.waiting
        if i == _MOST:
            return False
        self._seats[i] = seat
        self._calls[i] = call
        self._times[i] = ms
        self._gaps[i] = gap_ms
        self.waiting = i + 1
        return True

    def take(self, turn, now):
        """Take the call to be judged next, with `turn` to call; return whether there is one."""
        for i in range(self.waiting):
            self._ages[i] = self._clock.between(self._times[i], now)
        i = first(self._seats, self._ages, self.waiting, turn)
        if i < 0:
            self._closed = False
            return False
        if self._seats[i] != turn and self._ages[i] < self.width and not self._closed:
            return False
        self._give(i)
        return True

    def _give(self, i):
        self.seat = self._seats[i]
        self.call = self._calls[i]
        self.ms = self._times[i]
        self.gap_ms = self._gaps[i]
        self.flags = ORDER_UNCERTAIN if 0 < self.width < self.gap_ms else 0
        apart = self._clock.between(self._anchor, self.ms)
        if self._anchored and -self.width < apart < self.width:
            self.flags |= SIMULTANEOUS
        else:
            self._anchor = self.ms
            self._anchored = True
        self.waiting -= 1
        while i < self.waiting:
            self._seats[i] = self._seats[i + 1]
            self._calls[i] = self._calls[i + 1]
            self._times[i] = self._times[i + 1]
            self._gaps[i] = self._gaps[i + 1]
            i += 1
