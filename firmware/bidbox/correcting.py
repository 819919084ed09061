"""The director's answers about earlier calls: slips, calls taken back or void, a wrong dealer,
answers taken back.

Each marks the events it is about, and the board is judged again by the readings that stand. Such
answers may use the heap: no key waits for them.
"""

from bidbox import answers as say
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import CALL
from bidbox.calls import NOBODY
from bidbox.hearing import (
    ANSWER,
    ENTERED,
    IN_ORDER,
    INTENDED,
    LEFT_OUT,
    READ,
    READING,
    TAKEN_BACK,
    Hearing,
)
from bidbox.items import Item

_CAN_STAND = (
    verdicts.INSUFFICIENT,
    verdicts.OUT_OF_ROTATION,
    verdicts.MUST_PASS_VIOLATION,
    verdicts.INADMISSIBLE_DOUBLE,
    verdicts.INADMISSIBLE_REDOUBLE,
)


class Correcting(Hearing):
    """A hearing whose earlier events can be read anew."""

    def _reread(self, answer, event, reading):
        self._marks[event] = self._marks[event] & ~READING | reading
        self._judge_read(answer)
        return True

    def _judge_read(self, answer, anew=True):
        """Judge again up to an answer that has become a reading, this one included."""
        self._marks[answer] |= READ
        self._judge_again(answer + 1, anew)

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
        """A call that stands, is open, or was replaced by its player himself, before partner
        called.
        """
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
            if item.event == of or (
                of < 0
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
        for kept in self.settled_slips[:]:
            if slip < kept.event and (kept.event < again or not again):
                self.settled_slips.remove(kept)
        for i in range(self.item_count):
            item = self.items[i]
            if item.event == slip:
                self._keep(item, verdicts.CANCELLED, label)
            elif item.event == again and again:
                self._keep(item, verdicts.STANDS, label)
                if item.kind != verdicts.CHANGE_OF_CALL and item.turn != verdicts.NO_TURN:
                    self._keep_as_change(self.settled_slips[-1], slip)

    def _keep_as_change(self, kept, slip):
        """The call in place of a slip was an irregularity when it was made; now it is a
        correction.
        """
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
        for kept in self.settled_slips:
            if kept.event >= event and kept.status == verdicts.STANDS:
                kept.settle(verdicts.CANCELLED, self._effects[effect])
        for later in range(event, answer):
            if self._is_call(later):
                self._marks[later] |= LEFT_OUT
        self._judge_read(answer, False)
        return True

    def _false_alarm(self, answer, of):
        """The director says that the newest open irregularity is none: the call stands, where it
        can.
        """
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.status == verdicts.OPEN and (of < 0 or self._is_meant(item, of)):
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
        calls = passes = 0
        for event in range(answer):
            if event != first and self._is_call(event):
                calls += 1
                passes = passes + 1 if self._log[event] & CALL == 0 else 0
        return passes >= 3 and calls > 3
