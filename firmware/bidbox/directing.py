"""The director's answers: what each does to the board's irregularities and its state.

`case` is a hearing.Hearing. An answer that nothing asks for changes nothing. Answers may use the
heap: no key waits for them.
"""

from bidbox import answers as say
from bidbox import correcting, questions, verdicts
from bidbox import items as its
from bidbox import lawtable as law
from bidbox.auction import CALL, SEAT
from bidbox.duties import NO_OWNER, REPEAT
from bidbox.hearing import ENTERED, LEFT_OUT, READ
from bidbox.judge import CALLED_OVER, FIRST_CALL_STANDS, OPENED

_TRIGGERS = {
    say.NOT_ACCEPTED: law.NOT_ACCEPTED,
    say.ACCEPTED: law.LHO_CALLS,
    say.CANCELLED: law.CANCELLED,
    say.COMPARABLE: law.YES_COMPARABLE,
    say.NOT_COMPARABLE: law.NO_NOT_COMPARABLE,
    say.SAME_DENOMINATION: law.YES_SAME_DENOMINATION,
    say.NOT_SAME_DENOMINATION: law.NO_OTHER_DENOMINATION,
    say.ARTIFICIAL: law.YES_ARTIFICIAL,
    say.NOT_ARTIFICIAL: law.NO_NOT_ARTIFICIAL,
}


def take(case, event):
    """Let an answer take effect, and note whether anything asked for it."""
    if answer(case, event):
        case._marks[event] &= ~LEFT_OUT
    else:
        case._marks[event] |= LEFT_OUT


def answer(case, event):
    """Let an answer take effect; False if nothing asks for it."""
    code = case._log[event] & CALL
    of, a, b, ruling = case._arguments[event]
    if case._marks[event] & READ:
        if code == say.UNINTENDED and not b:
            case._intended |= 1 << case._seat_of(of)
        return True
    if code == say.TAKE_BACK:
        return correcting.take_back(case, event)
    if code == say.UNINTENDED:
        return correcting.unintended(case, event, of)
    if code == say.WITHDRAWN or code == say.VOID:
        return correcting.leave_out(case, event, of, code)
    if code == say.OPENED or code == say.CALLED_OVER:
        return _read_as(case, event, code, of)
    if code == say.FALSE_ALARM:
        return correcting.false_alarm(case, event, of)
    if code == say.BOARD:
        return correcting.correct_dealer(case, event, a)
    if code == say.ENTERED:
        return _enter(case, event, a, b)
    if code == say.MUST_PASS:
        if case.over:
            return False
        case.duties.add(a, b, 0, -1, NO_OWNER)
        return True
    if code == say.AUCTION_PERIOD_OVER:
        return _end_period(case, event)
    if code == say.RULING:
        return _rule(case, event, ruling)
    return _settle_by_answer(case, event, code, of)


def _settle_by_answer(case, answer, code, of):
    trigger = _TRIGGERS[code]
    hit = case._hits.get(answer, -1)
    artificial = code == say.ARTIFICIAL or code == say.NOT_ARTIFICIAL
    i = case.item_count
    while i:
        i -= 1
        item = case.items[i]
        if (hit >= 0 and item[its.EVENT] != hit) or (
            of >= 0 and not correcting.is_meant(case, item, of)
        ):
            continue
        if case._asks[item[its.STATE]] & law.Q4 and code in (say.ACCEPTED, say.NOT_ACCEPTED):
            second = CALLED_OVER if code == say.ACCEPTED else FIRST_CALL_STANDS
            return correcting.reread(case, answer, item[its.CALLED_OVER], second)
        if code == say.NOT_ACCEPTED and item[its.PREMATURE]:
            trigger = law.REPLACEMENT_STANDS
        if case.table.find(item[its.STATE], trigger) < 0:
            if hit < 0 or not artificial:
                continue
            _note_artificial(case, item, trigger)  # for when the turn is taken up again
            return True
        if code == say.ACCEPTED and not _can_declare(case, item):
            continue
        case._hits[answer] = item[its.EVENT]
        case._fire(item, trigger)
        item[its.PREMATURE] = 0
        item[its.WAS_STATE] = law.SETTLED
        if code == say.NOT_COMPARABLE and item[its.KIND] == verdicts.OUT_OF_ROTATION:
            if item[its.INSUFFICIENT] and case.table.readings_differ(law.U13):
                item[its.NOTED] = law.U13
        if artificial:
            _note_artificial(case, item, trigger)
        if code == say.CANCELLED:
            case._end_void()
        case._catch_up(item)
        return True
    return False


