"""The adjudicator of one board: every call and every answer of the director, in order, judged as
it comes.

What firmware and host ask of it stands here; how it judges stands in directing, hearing, judge,
settling and auction, each built on the next.
"""

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.calls import NO_CALL, NOBODY, NOTRUMP, denomination, is_bid
from bidbox.directing import Directing
from bidbox.duties import PASS_REST

_QUESTIONS = ((law.Q3, "Q3"), (law.Q4, "Q4"), (law.Q5, "Q5"), (law.Q6, "Q6"), (law.Q7, "Q7"))


def withdrawn(item):
    """Return the call that was taken back: of a change that was accepted (25B1), the first."""
    if item.kind == verdicts.CHANGE_OF_CALL and item.status == verdicts.ACCEPTED:
        return item.changes
    return item.call


class Adjudicator:
    """Judges boards by one edition's table (a module of bidbox.laws).

    capacity: events, and standing calls, a board; items: irregularities a board. Beyond either,
    `beyond` is true and the director decides.

    open(dealer) begins a board. step(seat, call, second=False) judges a call, the newest event,
    without heap, and returns the kind of irregularity it is (bidbox.verdicts), 0 for none; second:
    Law 33 put it after another call made at the same moment. answer(code, of=-1, a=0, b=0,
    ruling=None) takes an answer of the director (bidbox.answers), also an event, and returns False
    if nothing asks for it.
    """

    def __init__(self, edition, capacity=512, items=24):
        self._case = case = Directing(edition, capacity, items)
        self.table = case.table
        self.label = case.table.label
        self.duties = case.duties
        self.open = case.open
        self.step = case.step
        self.answer = case.answer
        self.standing = case.standing
        self.standing_seat = case.standing_seat
        self.standing_event = case.standing_event
        self.is_implied = case.is_implied
        self.is_regular = case.is_regular
        self.is_ignored = case.is_ignored

    @property
    def count(self):
        """Number of standing calls."""
        return self._case.n

    @property
    def event_count(self):
        """Number of events, calls and answers, since the board was opened."""
        return self._case.event_count

    @property
    def dealer(self):
        return self._case.dealer

    @property
    def over(self):
        """Whether the auction has ended (Law 22)."""
        return self._case.over

    @property
    def period_over(self):
        """Whether the auction period has ended (17D, 2007: 22B)."""
        return self._case.period_over

    @property
    def beyond(self):
        """Whether more happened than can be followed: the director decides."""
        return self._case.beyond or self._case.duties.full

    @property
    def doubled(self):
        """0, 1 or 2: whether the last standing bid is doubled or redoubled."""
        return self._case.doubled

    @property
    def passed_out(self):
        return self._case.over and self._case.last_bidder == NOBODY

    @property
    def contract(self):
        """The last bid once the auction is over, else NO_CALL (also when passed out)."""
        case = self._case
        return case.last_bid if case.over and case.last_bidder != NOBODY else NO_CALL

    @property
    def declarer(self):
        """The seat that plays the contract (Law 22), NOBODY without a contract."""
        return self._case.find_declarer() if self._case.over else NOBODY

    @property
    def turn(self):
        """Who must call next if the newest open irregularity is not accepted; NOBODY once it is
        over.
        """
        return self._case.expected()

    @property
    def item_count(self):
        """Number of irregularities, without the slips that the director has settled."""
        return self._case.item_count

    def item(self, i):
        """Return the i-th of `item_count` irregularities in the order in which calls made them."""
        return self._case.items[i]

    @property
    def items(self):
        """All irregularities in the order of their calls, settled slips included. Allocates."""
        found = self._case.settled_slips + self._case.items[: self._case.item_count]
        for i in range(1, len(found)):
            item = found[i]
            at = i
            while at and found[at - 1].event > item.event:
                found[at] = found[at - 1]
                at -= 1
            found[at] = item
        return found

    def is_open(self, item):
        """Tell whether the next call may settle an item."""
        return self._case.is_pending(item)

    def questions(self, item):
        """Return the questions an item puts to the director now: a list of (id, readings or None).
        Allocates.
        """
        found = []
        asks = self.table.asks[item.state]
        may_accept = self._case.may_still_accept(item)
        if self._case.asks_slip(item):
            found.append(("Q1", None))
        if may_accept and (asks & law.Q2 or item.premature):
            found.append(("Q2", None))
        for bit, name in _QUESTIONS:
            if asks & bit:
                found.append((name, None))
        if self.table.leads_by_suits and item.lead and self._defends(item):
            if is_bid(withdrawn(item)) and denomination(withdrawn(item)) != NOTRUMP:
                found.append(("Q8", None))
        for doubt in (item.doubt, item.noted, self._never_replaced(item)):
            if doubt != law.NO_LABEL:
                found.append(("Q13", self.table.readings(doubt)))
        return found

    def _never_replaced(self, item):
        """The offender had no other turn (2007: does Law 26 apply?)."""
        ruling = self.table.find(item.state, law.AUCTION_OVER)
        if ruling < 0 or not self._defends(item):
            return law.NO_LABEL
        restricts = self.table.rulings[ruling + 3] & law.LEAD_RESTRICTION
        return law.NO_LABEL if restricts else law.NEVER_REPLACED

    def _defends(self, item):
        declarer = self.declarer
        return declarer != NOBODY and (item.seat ^ declarer) & 1 != 0

    def lead_restrictions(self):
        """Return the items whose offender defends and whose partner's lead may be restricted (Law
        26).
        """
        return [item for item in self.items if self._defends(item) and self._restricts(item)]

    def _restricts(self, item):
        if item.lead:
            return True
        ruling = self.table.find(item.state, law.AUCTION_OVER)
        return ruling >= 0 and self.table.rulings[ruling + 3] & law.LEAD_RESTRICTION != 0

    def owes(self, seat):
        """Return what a seat owes now: (0, 1 next or 2 rest; call to repeat or NO_CALL; must not
        double).
        """
        duties = self.duties
        must_pass = duties.must_pass[seat]
        if self.over:
            return (must_pass if must_pass == PASS_REST else 0, NO_CALL, False)
        return (must_pass, duties.must_repeat[seat], duties.must_not_double[seat] != 0)
