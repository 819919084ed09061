"""What a call is by itself (in this order: Law 39, 38, 25, 28A, 36, 37, 27B3, 29 to 32, 27), by
the compiled table.

No law number, option or obligation stands here. No heap is used: a call is judged between key and
signal.
"""

from bidbox import items as its
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
            if item[its.STATUS] == verdicts.OPEN and self.is_pending(item):
                if item[its.TURN] == verdicts.OWN_TURN and item[its.KIND] in _PASS_SUBSTITUTED:
                    return (item[its.SEAT] + 1) & 3
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
        if item[its.KIND] == verdicts.CHANGE_OF_CALL:
            self._change_of_call(item, seat, call)
            return item[its.KIND]
        item[its.INSUFFICIENT] = kind == law.INSUFFICIENT
        if duty == law.MUST_PASS and item[its.KIND] in INADMISSIBLE:
            item[its.DOUBT] = law.U11
        elif item[its.KIND] == verdicts.OUT_OF_ROTATION:
            self._out_of_rotation(item, call)
        elif item[its.KIND] == verdicts.INSUFFICIENT:
            if duty == law.REPEAT:
                self._duty_not_met(seat)
            self._second_insufficient_bid(item)
        return item[its.KIND]

    def _correction(self, seat, call, event, label, item):
        """Add the item of a call put in place of another by the same player."""
        new = self._new(seat, call, event)
        new[its.KIND] = verdicts.CHANGE_OF_CALL
        new[its.TURN] = verdicts.LHO_TURN
        new[its.WHOSE] = (seat + 1) & 3
        new[its.LAW] = label
        new[its.STATUS] = verdicts.STANDS
        new[its.FIRST] = item[its.EVENT]
        return new

    def _is_late_correction(self, seat):
        """LHO has called over the seat's insufficient bid, and nobody since (27A1)."""
        last = self.n - 1
        if last < 1 or self.standing_seat(last) != (seat + 1) & 3:
            return False
        for i in range(self.item_count):
            item = self.items[i]
            if (
                item[its.KIND] == verdicts.INSUFFICIENT
                and item[its.SEAT] == seat
                and item[its.STATUS] == verdicts.ACCEPTED
                and item[its.EVENT] == self._events[last - 1]
            ):
                return True
        return False

    def _late_correction(self, seat, call, event, second):
        """The insufficient bid stands already: the correction is cancelled, and unauthorised
        information.
        """
        i = self.item_count - 1
        while self.items[i][its.EVENT] != self._events[self.n - 2]:
            i -= 1
        accepted = self.items[i]
        new = self._correction(seat, call, event, accepted[its.LAW], accepted)
        new[its.WHOSE] = self.expected()
        new[its.TURN] = (new[its.WHOSE] - seat) & 3
        new[its.SIMULTANEOUS] = second
        its.settle(new, verdicts.CANCELLED, accepted[its.OUTCOME])
        return verdicts.CHANGE_OF_CALL

    def _may_change(self, seat):
        """The seat made the last standing call and its LHO has not called (Law 25)."""
        last = self.n - 1
        if last < 0 or self.standing_seat(last) != seat or self.is_implied(last):
            return False
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.SEAT] == (seat + 1) & 3 and self.is_pending(item):
                return False
        return True

    def _change_of_call(self, item, seat, call):
        last = self.n - 1
        item[its.FIRST] = self._events[last]
        item[its.CHANGES] = self.standing(last)
        if call == DOUBLE or call == REDOUBLE:
            self._cut(last)
            kind = self.kind_of(seat, call)
            self._restore(last + 1)
            if kind == law.BAD_X or kind == law.BAD_XX:
                item[its.MAY_ACCEPT] = NOBODY  # an inadmissible double can never be accepted
        if call == PASS and self.standing(last) == PASS and self.base < self._bid_base:
            if self.table.readings_differ(law.U2):
                item[its.DOUBT] = law.U2

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
        item[its.TURN] = verdicts.NO_TURN
        item[its.WHOSE] = NOBODY
        item[its.SLIP_POSSIBLE] = 0
        for i in range(self.n - 3, self.n):
            if self.standing_seat(i) == seat and not self.is_implied(i):
                item[its.SLIP_POSSIBLE] = 1
                item[its.FIRST] = self._events[i]
        return item[its.KIND]

    def _deemed_in_rotation(self, forced, seat, call, event, second):
        """The player in turn must pass, and his LHO does not wait (28A)."""
        self._stand(forced, PASS, NO_EVENT, IMPLIED)
        last = self.over
        code = self._classify(seat, call, event, second)
        if last and code:
            self.items[self.item_count - 1][its.DOUBT] = law.END_OR_28A
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
            self.items[owner][its.NOTED] = doubt

    def _double_barred(self, seat, kind):
        """A double in place of an insufficient bid that cannot stand has no item of its own
        (27B3).
        """
        bad = kind == law.BAD_X or kind == law.BAD_XX
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item[its.SEAT] == seat and item[its.KIND] == verdicts.INSUFFICIENT:
                if bad and self._fire(item, law.BAD_DOUBLE_TRIED):
                    return True
                if not bad and self._fire(item, law.DOUBLE_TRIED):
                    return True
        return False

    def _irregular(self, cell, seat, call, event, second):
        due = self.expected()
        item = self._new(seat, call, event)
        table = self.table
        item[its.KIND] = table.cell_kinds[cell]
        item[its.LAW] = table.cell_laws[cell]
        item[its.STATE] = item[its.STARTED] = table.cell_states[cell]
        item[its.DOUBT] = table.state_doubts[item[its.STATE]]
        item[its.WHOSE] = due
        item[its.TURN] = (due - seat) & 3
        item[its.SIMULTANEOUS] = second
        asks = self._asks[item[its.STATE]]
        item[its.SLIP_POSSIBLE] = asks & law.Q1 != 0
        if asks & law.Q2:
            item[its.MAY_ACCEPT] = (seat + 1) & 3
        return item

    def _out_of_rotation(self, item, call):
        item[its.DOUBT] = self._overlap(item)
        if call == PASS and self.passes + 1 >= self.limit:
            ruling = self.table.find(item[its.STATE], law.THREE_PASSES)
            self._put(item[its.SEAT], PASS, item[its.EVENT], SKIPPED)
            item[its.STOOD] = self.n
            for i in range(self.item_count):
                self.items[i][its.WAS_STATE] = law.SETTLED
            self._back_to_skipped()
            item[its.STATE] = self._special[law.THIRD_PASS_OUT_OF_ROTATION]
            item[its.DOUBT] = self.table.state_doubts[item[its.STATE]]
            item[its.STATUS] = verdicts.CANCELLED
            item[its.OUTCOME] = self._rulings[ruling + 1]
            item[its.AT] = self.n

    def _overlap(self, item):
        """What no law says of a call out of rotation after others (U4 to U7, U15)."""
        seat = item[its.SEAT]
        last = self.n - 1
        if last >= 1 and self._entries[last - 1] & SKIPPED:
            if self.standing_seat(last) == (self.standing_seat(last - 1) + 1) & 3:
                for i in range(self.item_count):
                    accepted = self.items[i]
                    if (
                        accepted[its.EVENT] == self._events[last - 1]
                        and accepted[its.WHOSE] == seat
                    ):
                        return law.U4
        if (
            self.duties.must_repeat[item[its.WHOSE]] != NO_CALL
            and seat == (item[its.WHOSE] + 1) & 3
        ):
            return law.U5
        for i in range(self.item_count - 1):
            earlier = self.items[i]
            if earlier[its.KIND] != verdicts.OUT_OF_ROTATION:
                continue
            if item[its.SIMULTANEOUS] and earlier[its.EVENT] + 1 == item[its.EVENT]:
                return law.TWO_OUT_OF_TURN
            if earlier[its.SEAT] == seat:
                if self.is_pending(earlier):
                    return law.SECOND_CALL_OUT_OF_ROTATION
                if not self.n and item[its.TURN] == verdicts.LHO_TURN:
                    if earlier[its.STATUS] != verdicts.OPEN:
                        return law.U6
        if not self.n and item[its.TURN] == verdicts.LHO_TURN and self._had_called(item):
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
            if kept[its.SEAT] == item[its.SEAT] and kept[its.EVENT] < item[its.EVENT]:
                if kept[its.KIND] == verdicts.OUT_OF_ROTATION:
                    if kept[its.OUTCOME] != self._effects[law.UNINTENDED]:
                        return True
        return False

    def _second_insufficient_bid(self, item):
        i = self.item_count - 1
        while i:
            i -= 1
            earlier = self.items[i]
            if earlier[its.SEAT] == item[its.SEAT] and (
                self.table.find(earlier[its.STATE], law.SECOND_BID_ACCEPTED) >= 0
                and earlier[its.LINK] < 0
            ):
                item[its.LINK] = i
                item[its.STATE] = item[its.STARTED] = self._special[law.SECOND_INSUFFICIENT_BID]
                return
