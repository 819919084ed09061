"""The adjudicator of one board: every call and every answer of the director, in order, judged as it comes.

It keeps the events, so that an answer about an earlier call (a slip, a call taken back, a corrected dealer)
is applied by judging the board again from its first event with that call read as the director says.
"""

from array import array

from bidbox import answers as say
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.auction import IMPLIED, NO_EVENT
from bidbox.calls import NO_CALL, NOBODY, PASS, REDOUBLE
from bidbox.duties import NO_OWNER, PASS_REST, REPEAT
from bidbox.items import Item
from bidbox.judge import CALLED_OVER, FIRST_CALL_STANDS, OPENED, Judge

_ANSWER = 8  # in the record of who made an event: not a player

# How an event is read: bits below _LEFT_OUT are a reading of judge.py.
_READING = 3
_LEFT_OUT = 4
_IN_ORDER = 8  # a false alarm: the call is taken as regular
_INTENDED = 16  # put in place of a slip: not asked about again
_TAKEN_BACK = 32  # an answer that the director took back
_SIMULTANEOUS = 64  # Law 33 put it second

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


class Adjudicator(Judge):
    """Judges boards by one edition's table (a module of bidbox.laws).

    capacity: events and standing calls a board; items: irregularities a board. Beyond either, `beyond` is
    true and the director decides.
    """

    def __init__(self, edition, capacity=512, items=24):
        self._who = bytearray(capacity)
        self._what = bytearray(capacity)
        self._of = array("h", bytes(2 * capacity))
        self._marks = bytearray(capacity)
        self._arguments = {}  # of answers, by event
        self._settled_slips = []  # items of calls that were slips, by the answer that said so
        self.event_count = 0
        Judge.__init__(self, edition, capacity, items)
        self.open(0)

    def open(self, dealer):
        """Begin a board; dealer: seat 0 to 3."""
        self._first_dealer = dealer
        self.event_count = 0
        self._arguments.clear()
        self._forget_readings()
        self._restart()

    def _forget_readings(self):
        self._settled_slips.clear()
        for i in range(self.capacity):
            self._marks[i] &= _TAKEN_BACK | _SIMULTANEOUS
        self._corrected_dealer = self._first_dealer

    def _restart(self):
        self._clear(self._corrected_dealer)
        self._clear_items()
        self.period_over = False
        self._intended = NOBODY
        self._simple = True

    def step(self, seat, call, second=False):
        """Judge a call by a seat, the newest event; return the kind of irregularity it is, 0 for none.

        second: Law 33 put it after another that was made at the same moment. Uses no heap.
        """
        event = self.event_count
        if event >= self.capacity:
            self.beyond = True
            return verdicts.REGULAR
        self._who[event] = seat
        self._what[event] = call
        self._marks[event] = _SIMULTANEOUS if second else 0
        self.event_count = event + 1
        if self._simple and not second:
            if call > REDOUBLE:
                kind = law.BID if call > self.last_bid else law.INSUFFICIENT
            else:
                kind = self._low[(seat & 1) * 3 + call]
            row = self._rows[self.base + ((seat - self._turn) & 3)]
            if not self._cells[row + kind] and call < 38:
                self._put(seat, call, event, 0)
                if self.passes == self.limit:
                    self.over = True
                    self._simple = False
                return verdicts.REGULAR
        return self._judge_event(event)

    def _judge_event(self, event):
        mark = self._marks[event]
        seat = self._who[event]
        if mark & _LEFT_OUT:
            return verdicts.REGULAR
        if mark & _IN_ORDER:
            self._stand(seat, self._what[event], event, 0)
            code = verdicts.REGULAR
        else:
            before = self.item_count
            second = mark & _SIMULTANEOUS != 0
            code = self._judge(seat, self._what[event], event, second, mark & _READING)
            if mark & _INTENDED or seat == self._intended:
                for i in range(before, self.item_count):
                    self._items[i].slip_possible = False
        if seat == self._intended:
            self._intended = NOBODY
        self._see_whether_simple()
        return code

    def _see_whether_simple(self):
        """True while the next call can be judged by one look-up: nothing open, owed or ended."""
        simple = not (
            self.over or self.void or self.duties.any or self.absorb != NOBODY
        ) and self._intended == NOBODY
        i = self.n - 1
        while simple and i >= 0 and self._calls[i] == PASS:
            simple = self._seats[i] < IMPLIED and self._seats[i] < 4
            i -= 1
        i = 0
        while simple and i < self.item_count:
            item = self._items[i]
            simple = item.state == law.SETTLED and not (
                item.status == verdicts.ACCEPTED and item.at + 2 == self.n
            )
            i += 1
        self._simple = simple

    # The director.

    def answer(self, code, of=-1, a=0, b=0, ruling=None):
        """Take an answer of the director, the newest event; False if nothing asks for it (it is ignored).

        code: bidbox.answers; of: number of the event meant, -1 for the newest item that it fits. a, b: seat
        and call of ENTERED; seat and 1 (next) or 2 (rest) of MUST_PASS; dealer of BOARD.
        ruling: (turn or None, [(seat, call)] or None, {seat: 1 or 2} or None, {seat: call} or None).
        """
        event = self.event_count
        if event >= self.capacity:
            self.beyond = True
            return False
        self._who[event] = _ANSWER
        self._what[event] = code
        self._of[event] = of
        self._marks[event] = 0
        self._arguments[event] = (a, b, ruling)
        self.event_count = event + 1
        taken = self._answer(event, True)
        if not taken:
            self._marks[event] |= _TAKEN_BACK
        self._see_whether_simple()
        return taken

    def _answer(self, event, new):
        """Apply an answer; `new` is false while the board is judged again and readings stand already."""
        code = self._what[event]
        of = self._of[event]
        a, b, ruling = self._arguments[event]
        if code == say.TAKE_BACK:
            return new and self._take_back(event)
        if code == say.UNINTENDED:
            return self._unintended(event, of, new)
        if code == say.WITHDRAWN or code == say.VOID:
            return new and self._leave_out(event, of, code)
        if code == say.OPENED or code == say.CALLED_OVER:
            return new and self._read_as(code, of)
        if code == say.FALSE_ALARM:
            return new and self._false_alarm(of)
        if code == say.BOARD:
            return new and self._correct_dealer(a)
        if code == say.ENTERED:
            return self._enter(event, a, b)
        if code == say.MUST_PASS:
            self.duties.add(a, b, 0, -1, NO_OWNER)
            return True
        if code == say.AUCTION_PERIOD_OVER:
            return self._end_period()
        if code == say.RULING:
            return self._rule(event, ruling)
        return self._settle_by_answer(code, of, new)

    def _settle_by_answer(self, code, of, new):
        trigger = _TRIGGERS[code]
        i = self.item_count
        while i:
            i -= 1
            item = self._items[i]
            if of >= 0 and item.event != of:
                continue
            if code == say.NOT_ACCEPTED and item.premature:
                item.premature = item.slip_possible = False
                return True
            if self.table.find(item.state, trigger) < 0:
                continue
            if code == say.ACCEPTED and not self._may_still_accept(item):
                continue
            if code == say.NOT_ACCEPTED and not self._asks[item.state] & law.OPEN:
                return new and self._reread(item.called_over, FIRST_CALL_STANDS)
            self._fire(item, trigger)
            item.slip_possible = False
            item.premature = False
            if code == say.CANCELLED:
                self._end_void()
            return True
        return False

    def _may_still_accept(self, item):
        if item.may_accept == NOBODY:
            return False
        if item.premature:
            return item.moved == self.n - 1
        return self._is_pending(item)

    def _reread(self, event, reading):
        self._marks[event] = self._marks[event] & ~_READING | reading
        self._judge_again(self.event_count)
        return True

    def _read_as(self, code, of):
        """28B or 29A at the dealer's turn, as he meant it (Q3)."""
        i = self.item_count
        while i:
            i -= 1
            item = self._items[i]
            if item.state == self._special[law.OPENED_OR_CALLED_OVER] and of in (-1, item.event):
                return self._reread(
                    item.called_over, OPENED if code == say.OPENED else CALLED_OVER
                )
        return False

    def _judge_again(self, count):
        """Judge the first `count` events again, by the readings that stand."""
        self._restart()
        for event in range(count):
            if self._who[event] != _ANSWER:
                self._judge_event(event)
            elif not self._marks[event] & _TAKEN_BACK:
                self._answer(event, False)

    def _take_back(self, event):
        """Take back the last answer that stands, and judge all again without it."""
        last = event - 1
        while last >= 0 and (
            self._who[last] != _ANSWER
            or self._what[last] == say.TAKE_BACK
            or self._marks[last] & _TAKEN_BACK
        ):
            last -= 1
        if last < 0:
            return False
        self._marks[last] |= _TAKEN_BACK
        self._forget_readings()
        self._restart()
        for earlier in range(event):
            self.event_count = earlier + 1
            if self._who[earlier] != _ANSWER:
                self._judge_event(earlier)
            elif not self._marks[earlier] & _TAKEN_BACK:
                self._answer(earlier, True)
        self.event_count = event + 1
        return True

    def _is_call(self, event):
        return self._who[event] != _ANSWER and not self._marks[event] & _LEFT_OUT

    def _newest_call(self):
        event = self.event_count - 1
        while event >= 0 and not self._is_call(event):
            event -= 1
        return event

    def _unintended(self, answer, of, new):
        """25A: the intended call takes the slip's place; calls made over it are taken back."""
        if not new:
            _, again, _ = self._arguments[answer]
            if not again:
                self._intended = self._who[self._of[answer]]
            return True
        slip = self._slip(of)
        if slip < 0:
            return False
        seat = self._who[slip]
        again = 0
        for event in range(slip + 1, answer):
            if self._is_call(event) and self._who[event] == seat:
                again = event
                break
        for event in range(slip + 1, answer):
            if self._is_call(event) and (self._who[event] ^ seat) == 2 and not (
                again and event > again
            ):
                return False
        self._of[answer] = slip
        self._arguments[answer] = (0, again, None)
        self._keep_slip(slip, again)
        self._marks[slip] |= _LEFT_OUT
        for event in range(slip + 1, again or answer):
            if self._is_call(event):
                self._marks[event] |= _LEFT_OUT
        if again:
            self._marks[again] |= _INTENDED
        self._judge_again(answer + 1)
        return True

    def _slip(self, of):
        """Return the event of the call that was not intended, -1 if there is none."""
        i = self.item_count
        while i:
            i -= 1
            item = self._items[i]
            if item.event == of or of < 0 and item.slip_possible:
                is_change = item.kind == verdicts.CHANGE_OF_CALL
                return item.first if is_change or item.turn == verdicts.NO_TURN else item.event
        if of < 0:
            return self._newest_call()
        if of >= self.event_count or not self._is_call(of):
            return -1
        return of

    def _keep_slip(self, slip, again):
        """The verdicts on a slip, and on the call put in its place, stay in the record."""
        label = self._effects[law.UNINTENDED]
        for i in range(self.item_count):
            item = self._items[i]
            if item.event == slip:
                self._keep(item, verdicts.CANCELLED, label)
            elif item.event == again and item.kind == verdicts.CHANGE_OF_CALL:
                self._keep(item, verdicts.STANDS, label)

    def _keep(self, item, status, label):
        kept = Item()
        kept.take(item)
        kept.settle(status, label)
        self._settled_slips.append(kept)

    def _leave_out(self, answer, of, code):
        """A call taken back (21B, or LHO's under 25A), or void with all later ones (15A)."""
        event = of if of >= 0 else self._newest_call()
        if event < 0 or event >= answer or not self._is_call(event):
            return False
        effect = law.WITHDRAWN if code == say.WITHDRAWN else law.VOIDED
        for i in range(self.item_count):
            if self._items[i].event == event:
                self._keep(self._items[i], verdicts.CANCELLED, self._effects[effect])
        for later in range(event, answer):
            if self._is_call(later):
                self._marks[later] |= _LEFT_OUT
        self._judge_again(answer + 1)
        return True

    def _false_alarm(self, of):
        """The director says that the call was regular."""
        i = self.item_count
        while i:
            i -= 1
            item = self._items[i]
            if of in (-1, item.event):
                if item.turn == verdicts.NO_TURN:
                    self._marks[item.event] |= _LEFT_OUT
                else:
                    self._marks[item.event] |= _IN_ORDER
                self._judge_again(self.event_count)
                return True
        return False

    def _correct_dealer(self, dealer):
        if dealer == self._corrected_dealer:
            return True
        self._corrected_dealer = dealer
        self._judge_again(self.event_count)
        return True

    def _enter(self, event, seat, call):
        """A call that was made but not taken by the box."""
        self._who[event] = seat
        self._what[event] = call
        self._judge_event(event)
        return True

    def _end_period(self):
        """The auction period is over (17D, 22B): an inadmissible call that nobody noticed is scored away."""
        for i in range(self.item_count):
            item = self._items[i]
            item.slip_possible = False
            self._fire(item, law.AUCTION_PERIOD_OVER)
        self.void = False
        self.period_over = True
        self.over = True
        return True

    def _rule(self, event, ruling):
        """The director has the last word: set the state, whatever the table of the Laws says."""
        turn, calls, must_pass, must_repeat = ruling
        label = self._effects[law.RULING]
        was = self.n
        if calls is not None:
            self._replace_calls(event, calls)
        for i in range(self.item_count):
            item = self._items[i]
            if item.state != law.SETTLED:
                stands = calls is not None and self._stands(item)
                item.settle(verdicts.ACCEPTED if stands else verdicts.CANCELLED, label)
        self.void = False
        self.absorb = NOBODY
        if calls is not None or self.n < was:
            self.over = self.passes == self.limit
        if turn is not None:
            self._turn = turn
            self.over = False
        self._set_duties(must_pass, must_repeat)
        return True

    def _replace_calls(self, event, calls):
        self._cut(0)
        for seat, call in calls:
            if self.n < self.capacity:
                self._put(seat, call, event, 0)

    def _stands(self, item):
        for i in range(self.n):
            if self.standing_seat(i) == item.seat and self._calls[i] == item.call:
                return True
        return False

    def _set_duties(self, must_pass, must_repeat):
        if must_pass is not None or must_repeat is not None:
            self.duties.forgive()
        for seat in range(4):
            if must_pass and seat in must_pass:
                self.duties.add(seat, must_pass[seat], 0, -1, NO_OWNER)
            if must_repeat and seat in must_repeat:
                self.duties.add(seat, REPEAT, must_repeat[seat], -1, NO_OWNER)

    # What can be asked of it.

    @property
    def turn(self):
        """Who must call next if the newest open irregularity is not accepted; NOBODY once it is over."""
        if self.over:
            return NOBODY
        i = self.item_count
        while i:
            i -= 1
            item = self._items[i]
            if self._is_pending(item):
                if (
                    item.kind == verdicts.MUST_PASS_VIOLATION or item.kind == verdicts.ABOVE_SEVEN
                ) and item.turn == verdicts.OWN_TURN:
                    return (item.seat + 1) & 3
                return self._turn
        return self._turn

    def item(self, i):
        """Return the i-th of `item_count` irregularities in the order in which calls made them."""
        return self._items[i]

    def is_regular(self, seat, call):
        """Tell whether a call would be no irregularity, without making it."""
        if self.over:
            return False
        relation = (seat - self._turn) & 3
        if relation == law.RHO and self.duties.must_pass[self._turn]:
            relation = law.RHO_TO_PASS
        row = self.base + self._duty(seat, call) * law.TURNS + relation
        return self._cells[self._rows[row] + self.kind_of(seat, call)] <= law.DEEMED_CELL

    @property
    def items(self):
        """The irregularities of the board in the order in which they arose. Allocates."""
        found = self._settled_slips + self._items[: self.item_count]
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
        return self._is_pending(item)

    def label(self, index):
        """Return the text of a law label, or None."""
        return self.table.label(index)

    def questions(self, item):
        """Return the questions an item puts to the director now: a list of (id, readings or None). Allocates."""
        found = []
        asks = self._asks[item.state]
        pending = self._is_pending(item)
        if item.slip_possible and (asks & law.Q1 or item.premature):
            found.append(("Q1", None))
        if (asks & law.Q2 and pending) or (item.premature and item.moved == self.n - 1):
            found.append(("Q2", None))
        for bit, name in _QUESTIONS:
            if asks & bit:
                found.append((name, None))
        if item.doubt != law.NO_LABEL:
            found.append(("Q13", self.table.readings(item.doubt)))
        return found

    def lead_restrictions(self):
        """Return the items whose offender defends and whose partner's lead may be restricted (Law 26)."""
        declarer = self.declarer
        found = []
        if declarer == NOBODY:
            return found
        for item in self.items:
            if (item.seat ^ declarer) & 1 and self._restricts(item):
                found.append(item)
        return found

    def _restricts(self, item):
        if item.lead:
            return True
        ruling = self.table.find(item.state, law.AUCTION_OVER)
        return ruling >= 0 and self._rulings[ruling + 3] & law.LEAD_RESTRICTION != 0

    def owes(self, seat):
        """Return what a seat owes now: (0, 1 next or 2 rest; call to repeat or NO_CALL; must not double)."""
        duties = self.duties
        must_pass = duties.must_pass[seat]
        if self.over:
            return (must_pass if must_pass == PASS_REST else 0, NO_CALL, False)
        return (must_pass, duties.must_repeat[seat], duties.must_not_double[seat] != 0)


_QUESTIONS = ((law.Q3, "Q3"), (law.Q4, "Q4"), (law.Q5, "Q5"), (law.Q6, "Q6"), (law.Q7, "Q7"))
