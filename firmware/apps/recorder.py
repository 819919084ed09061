"""Writes down what happened, in order: a ring that the scan fills and a task that empties it.

Knows records and the store, not what they mean. What cannot be written is kept and tried again,
and nothing newer is written before it.
"""

from micropython import const

END_BOARD = const(0)  # in place of a kind: seal the board
_SLOTS = const(24)
_FIRST = const(3)  # field of a slot, after kind, ms and how many fields there are
_SLOT = const(9)  # with six fields
_RETRY_MS = const(1000)


class Recorder:
    """put() allocates nothing. `trouble` is the error that keeps records waiting, or None."""

    def __init__(self, store, clock):
        self.store = store
        self._clock = clock
        self._slots: list = [0] * (_SLOT * _SLOTS)
        self._next = 0
        self.waiting = 0
        self.lost = 0
        self.trouble = None
        self._tried = 0

    def put(self, kind, ms, count=0, a=0, b=0, c=0, d=0, e=0, f=0):
        """Have a record with `count` of the fields written; False if there is no room."""
        if self.waiting == _SLOTS:
            self.lost += 1
            return False
        slots = self._slots
        at = (self._next + self.waiting) % _SLOTS * _SLOT
        slots[at] = kind
        slots[at + 1] = ms
        slots[at + 2] = count
        slots[at + 3] = a
        slots[at + 4] = b
        slots[at + 5] = c
        slots[at + 6] = d
        slots[at + 7] = e
        slots[at + 8] = f
        self.waiting += 1
        return True

    def drain(self):
        """Write what waits; return whether all of it is on flash now."""
        if self.trouble is not None and self._clock.since(self._tried) < _RETRY_MS:
            return not self.waiting
        while self.waiting:
            slots = self._slots
            at = self._next * _SLOT
            try:
                if slots[at] == END_BOARD:
                    self.store.end_board(slots[at + 1])
                else:
                    end = at + _FIRST + slots[at + 2]
                    self.store.append(slots[at], slots[at + 1], *slots[at + _FIRST : end])
            except OSError as error:
                self.trouble = error
                self._tried = self._clock.ms()
                return False
            except ValueError:
                self.lost += 1  # no record can hold it: a fault of the program
            self._next = (self._next + 1) % _SLOTS
            self.waiting -= 1
            self.trouble = None
        return True
