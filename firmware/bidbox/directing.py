"""The director's answers: what each does to the board's irregularities, readings and state.

An answer that nothing asks for changes nothing. Answers may use the heap: no key waits for them.
"""

from bidbox import answers as say
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import CALL, SEAT
from bidbox.calls import NOBODY
from bidbox.duties import NO_OWNER, REPEAT
from bidbox.hearing import ANSWER, ENTERED, IN_ORDER, INTENDED, LEFT_OUT
from bidbox.hearing import READ, READING, TAKEN_BACK, Hearing
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
                self._intended = self._seat_of(of)
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
            if hit >= 0 and item.event != hit or of >= 0 and not self._is_meant(item, of):
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
            if code == say.ARTIFICIAL:
                item.law = self._effects[law.ARTIFICIAL]
            if code == say.CANCELLED:
                self._end_void()
            self._catch_up(item)
            return True
        return False

    def _is_meant(self, item, event):
        """An item is meant by its own call, by the one made over it or by the one that replaced it."""
        if event == item.event or event == item.called_over:
            return True
        return self.n > item.moved >= 0 and self._events[item.moved] == event

    def may_still_accept(self, item):
        if item.may_accept == NOBODY:
            return False
        if item.premature:
            return item.moved == self.n - 1 and item.status == verdicts.OPEN
        return self.is_pending(item)

    def _can_declare(self, item):
        """An insufficient bid is also accepted by saying so to the director (27A1); the others by calling."""
        return item.kind == verdicts.INSUFFICIENT and self.may_still_accept(item)

    def _reread(self, answer, event, reading):
        self._marks[event] = self._marks[event] & ~READING | reading
        self._judge_read(answer)
        return True

    def _judge_read(self, answer, anew=True):
        """Judge again up to an answer that has become a reading, this one included."""
        self._marks[answer] |= READ
        self._judge_again(answer + 1, anew)

    def _read_as(self, answer, code, of):
        """28B or 29A (over an inadmissible double 36A) at the dealer's turn, as he meant it (Q3)."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            asked = item.state == self._special[law.OPENED_OR_CALLED_OVER]
            if (asked or item.doubt == law.VOID_OR_28B) and (of < 0 or self._is_meant(item, of)):
                reading = OPENED if code == say.OPENED else CALLED_OVER
                return self._reread(answer, item.called_over, reading)
        return False

    def _take_back(self, event):
        """Take back the last answer that stands, and judge all again without it."""
        last = event - 1
        while last >= 0 and not self._can_take_back(last):
            last -= 1
        if last < 0:
            return False
        self._marks[last] |= TAKEN_BACK
        self._marks[event] |= READ
        self._hear_again(event)
        self.event_count = event + 1
        return True

    def _can_take_back(self, event):
        if (
            self._marks[event] & (TAKEN_BACK | LEFT_OUT)
            or self._log[event] == ANSWER | say.TAKE_BACK
        ):
            return False
        return self._log[event] & ANSWER or self._marks[event] & ENTERED

    def _hear_again(self, count):
        """Hear the first `count` events again as if for the first time, answers included."""
        self._forget_readings()
        self._corrected_dealer = self._right_dealer()
        self._judge_again(count)

    def _unintended(self, answer, of):
        """25A: the intended call takes the slip's place; calls made over it are taken back."""
        slip = self._slip(of)
        if slip < 0:
            return False
        if not self._is_correctable(slip):
            return False
        seat = self._seat_of(slip)
        again = 0
        for event in range(slip + 1, answer):
            if self._is_call(event) and self._seat_of(event) == seat:
                again = event
                break
        self._of[answer] = slip
        self._arguments[answer] = (0, again, None)
        self._keep_slip(slip, again)
        self._marks[slip] |= LEFT_OUT
        for event in range(slip + 1, again or answer):
            if self._is_call(event):
                self._marks[event] |= LEFT_OUT
        if again:
            self._marks[again] |= INTENDED
        self._judge_read(answer)
        return True

    def _is_correctable(self, event):
        """A call that stands, is open, or was replaced by its player himself, before partner called."""
        if self.period_over or self.partner_has_called(event):
            return False
        for i in range(self.n):
            if self._events[i] == event and not self.is_implied(i):
                return True
        for i in range(self.item_count):
            item = self.items[i]
            if item.event == event and item.status == verdicts.OPEN:
                return True
            if item.law == self._effects[law.SUBSTITUTE] and item.first == event:
                return True
        return False

    def _slip(self, of):
        """Return the event of the call that was not intended, -1 if there is none."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if (
                item.event == of
                or of < 0
                and (
                    self.asks_slip(item)
                    or (item.kind == verdicts.CHANGE_OF_CALL and item.status == verdicts.STANDS)
                )
            ):
                if of >= 0 and not self.asks_slip(item) and item.status != verdicts.STANDS:
                    break
                is_change = item.kind == verdicts.CHANGE_OF_CALL or item.turn == verdicts.NO_TURN
                return item.first if is_change else item.event
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
            elif item.event == again and again:
                self._keep(item, verdicts.STANDS, label)
                if item.kind != verdicts.CHANGE_OF_CALL and item.turn != verdicts.NO_TURN:
                    self._keep_as_change(self.settled_slips[-1], slip)

    def _keep_as_change(self, kept, slip):
        """The call in place of a slip was an irregularity when it was made; now it is a correction."""
        kept.kind = verdicts.CHANGE_OF_CALL
        kept.turn = verdicts.LHO_TURN
        kept.insufficient = False
        kept.may_accept = NOBODY
        kept.law = self._effects[law.CHANGE]
        for i in range(self.item_count):
            if self.items[i].event == slip and self.items[i].kind == verdicts.INSUFFICIENT:
                kept.law = self._effects[law.LATE_CORRECTION]

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
        if code == say.WITHDRAWN and not self._is_correctable(event):
            return False
        effect = law.WITHDRAWN if code == say.WITHDRAWN else law.VOIDED
        for i in range(self.item_count):
            item = self.items[i]
            if event <= item.event and item.status in (verdicts.CANCELLED, verdicts.WIPED):
                self._keep(item, item.status, item.outcome)
            elif event <= item.event:
                self._keep(item, verdicts.CANCELLED, self._effects[effect])
        for later in range(event, answer):
            if self._is_call(later):
                self._marks[later] |= LEFT_OUT
        self._judge_read(answer, False)
        return True

    def _false_alarm(self, answer, of):
        """The director says that the newest open irregularity is none: the call stands, where it can."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.status == verdicts.OPEN and of in (-1, item.event):
                stands = item.kind in _CAN_STAND
                self._keep(item, verdicts.STANDS if stands else verdicts.CANCELLED, law.NO_LABEL)
                self._marks[item.event] |= IN_ORDER if stands else LEFT_OUT
                self._judge_read(answer, False)
                return True
        return False

    def _correct_dealer(self, answer, dealer):
        self._marks[answer] |= READ
        if dealer != self.dealer:
            self._hear_again(answer)
            self.event_count = answer + 1
            self._marks[answer] |= READ
        return True

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

    def _found_after_the_lead(self, answer):
        """36C: the contract is scored as if the inadmissible call had not been made."""
        i = self.item_count
        while i and self.items[i - 1].status != verdicts.WIPED:
            i -= 1
        item = self.items[i - 1] if i else None
        if item is None or item.kind == verdicts.ABOVE_SEVEN:
            return False
        if not self._three_passes_since(item.event, answer):
            return False
        ruling = self.table.find(item.state, law.AUCTION_PERIOD_OVER)
        if ruling < 0:
            item.doubt = law.FOUND_AFTER_THE_LEAD  # 2007 has no 36C: the director's to settle
            self.period_over = True
            return True
        self._keep(item, verdicts.CANCELLED, self._rulings[ruling + 1])
        self._marks[item.event] |= LEFT_OUT
        for event in range(item.event + 1, answer):
            if self._is_call(event):
                self._marks[event] |= IN_ORDER
        self._judge_again(answer, False)
        self.event_count = answer + 1
        self.over = self.period_over = True
        return True

    def _three_passes_since(self, first, answer):
        """Tell whether the calls at the table, the wiped one left out, ended with three passes."""
        passes = 0
        for event in range(answer):
            if event != first and self._is_call(event):
                passes = passes + 1 if self._log[event] & CALL == 0 else 0
        return passes >= 3

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
                if item.status == verdicts.OPEN:
                    item.settle(verdicts.STANDS if stands else verdicts.CANCELLED, label)
                else:
                    item.settle(item.status, item.outcome)
        self.void = False
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


_CAN_STAND = (
    verdicts.INSUFFICIENT,
    verdicts.OUT_OF_ROTATION,
    verdicts.MUST_PASS_VIOLATION,
    verdicts.INADMISSIBLE_DOUBLE,
    verdicts.INADMISSIBLE_REDOUBLE,
)
