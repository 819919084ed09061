"""The auction as the cards lie: standing calls, open irregular ones, skipped and implied turns.

One sheet for all four displays, made when everything on it is recorded; each display lays it out
for its own seat. Knows the adjudicator's results, no display.
"""

from micropython import const

from bidbox import items as its
from bidbox.calls import PASS
from bidbox.verdicts import CANCELLED, OPEN

SKIPPED = const(62)  # in place of a call: a turn passed over, and accepted
NO_MARK = const(0)
ALERTED = const(1)
REPLACED = const(2)  # it took the place of a withdrawn call
MARKS = ("", "A", "w")

ROWS = const(5)
# Heights of the rows by how many are shown, oldest first, in pages of eight pixels.
_HEIGHTS = ((), (2,), (2, 2), (1, 2, 2), (1, 1, 1, 2), (1, 1, 1, 1, 1))


def seat_of(entry):
    return entry & 3


def call_of(entry):
    return entry >> 2 & 63


def mark_of(entry):
    return entry >> 8 & 3


def is_implied(entry):
    return bool(entry >> 10 & 1)


def is_open(entry):
    return bool(entry >> 11 & 1)


def column(seat, viewer):
    """Return 0 to 3 for the viewer's LHO, partner, RHO and himself."""
    return (seat - viewer - 1) & 3


def heights(rows):
    """Return the pages that each of the rows shown takes, oldest first."""
    return _HEIGHTS[min(rows, ROWS)]


class Sheet:
    """`entries`: the cells in calling order, small integers that the functions above read."""

    def __init__(self):
        self.entries = []

    def make(self, board_life):
        """Write the sheet anew from a board's life."""
        adjudicator = board_life.adjudicator
        entries = []
        opened = []
        for i in range(adjudicator.item_count):
            if adjudicator.item(i)[its.STATUS] == OPEN:
                opened.append(adjudicator.item(i))
        before = -1
        for i in range(adjudicator.count):
            seat = adjudicator.standing_seat(i)
            event = adjudicator.standing_event(i)
            while opened and 0 <= opened[0][its.EVENT] < event:
                entries.append(self._open(opened.pop(0), board_life))
            if before >= 0:
                between = (before + 1) & 3
                while between != seat:
                    entries.append(between | SKIPPED << 2)
                    between = (between + 1) & 3
            before = seat
            call = adjudicator.standing(i)
            implied = event < 0 and call == PASS
            mark = ALERTED if board_life.alerted(event) else NO_MARK
            if not mark and self._replaced(adjudicator, seat, event, i):
                mark = REPLACED
            entries.append(seat | call << 2 | mark << 8 | implied << 10)
        for item in opened:
            entries.append(self._open(item, board_life))
        self.entries = entries

    def clear(self):
        self.entries = []

    def rows(self, viewer):
        """Return the index of the first entry of each row, as the viewer's columns break them."""
        starts = []
        last = 4
        for i in range(len(self.entries)):
            at = column(seat_of(self.entries[i]), viewer)
            if at <= last:
                starts.append(i)
            last = at
        return starts

    def _open(self, item, board_life):
        mark = ALERTED if board_life.alerted(item[its.EVENT]) else NO_MARK
        return item[its.SEAT] | item[its.CALL] << 2 | mark << 8 | 1 << 11

    def _replaced(self, adjudicator, seat, event, index):
        """Whether a call of this seat was withdrawn since its standing call before."""
        if event < 0:
            return False
        earlier = -1
        for i in range(index):
            if adjudicator.standing_seat(i) == seat:
                earlier = max(earlier, adjudicator.standing_event(i))
        for i in range(adjudicator.item_count):
            item = adjudicator.item(i)
            if (
                item[its.SEAT] == seat
                and item[its.STATUS] == CANCELLED
                and earlier < item[its.EVENT] < event
            ):
                return True
        return False
