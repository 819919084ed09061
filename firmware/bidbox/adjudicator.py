"""The adjudicator of one board: every call and every answer of the director, in order, judged as
it comes.

What firmware and host ask of it stands here; how it judges stands in hearing, judge, classifying,
settling and auction, each built on the next, and in directing, correcting and questions.
"""

from bidbox import items as its
from bidbox import lawtable as law
from bidbox.calls import NO_CALL, NOBODY
from bidbox.duties import PASS_REST
from bidbox.hearing import Hearing


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
        self._case = case = Hearing(edition, capacity, items)
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
            while at and found[at - 1][its.EVENT] > item[its.EVENT]:
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
        from bidbox import questions

        return questions.asked(self._case, item)

    def lead_restrictions(self):
        """Return the items whose offender defends and whose partner's lead may be restricted (Law
        26).
        """
        from bidbox.questions import defends

        found = [item for item in self.items if defends(self._case, item)]
        return [item for item in found if self._restricts(item)]

    def _restricts(self, item):
        if item[its.LEAD]:
            return True
        ruling = self.table.find(item[its.STATE], law.AUCTION_OVER)
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
