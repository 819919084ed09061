"""What becomes of an irregularity: applies one ruling of the law table to the auction, the duties
and the item.
"""

from bidbox import items as its
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import CALL, FLAGS, HELD, SEAT, SKIPPED, Auction
from bidbox.calls import NOBODY, PASS, REDOUBLE
from bidbox.duties import NO_DOUBLE, PASS_NEXT, PASS_REST, REPEAT, Duties
from bidbox.lawtable import LawTable

_DUTIES = 24


class Settling(Auction):
    """The legal auction with its irregularities; preallocates `items` of them, and one more to
    spare.
    """

    def __init__(self, edition, capacity, items):
        self.table = LawTable(edition)
        self._rows = self.table.rows
        self._cells = self.table.cells
        self._asks = self.table.asks
        self._rulings = self.table.rulings
        self._special = self.table.special
        self._effects = self.table.effects
        self._bid_base = law.BID_MADE * law.DUTIES * law.TURNS
        self.items = [its.new(i) for i in range(items + 1)]
        self.settled_slips = []  # items of calls taken back since, by the answer that said so
        self.duties = Duties(_DUTIES if items <= _DUTIES else items)
        self._clear_items()
        Auction.__init__(self, capacity)

    def _clear_items(self):
        self.item_count = 0
        self.beyond = False  # more than the device can follow: the director decides
        self.void = False  # called over an inadmissible call: nothing counts (36A)
        self.duties.clear()

    def _new(self, seat, call, event):
        item = self.items[self.item_count]
        if self.item_count + 1 < len(self.items):
            self.item_count += 1
        else:
            self.beyond = True
        its.begin(item, event, seat, call, self.n)
        return item

    def is_pending(self, item):
        """The next call may settle it: nothing has stood since."""
        if not self._asks[item[its.STATE]] & law.OPEN or item[its.AT] != self.n:
            return False
        return item[its.DOUBT] != law.U10

    def _fire(self, item, trigger):
        """Apply the table's ruling for a trigger, if it has one; tell whether it had."""
        ruling = self.table.find(item[its.STATE], trigger)
        if ruling < 0:
            return False
        rulings = self._rulings
        what = rulings[ruling + 2]
        if item[its.KIND] == verdicts.INSUFFICIENT and what & 7 == verdicts.ACCEPTED:
            self._overtake_other_bids(item)
        if what >> 3:
            self._move(item, what >> 3, rulings[ruling + 1])
        if rulings[ruling + 1] != law.NO_LABEL:
            item[its.OUTCOME] = rulings[ruling + 1]
        item[its.STATUS] = what & 7
        item[its.STATE] = rulings[ruling + 4]
        item[its.DOUBT] = self.table.state_doubts[item[its.STATE]]
        if rulings[ruling + 3]:
            self._owe(item, rulings[ruling + 3])
        if item[its.LINK] >= 0 and item[its.STATUS] == verdicts.CANCELLED:
            if trigger != law.SECOND_BID_ACCEPTED:
                self._fire(self.items[item[its.LINK]], law.SECOND_BID_NOT_ACCEPTED)
        return True

    def _overtake_other_bids(self, item):
        """One of several insufficient bids is accepted: the others are cancelled (27B4)."""
        for i in range(self.item_count):
            other = self.items[i]
            if other is not item and other[its.SEAT] == item[its.SEAT]:
                self._fire(other, law.SECOND_BID_ACCEPTED)

    def _move(self, item, what, label):
        if what == law.STANDS:
            self._stand_accepted(item)
        elif what == law.PASS_SUBSTITUTED:
            self._substitute_pass(item)
        elif what == law.REPLACES_THE_FIRST:
            self._replace_first(item)
        elif what == law.VOID:
            self._back_to(item[its.AT], label)
            self._turn = item[its.WHOSE]
            self.void = True
        elif what == law.PASS_SUBSTITUTED_VOID:
            self._substitute_pass(item)
            self.void = not self.over
        elif what == law.REPLACEMENT_CANCELLED:
            self._back_to(item[its.MOVED], label)
        elif what == law.RESTORED:
            self._cancel_corrections(item)
            item[its.PREMATURE] = 0
            self._back_to(item[its.AT], label)
            self._overtake_other_bids(item)
            self._stand_accepted(item)
        elif what == law.TRIED_CALL_STANDS:
            item[its.STATE] = law.SETTLED
            self._stand(item[its.SEAT], item[its.TRIED], item[its.TRIED_EVENT], 0)

    def _substitute_pass(self, item):
        if item[its.TURN] == verdicts.OWN_TURN and item[its.AT] == self.n:
            self._stand(item[its.SEAT], PASS, item[its.EVENT], 0)

    def _stand_accepted(self, item, flags=0):
        if item[its.STATE] == self._special[law.THIRD_PASS_OUT_OF_ROTATION]:
            self._restore_passes(item)
            flags = HELD
        skipped = item[its.TURN] == verdicts.RHO_TURN or item[its.TURN] == verdicts.PARTNER_TURN
        if skipped:
            self._turns_lost(item)
            flags |= SKIPPED
        self._stand(item[its.SEAT], item[its.CALL], item[its.EVENT], flags)

    def _restore_passes(self, third):
        """The third pass is accepted after all: what 17D3 took back stands again (U14)."""
        first = self.n
        for at in range(first, third[its.STOOD]):
            for i in range(third[its.INDEX]):
                item = self.items[i]
                if item[its.AT] == at > first and item[its.WAS_STATE]:
                    its.come_back(item)
                    self.duties.owe_again(i)
            if at + 1 < third[its.STOOD]:
                self._stand_again(at)
        third[its.AT] = self.n

    def _stand_again(self, at):
        event = self._events[at]
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.EVENT] == event and item[its.AT] == at:
                its.settle(item, verdicts.ACCEPTED, self._accepted_label(item))
                self._stand_accepted(item, HELD)
                return
        entry = self._entries[at]
        self._stand(entry >> SEAT & 3, entry & CALL, event, entry & FLAGS | HELD)

    def _accepted_label(self, item):
        return self._rulings[self.table.find(item[its.STARTED], law.LHO_CALLS) + 1]

    def _turns_lost(self, item):
        """An item's call stands out of rotation: turns, and what was owed at them, are lost."""
        seat = self._turn
        while seat != item[its.SEAT]:
            if self.duties.must_pass[seat] == PASS_NEXT and item[its.MAY_ACCEPT] != NOBODY:
                item[its.NOTED] = law.DUTY_SKIPPED
            self.duties.turn_lost(seat, self.n)
            for i in range(self.item_count):
                other = self.items[i]
                if other[its.WHOSE] == seat:
                    self._lose_turn(other, self.n)
            seat = (seat + 1) & 3

    def _replace_first(self, item):
        for i in range(self.item_count):
            other = self.items[i]
            if other is not item and other[its.SEAT] == item[its.SEAT] and self.is_pending(other):
                self._fire(other, law.NOT_ACCEPTED)
                other[its.LEAD] = 0
        flags = self._entries[self.n - 1] & SKIPPED
        self._undo(self.n - 1)
        for i in range(self.item_count):
            other = self.items[i]
            if other[its.KIND] == verdicts.INSUFFICIENT and other[its.SEAT] == item[its.SEAT]:
                if self.is_pending(other):
                    other[its.PREMATURE] = 0
                    self._fire(other, law.NOT_ACCEPTED)
        self._stand(item[its.SEAT], item[its.CALL], item[its.EVENT], flags)

    def _cancel_corrections(self, item):
        for i in range(self.item_count):
            other = self.items[i]
            if (
                other[its.KIND] == verdicts.CHANGE_OF_CALL
                and other[its.EVENT] == self._events[item[its.MOVED]]
            ):
                its.settle(other, verdicts.CANCELLED, self._accepted_label(item))

    def _owe(self, item, bits):
        seat = item[its.SEAT]
        partner = (seat + 2) & 3
        owner = item[its.INDEX]
        duties = self.duties
        born = item[its.MOVED]
        if bits & law.NO_DUTY:
            duties.lift(owner, born)
        if bits & law.OFFENDER_PASSES_NEXT:
            duties.add(seat, PASS_NEXT, 0, born, owner, self._called_since(seat, item[its.AT]))
        if bits & law.OFFENDER_PASSES_FOR_THE_REST:
            duties.add(seat, PASS_REST, 0, born, owner)
        if bits & law.PARTNER_PASSES_NEXT:
            duties.add(partner, PASS_NEXT, 0, born, owner, self._called_since(partner, born))
        if bits & law.PARTNER_PASSES_FOR_THE_REST:
            duties.add(partner, PASS_REST, 0, born, owner)
        if bits & law.OFFENDER_REPEATS:
            duties.add(seat, REPEAT, item[its.CALL], born, owner)
        if bits & law.PARTNER_DOES_NOT_DOUBLE and item[its.WHOSE] == partner:
            at = item[its.AT]
            duties.add(partner, NO_DOUBLE, 0, born, owner, at if at < self.n else -1)
        if bits & law.LEAD_RESTRICTION and item[its.CHANGES] != item[its.CALL]:
            item[its.LEAD] = 1

    def _called_since(self, seat, since):
        """Return where the seat's first call from index `since` on stands, -1 if it has none."""
        for i in range(max(since, 0), self.n):
            if self.standing_seat(i) == seat:
                return i
        return -1

    def _stand(self, seat, call, event, flags):
        """Let a call stand: spend duties, tell the items that wait for it, see whether the auction
        ends.
        """
        at = self.n
        if at == self.capacity:
            self.beyond = True
            return
        self._leave_replacements()
        last_bid = self.last_bid
        self.duties.called(seat, at)
        self._put(seat, call, event, flags)
        for i in range(self.item_count):
            self._tell(self.items[i], seat, call, at, last_bid)
        if self.passes >= self.limit and not (self.over or flags & HELD):
            self._three_passes()

    def _tell(self, item, seat, call, at, last_bid):
        """Tell an item that waits for it of the standing call at index `at`."""
        if item[its.STATE] and not self._asks[item[its.STATE]] & law.OPEN:
            if item[its.SEAT] == seat and not self._bid_again(item):
                self._lose_turn(item, at)
                self._replaced(item, call, at, last_bid)
            elif item[its.WHOSE] == seat:
                self._responded(item, law.RHO_PASSES if call == PASS else law.RHO_ACTS, at)
        elif item[its.STATE] == self._special[law.THIRD_PASS_OUT_OF_ROTATION]:
            its.close(item)
        elif (
            item[its.KIND] == verdicts.INSUFFICIENT
            and item[its.SEAT] == seat
            and item[its.AT] == at
        ):
            if item[its.EVENT] != self._events[at]:
                self._replaced_unruled(item, call, at, last_bid)

    def _bid_again(self, item):
        """While another insufficient bid may be accepted, the first is not replaced (27B4)."""
        for i in range(item[its.INDEX] + 1, self.item_count):
            if self.items[i][its.LINK] == item[its.INDEX]:
                if self.items[i][its.STATUS] == verdicts.OPEN:
                    return True
        return False

    def _replaced_unruled(self, item, call, at, last_bid):
        """27C: the offender has put another call in place of an insufficient bid."""
        trigger = law.OFFENDER_CALLS_OTHERWISE
        if call > REDOUBLE and (call - item[its.CALL]) % 5 == 0:
            if self.is_lowest_sufficient(call, last_bid):
                trigger = law.OFFENDER_BIDS_THE_SAME_DENOMINATION
        if self._responded(item, trigger, at):
            item[its.PREMATURE] = item[its.STATUS] == verdicts.OPEN

    def _catch_up(self, item):
        """After a late answer: tell an item of the calls that have stood since."""
        last_bid = REDOUBLE
        since = max(item[its.AT], item[its.MOVED] + 1)
        for at in range(self.n):
            call = self.standing(at)
            if at >= since:
                if self._entries[at] & SKIPPED:
                    self._turn_lost_at(item, at)
                self._tell(item, self.standing_seat(at), call, at, last_bid)
            if call > REDOUBLE:
                last_bid = call

    def _turn_lost_at(self, item, at):
        """Tell an item whether the standing call at index `at` took away the turn that it waits
        for.
        """
        seat = self.dealer if at == 0 else (self.standing_seat(at - 1) + 1) & 3
        while seat != self.standing_seat(at):
            if item[its.WHOSE] == seat:
                self._lose_turn(item, at)
            seat = (seat + 1) & 3

    def _lose_turn(self, item, at):
        """Who was to answer a cancelled call has lost that turn: as if he had acted; director."""
        if self._responded(item, law.RHO_LOSES_HIS_TURN, at) and item[its.CALL] != PASS:
            item[its.NOTED] = law.TURN_LOST

    def _leave_replacements(self):
        """27C: once a call stands over a replacement, the insufficient bid can no longer be
        accepted.
        """
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.PREMATURE]:
                its.leave(item)
                item[its.CLOSED_AT] = self.n
                item[its.PREMATURE] = 0
                self._fire(item, law.REPLACEMENT_STANDS)

    def _responded(self, item, trigger, at):
        if self.table.find(item[its.STATE], trigger) < 0:
            return False
        its.remember(item, at)
        self._fire(item, trigger)
        if item[its.ARTIFICIAL] >= 0 and self._asks[item[its.STATE]] & law.Q5:
            self._fire(item, item[its.ARTIFICIAL])
        return True

    def _replaced(self, item, call, at, last_bid):
        """The offender's call stands: tell the item in the narrowest words that the table
        knows.
        """
        if call == item[its.CALL] and self._replaced_by(item, law.REPLACED_BY_THE_SAME_CALL, at):
            return
        if call > REDOUBLE:
            same = item[its.CALL] > REDOUBLE and (call - item[its.CALL]) % 5 == 0
            if item[its.KIND] == verdicts.INSUFFICIENT and same:
                same = self.is_lowest_sufficient(call, last_bid)
            if same and self._replaced_by(item, law.REPLACED_IN_THE_SAME_DENOMINATION, at):
                return
            if self._replaced_by(item, law.REPLACED_BY_ANOTHER_BID, at):
                return
        elif call and self._replaced_by(item, law.REPLACED_BY_A_DOUBLE, at):
            return
        self._replaced_by(item, law.REPLACED_BY_ANOTHER_CALL, at)

    def _replaced_by(self, item, trigger, at):
        if self.table.find(item[its.STATE], trigger) < 0:
            return False
        its.remember(item, at)
        return self._fire(item, trigger)

    def _three_passes(self):
        """The auction is over (Law 22), or one of the passes took away a turn and it goes back
        there (17D3).
        """
        for i in range(self.n - 3, self.n):
            if self._entries[i] & SKIPPED:
                self._back_to_skipped()
                return
        self.over = True

    def _back_to_skipped(self):
        first = self.n - 3
        while not self._entries[first] & SKIPPED:
            first += 1
        label = law.NO_LABEL
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.STATUS] == verdicts.ACCEPTED and item[its.AT] >= first:
                ruling = self.table.find(item[its.STARTED], law.THREE_PASSES)
                if ruling >= 0:
                    label = self._rulings[ruling + 1]
                    its.settle(item, verdicts.CANCELLED, label)
        self._back_to(first, label)

    def _back_to(self, at, label):
        """Take back the standing calls from index `at` on, with all that they gave rise to and
        spent.
        """
        self._undo(at)
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.AT] > at:
                self._overtaken(item, i, label)

    def _overtaken(self, item, owner, label):
        """The position in which an item arose is gone, and what is still awaited of that turn."""
        if item[its.STATUS] == verdicts.OPEN:
            its.leave(item)
            its.settle(item, verdicts.CANCELLED, label)
        elif item[its.STATUS] == verdicts.CANCELLED and item[its.STATE]:
            its.leave(item)
            self.duties.lift_turn(owner)
            its.close(item)

    def _undo(self, at):
        """Take back the standing calls from index `at` on, and what they spent and moved on."""
        self._cut(at)
        self.duties.back_to(at)
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.AT] > at:
                continue
            if item[its.MOVED] >= at:
                its.forget(item)
            elif item[its.CLOSED_AT] >= at and item[its.WAS_STATE]:
                its.come_back(item)
                item[its.PREMATURE] = 1
                self.duties.lift(i, -1)
                item[its.LEAD] = 0

    def _end_void(self):
        self.void = False
        for i in range(self.item_count):
            item = self.items[i]
            if item[its.STATUS] == verdicts.WIPED:
                item[its.STATE] = law.SETTLED
