"""What a board's irregularities ask the director now (`case` is a hearing.Hearing).

Holds no answer. May use the heap: no key waits for it.
"""

from bidbox import items as its
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.calls import NOBODY, NOTRUMP, denomination, is_bid

_QUESTIONS = ((law.Q3, "Q3"), (law.Q4, "Q4"), (law.Q5, "Q5"), (law.Q6, "Q6"), (law.Q7, "Q7"))


def withdrawn(item):
    """Return the call that was taken back: of a change that was accepted (25B1), the first."""
    if item[its.KIND] == verdicts.CHANGE_OF_CALL and item[its.STATUS] == verdicts.ACCEPTED:
        return item[its.CHANGES]
    return item[its.CALL]


def asked(case, item):
    """Return the questions an item puts to the director now: a list of (id, readings or None).
    Allocates.
    """
    found = []
    asks = case._asks[item[its.STATE]]
    may_accept = may_still_accept(case, item)
    if asks_slip(case, item):
        found.append(("Q1", None))
    if may_accept and (asks & law.Q2 or item[its.PREMATURE]):
        found.append(("Q2", None))
    for bit, name in _QUESTIONS:
        if asks & bit:
            found.append((name, None))
    if case.table.leads_by_suits and item[its.LEAD] and defends(case, item):
        if is_bid(withdrawn(item)) and denomination(withdrawn(item)) != NOTRUMP:
            found.append(("Q8", None))
    for doubt in (item[its.DOUBT], item[its.NOTED], _never_replaced(case, item)):
        if doubt != law.NO_LABEL:
            found.append(("Q13", case.table.readings(doubt)))
    return found


def _never_replaced(case, item):
    """The offender had no other turn (2007: does Law 26 apply?)."""
    ruling = case.table.find(item[its.STATE], law.AUCTION_OVER)
    if ruling < 0 or not defends(case, item):
        return law.NO_LABEL
    restricts = case._rulings[ruling + 3] & law.LEAD_RESTRICTION
    return law.NO_LABEL if restricts else law.NEVER_REPLACED


def defends(case, item):
    """Tell whether the auction is over and an item's offender does not play the contract."""
    declarer = case.find_declarer() if case.over else NOBODY
    return declarer != NOBODY and (item[its.SEAT] ^ declarer) & 1 != 0


def asks_slip(case, item):
    """Tell whether the director is still asked if an item's call was unintended (Q1, 25A)."""
    if not item[its.SLIP_POSSIBLE] or item[its.STATUS] != verdicts.OPEN or case.period_over:
        return False
    if item[its.DOUBT] == law.U10:
        return False
    if not (item[its.PREMATURE] or case._asks[item[its.STATE]] & law.Q1):
        return False
    is_change = item[its.KIND] == verdicts.CHANGE_OF_CALL or item[its.TURN] == verdicts.NO_TURN
    return not partner_has_called(case, item[its.FIRST] if is_change else item[its.EVENT])


def partner_has_called(case, event):
    """Tell whether the partner of the event's player has called since: too late for 25A.

    Calls that were cancelled or wiped, or made after the end, do not count.
    """
    at = -1
    later = 0
    for i in range(case.item_count):
        if case.items[i][its.EVENT] == event:
            at = case.items[i][its.AT]
            later = i + 1
    for i in range(case.n):
        if case._events[i] == event and not case.is_implied(i):
            at = i + 1
            later = 0
    if at < 0:
        return False
    partner = (case._seat_of(event) + 2) & 3
    for i in range(at, case.n):
        if case.standing_seat(i) == partner:
            return True
    for i in range(later, case.item_count):
        item = case.items[i]
        if item[its.SEAT] == partner and item[its.STATUS] == verdicts.OPEN and item[its.AT] >= at:
            if item[its.KIND] != verdicts.CALL_AFTER_END:
                return True
    return False


def may_still_accept(case, item):
    if item[its.MAY_ACCEPT] == NOBODY or item[its.DOUBT] == law.U10:
        return False
    if item[its.PREMATURE]:
        return item[its.MOVED] == case.n - 1 and item[its.STATUS] == verdicts.OPEN
    return case.is_pending(item)
