"""The events of one board in their order, judged as they come, and judged again when a reading changes.

An answer about an earlier call (a slip, a call taken back, a corrected dealer) marks that event; then the
board is judged again from its first event by the readings that stand.
"""

from array import array

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import CALL, ROWS_OF_A_STAGE, SEAT, SKIPPED
from bidbox.calls import HIGHEST_BID, NOBODY, PASS, REDOUBLE
from bidbox.judge import Judge

ANSWER = 0x100  # an event of the director's, not a player's: its code stands in place of the call

# How an event is read: the bits of READING hold a reading of judge.py.
READING = 3
LEFT_OUT = 4
IN_ORDER = 8  # a false alarm: the call is taken as regular
INTENDED = 16  # put in place of a slip: not asked about again
TAKEN_BACK = 32  # an answer that the director took back
SIMULTANEOUS = 64  # Law 33 put it second


class Hearing(Judge):
    """Events are numbered from 0; an answer of the director is an event like a call."""

    def __init__(self, edition, capacity=512, items=24):
        self._log = array("H", bytes(2 * capacity))
        self._of = array("h", bytes(2 * capacity))
        self._marks = bytearray(capacity)
        self._arguments = {}  # of answers, by event
        self.settled_slips = []  # items of calls that were slips, by the answer that said so
        self.event_count = 0
        Judge.__init__(self, edition, capacity, items)
        self.open(0)

    def open(self, dealer):
        """Begin a board; dealer: seat 0 to 3."""
        self._first_dealer = dealer
        for event in range(self.event_count):
            self._marks[event] = 0
        self.event_count = 0
        self._arguments.clear()
        self._forget_readings()
        self._restart()

    def _forget_readings(self):
        self.settled_slips.clear()
        for i in range(self.event_count):
            self._marks[i] &= TAKEN_BACK | SIMULTANEOUS
        self._corrected_dealer = self._first_dealer

    def _restart(self):
        self._clear(self._corrected_dealer)
        self._clear_items()
        self.period_over = False
        self._intended = NOBODY
        self._simple = True

    def step(self, seat, call, second=False):
        """Judge a call by a seat, the newest event; return the kind of irregularity it is, 0 for none.

        second: Law 33 put it after another call made at the same moment. Uses no heap: few names, so that
        the frame itself stays on the stack.
        """
        at = self.event_count
        if at >= self.capacity:
            self.beyond = True
            return verdicts.REGULAR
        self._log[at] = seat << SEAT | call
        if second:
            self._marks[at] = SIMULTANEOUS
        self.event_count = at + 1
        if self._simple and call <= HIGHEST_BID:
            if call > REDOUBLE:
                at = law.BID if call > self.last_bid else law.INSUFFICIENT
            else:
                at = self._low[(seat & 1) * 3 + call]
            if not self._cells[self._rows[self.base + ((seat - self._turn) & 3)] + at]:
                at = self.n  # as _put() does, without the cost of a call
                self._entries[at] = seat << SEAT | call
                self._events[at] = self.event_count - 1
                self.n = at + 1
                self._turn = (seat + 1) & 3
                if call:
                    self.passes = 0
                    self._change(seat, call)
                    return verdicts.REGULAR
                self.passes += 1
                if not at:
                    self.base = ROWS_OF_A_STAGE
                elif self.passes == self.limit:
                    self.over = True
                    self._simple = False
                return verdicts.REGULAR
        return self._judge_event(self.event_count - 1)

    def _judge_event(self, event):
        mark = self._marks[event]
        seat = self._seat_of(event)
        call = self._log[event] & CALL
        if mark & LEFT_OUT:
            return verdicts.REGULAR
        if mark & IN_ORDER:
            self._stand(seat, call, event, 0)
            code = verdicts.REGULAR
        else:
            before = self.item_count
            second = mark & SIMULTANEOUS != 0
            code = self._judge(seat, call, event, second, mark & READING)
            if mark & INTENDED or seat == self._intended:
                for i in range(before, self.item_count):
                    self.items[i].slip_possible = False
        if seat == self._intended:
            self._intended = NOBODY
        self._see_whether_simple()
        return code

    def _see_whether_simple(self):
        """True while the next call can be judged by one look-up: nothing open, owed or ended."""
        simple = not (
            self.over or self.void or self.duties.any or self.absorb != NOBODY
        ) and self._intended == NOBODY
        i = self.n - 1
        while simple and i >= 0 and self.standing(i) == PASS:
            simple = self._entries[i] < SKIPPED
            i -= 1
        i = 0
        while simple and i < self.item_count:
            item = self.items[i]
            simple = item.state == law.SETTLED and not (
                item.status == verdicts.ACCEPTED and item.at + 2 == self.n
            )
            i += 1
        self._simple = simple

    def _judge_again(self, count):
        """Judge the first `count` events again, by the readings that stand."""
        self._restart()
        for event in range(count):
            if not self._log[event] & ANSWER:
                self._judge_event(event)
            elif not self._marks[event] & TAKEN_BACK:
                self._answer(event, False)

    def _seat_of(self, event):
        return self._log[event] >> SEAT & 3

    def _is_call(self, event):
        return not self._log[event] & ANSWER and not self._marks[event] & LEFT_OUT

    def _newest_call(self):
        event = self.event_count - 1
        while event >= 0 and not self._is_call(event):
            event -= 1
        return event

    def expected(self):
        """Return who must call next if the newest open irregularity is not accepted; NOBODY once it is over."""
        if self.over:
            return NOBODY
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if self.is_pending(item):
                if item.turn == verdicts.OWN_TURN and item.kind in _PASS_SUBSTITUTED:
                    return (item.seat + 1) & 3
                break
        return self._turn

    def is_regular(self, seat, call):
        """Tell whether a call would be no irregularity, without making it."""
        if self.over:
            return False
        relation = (seat - self._turn) & 3
        if relation == law.RHO and self.duties.must_pass[self._turn]:
            relation = law.RHO_TO_PASS
        row = self.base + self._duty(seat, call) * law.TURNS + relation
        return self._cells[self._rows[row] + self.kind_of(seat, call)] <= law.DEEMED_CELL


_PASS_SUBSTITUTED = (verdicts.MUST_PASS_VIOLATION, verdicts.ABOVE_SEVEN)
