"""Judges one call: what it settles among open irregularities, newest first, then what it is
itself.

Here is only the order in which the Laws apply; what each settles is the compiled table's. No heap
is used.
"""

from bidbox import items as its
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.calls import NOBODY, PASS
from bidbox.classifying import INADMISSIBLE, Classifying

# How the director has said that a call was meant.
OPENED = 1
CALLED_OVER = 2
FIRST_CALL_STANDS = 3

# What becomes of a call that meets an open item: it is judged further, by older items and by
# itself, or,
# where it settles nothing, by itself alone. Not negative: nothing more is to be judged.
_GO_ON = -1
_UNSETTLED = -2

_LEGAL = (law.PASS, law.BID, law.X, law.XX)
_ACCEPTED_BY_CALLING = (verdicts.INSUFFICIENT, verdicts.OUT_OF_ROTATION)
_U10_KINDS = (
    verdicts.OUT_OF_ROTATION,
    verdicts.INADMISSIBLE_DOUBLE,
    verdicts.INADMISSIBLE_REDOUBLE,
)


class Judge(Classifying):
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

    def _settle(self, item, seat, call, event, reading):
        relation = (seat - item[its.SEAT]) & 3
        if item[its.STATE] == self._special[law.THIRD_PASS_OUT_OF_ROTATION]:
            return self._over_third_pass(item, seat, call, relation == 1)
        if relation == 1:
            return self._left_hand_opponent(item, seat, call, event, reading)
        if relation == 0:
            return self._again(item, seat, call, event)
        if seat == item[its.WHOSE]:
            if relation == 3 and item[its.TURN] == verdicts.RHO_TURN:
                if self._fire(item, law.RIGHT_OPPONENT_CALLS):
                    return _GO_ON
            elif relation == 2 and item[its.KIND] in _U10_KINDS:
                item[its.CALLED_OVER] = event
                item[its.DOUBT] = law.U10
                return _GO_ON
        return _UNSETTLED

    def _over_third_pass(self, item, seat, call, acceptor):
        """U14: LHO's pass over it is no offence; his bid or double accepts it."""
        if acceptor and seat != self._turn:
            if call == PASS:
                its.close(item)
                return 0
            self._fire(item, law.LHO_CALLS)
        else:
            its.close(item)
        return _GO_ON

    def _left_hand_opponent(self, item, seat, call, event, reading):
        item[its.CALLED_OVER] = event
        if item[its.TURN] == verdicts.LHO_TURN and item[its.KIND] == verdicts.OUT_OF_ROTATION:
            self._opened_or_called_over(item, seat, call, reading)
            return _GO_ON
        if item[its.KIND] == verdicts.CHANGE_OF_CALL:
            if item[its.MAY_ACCEPT] == NOBODY or reading == FIRST_CALL_STANDS:
                self._fire(item, law.NOT_ACCEPTED)
                return _GO_ON
        elif item[its.TURN] == verdicts.LHO_TURN:
            if reading == OPENED:
                self._fire(item, law.RIGHT_OPPONENT_CALLS)
                return _GO_ON
        forced = call == PASS and self.duties.must_pass[seat]
        self._fire(item, law.LHO_CALLS)
        if item[its.KIND] == verdicts.ABOVE_SEVEN and not self.void:
            item[its.STATE] = law.SETTLED
        if (
            forced
            and item[its.STATUS] == verdicts.ACCEPTED
            and item[its.KIND] in _ACCEPTED_BY_CALLING
        ):
            item[its.NOTED] = law.FORCED_ACCEPTANCE
        if item[its.TURN] == verdicts.LHO_TURN and item[its.KIND] in INADMISSIBLE and not reading:
            item[its.DOUBT] = law.VOID_OR_28B
        elif item[its.KIND] == verdicts.CHANGE_OF_CALL and reading:
            its.close(item)
        return 0 if self.void or item[its.KIND] == verdicts.ABOVE_SEVEN else _GO_ON

    def _opened_or_called_over(self, item, seat, call, reading):
        """The dealer calls after a call out of turn on his right: 28B or 29A, as he meant it
        (Q3).
        """
        called_over = reading == CALLED_OVER
        if not reading:
            kind = self.kind_of(seat, call)
            called_over = kind not in _LEGAL and self._is_legal_over(item, seat, call)
        doubt = item[its.DOUBT]
        self._fire(item, law.LHO_CALLS if called_over else law.RIGHT_OPPONENT_CALLS)
        if not reading:
            item[its.DOUBT] = doubt
            item[its.STATUS] = verdicts.OPEN
            item[its.OUTCOME] = law.NO_LABEL
            item[its.STATE] = self._special[law.OPENED_OR_CALLED_OVER]

    def _is_legal_over(self, item, seat, call):
        """Tell whether a call would be legal if the item's call stood."""
        turn = self._turn
        count = self.n
        self._put(item[its.SEAT], item[its.CALL], item[its.EVENT], 0)
        kind = self.kind_of(seat, call)
        self._cut(count)
        self._turn = turn
        return kind in _LEGAL

    def _again(self, item, seat, call, event):
        """The offender calls again before any ruling."""
        if item[its.KIND] == verdicts.INSUFFICIENT:
            return self._replaces_insufficient_bid(item, seat, call, event)
        if (
            item[its.KIND] == verdicts.MUST_PASS_VIOLATION
            or item[its.KIND] == verdicts.ABOVE_SEVEN
        ):
            self._fire(item, law.OFFENDER_CALLS_OTHERWISE)
            return 0
        if item[its.KIND] not in INADMISSIBLE:
            return _UNSETTLED
        in_rotation = item[its.TURN] == verdicts.OWN_TURN
        self._fire(item, law.OFFENDER_CALLS_OTHERWISE)
        legal = self.kind_of(seat, call) in _LEGAL and not self.duties.must_pass[seat]
        if not in_rotation or not legal:
            return _GO_ON
        substitute = self._effects[law.SUBSTITUTE]
        new = self._correction(seat, call, event, substitute, item)
        new[its.OUTCOME] = substitute
        self._stand(seat, call, event, 0)
        return verdicts.CHANGE_OF_CALL

    def _replaces_insufficient_bid(self, item, seat, call, event):
        kind = self.kind_of(seat, call)
        if kind == law.ABOVE_SEVEN:
            return _UNSETTLED
        first = item if item[its.LINK] < 0 else self.items[item[its.LINK]]
        if kind == law.INSUFFICIENT:
            self._fire(first, law.OFFENDER_BIDS_INSUFFICIENTLY)
            return _UNSETTLED
        if kind != law.PASS and kind != law.BID:
            first[its.TRIED] = call
            first[its.TRIED_EVENT] = event
            bad = kind == law.BAD_X or kind == law.BAD_XX
            self._fire(first, law.OFFENDER_DOUBLES_INADMISSIBLY if bad else law.OFFENDER_DOUBLES)
            return 0
        late = self._effects[law.LATE_CORRECTION]
        new = self._correction(seat, call, event, late, item)
        new[its.OUTCOME] = late
        self._stand(seat, call, event, 0)
        return verdicts.CHANGE_OF_CALL
