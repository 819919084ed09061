"""The director's answers about earlier calls: slips, calls taken back or void, a wrong dealer,
answers taken back.

Each marks the events it is about, and the board, `case` (a hearing.Hearing), is judged again by
the readings that stand. Such answers may use the heap: no key waits for them.
"""

from bidbox import answers as say
from bidbox import items as its
from bidbox import lawtable as law
from bidbox import questions, verdicts
from bidbox.auction import CALL
from bidbox.calls import NO_CALL, NOBODY
from bidbox.hearing import (
    ANSWER,
    ENTERED,
    IN_ORDER,
    INTENDED,
    LEFT_OUT,
    READ,
    READING,
    TAKEN_BACK,
)

_CAN_STAND = (
    verdicts.INSUFFICIENT,
    verdicts.OUT_OF_ROTATION,
    verdicts.MUST_PASS_VIOLATION,
    verdicts.INADMISSIBLE_DOUBLE,
    verdicts.INADMISSIBLE_REDOUBLE,
)


def reread(case, answer, event, reading):
    case._marks[event] = case._marks[event] & ~READING | reading
    _judge_read(case, answer)
    return True


def _judge_read(case, answer, anew=True):
    """Judge again up to an answer that has become a reading, this one included."""
    case._marks[answer] |= READ
    _judge_again(case, answer + 1, anew)


def take_back(case, event):
    """Take back the last answer that stands, and judge all again without it."""
    last = event - 1
    while last >= 0 and not _can_take_back(case, last):
        last -= 1
    if last < 0:
        return False
    case._marks[last] |= TAKEN_BACK
    case._marks[event] |= READ
    _hear_again(case, event)
    case.event_count = event + 1
    return True


def _can_take_back(case, event):
    if case._marks[event] & (TAKEN_BACK | LEFT_OUT) or case._log[event] == ANSWER | say.TAKE_BACK:
        return False
    return case._log[event] & ANSWER or case._marks[event] & ENTERED


def _hear_again(case, count):
    """Hear the first `count` events again as if for the first time, answers included."""
    case._forget_readings()
    case._corrected_dealer = _right_dealer(case)
    _judge_again(case, count)


def unintended(case, answer, of):
    """25A: the intended call takes the slip's place; calls made over it are taken back."""
    slip = _slip(case, of)
    if slip < 0:
        return False
    if not _is_correctable(case, slip):
        return False
    seat = case._seat_of(slip)
    again = 0
    for event in range(slip + 1, answer):
        if _is_call(case, event) and case._seat_of(event) == seat:
            again = event
            break
    case._arguments[answer] = (slip, 0, again, None)
    _keep_slip(case, slip, again)
    case._marks[slip] |= LEFT_OUT
    for event in range(slip + 1, again or answer):
        if _is_call(case, event):
            case._marks[event] |= LEFT_OUT
    if again:
        case._marks[again] |= INTENDED
    _judge_read(case, answer)
    return True


def _is_correctable(case, event):
    """A call that stands, is open, or was replaced by its player himself, before partner
    called.
    """
    if case.period_over or questions.partner_has_called(case, event):
        return False
    for i in range(case.n):
        if case._events[i] == event and not case.is_implied(i):
            return True
    for i in range(case.item_count):
        item = case.items[i]
        if item[its.EVENT] == event and item[its.STATUS] == verdicts.OPEN:
            return True
        if item[its.FIRST] == event and item[its.STATUS] == verdicts.STANDS:
            if item[its.KIND] == verdicts.CHANGE_OF_CALL:
                return True
    return False


def _slip(case, of):
    """Return the event of the call that was not intended, -1 if there is none."""
    i = case.item_count
    while i:
        i -= 1
        item = case.items[i]
        if item[its.EVENT] == of or (
            of < 0
            and (
                questions.asks_slip(case, item)
                or (
                    item[its.KIND] == verdicts.CHANGE_OF_CALL
                    and item[its.STATUS] == verdicts.STANDS
                )
            )
        ):
            if (
                of >= 0
                and not questions.asks_slip(case, item)
                and item[its.STATUS] != verdicts.STANDS
            ):
                break
            is_change = (
                item[its.KIND] == verdicts.CHANGE_OF_CALL or item[its.TURN] == verdicts.NO_TURN
            )
            return item[its.FIRST] if is_change else item[its.EVENT]
    if of < 0:
        return _newest_call(case)
    if of >= case.event_count or not _is_call(case, of):
        return -1
    return of


def _keep_slip(case, slip, again):
    """The verdicts on a slip, and on the call put in its place, stay in the record."""
    label = case._effects[law.UNINTENDED]
    for kept in case.settled_slips[:]:
        if slip < kept[its.EVENT] and (kept[its.EVENT] < again or not again):
            case.settled_slips.remove(kept)
    for i in range(case.item_count):
        item = case.items[i]
        if item[its.EVENT] == slip:
            _keep(case, item, verdicts.CANCELLED, label)
        elif item[its.EVENT] == again and again and not _is_kept(case, again):
            _keep(case, item, verdicts.STANDS, label)
            if item[its.KIND] != verdicts.CHANGE_OF_CALL and item[its.TURN] != verdicts.NO_TURN:
                _keep_as_change(case, case.settled_slips[-1], slip)


def _is_kept(case, event):
    """It has been put in place of a slip before."""
    for kept in case.settled_slips:
        if kept[its.EVENT] == event and kept[its.KIND] == verdicts.CHANGE_OF_CALL:
            return True
    return False


