"""Judges one call: what it settles among open irregularities, then what it is itself.

Every law number, option and obligation comes from the compiled table; here is only the order in which the
Laws apply. No heap is used, so that a call can be judged between key and signal.
"""

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import IMPLIED, NO_EVENT, SKIPPED
from bidbox.calls import DOUBLE, LOWEST_BID, NO_CALL, NOBODY, PASS, REDOUBLE
from bidbox.duties import NO_DOUBLE, NO_OWNER, REPEAT
from bidbox.settling import Settling

# How the director has said that a call was meant.
OPENED = 1
CALLED_OVER = 2
FIRST_CALL_STANDS = 3

_GO_ON = -1


class Judge(Settling):
    """The rules' order of play over the legal auction, the open items and the duties."""

    def _judge(self, seat, call, event, second=False, reading=0):
        """Judge a call; return the kind of the irregularity it is, or 0."""
        if self.void:
            if seat != self._turn:
                return 0
            self._end_void()
        if seat == self.absorb and call == PASS and seat != self._turn:
            self.absorb = NOBODY
            return 0
        self._partner_heard(seat)
        if self._is_late_correction(seat):
            return self._late_correction(seat, call, event)
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if self.is_pending(item):
                code = self._settle(item, seat, call, event, reading)
                if code >= 0:
                    return code
        return self._classify(seat, call, event, second)

    def _partner_heard(self, seat):
        """A slip can be corrected only until the offender's partner calls (25A)."""
        for i in range(self.item_count):
            item = self.items[i]
            if (item.seat ^ seat) == 2:
                item.slip_possible = False

    # What the call settles.

    def _settle(self, item, seat, call, event, reading):
        relation = (seat - item.seat) & 3
        if relation == 1:
            return self._left_hand_opponent(item, seat, call, event, reading)
        if relation == 0:
            return self._again(item, seat, call, event)
        if seat == item.whose:
            if relation == 3 and item.turn == verdicts.RHO_TURN:
                self._fire(item, law.RIGHT_OPPONENT_CALLS)
            elif relation == 2 and item.turn == verdicts.PARTNER_TURN:
                if self._fire(item, law.NOT_ACCEPTED):
                    item.doubt = law.U10
        return _GO_ON

    def _left_hand_opponent(self, item, seat, call, event, reading):
        item.called_over = event
        if item.state == self._special[law.THIRD_PASS_OUT_OF_ROTATION] and call == PASS:
            return 0
        if item.turn == verdicts.LHO_TURN and item.kind == verdicts.OUT_OF_ROTATION:
            self._opened_or_called_over(item, seat, call, reading)
            return _GO_ON
        if item.kind == verdicts.CHANGE_OF_CALL:
            bad = self._would_be_inadmissible(item)
            if bad or reading == FIRST_CALL_STANDS:
                self._fire(item, law.NOT_ACCEPTED)
                return _GO_ON
        elif item.turn == verdicts.LHO_TURN:
            item.doubt = law.VOID_OR_28B
        self._fire(item, law.LHO_CALLS)
        return 0 if self.void else _GO_ON

    def _opened_or_called_over(self, item, seat, call, reading):
        """The dealer calls after a call out of turn on his right: 28B or 29A, as he meant it (Q3)."""
        called_over = reading == CALLED_OVER
        if not reading:
            kind = self.kind_of(seat, call)
            alone = kind == law.PASS or kind == law.BID
            called_over = not alone and _is_legal_over(item.call, call)
        self._fire(item, law.LHO_CALLS if called_over else law.RIGHT_OPPONENT_CALLS)
        if not reading:
            item.status = verdicts.OPEN
            item.outcome = law.NO_LABEL
            item.state = self._special[law.OPENED_OR_CALLED_OVER]

    def _would_be_inadmissible(self, item):
        if item.call > REDOUBLE:
            return False
        last = self.n - 1
        if item.link >= 0 or last < 0 or self.standing(last) == PASS:
            kind = self.kind_of(item.seat, item.call)
        else:
            kind = law.BAD_X if item.call else law.PASS
        return kind == law.BAD_X or kind == law.BAD_XX

    def _again(self, item, seat, call, event):
        """The offender calls again before any ruling."""
        kind = self.kind_of(seat, call)
        if item.kind == verdicts.INSUFFICIENT:
            return self._replaces_insufficient_bid(item, seat, call, event, kind)
        if item.kind == verdicts.OUT_OF_ROTATION:
            if item.state == self._special[law.THIRD_PASS_OUT_OF_ROTATION]:
                return _GO_ON
            new = self._correction(seat, call, event, self._effects[law.CHANGE], item)
            new.status = verdicts.OPEN
            new.state = new.started = self._special[law.CHANGE_OF_AN_OPEN_CALL]
            new.may_accept = (seat + 1) & 3
            new.slip_possible = True
            new.link = self._index(item)
            return verdicts.CHANGE_OF_CALL
        if item.kind == verdicts.CHANGE_OF_CALL or item.kind == verdicts.CALL_AFTER_END:
            return _GO_ON
        in_rotation = item.turn == verdicts.OWN_TURN
        self._fire(item, law.OFFENDER_CALLS_OTHERWISE)
        if item.kind == verdicts.MUST_PASS_VIOLATION or item.kind == verdicts.ABOVE_SEVEN:
            return 0
        if not in_rotation or kind not in _LEGAL:
            return _GO_ON
        substitute = self._effects[law.SUBSTITUTE]
        self._correction(seat, call, event, substitute, item).outcome = substitute
        self._stand(seat, call, event, 0)
        return verdicts.CHANGE_OF_CALL

    def _replaces_insufficient_bid(self, item, seat, call, event, kind):
        if kind == law.INSUFFICIENT or kind == law.ABOVE_SEVEN:
            return _GO_ON
        if kind != law.PASS and kind != law.BID:
            self._fire(item, law.OFFENDER_DOUBLES)
            return 0
        item.remember(self.n)
        same = (call - item.call) % 5 == 0 and call > REDOUBLE
        if same and self.is_lowest_sufficient(call, self.last_bid):
            self._fire(item, law.OFFENDER_BIDS_THE_SAME_DENOMINATION)
        else:
            self._fire(item, law.OFFENDER_CALLS_OTHERWISE)
        item.premature = True
        late = self._effects[law.LATE_CORRECTION]
        self._correction(seat, call, event, late, item).outcome = late
        self._stand(seat, call, event, 0)
        return verdicts.CHANGE_OF_CALL

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
        if not self.item_count or self.n < 2:
            return False
        item = self.items[self.item_count - 1]
        return (
            item.kind == verdicts.INSUFFICIENT
            and item.seat == seat
            and item.status == verdicts.ACCEPTED
            and item.at + 2 == self.n
            and self.standing_seat(self.n - 1) == (seat + 1) & 3
        )

    def _late_correction(self, seat, call, event):
        """The insufficient bid stands already: the correction is cancelled, and unauthorised information."""
        accepted = self.items[self.item_count - 1]
        new = self._correction(seat, call, event, self._effects[law.LATE_CORRECTION], accepted)
        new.turn = verdicts.PARTNER_TURN
        new.whose = self._turn
        new.settle(verdicts.CANCELLED, accepted.outcome)
        return verdicts.CHANGE_OF_CALL

    # What the call is by itself.

    def _classify(self, seat, call, event, second):
        kind = self.kind_of(seat, call)
        if self.over:
            return self._after_the_end(seat, call, event, kind)
        relation = (seat - self._turn) & 3
        if relation == law.RHO and self.duties.must_pass[self._turn]:
            relation = law.RHO_TO_PASS
        u7 = relation == law.LHO and self._open_item_of((seat + 1) & 3)
        if u7:
            relation = law.PARTNER
        duty = self._duty(seat, call)
        row = self.base + duty * law.TURNS + relation
        cell = self._cells[self._rows[row] + kind]
        if cell == law.DEEMED_CELL:
            return self._deemed_in_rotation(seat, call, event, second)
        if cell <= law.UNMET_CELL:
            if cell == law.UNMET_CELL:
                self._duty_not_met(seat)
            self._stand(seat, call, event, 0)
            return 0
        if kind == law.BAD_X or kind == law.BAD_XX:
            if self._double_tried(seat):
                return 0
        item = self._irregular(cell, seat, call, event, second)
        if item.kind != verdicts.CHANGE_OF_CALL:
            item.insufficient = kind == law.INSUFFICIENT
        if u7:
            item.doubt = law.U7
        elif duty == law.MUST_PASS and item.kind in _INADMISSIBLE:
            item.doubt = law.U11
        elif item.kind == verdicts.CHANGE_OF_CALL:
            item.first = self._events[self.n - 1]
            if call == PASS and self.standing(self.n - 1) == PASS and self.base < self._bid_base:
                item.doubt = law.U2
        elif item.kind == verdicts.OUT_OF_ROTATION:
            self._out_of_rotation(item, call)
        elif item.kind == verdicts.INSUFFICIENT:
            self._second_insufficient_bid(item)
        return item.kind

    def _after_the_end(self, seat, call, event, kind):
        declarer_side = self.last_bidder
        defends = declarer_side != NOBODY and (declarer_side ^ seat) & 1
        row = law.OVER_DEFENDER if defends else law.OVER_OTHER
        cell = self._cells[self._rows[row] + kind]
        if cell == law.NOTHING_CELL:
            return 0
        item = self._irregular(cell, seat, call, event, False)
        item.turn = verdicts.NO_TURN
        item.whose = NOBODY
        item.slip_possible = False
        for i in range(self.n - self.limit if self.limit == 4 else self.n - 3, self.n):
            if self.standing_seat(i) == seat and not self.is_implied(i):
                item.slip_possible = True
                item.first = self._events[i]
        return item.kind

    def _deemed_in_rotation(self, seat, call, event, second):
        """The player in turn must pass, and his LHO does not wait (28A)."""
        forced = self._turn
        last = self.passes + 1 == self.limit
        self._stand(forced, PASS, NO_EVENT, IMPLIED)
        if not last:
            self.absorb = forced
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
        """No law says what follows when a call is not repeated, or 2007's 30B2 is broken: the director decides."""
        owner = self.duties.owner_of(seat, REPEAT)
        if owner == NO_OWNER:
            owner = self.duties.owner_of(seat, NO_DOUBLE)
        if owner != NO_OWNER:
            self.items[owner].doubt = law.DUTY_NOT_MET

    def _double_tried(self, seat):
        """An inadmissible double in place of an insufficient bid has no item of its own (27B3)."""
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if item.seat == seat and self._fire(item, law.BAD_DOUBLE_TRIED):
                return True
        return False

    def _irregular(self, cell, seat, call, event, second):
        item = self._new(seat, call, event)
        table = self.table
        item.kind = table.cell_kinds[cell]
        item.law = table.cell_laws[cell]
        item.state = item.started = table.cell_states[cell]
        item.whose = self._turn
        item.turn = (self._turn - seat) & 3
        item.simultaneous = second
        asks = self._asks[item.state]
        item.slip_possible = asks & law.Q1 != 0
        if asks & law.Q2:
            item.may_accept = (seat + 1) & 3
        return item

    def _out_of_rotation(self, item, call):
        if self._second_out_of_turn(item):
            item.doubt = law.U15
        if call == PASS and self.passes + 1 == self.limit and item.turn != verdicts.LHO_TURN:
            ruling = self.table.find(item.state, law.THREE_PASSES)
            item.state = self._special[law.THIRD_PASS_OUT_OF_ROTATION]
            item.status = verdicts.CANCELLED
            item.outcome = self._rulings[ruling + 1]
            item.slip_possible = False

    def _second_out_of_turn(self, item):
        for i in range(self.item_count - 1):
            if self.is_pending(self.items[i]):
                return True
        return False

    def _second_insufficient_bid(self, item):
        i = self.item_count - 1
        while i:
            i -= 1
            earlier = self.items[i]
            if earlier.seat == item.seat and (
                self.table.find(earlier.state, law.SECOND_BID_NOT_ACCEPTED) >= 0
            ):
                item.link = i
                item.state = item.started = self._special[law.SECOND_INSUFFICIENT_BID]
                return

    def _open_item_of(self, seat):
        for i in range(self.item_count):
            item = self.items[i]
            if item.seat == seat and self.is_pending(item):
                return True
        return False


_LEGAL = (law.PASS, law.BID, law.X, law.XX)
_INADMISSIBLE = (verdicts.INADMISSIBLE_DOUBLE, verdicts.INADMISSIBLE_REDOUBLE)


def _is_legal_over(opening, call):
    """Tell whether a call is legal over an opening by the player on one's right."""
    if opening < LOWEST_BID:
        return call == PASS or call > REDOUBLE
    return call == PASS or call == DOUBLE or call > opening
