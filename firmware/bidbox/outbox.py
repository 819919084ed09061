"""Ring of messages waiting to be packed: put() allocates nothing, so a signal can be posted
from the path between scan and signal; a task takes them out and packs them later.

Knows messages only as a code and at most nine fields that need no copying.
"""

from bidbox import messages

FIELDS = 9
_FIRST = 2  # after code and table
_SLOT = _FIRST + FIELDS


class Outbox:
    """Holds at most size messages; what comes when it is full is dropped and counted.

    label(law) turns an ALERT's law, if a number, into the label that the Laws' table gives it.
    """

    def __init__(self, size=8, label=None):
        self._slots: list = [0] * (_SLOT * size)
        self._size = size
        self._next = 0
        self._count = 0
        self.dropped = 0
        self.label = label

    def __len__(self):
        return self._count

    def put(self, code, table, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0):
        """Keep a message; return False if there was no room. No heap allocation."""
        if self._count == self._size:
            self.dropped += 1
            return False
        slots = self._slots
        at = (self._next + self._count) % self._size * _SLOT
        slots[at] = code
        slots[at + 1] = table
        slots[at + 2] = a
        slots[at + 3] = b
        slots[at + 4] = c
        slots[at + 5] = d
        slots[at + 6] = e
        slots[at + 7] = f
        slots[at + 8] = g
        slots[at + 9] = h
        slots[at + 10] = i
        self._count += 1
        return True

    def take(self):
        """Return (table, code, fields) of the oldest message and forget it; None if empty."""
        if not self._count:
            return None
        slots = self._slots
        at = self._next * _SLOT
        self._next = (self._next + 1) % self._size
        self._count -= 1
        code = slots[at]
        count = len(messages.kinds_of(code))
        fields = slots[at + _FIRST : at + _FIRST + count]
        if code == messages.ALERT:
            law = fields[7]
            if not isinstance(law, str):
                fields[7] = self.label(law) if self.label else str(law)
        return slots[at + 1], code, tuple(fields)
