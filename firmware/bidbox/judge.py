"""Judges one call: what it settles among open irregularities, then what it is itself.

Every law number, option and obligation comes from the compiled table; here is only the order in which the
Laws apply. No heap is used, so that a call can be judged between key and signal.
"""

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import ABSORBED, IMPLIED, NO_EVENT, SKIPPED
from bidbox.calls import DOUBLE, NO_CALL, NOBODY, PASS, REDOUBLE
from bidbox.duties import NO_DOUBLE, NO_OWNER, REPEAT
from bidbox.settling import Settling

# How the director has said that a call was meant.
OPENED = 1
CALLED_OVER = 2
FIRST_CALL_STANDS = 3

# What becomes of a call that meets an open item: it is judged further, by older items and by itself, or,
# where it settles nothing, by itself alone. Not negative: nothing more is to be judged.
_GO_ON = -1
_UNSETTLED = -2


class Judge(Settling):
    """The rules' order of play over the legal auction, the open items and the duties."""

    def _judge(self, seat, call, event, second=False, reading=0):
        """Judge a call; return the kind of the irregularity it is, or 0."""
        if self.void:
            if seat != self._turn:
                return 0
            self._end_void()
        i = self.item_count
        while i:
            i -= 1
            item = self.items[i]
            if self.is_pending(item):
                code = self._settle(item, seat, call, event, reading)
                if code >= 0:
                    return code
                if code == _UNSETTLED:
                    break
        return self._classify(seat, call, event, second)

    # What the call settles.

    def _settle(self, item, seat, call, event, reading):
        relation = (seat - item.seat) & 3
        if item.state == self._special[law.THIRD_PASS_OUT_OF_ROTATION]:
            return self._over_third_pass(item, seat, call, relation == 1)
        if relation == 1:
            return self._left_hand_opponent(item, seat, call, event, reading)
        if relation == 0:
            return self._again(item, seat, call, event)
        if seat == item.whose:
            if relation == 3 and item.turn == verdicts.RHO_TURN:
                if self._fire(item, law.RIGHT_OPPONENT_CALLS):
                    return _GO_ON
            elif relation == 2 and item.kind in _U10_KINDS:
                item.called_over = event
                item.doubt = law.U10
                return _GO_ON
        return _UNSETTLED

    def _over_third_pass(self, item, seat, call, acceptor):
        """U14: LHO's pass over it is no offence; his bid or double accepts it."""
        if acceptor and seat != self._turn:
            if call == PASS:
                item.settle(item.status, item.outcome)
                return 0
            self._fire(item, law.LHO_CALLS)
        else:
            item.settle(item.status, item.outcome)
        return _GO_ON

    def _left_hand_opponent(self, item, seat, call, event, reading):
        item.called_over = event
        if item.turn == verdicts.LHO_TURN and item.kind == verdicts.OUT_OF_ROTATION:
            self._opened_or_called_over(item, seat, call, reading)
            return _GO_ON
        if item.kind == verdicts.CHANGE_OF_CALL:
            if item.may_accept == NOBODY or reading == FIRST_CALL_STANDS:
                self._fire(item, law.NOT_ACCEPTED)
                return _GO_ON
        elif item.turn == verdicts.LHO_TURN:
            if reading == OPENED:
                self._fire(item, law.RIGHT_OPPONENT_CALLS)
                return _GO_ON
        forced = call == PASS and self.duties.must_pass[seat]
        self._fire(item, law.LHO_CALLS)
        if forced and item.status == verdicts.ACCEPTED and item.kind in _ACCEPTED_BY_CALLING:
            item.noted = law.FORCED_ACCEPTANCE
        if item.turn == verdicts.LHO_TURN and item.kind in _INADMISSIBLE and not reading:
            item.doubt = law.VOID_OR_28B
        elif item.kind == verdicts.CHANGE_OF_CALL and reading:
            item.settle(item.status, item.outcome)
        return 0 if self.void or item.kind == verdicts.ABOVE_SEVEN else _GO_ON

    def _opened_or_called_over(self, item, seat, call, reading):
        """The dealer calls after a call out of turn on his right: 28B or 29A, as he meant it (Q3)."""
        called_over = reading == CALLED_OVER
        if not reading:
            kind = self.kind_of(seat, call)
            called_over = kind not in _LEGAL and self._is_legal_over(item, seat, call)
        self._fire(item, law.LHO_CALLS if called_over else law.RIGHT_OPPONENT_CALLS)
        if not reading:
            item.status = verdicts.OPEN
            item.outcome = law.NO_LABEL
            item.state = self._special[law.OPENED_OR_CALLED_OVER]

    def _is_legal_over(self, item, seat, call):
        """Tell whether a call would be legal if the item's call stood."""
        turn = self._turn
        count = self.n
        self._put(item.seat, item.call, item.event, 0)
        kind = self.kind_of(seat, call)
        self._cut(count)
        self._turn = turn
        return kind in _LEGAL

    def _again(self, item, seat, call, event):
        """The offender calls again before any ruling."""
        if item.kind == verdicts.INSUFFICIENT:
            return self._replaces_insufficient_bid(item, seat, call, event)
        if item.kind == verdicts.MUST_PASS_VIOLATION or item.kind == verdicts.ABOVE_SEVEN:
            self._fire(item, law.OFFENDER_CALLS_OTHERWISE)
            return 0
        if item.kind not in _INADMISSIBLE:
            return _UNSETTLED
        in_rotation = item.turn == verdicts.OWN_TURN
        self._fire(item, law.OFFENDER_CALLS_OTHERWISE)
        legal = self.kind_of(seat, call) in _LEGAL and not self.duties.must_pass[seat]
        if not in_rotation or not legal:
            return _GO_ON
        substitute = self._effects[law.SUBSTITUTE]
        self._correction(seat, call, event, substitute, item).outcome = substitute
        self._stand(seat, call, event, 0)
        return verdicts.CHANGE_OF_CALL

    def _replaces_insufficient_bid(self, item, seat, call, event):
        kind = self.kind_of(seat, call)
        if kind == law.ABOVE_SEVEN:
            return _UNSETTLED
        first = item if item.link < 0 else self.items[item.link]
        if kind == law.INSUFFICIENT:
            self._fire(first, law.OFFENDER_BIDS_INSUFFICIENTLY)
            return _UNSETTLED
        if kind != law.PASS and kind != law.BID:
            first.tried = call
            first.tried_event = event
            bad = kind == law.BAD_X or kind == law.BAD_XX
            self._fire(first, law.OFFENDER_DOUBLES_INADMISSIBLY if bad else law.OFFENDER_DOUBLES)
            return 0
        same = (call - item.call) % 5 == 0 and call > REDOUBLE
        lowest = same and self.is_lowest_sufficient(call, self.last_bid)
        trigger = law.OFFENDER_CALLS_OTHERWISE
        if lowest:
            trigger = law.OFFENDER_BIDS_THE_SAME_DENOMINATION
        moved = self.n
        late = self._effects[law.LATE_CORRECTION]
        self._correction(seat, call, event, late, item).outcome = late
        for one in (first, item):
            if self.table.find(one.state, trigger) >= 0:
                one.remember(moved)
                self._fire(one, trigger)
        self._stand(seat, call, event, 0)
        first.premature = first.moved == moved and first.status == verdicts.OPEN
        item.premature = item.moved == moved and item.status == verdicts.OPEN
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

    def _late_correction(self, seat, call, event, kind):
        """The insufficient bid stands already: the correction is cancelled, and unauthorised information."""
        i = self.item_count - 1
        while self.items[i].event != self._events[self.n - 2]:
            i -= 1
        accepted = self.items[i]
        new = self._correction(seat, call, event, accepted.law, accepted)
        new.turn = (self._turn - seat) & 3
        new.whose = self._turn
        new.settle(verdicts.CANCELLED, accepted.outcome)
        return verdicts.CHANGE_OF_CALL

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

    # What the call is by itself.

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
                    return self._late_correction(seat, call, event, kind)
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
            if cell == law.UNMET_CELL:
                self._duty_not_met(seat)
            self._stand(seat, call, event, 0)
            return 0
        item = self._irregular(cell, seat, call, event, second)
        if item.kind == verdicts.CHANGE_OF_CALL:
            self._change_of_call(item, seat, call)
            return item.kind
        item.insufficient = kind == law.INSUFFICIENT
        if duty == law.MUST_PASS and item.kind in _INADMISSIBLE:
            item.doubt = law.U11
        elif item.kind == verdicts.OUT_OF_ROTATION:
            self._out_of_rotation(item, call)
        elif item.kind == verdicts.INSUFFICIENT:
            self._second_insufficient_bid(item)
        return item.kind

    def _may_change(self, seat):
        """The seat made the last standing call and its LHO has not called (Law 25)."""
        if not self.n or self.standing_seat(self.n - 1) != seat:
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
            item.doubt = self.table.state_doubts[item.state]
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
        """No law says what follows when a call is not repeated, or 2007's 30B2 is broken: the director decides."""
        owner = self.duties.owner_of(seat, REPEAT)
        if owner == NO_OWNER:
            owner = self.duties.owner_of(seat, NO_DOUBLE)
        if owner != NO_OWNER:
            self.items[owner].doubt = law.DUTY_NOT_MET

    def _double_barred(self, seat, kind):
        """A double in place of an insufficient bid that cannot stand has no item of its own (27B3)."""
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
        if call == PASS and self.passes + 1 == self.limit:
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
            skipper = self.standing_seat(last - 1)
            if self.standing_seat(last) == (skipper + 1) & 3 and seat != skipper:
                return law.U4
        if self.duties.must_repeat[item.whose] != NO_CALL and seat == (item.whose + 1) & 3:
            return law.U5
        for i in range(self.item_count - 1):
            earlier = self.items[i]
            if earlier.seat == seat and earlier.kind == verdicts.OUT_OF_ROTATION:
                if self.is_pending(earlier):
                    return law.SECOND_CALL_OUT_OF_ROTATION
                if not self.n and item.turn == verdicts.LHO_TURN:
                    return law.U6
        i = last
        while i >= 0 and self.standing_seat(i) != (seat + 2) & 3:
            if self.standing_seat(i) == seat:
                return law.U7
            i -= 1
        return law.NO_LABEL

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


_LEGAL = (law.PASS, law.BID, law.X, law.XX)
_INADMISSIBLE = (verdicts.INADMISSIBLE_DOUBLE, verdicts.INADMISSIBLE_REDOUBLE)
_PASS_SUBSTITUTED = (verdicts.MUST_PASS_VIOLATION, verdicts.ABOVE_SEVEN)
_ACCEPTED_BY_CALLING = (verdicts.INSUFFICIENT, verdicts.OUT_OF_ROTATION)
_U10_KINDS = (verdicts.OUT_OF_ROTATION,) + _INADMISSIBLE
