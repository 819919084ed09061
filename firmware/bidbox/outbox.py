"""Ring of messages waiting to be packed: put() allocates nothing, so a signal can be posted
from the path between scan and signal; a task takes them out and packs them later.

Knows messages only as a code and at most ten fields that need no copying.
"""

from bidbox import messages

FIELDS = 10
_CODE = 0
_TABLE = 1
_FIRST = 2


class Outbox:
    """Holds at most size messages; what comes when it is full is dropped and counted.

    label(law) turns an ALERT's law, if a number, into the label that the Laws' table gives it.
    """

    def __init__(self, size=8, label=None):
        self._slots: list = [[0] * (_FIRST + FIELDS) for _ in range(size)]
        self._size = size
        self._next = 0
        self._count = 0
        self.dropped = 0
        self.label = label

    def __len__(self):
        return self._count

    def put(self, code, table, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0):
        """Keep a message; return False if there was no room. No heap allocation."""
        if self._count == self._size:
            self.dropped += 1
            return False
        slot = self._slots[(self._next + self._count) % self._size]
        slot[0] = code
        slot[1] = table
        slot[2] = a
        slot[3] = b
        slot[4] = c
        slot[5] = d
        slot[6] = e
        slot[7] = f
        slot[8] = g
        slot[9] = h
        slot[10] = i
        slot[11] = j
        self._count += 1
        return True

    def take(self):
        """Return (table, code, fields) of the oldest message and forget it; None if empty."""
        if not self._count:
            return None
        slot = self._slots[self._next]
        self._next = (self._next + 1) % self._size
        self._count -= 1
        code = slot[_CODE]
        count = len(messages.MESSAGES[code])
        fields = slot[_FIRST : _FIRST + count]
        if code == messages.ALERT:
            law = fields[7]
            if not isinstance(law, str):
                fields[7] = self.label(law) if self.label else str(law)
        return slot[_TABLE], code, tuple(fields)