def _note_artificial(case, item, trigger):
    item[its.ARTIFICIAL] = trigger
    if trigger == law.YES_ARTIFICIAL:
        item[its.LAW] = case._effects[law.ARTIFICIAL]


def _can_declare(case, item):
    """An insufficient bid is also accepted by saying so to the director (27A1); the others by
    calling.
    """
    return item[its.KIND] == verdicts.INSUFFICIENT and questions.may_still_accept(case, item)


def _read_as(case, answer, code, of):
    """28B or 29A (over an inadmissible double 36A) at the dealer's turn, as he meant it
    (Q3).
    """
    i = case.item_count
    while i:
        i -= 1
        item = case.items[i]
        asked = item[its.STATE] == case._special[law.OPENED_OR_CALLED_OVER]
        if (asked or item[its.DOUBT] == law.VOID_OR_28B) and (
            of < 0 or correcting.is_meant(case, item, of)
        ):
            reading = OPENED if code == say.OPENED else CALLED_OVER
            return correcting.reread(case, answer, item[its.CALLED_OVER], reading)
    return False


def _enter(case, event, seat, call):
    """A call that was made but not taken by the box."""
    case._log[event] = seat << SEAT | call
    case._marks[event] |= ENTERED
    case._judge_event(event)
    return True


def _end_period(case, event):
    """The auction period is over (17D; 2007: 22B)."""
    if case.void and not case.over:
        return correcting.found_after_the_lead(case, event)
    if case.period_over or not case.over:
        return False
    case.period_over = True
    return True


def _rule(case, event, ruling):
    """The director has the last word: set the state, whatever the table of the Laws says."""
    turn, calls, must_pass, must_repeat = ruling
    label = case._effects[law.RULING]
    was = case.n
    if calls is not None:
        _replace_calls(case, event, calls)
    for i in range(case.item_count):
        item = case.items[i]
        item[its.NOTED] = law.NO_LABEL
        if item[its.STATE] != law.SETTLED:
            stands = calls is not None and _stands(case, item)
            if item[its.STATUS] == verdicts.OPEN:
                its.settle(item, verdicts.STANDS if stands else verdicts.CANCELLED, label)
            else:
                its.close(item)
    case.void = False
    if calls is not None or case.n < was:
        case.over = case.passes == case.limit
    case.ruled_at = -1
    if turn is not None:
        case._turn = case.ruled_turn = turn
        case.ruled_at = case.n
        case.over = False
    _set_duties(case, must_pass, must_repeat)
    return True


def _replace_calls(case, event, calls):
    case._cut(0)
    for seat, call in calls:
        if case.n < case.capacity:
            case._put(seat, call, event, 0)


def _stands(case, item):
    for i in range(case.n):
        if case.standing_seat(i) == item[its.SEAT] and case.standing(i) == item[its.CALL]:
            return True
    return False


def _set_duties(case, must_pass, must_repeat):
    if must_pass is not None or must_repeat is not None:
        case.duties.forgive()
    for seat in range(4):
        if must_pass and seat in must_pass:
            case.duties.add(seat, must_pass[seat], 0, -1, NO_OWNER)
        if must_repeat and seat in must_repeat:
            case.duties.add(seat, REPEAT, must_repeat[seat], -1, NO_OWNER)