def _keep_as_change(case, kept, slip):
    """The call in place of a slip was an irregularity when it was made; now it is a
    correction.
    """
    kept[its.KIND] = verdicts.CHANGE_OF_CALL
    kept[its.TURN] = verdicts.LHO_TURN
    kept[its.INSUFFICIENT] = 0
    kept[its.MAY_ACCEPT] = NOBODY
    kept[its.LAW] = case._effects[law.CHANGE]
    for i in range(case.item_count):
        if case.items[i][its.EVENT] == slip and case.items[i][its.KIND] == verdicts.INSUFFICIENT:
            kept[its.LAW] = case._effects[law.LATE_CORRECTION]


def _keep(case, item, status, label):
    kept = item[:]
    its.settle(kept, status, label)
    kept[its.NOTED] = law.NO_LABEL
    case.settled_slips.append(kept)


def leave_out(case, answer, of, code):
    """A call taken back (21B, or LHO's under 25A), or void with all later ones (15A)."""
    event = of if of >= 0 else _newest_call(case)
    if event < 0 or event >= answer or not _is_call(case, event):
        return False
    if code == say.WITHDRAWN and not _is_correctable(case, event):
        return False
    effect = law.WITHDRAWN if code == say.WITHDRAWN else law.VOIDED
    for i in range(case.item_count):
        item = case.items[i]
        if event <= item[its.EVENT] and item[its.STATUS] in (verdicts.CANCELLED, verdicts.WIPED):
            _keep(case, item, item[its.STATUS], item[its.OUTCOME])
        elif event <= item[its.EVENT]:
            _keep(case, item, verdicts.CANCELLED, case._effects[effect])
    for kept in case.settled_slips:
        if kept[its.EVENT] >= event and kept[its.STATUS] == verdicts.STANDS:
            its.settle(kept, verdicts.CANCELLED, case._effects[effect])
    for later in range(event, answer):
        if _is_call(case, later):
            case._marks[later] |= LEFT_OUT
    _judge_read(case, answer, False)
    return True


def false_alarm(case, answer, of):
    """The director says that the newest open irregularity is none: the call stands, where it
    can.
    """
    i = case.item_count
    while i:
        i -= 1
        item = case.items[i]
        if item[its.STATUS] == verdicts.OPEN and (of < 0 or is_meant(case, item, of)):
            stands = item[its.KIND] in _CAN_STAND
            _keep(case, item, verdicts.STANDS if stands else verdicts.CANCELLED, law.NO_LABEL)
            case._marks[item[its.EVENT]] |= IN_ORDER if stands else LEFT_OUT
            _judge_read(case, answer)
            return True
    return False


def correct_dealer(case, answer, dealer):
    case._marks[answer] |= READ
    if dealer != case.dealer:
        _hear_again(case, answer)
        case.event_count = answer + 1
        case._marks[answer] |= READ
    return True


def found_after_the_lead(case, answer):
    """36C: the contract is scored as if the inadmissible call had not been made."""
    i = case.item_count
    while i and case.items[i - 1][its.STATUS] != verdicts.WIPED:
        i -= 1
    item = case.items[i - 1] if i else None
    if item is None or item[its.KIND] == verdicts.ABOVE_SEVEN:
        return False
    if not _three_passes_since(case, item[its.EVENT], answer):
        return False
    ruling = case.table.find(item[its.STATE], law.AUCTION_PERIOD_OVER)
    if ruling < 0:
        item[its.DOUBT] = law.FOUND_AFTER_THE_LEAD  # 2007 has no 36C: the director's to settle
        case.period_over = True
        return True
    _keep(case, item, verdicts.CANCELLED, case._rulings[ruling + 1])
    case._marks[item[its.EVENT]] |= LEFT_OUT
    for event in range(item[its.EVENT] + 1, answer):
        if _is_call(case, event):
            case._marks[event] |= IN_ORDER
    _judge_again(case, answer, False)
    case.event_count = answer + 1
    case.over = case.period_over = True
    return True


def _three_passes_since(case, first, answer):
    """Tell whether the standing calls, and those over the wiped one, end with three passes."""
    calls = case.n
    passes = case.passes
    for event in range(first + 1, answer):
        if _is_call(case, event):
            calls += 1
            passes = passes + 1 if case._log[event] & CALL == 0 else 0
    return passes >= 3 and calls > 3


def _judge_again(case, count, anew=True):
    """Judge the first `count` events again by the readings that stand.

    anew: each answer is offered again, and may now fit where it did not, or no longer.
    """
    from bidbox import directing

    case._restart()
    for event in range(count):
        case.event_count = event + 1
        if not case._log[event] & ANSWER:
            case._judge_event(event)
        elif anew and not case._marks[event] & TAKEN_BACK:
            case._hits.pop(event, None)
            directing.take(case, event)
        elif not case._marks[event] & (TAKEN_BACK | LEFT_OUT):
            directing.answer(case, event)


def _right_dealer(case):
    """The board's dealer, as corrected by the director in what has been heard so far."""
    dealer = case._first_dealer
    for event in range(case.event_count):
        if case._log[event] == ANSWER | say.BOARD and not case._marks[event] & TAKEN_BACK:
            dealer = case._arguments[event][1]
    return dealer


def _is_call(case, event):
    return not case._log[event] & ANSWER and not case._marks[event] & (LEFT_OUT | TAKEN_BACK)


def _newest_call(case):
    event = case.event_count - 1
    while event >= 0 and not _is_call(case, event):
        event -= 1
    return event


def is_meant(case, item, event):
    """An item is meant by its own call, by the one made over it or by the one that replaced
    it.
    """
    if event == item[its.EVENT] or event == item[its.CALLED_OVER]:
        return True
    if item[its.TRIED] != NO_CALL and event == item[its.TRIED_EVENT]:
        return True
    return case.n > item[its.MOVED] >= 0 and case._events[item[its.MOVED]] == event
