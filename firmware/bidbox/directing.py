"""The director's answers: what each does to the board's irregularities and its state.

An answer that nothing asks for changes nothing. Answers may use the heap: no key waits for them.
"""

from bidbox import answers as say
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import CALL, SEAT
from bidbox.calls import NO_CALL, NOBODY
from bidbox.correcting import Correcting
from bidbox.duties import NO_OWNER, REPEAT
from bidbox.hearing import ANSWER, ENTERED, READ
from bidbox.judge import CALLED_OVER, FIRST_CALL_STANDS, OPENED

_TRIGGERS = {
    say.NOT_ACCEPTED: law.NOT_ACCEPTED,
    say.ACCEPTED: law.LHO_CALLS,
    say.CANCELLED: law.CANCELLED,
    say.COMPARABLE: law.YES_COMPARABLE,
    say.NOT_COMPARABLE: law.NO_NOT_COMPARABLE,
    say.SAME_DENOMINATION: law.YES_SAME_DENOMINATION,
    say.NOT_SAME_DENOMINATION: law.NO_OTHER_DENOMINATION,
    say.ARTIFICIAL: law.YES_ARTIFICIAL,
    say.NOT_ARTIFICIAL: law.NO_NOT_ARTIFICIAL,
}


class Directing(Correcting):
    """A hearing in which the director has the last word."""

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
        self._of[event] = of
        self._marks[event] = 0
        self._marked = True
        self._arguments[event] = (a, b, ruling)
        self.event_count = event + 1
        self._take(event)
        self._see_whether_simple()
        return not self.is_ignored(event)

    def _answer(self, event):
        """Let an answer take effect; False if nothing asks for it."""
        code = self._log[event] & CALL
        of = self._of[event]
        a, b, ruling = self._arguments[event]
        if self._marks[event] & READ:
            if code == say.UNINTENDED and not b:
                self._intended |= 1 << self._seat_of(of)
            return True
        if code == say.TAKE_BACK:
            return self._take_back(event)
        if code == say.UNINTENDED:
            return self._unintended(event, of)
        if code == say.WITHDRAWN or code == say.VOID:
            return self._leave_out(event, of, code)
        if code == say.OPENED or code == say.CALLED_OVER:
            return self._read_as(event, code, of)
        if code == say.FALSE_ALARM:
            return self._false_alarm(event, of)
        if code == say.BOARD:
            return self._correct_dealer(event, a)
        if code == say.ENTERED:
            return self._enter(event, a, b)
        if code == say.MUST_PASS:
            if self.over:
                return False
            self.duties.add(a, b, 0, -1, NO_OWNER)
            return True
        if code == say.AUCTION_PERIOD_OVER:
            return self._end_period(event)
        if code == say.RULING:
            return self._rule(event, ruling)
        return self._settle_by_answer(event, code, of)

    def _settle_by_answer(self, answer, code, of):
        trigger = _TRIGGERS[code]
        hit = self._hits.get(answer, -1)
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if (hit >= 0 and item.event != hit) or (of >= 0 and not self._is_meant(item, of)):
                continue
            if self._asks[item.state] & law.Q4 and code in (say.ACCEPTED, say.NOT_ACCEPTED):
                second = CALLED_OVER if code == say.ACCEPTED else FIRST_CALL_STANDS
                return self._reread(answer, item.called_over, second)
            if code == say.NOT_ACCEPTED and item.premature:
                trigger = law.REPLACEMENT_STANDS
            if self.table.find(item.state, trigger) < 0:
                continue
            if code == say.ACCEPTED and not self._can_declare(item):
                continue
            self._hits[answer] = item.event
            self._fire(item, trigger)
            item.premature = False
            if code == say.NOT_COMPARABLE and item.kind == verdicts.OUT_OF_ROTATION:
                if item.insufficient and self.table.readings_differ(law.U13):
                    item.noted = law.U13
            if code == say.ARTIFICIAL or code == say.NOT_ARTIFICIAL:
                item.artificial = trigger
            if code == say.ARTIFICIAL:
                item.law = self._effects[law.ARTIFICIAL]
            if code == say.CANCELLED:
                self._end_void()
            self._catch_up(item)
            return True
        return False

    def _is_meant(self, item, event):
        """An item is meant by its own call, by the one made over it or by the one that replaced
        it.
        """
        if event == item.event or event == item.called_over:
            return True
        if item.tried != NO_CALL and event == item.tried_event:
            return True
        return self.n > item.moved >= 0 and self._events[item.moved] == event

    def may_still_accept(self, item):
        if item.may_accept == NOBODY or item.doubt == law.U10:
            return False
        if item.premature:
            return item.moved == self.n - 1 and item.status == verdicts.OPEN
        return self.is_pending(item)

    def _can_declare(self, item):
        """An insufficient bid is also accepted by saying so to the director (27A1); the others by
        calling.
        """
        return item.kind == verdicts.INSUFFICIENT and self.may_still_accept(item)

    def _read_as(self, answer, code, of):
        """28B or 29A (over an inadmissible double 36A) at the dealer's turn, as he meant it
        (Q3).
        """
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            asked = item.state == self._special[law.OPENED_OR_CALLED_OVER]
            if (asked or item.doubt == law.VOID_OR_28B) and (of < 0 or self._is_meant(item, of)):
                reading = OPENED if code == say.OPENED else CALLED_OVER
                return self._reread(answer, item.called_over, reading)
        return False

    def _enter(self, event, seat, call):
        """A call that was made but not taken by the box."""
        self._log[event] = seat << SEAT | call
        self._marks[event] |= ENTERED
        self._judge_event(event)
        return True

    def _end_period(self, event):
        """The auction period is over (17D; 2007: 22B)."""
        if self.void and not self.over:
            return self._found_after_the_lead(event)
        if self.period_over or not self.over:
            return False
        self.period_over = True
        return True

    def _rule(self, event, ruling):
        """The director has the last word: set the state, whatever the table of the Laws says."""
        turn, calls, must_pass, must_repeat = ruling
        label = self._effects[law.RULING]
        was = self.n
        if calls is not None:
            self._replace_calls(event, calls)
        for i in range(self.item_count):
            item = self.items[i]
            item.noted = law.NO_LABEL
            if item.state != law.SETTLED:
                stands = calls is not None and self._stands(item)
                if item.status == verdicts.OPEN:
                    item.settle(verdicts.STANDS if stands else verdicts.CANCELLED, label)
                else:
                    item.settle(item.status, item.outcome)
        self.void = False
        if calls is not None or self.n < was:
            self.over = self.passes == self.limit
        self.ruled_at = -1
        if turn is not None:
            self._turn = self.ruled_turn = turn
            self.ruled_at = self.n
            self.over = False
        self._set_duties(must_pass, must_repeat)
        return True

    def _replace_calls(self, event, calls):
        self._cut(0)
        for seat, call in calls:
            if self.n < self.capacity:
                self._put(seat, call, event, 0)

    def _stands(self, item):
        for i in range(self.n):
            if self.standing_seat(i) == item.seat and self.standing(i) == item.call:
                return True
        return False

    def _set_duties(self, must_pass, must_repeat):
        if must_pass is not None or must_repeat is not None:
            self.duties.forgive()
        for seat in range(4):
            if must_pass and seat in must_pass:
                self.duties.add(seat, must_pass[seat], 0, -1, NO_OWNER)
            if must_repeat and seat in must_repeat:
                self.duties.add(seat, REPEAT, must_repeat[seat], -1, NO_OWNER)
