"""What a board's irregularities ask the director now (`case` is a hearing.Hearing).

Holds no answer. May use the heap: no key waits for it.
"""

from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.calls import NOBODY, NOTRUMP, denomination, is_bid

_QUESTIONS = ((law.Q3, "Q3"), (law.Q4, "Q4"), (law.Q5, "Q5"), (law.Q6, "Q6"), (law.Q7, "Q7"))


def withdrawn(item):
    """Return the call that was taken back: of a change that was accepted (25B1), the first."""
    if item.kind == verdicts.CHANGE_OF_CALL and item.status == verdicts.ACCEPTED:
        return item.changes
    return item.call


def asked(case, item):
    """Return the questions an item puts to the director now: a list of (id, readings or None).
    Allocates.
    """
    found = []
    asks = case._asks[item.state]
    may_accept = may_still_accept(case, item)
    if asks_slip(case, item):
        found.append(("Q1", None))
    if may_accept and (asks & law.Q2 or item.premature):
        found.append(("Q2", None))
    for bit, name in _QUESTIONS:
        if asks & bit:
            found.append((name, None))
    if case.table.leads_by_suits and item.lead and defends(case, item):
        if is_bid(withdrawn(item)) and denomination(withdrawn(item)) != NOTRUMP:
            found.append(("Q8", None))
    for doubt in (item.doubt, item.noted, _never_replaced(case, item)):
        if doubt != law.NO_LABEL:
            found.append(("Q13", case.table.readings(doubt)))
    return found


def _never_replaced(case, item):
    """The offender had no other turn (2007: does Law 26 apply?)."""
    ruling = case.table.find(item.state, law.AUCTION_OVER)
    if ruling < 0 or not defends(case, item):
        return law.NO_LABEL
    restricts = case._rulings[ruling + 3] & law.LEAD_RESTRICTION
    return law.NO_LABEL if restricts else law.NEVER_REPLACED


def defends(case, item):
    """Tell whether the auction is over and an item's offender does not play the contract."""
    declarer = case.find_declarer() if case.over else NOBODY
    return declarer != NOBODY and (item.seat ^ declarer) & 1 != 0


def asks_slip(case, item):
    """Tell whether the director is still asked if an item's call was unintended (Q1, 25A)."""
    if not item.slip_possible or item.status != verdicts.OPEN or case.period_over:
        return False
    if item.doubt == law.U10:
        return False
    if not (item.premature or case._asks[item.state] & law.Q1):
        return False
    is_change = item.kind == verdicts.CHANGE_OF_CALL or item.turn == verdicts.NO_TURN
    return not partner_has_called(case, item.first if is_change else item.event)


def partner_has_called(case, event):
    """Tell whether the partner of the event's player has called since: too late for 25A.

    Calls that were cancelled or wiped, or made after the end, do not count.
    """
    at = -1
    later = 0
    for i in range(case.item_count):
        if case.items[i].event == event:
            at = case.items[i].at
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
        if item.seat == partner and item.status == verdicts.OPEN and item.at >= at:
            if item.kind != verdicts.CALL_AFTER_END:
                return True
    return False


def may_still_accept(case, item):
    if item.may_accept == NOBODY or item.doubt == law.U10:
        return False
    if item.premature:
        return item.moved == case.n - 1 and item.status == verdicts.OPEN
    return case.is_pending(item)
