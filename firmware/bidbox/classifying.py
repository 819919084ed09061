"""What a call is by itself (in this order: Law 39, 38, 25, 28A, 36, 37, 27B3, 29 to 32, 27), by
the compiled table.

No law number, option or obligation stands here. No heap is used: a call is judged between key and
signal.
"""

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import ABSORBED, IMPLIED, NO_EVENT, SKIPPED
from bidbox.calls import DOUBLE, NO_CALL, NOBODY, PASS, REDOUBLE
from bidbox.duties import NO_DOUBLE, NO_OWNER, REPEAT
from bidbox.settling import Settling

INADMISSIBLE = (verdicts.INADMISSIBLE_DOUBLE, verdicts.INADMISSIBLE_REDOUBLE)
_PASS_SUBSTITUTED = (verdicts.MUST_PASS_VIOLATION, verdicts.ABOVE_SEVEN)


class Classifying(Settling):
    """The legal auction, its open items and duties, and the table's word for each new call."""

    def expected(self):
        """Return who must call next if the newest open irregularity is not accepted; NOBODY once
        it is over.
        """
        if self.over:
            return NOBODY
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.status == verdicts.OPEN and self.is_pending(item):
                if item.turn == verdicts.OWN_TURN and item.kind in _PASS_SUBSTITUTED:
                    return (item.seat + 1) & 3
                break
        return self._turn

    def _classify(self, seat, call, event, second):
        kind = self.kind_of(seat, call)
        if self.over:
            return self._after_the_end(seat, call, event, kind, second)
        due = self.expected()
        relation = (seat - due) & 3
        if relation and kind != law.ABOVE_SEVEN and self._may_change(seat):
            relation = law.LHO
        elif relation == law.LHO and self.base:
            relation = (
                law.PARTNER
            )  # only who made the last call, LHO not having called, changes it
        if relation == law.RHO or relation == law.PARTNER:
            if kind != law.ABOVE_SEVEN:
                if self._is_late_correction(seat):
                    return self._late_correction(seat, call, event, second)
                if call == PASS and self._absorbs_pass(seat):
                    return 0
            if relation == law.RHO and self.duties.must_pass[due]:
                relation = law.RHO_TO_PASS
        duty = self._duty(seat, call)
        row = self.base + duty * law.TURNS + relation
        cell = self._cells[self._rows[row] + kind]
        if cell == law.DEEMED_CELL:
            return self._deemed_in_rotation(due, seat, call, event, second)
        if not relation and (call == DOUBLE or call == REDOUBLE) and duty != law.MUST_PASS:
            if self._double_barred(seat, kind):
                return 0
        if cell <= law.UNMET_CELL:
            repeat = self.duties.must_repeat[seat]
            if cell == law.UNMET_CELL or (repeat != NO_CALL and repeat != call):
                self._duty_not_met(seat)
            self._stand(seat, call, event, 0)
            return 0
        item = self._irregular(cell, seat, call, event, second)
        if item.kind == verdicts.CHANGE_OF_CALL:
            self._change_of_call(item, seat, call)
            return item.kind
        item.insufficient = kind == law.INSUFFICIENT
        if duty == law.MUST_PASS and item.kind in INADMISSIBLE:
            item.doubt = law.U11
        elif item.kind == verdicts.OUT_OF_ROTATION:
            self._out_of_rotation(item, call)
        elif item.kind == verdicts.INSUFFICIENT:
            if duty == law.REPEAT:
                self._duty_not_met(seat)
            self._second_insufficient_bid(item)
        return item.kind

    def _correction(self, seat, call, event, label, item):
        """Add the item of a call put in place of another by the same player."""
        new = self._new(seat, call, event)
        new.kind = verdicts.CHANGE_OF_CALL
        new.turn = verdicts.LHO_TURN
        new.whose = (seat + 1) & 3
        new.law = label
        new.status = verdicts.STANDS
        new.first = item.event
        return new

    def _is_late_correction(self, seat):
        """LHO has called over the seat's insufficient bid, and nobody since (27A1)."""
        last = self.n - 1
        if last < 1 or self.standing_seat(last) != (seat + 1) & 3:
            return False
        for i in range(self.item_count):
            item = self.items[i]
            if (
                item.kind == verdicts.INSUFFICIENT
                and item.seat == seat
                and item.status == verdicts.ACCEPTED
                and item.event == self._events[last - 1]
            ):
                return True
        return False

    def _late_correction(self, seat, call, event, second):
        """The insufficient bid stands already: the correction is cancelled, and unauthorised
        information.
        """
        i = self.item_count - 1
        while self.items[i].event != self._events[self.n - 2]:
            i -= 1
        accepted = self.items[i]
        new = self._correction(seat, call, event, accepted.law, accepted)
        new.whose = self.expected()
        new.turn = (new.whose - seat) & 3
        new.simultaneous = second
        new.settle(verdicts.CANCELLED, accepted.outcome)
        return verdicts.CHANGE_OF_CALL

    def _may_change(self, seat):
        """The seat made the last standing call and its LHO has not called (Law 25)."""
        last = self.n - 1
        if last < 0 or self.standing_seat(last) != seat or self.is_implied(last):
            return False
        for i in range(self.item_count):
            item = self.items[i]
            if item.seat == (seat + 1) & 3 and self.is_pending(item):
                return False
        return True

    def _change_of_call(self, item, seat, call):
        last = self.n - 1
        item.first = self._events[last]
        item.changes = self.standing(last)
        if call == DOUBLE or call == REDOUBLE:
            self._cut(last)
            kind = self.kind_of(seat, call)
            self._restore(last + 1)
            if kind == law.BAD_X or kind == law.BAD_XX:
                item.may_accept = NOBODY  # an inadmissible double can never be accepted
        if call == PASS and self.standing(last) == PASS and self.base < self._bid_base:
            if self.table.readings_differ(law.U2):
                item.doubt = law.U2

    def _absorbs_pass(self, seat):
        """The record implies the seat's pass already; his own, late, is absorbed once (28A)."""
        i = self.n - 1
        while i >= 0 and self.standing_seat(i) != seat:
            i -= 1
        if i < 0 or not self.is_implied(i) or self._entries[i] & ABSORBED:
            return False
        self._entries[i] |= ABSORBED
        return True

    def _after_the_end(self, seat, call, event, kind, second):
        defends = self.last_bidder != NOBODY and (self.last_bidder ^ seat) & 1
        row = law.OVER_DEFENDER if defends else law.OVER_OTHER
        cell = self._cells[self._rows[row] + kind]
        if cell == law.NOTHING_CELL:
            return 0
        item = self._irregular(cell, seat, call, event, second)
        item.turn = verdicts.NO_TURN
        item.whose = NOBODY
        item.slip_possible = False
        for i in range(self.n - 3, self.n):
            if self.standing_seat(i) == seat and not self.is_implied(i):
                item.slip_possible = True
                item.first = self._events[i]
        return item.kind

    def _deemed_in_rotation(self, forced, seat, call, event, second):
        """The player in turn must pass, and his LHO does not wait (28A)."""
        self._stand(forced, PASS, NO_EVENT, IMPLIED)
        last = self.over
        code = self._classify(seat, call, event, second)
        if last and code:
            self.items[self.item_count - 1].doubt = law.END_OR_28A
        return code

    def _duty(self, seat, call):
        duties = self.duties
        if not duties.any:
            return law.NONE
        if duties.must_pass[seat]:
            return law.MUST_PASS
        repeat = duties.must_repeat[seat]
        if repeat != NO_CALL and repeat != call:
            return law.REPEAT
        return law.NO_DOUBLE if duties.must_not_double[seat] else law.NONE

    def _duty_not_met(self, seat):
        """No law says what follows when a call is not repeated, or 2007's 30B2 is broken: the
        director decides.
        """
        owner = self.duties.owner_of(seat, REPEAT)
        doubt = law.DUTY_NOT_MET
        if owner == NO_OWNER:
            owner = self.duties.owner_of(seat, NO_DOUBLE)
            doubt = law.DOUBLE_AGAINST_A_BAN
        if owner != NO_OWNER:
            self.items[owner].noted = doubt

    def _double_barred(self, seat, kind):
        """A double in place of an insufficient bid that cannot stand has no item of its own
        (27B3).
        """
        bad = kind == law.BAD_X or kind == law.BAD_XX
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.seat == seat and item.kind == verdicts.INSUFFICIENT:
                if bad and self._fire(item, law.BAD_DOUBLE_TRIED):
                    return True
                if not bad and self._fire(item, law.DOUBLE_TRIED):
                    return True
        return False

    def _irregular(self, cell, seat, call, event, second):
        due = self.expected()
        item = self._new(seat, call, event)
        table = self.table
        item.kind = table.cell_kinds[cell]
        item.law = table.cell_laws[cell]
        item.state = item.started = table.cell_states[cell]
        item.doubt = table.state_doubts[item.state]
        item.whose = due
        item.turn = (due - seat) & 3
        item.simultaneous = second
        asks = self._asks[item.state]
        item.slip_possible = asks & law.Q1 != 0
        if asks & law.Q2:
            item.may_accept = (seat + 1) & 3
        return item

    def _out_of_rotation(self, item, call):
        item.doubt = self._overlap(item)
        if call == PASS and self.passes + 1 >= self.limit:
            ruling = self.table.find(item.state, law.THREE_PASSES)
            self._put(item.seat, PASS, item.event, SKIPPED)
            item.stood = self.n
            self._back_to_skipped()
            item.state = self._special[law.THIRD_PASS_OUT_OF_ROTATION]
            item.doubt = self.table.state_doubts[item.state]
            item.status = verdicts.CANCELLED
            item.outcome = self._rulings[ruling + 1]
            item.at = self.n

    def _overlap(self, item):
        """What no law says of a call out of rotation after others (U4 to U7, U15)."""
        seat = item.seat
        last = self.n - 1
        if last >= 1 and self._entries[last - 1] & SKIPPED:
            if self.standing_seat(last) == (self.standing_seat(last - 1) + 1) & 3:
                for i in range(self.item_count):
                    accepted = self.items[i]
                    if accepted.event == self._events[last - 1] and accepted.whose == seat:
                        return law.U4
        if self.duties.must_repeat[item.whose] != NO_CALL and seat == (item.whose + 1) & 3:
            return law.U5
        for i in range(self.item_count - 1):
            earlier = self.items[i]
            if earlier.seat == seat and earlier.kind == verdicts.OUT_OF_ROTATION:
                if self.is_pending(earlier):
                    return law.SECOND_CALL_OUT_OF_ROTATION
                if not self.n and item.turn == verdicts.LHO_TURN:
                    if earlier.status != verdicts.OPEN:
                        return law.U6
        if not self.n and item.turn == verdicts.LHO_TURN and self._had_called(item):
            return law.U6
        i = last
        while i >= 0 and self.standing_seat(i) != (seat + 2) & 3:
            if self.standing_seat(i) == seat:
                return law.U7
            i -= 1
        return law.NO_LABEL

    def _had_called(self, item):
        """Tell whether the seat had called out of rotation before, and not by a slip (25A)."""
        for i in range(len(self.settled_slips)):
            kept = self.settled_slips[i]
            if kept.seat == item.seat and kept.event < item.event:
                if kept.kind == verdicts.OUT_OF_ROTATION:
                    if kept.outcome != self._effects[law.UNINTENDED]:
                        return True
        return False

    def _second_insufficient_bid(self, item):
        i = self.item_count - 1
        while i:
            i -= 1
            earlier = self.items[i]
            if earlier.seat == item.seat and (
                self.table.find(earlier.state, law.SECOND_BID_ACCEPTED) >= 0 and earlier.link < 0
            ):
                item.link = i
                item.state = item.started = self._special[law.SECOND_INSUFFICIENT_BID]
                return
