"""The director's answers: what each does to the board's irregularities, readings and state.

An answer that nothing asks for changes nothing. Answers may use the heap: no key waits for them.
"""

from bidbox import answers as say
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import CALL, SEAT
from bidbox.calls import NOBODY
from bidbox.duties import NO_OWNER, REPEAT
from bidbox.hearing import ANSWER, IN_ORDER, INTENDED, LEFT_OUT, READING, TAKEN_BACK, Hearing
from bidbox.items import Item
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


class Directing(Hearing):
    """A hearing in which the director has the last word."""

    def answer(self, code, of=-1, a=0, b=0, ruling=None):
        """Take an answer of the director, the newest event; False if nothing asks for it (it is ignored).

        code: bidbox.answers; of: number of the event meant, -1 for the newest item that it fits. a, b: seat
        and call of ENTERED; seat and 1 (next) or 2 (rest) of MUST_PASS; dealer of BOARD.
        ruling: (turn or None, [(seat, call)] or None, {seat: 1 or 2} or None, {seat: call} or None).
        """
        event = self.event_count
        if event >= self.capacity:
            self.beyond = True
            return False
        self._log[event] = ANSWER | code
        self._of[event] = of
        self._marks[event] = 0
        self._arguments[event] = (a, b, ruling)
        self.event_count = event + 1
        taken = self._answer(event, True)
        if not taken:
            self._marks[event] |= TAKEN_BACK
        self._see_whether_simple()
        return taken

    def _answer(self, event, new):
        """Apply an answer; `new` is false while the board is judged again and readings stand already."""
        code = self._log[event] & CALL
        of = self._of[event]
        a, b, ruling = self._arguments[event]
        if code == say.TAKE_BACK:
            return new and self._take_back(event)
        if code == say.UNINTENDED:
            return self._unintended(event, of, new)
        if code == say.WITHDRAWN or code == say.VOID:
            return new and self._leave_out(event, of, code)
        if code == say.OPENED or code == say.CALLED_OVER:
            return new and self._read_as(code, of)
        if code == say.FALSE_ALARM:
            return new and self._false_alarm(of)
        if code == say.BOARD:
            return new and self._correct_dealer(a)
        if code == say.ENTERED:
            return self._enter(event, a, b)
        if code == say.MUST_PASS:
            self.duties.add(a, b, 0, -1, NO_OWNER)
            return True
        if code == say.AUCTION_PERIOD_OVER:
            return self._end_period()
        if code == say.RULING:
            return self._rule(event, ruling)
        return self._settle_by_answer(code, of, new)

    def _settle_by_answer(self, code, of, new):
        trigger = _TRIGGERS[code]
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if of >= 0 and item.event != of:
                continue
            if code == say.NOT_ACCEPTED and item.premature:
                item.premature = item.slip_possible = False
                return True
            if self.table.find(item.state, trigger) < 0:
                continue
            if code == say.ACCEPTED and not self.may_still_accept(item):
                continue
            if code == say.NOT_ACCEPTED and not self._asks[item.state] & law.OPEN:
                return new and self._reread(item.called_over, FIRST_CALL_STANDS)
            self._fire(item, trigger)
            item.slip_possible = False
            item.premature = False
            if code == say.CANCELLED:
                self._end_void()
            return True
        return False

    def may_still_accept(self, item):
        if item.may_accept == NOBODY:
            return False
        if item.premature:
            return item.moved == self.n - 1
        return self.is_pending(item)

    def _reread(self, event, reading):
        self._marks[event] = self._marks[event] & ~READING | reading
        self._judge_again(self.event_count)
        return True

    def _read_as(self, code, of):
        """28B or 29A at the dealer's turn, as he meant it (Q3)."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.state == self._special[law.OPENED_OR_CALLED_OVER] and of in (-1, item.event):
                return self._reread(
                    item.called_over, OPENED if code == say.OPENED else CALLED_OVER
                )
        return False

    def _take_back(self, event):
        """Take back the last answer that stands, and judge all again without it."""
        last = event - 1
        while last >= 0 and (
            not self._log[last] & ANSWER
            or self._log[last] & CALL == say.TAKE_BACK
            or self._marks[last] & TAKEN_BACK
        ):
            last -= 1
        if last < 0:
            return False
        self._marks[last] |= TAKEN_BACK
        self._forget_readings()
        self._restart()
        for earlier in range(event):
            self.event_count = earlier + 1
            if not self._log[earlier] & ANSWER:
                self._judge_event(earlier)
            elif not self._marks[earlier] & TAKEN_BACK:
                self._answer(earlier, True)
        self.event_count = event + 1
        return True

    def _unintended(self, answer, of, new):
        """25A: the intended call takes the slip's place; calls made over it are taken back."""
        if not new:
            _, again, _ = self._arguments[answer]
            if not again:
                self._intended = self._seat_of(self._of[answer])
            return True
        slip = self._slip(of)
        if slip < 0:
            return False
        seat = self._seat_of(slip)
        again = 0
        for event in range(slip + 1, answer):
            if self._is_call(event) and self._seat_of(event) == seat:
                again = event
                break
        for event in range(slip + 1, answer):
            if self._is_call(event) and (self._seat_of(event) ^ seat) == 2 and not (
                again and event > again
            ):
                return False
        self._of[answer] = slip
        self._arguments[answer] = (0, again, None)
        self._keep_slip(slip, again)
        self._marks[slip] |= LEFT_OUT
        for event in range(slip + 1, again or answer):
            if self._is_call(event):
                self._marks[event] |= LEFT_OUT
        if again:
            self._marks[again] |= INTENDED
        self._judge_again(answer + 1)
        return True

    def _slip(self, of):
        """Return the event of the call that was not intended, -1 if there is none."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.event == of or of < 0 and item.slip_possible:
                is_change = item.kind == verdicts.CHANGE_OF_CALL
                return item.first if is_change or item.turn == verdicts.NO_TURN else item.event
        if of < 0:
            return self._newest_call()
        if of >= self.event_count or not self._is_call(of):
            return -1
        return of

    def _keep_slip(self, slip, again):
        """The verdicts on a slip, and on the call put in its place, stay in the record."""
        label = self._effects[law.UNINTENDED]
        for i in range(self.item_count):
            item = self.items[i]
            if item.event == slip:
                self._keep(item, verdicts.CANCELLED, label)
            elif item.event == again and item.kind == verdicts.CHANGE_OF_CALL:
                self._keep(item, verdicts.STANDS, label)

    def _keep(self, item, status, label):
        kept = Item()
        kept.take(item)
        kept.settle(status, label)
        self.settled_slips.append(kept)

    def _leave_out(self, answer, of, code):
        """A call taken back (21B, or LHO's under 25A), or void with all later ones (15A)."""
        event = of if of >= 0 else self._newest_call()
        if event < 0 or event >= answer or not self._is_call(event):
            return False
        effect = law.WITHDRAWN if code == say.WITHDRAWN else law.VOIDED
        for i in range(self.item_count):
            if self.items[i].event == event:
                self._keep(self.items[i], verdicts.CANCELLED, self._effects[effect])
        for later in range(event, answer):
            if self._is_call(later):
                self._marks[later] |= LEFT_OUT
        self._judge_again(answer + 1)
        return True

    def _false_alarm(self, of):
        """The director says that the call was regular."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if of in (-1, item.event):
                if item.turn == verdicts.NO_TURN:
                    self._marks[item.event] |= LEFT_OUT
                else:
                    self._marks[item.event] |= IN_ORDER
                self._judge_again(self.event_count)
                return True
        return False

    def _correct_dealer(self, dealer):
        if dealer == self._corrected_dealer:
            return True
        self._corrected_dealer = dealer
        self._judge_again(self.event_count)
        return True

    def _enter(self, event, seat, call):
        """A call that was made but not taken by the box."""
        self._log[event] = seat << SEAT | call
        self._judge_event(event)
        return True

    def _end_period(self):
        """The auction period is over (17D, 22B): an inadmissible call that nobody noticed is scored away."""
        for i in range(self.item_count):
            item = self.items[i]
            item.slip_possible = False
            self._fire(item, law.AUCTION_PERIOD_OVER)
        self.void = False
        self.period_over = True
        self.over = True
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
            if item.state != law.SETTLED:
                stands = calls is not None and self._stands(item)
                item.settle(verdicts.ACCEPTED if stands else verdicts.CANCELLED, label)
        self.void = False
        self.absorb = NOBODY
        if calls is not None or self.n < was:
            self.over = self.passes == self.limit
        if turn is not None:
            self._turn = turn
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
