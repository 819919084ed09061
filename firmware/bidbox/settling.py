"""What becomes of an irregularity: applies one ruling of the law table to the auction, the duties and the item."""

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import SKIPPED, Auction
from bidbox.calls import NOBODY, PASS, REDOUBLE
from bidbox.duties import NO_DOUBLE, PASS_NEXT, PASS_REST, REPEAT, Duties
from bidbox.items import Item
from bidbox.lawtable import LawTable

_DUTIES = 24


class Settling(Auction):
    """The legal auction with its irregularities; preallocates `items` of them, and one more to spare."""

    def __init__(self, edition, capacity, items):
        self.table = LawTable(edition)
        self._rows = self.table.rows
        self._cells = self.table.cells
        self._asks = self.table.asks
        self._rulings = self.table.rulings
        self._special = self.table.special
        self._effects = self.table.effects
        self._bid_base = law.BID_MADE * law.DUTIES * law.TURNS
        self.items = [Item() for _ in range(items)]
        self._spare = Item()
        self.duties = Duties(_DUTIES if items <= _DUTIES else items)
        self._clear_items()
        Auction.__init__(self, capacity)

    def _clear_items(self):
        self.item_count = 0
        self.beyond = False  # more than the device can follow: the director decides
        self.void = False  # called over an inadmissible call: nothing counts (36A)
        self.absorb = NOBODY  # whose late pass the record already implies (28A)
        self.duties.clear()

    def _new(self, seat, call, event):
        if self.item_count == len(self.items):
            self.beyond = True
            item = self._spare
        else:
            item = self.items[self.item_count]
            self.item_count += 1
        item.event = event
        item.seat = seat
        item.call = item.stands_as = call
        item.stands_as_event = event
        item.turn = verdicts.OWN_TURN
        item.insufficient = item.simultaneous = item.lead = False
        item.may_accept = NOBODY
        item.settle(verdicts.OPEN, law.NO_LABEL)
        item.started = law.SETTLED
        item.at = self.n
        item.first = event
        item.link = item.moved = -1
        return item

    def _index(self, item):
        for i in range(self.item_count):
            if self.items[i] is item:
                return i
        return -1

    def is_pending(self, item):
        """The next call may settle it: nothing has stood since."""
        return self._asks[item.state] & law.OPEN and item.at == self.n

    def _fire(self, item, trigger):
        """Apply the table's ruling for a trigger, if it has one; tell whether it had."""
        ruling = self.table.find(item.state, trigger)
        if ruling < 0:
            return False
        rulings = self._rulings
        what = rulings[ruling + 2]
        if what >> 3:
            self._move(item, what >> 3)
        if rulings[ruling + 1] != law.NO_LABEL:
            item.outcome = rulings[ruling + 1]
        item.status = what & 7
        item.state = rulings[ruling + 4]
        item.doubt = self.table.state_doubts[item.state]
        if rulings[ruling + 3]:
            self._owe(item, rulings[ruling + 3])
        if item.link >= 0 and item.kind == verdicts.INSUFFICIENT:
            self._settle_first_bid(item, trigger)
        return True

    def _settle_first_bid(self, item, trigger):
        """What becomes of a second insufficient bid settles the first (27B4)."""
        first = self.items[item.link]
        if trigger == law.LHO_CALLS:
            self._fire(first, law.SECOND_BID_ACCEPTED)
        else:
            self._fire(first, law.SECOND_BID_NOT_ACCEPTED)

    def _move(self, item, what):
        if what == law.STANDS:
            self._stand_accepted(item)
        elif what == law.PASS_SUBSTITUTED:
            self._stand(item.seat, PASS, item.event, 0)
        elif what == law.REPLACES_THE_FIRST:
            self._replace_first(item)
        elif what == law.VOID:
            self._back_to(item.at)
            self.void = True
        elif what == law.PASS_SUBSTITUTED_VOID:
            self._stand(item.seat, PASS, item.event, 0)
            self.void = not self.over
        elif what == law.REPLACEMENT_CANCELLED:
            self._back_to(item.moved)
        elif what == law.RESTORED:
            self._cancel_corrections(item)
            self._back_to(item.at)
            self._stand_accepted(item)

    def _stand_accepted(self, item):
        skipped = item.turn == verdicts.RHO_TURN or item.turn == verdicts.PARTNER_TURN
        flags = SKIPPED if skipped else 0
        if item.state == self._special[law.THIRD_PASS_OUT_OF_ROTATION]:
            self._put(item.seat, item.call, item.event, flags)
        else:
            self._stand(item.seat, item.stands_as, item.stands_as_event, flags)

    def _replace_first(self, item):
        if item.link >= 0:
            first = self.items[item.link]
            first.stands_as = item.call
            first.stands_as_event = item.event
            return
        for i in range(self.item_count):
            other = self.items[i]
            if other is not item and other.seat == item.seat and self.is_pending(other):
                self._fire(other, law.NOT_ACCEPTED)
        self._back_to(self.n - 1)
        self._stand(item.seat, item.call, item.event, 0)

    def _cancel_corrections(self, item):
        for i in range(self.item_count):
            other = self.items[i]
            if other.kind == verdicts.CHANGE_OF_CALL and other.first == item.event:
                other.settle(verdicts.CANCELLED, other.outcome)

    def _owe(self, item, bits):
        seat = item.seat
        partner = (seat + 2) & 3
        owner = self._index(item)
        duties = self.duties
        born = item.moved
        if bits & law.NO_DUTY:
            duties.lift(owner)
        if bits & law.OFFENDER_PASSES_NEXT:
            duties.add(seat, PASS_NEXT, 0, born, owner)
        if bits & law.OFFENDER_PASSES_FOR_THE_REST:
            duties.add(seat, PASS_REST, 0, born, owner)
        if bits & law.PARTNER_PASSES_NEXT:
            duties.add(partner, PASS_NEXT, 0, born, owner)
        if bits & law.PARTNER_PASSES_FOR_THE_REST:
            duties.add(partner, PASS_REST, 0, born, owner)
        if bits & law.OFFENDER_REPEATS:
            duties.add(seat, REPEAT, item.call, born, owner)
        if bits & law.PARTNER_DOES_NOT_DOUBLE:
            duties.add(partner, NO_DOUBLE, 0, born, owner)
        if bits & law.LEAD_RESTRICTION:
            item.lead = True

    def _stand(self, seat, call, event, flags):
        """Let a call stand: spend duties, tell the items that wait for it, see whether the auction ends."""
        at = self.n
        if at == self.capacity:
            self.beyond = True
            return
        last_bid = self.last_bid
        self.duties.called(seat, at)
        self._put(seat, call, event, flags)
        if self._turn == self.absorb:
            self.absorb = NOBODY
        for i in range(self.item_count):
            item = self.items[i]
            if item.state and not self._asks[item.state] & law.OPEN:
                if item.seat == seat:
                    self._replaced(item, call, at, last_bid)
                elif item.whose == seat and not flags & SKIPPED:
                    self._responded(item, law.RHO_PASSES if call == PASS else law.RHO_ACTS, at)
        if self.passes == self.limit and not self.over:
            self._three_passes()

    def _responded(self, item, trigger, at):
        if self.table.find(item.state, trigger) >= 0:
            item.remember(at)
            self._fire(item, trigger)

    def _replaced(self, item, call, at, last_bid):
        """The offender's call stands: tell the item in the narrowest words that the table knows."""
        if call == item.call and self._replaced_by(item, law.REPLACED_BY_THE_SAME_CALL, at):
            return
        if call > REDOUBLE:
            same = item.call > REDOUBLE and (call - item.call) % 5 == 0
            if item.kind == verdicts.INSUFFICIENT and same:
                same = self.is_lowest_sufficient(call, last_bid)
            if same and self._replaced_by(item, law.REPLACED_IN_THE_SAME_DENOMINATION, at):
                return
            if self._replaced_by(item, law.REPLACED_BY_ANOTHER_BID, at):
                return
        elif call and self._replaced_by(item, law.REPLACED_BY_A_DOUBLE, at):
            return
        self._replaced_by(item, law.REPLACED_BY_ANOTHER_CALL, at)

    def _replaced_by(self, item, trigger, at):
        if self.table.find(item.state, trigger) < 0:
            return False
        item.remember(at)
        return self._fire(item, trigger)

    def _three_passes(self):
        """The auction is over (Law 22), or one of the passes took away a turn and it goes back there (17D3)."""
        first = self.n - 3
        while first < self.n and not self._entries[first] & SKIPPED:
            first += 1
        if first == self.n:
            self.over = True
            return
        for i in range(self.item_count):
            item = self.items[i]
            if item.status == verdicts.ACCEPTED and item.at >= first:
                ruling = self.table.find(item.started, law.THREE_PASSES)
                if ruling >= 0:
                    item.settle(verdicts.CANCELLED, self._rulings[ruling + 1])
        self._back_to(first)

    def _back_to(self, at):
        """Take back the standing calls from index `at` on, with all that they gave rise to and spent."""
        self._cut(at)
        self.duties.back_to(at)
        for i in range(self.item_count):
            item = self.items[i]
            if item.moved >= at:
                item.forget()

    def _end_void(self):
        self.void = False
        for i in range(self.item_count):
            item = self.items[i]
            if self.table.find(item.state, law.CANCELLED) >= 0 and item.status == verdicts.WIPED:
                item.settle(item.status, item.outcome)
