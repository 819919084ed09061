"""The events of one board in their order, judged as they come, and judged again when a reading
changes.

An answer about an earlier call (a slip, a call taken back, a corrected dealer) marks that event;
then the board is judged again from its first event by the readings that stand: directing.py and
correcting.py, which a device loads for an answer and drops again.
"""

from array import array

from bidbox import items as its
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.answers import BOARD, TAKE_BACK
from bidbox.auction import CALL, ROWS_OF_A_STAGE, SEAT, SKIPPED
from bidbox.judge import Judge

ANSWER = 0x100  # an event of the director's, not a player's: its code stands in place of the call

# How an event is read: the bits of READING hold a reading of judge.py.
READING = 3
LEFT_OUT = 4
IN_ORDER = 8  # a false alarm: the call is taken as regular
READ = 8  # of an answer: it has become a reading of earlier events
INTENDED = 16  # put in place of a slip: not asked about again
TAKEN_BACK = 32  # an answer that the director took back
SIMULTANEOUS = 64  # Law 33 put it second
ENTERED = 128  # a call that the director entered


class Hearing(Judge):
    """Events are numbered from 0; an answer of the director is an event like a call."""

    def __init__(self, edition, capacity=512, items=24):
        self._log = array("H", bytes(2 * capacity))
        self._marks = bytearray(capacity)
        self._arguments = {}  # of answers, by event: of, a, b, ruling
        self._hits = {}  # event of the item that an answer settled, by the answer's event
        self.event_count = 0
        self._marked = False  # an event has a mark, or an answer has been given
        Judge.__init__(self, edition, capacity, items)
        self.open(0)

    def open(self, dealer):
        """Begin a board; dealer: seat 0 to 3."""
        self._first_dealer = self._corrected_dealer = dealer
        if self._marked:
            for event in range(self.event_count):
                self._marks[event] = 0
            self._arguments.clear()
            self._forget_readings()
            self._marked = False
        self.event_count = 0
        self._restart()

    def _forget_readings(self):
        """All but what the director took back and corrected of the dealer is to be found again."""
        if self.settled_slips:  # clear() of an empty list asks the heap for a shorter one
            self.settled_slips.clear()
        if self._hits:
            self._hits.clear()
        for i in range(self.event_count):
            kept = TAKEN_BACK | SIMULTANEOUS | ENTERED
            if self._log[i] == ANSWER | BOARD or self._log[i] == ANSWER | TAKE_BACK:
                kept |= READ
            self._marks[i] &= kept

    def _restart(self):
        self._clear(self._corrected_dealer)
        self._clear_items()
        self.period_over = False
        self._intended = 0  # seats whose next call takes a slip's place; bits
        self._simple = True

    def step(self, seat, call, second=False):
        """Judge a call by a seat, the newest event; return the kind of irregularity it is, 0 for
        none.

        second: Law 33 put it after another call made at the same moment. Uses no heap: few names,
        so that the frame itself stays on the stack.
        """
        event = self.event_count
        if event >= self.capacity:
            self.beyond = True
            return 0
        self._log[event] = seat << 6 | call
        self.event_count = event + 1
        if second:
            self._marks[event] = SIMULTANEOUS
            self._marked = True
        if self._simple and call < 38:
            # One look-up: what the call is (as kind_of() has it), then the cell of its case.
            # Numbers of SEAT, REDOUBLE, law.BID, law.INSUFFICIENT: each name would cost a tenth.
            if call > 2:
                at = 1 if call > self.last_bid else 2
            else:
                at = self._low[(seat & 1) * 3 + call]
            if not self._cells[self._rows[self.base + ((seat - self._turn) & 3)] + at]:
                at = self.n  # as _put() does, without the cost of a call
                self._entries[at] = seat << 6 | call
                self._events[at] = event
                self.n = at + 1
                self._turn = (seat + 1) & 3
                if call:
                    self.passes = 0
                    self._change(seat, call)
                    return 0
                self.passes += 1
                if not at:
                    self.base = ROWS_OF_A_STAGE
                elif self.passes >= self.limit:
                    self.over = True
                    self._simple = False
                return 0
        return self._judge_event(event)

    def _judge_event(self, event):
        mark = self._marks[event]
        seat = self._seat_of(event)
        call = self._log[event] & CALL
        if mark & (LEFT_OUT | TAKEN_BACK):
            return verdicts.REGULAR
        if mark & IN_ORDER:
            self._stand(seat, call, event, 0)
            code = verdicts.REGULAR
        else:
            before = self.item_count
            second = mark & SIMULTANEOUS != 0
            code = self._judge(seat, call, event, second, mark & READING)
            if mark & INTENDED or self._intended >> seat & 1:
                for i in range(before, self.item_count):
                    self.items[i][its.SLIP_POSSIBLE] = 0
        self._intended &= ~(1 << seat)
        self._see_whether_simple()
        return code

    def _see_whether_simple(self):
        """True while the next call can be judged by one look-up: nothing open, owed or ended."""
        simple = not (self.over or self.void or self.duties.any or self._intended)
        i = self.n
        while simple and i and i + 3 > self.n:
            i -= 1
            simple = self._entries[i] < SKIPPED
        i = 0
        while simple and i < self.item_count:
            item = self.items[i]
            simple = item[its.STATE] == law.SETTLED and not (
                item[its.STATUS] == verdicts.ACCEPTED and item[its.AT] + 2 == self.n
            )
            i += 1
        self._simple = simple

    def _seat_of(self, event):
        return self._log[event] >> SEAT & 3

    def answer(self, code, of=-1, a=0, b=0, ruling=None):
        """Take an answer of the director, the newest event; False if nothing asks for it (it is
        ignored).

        code: bidbox.answers; of: number of the event meant, -1 for the newest item that it fits.
        a, b: seat and call of ENTERED; seat and 1 (next) or 2 (rest) of MUST_PASS; dealer of
        BOARD. ruling: (turn or None, [(seat, call)] or None, {seat: 1 or 2} or None, {seat: call}
        or None).
        """
        event = self.event_count
        if event >= self.capacity:
            self.beyond = True
            return False
        self._log[event] = ANSWER | code
        self._marks[event] = 0
        self._marked = True
        self._arguments[event] = (of, a, b, ruling)
        self.event_count = event + 1
        from bidbox import directing

        directing.take(self, event)
        self._see_whether_simple()
        return not self.is_ignored(event)

    def is_regular(self, seat, call):
        """Tell whether a call would be no irregularity, without making it."""
        if self.over:
            return False
        due = self.expected()
        relation = (seat - due) & 3
        if relation == law.RHO and self.duties.must_pass[due]:
            relation = law.RHO_TO_PASS
        row = self.base + self._duty(seat, call) * law.TURNS + relation
        return self._cells[self._rows[row] + self.kind_of(seat, call)] <= law.DEEMED_CELL

    def is_ignored(self, event):
        """Tell whether an event is an answer that nothing asked for."""
        return self._log[event] & ANSWER != 0 and self._marks[event] & LEFT_OUT != 0
