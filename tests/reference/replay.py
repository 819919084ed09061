"""The whole story, told from the start.

An answer that changes how an earlier call is read is noted, and the story is told again from the
first event with that reading; every other answer takes effect where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from . import words
from .answers import ANSWERS, Answer, newest
from .duties import changed_call, partner_called_since, questions
from .judging import judge
from .readings import Readings, Slip, ToldAgain
from .standing import stand
from .state import (
    AFTER_END,
    BREACH,
    CHANGE,
    INADMISSIBLE,
    INSUFFICIENT,
    OUT_OF_ROTATION,
    SETTLED,
    Case,
    Made,
    State,
    add_case,
    amend,
    revert,
    turn,
)

Event = dict[str, Any]


@dataclass
class Story:
    """One telling."""

    events: list[Event]
    readings: Readings
    state: State
    told: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    before: dict[int, State] = field(default_factory=dict)
    awaited: list[Slip] = field(default_factory=list)
    effective: list[int] = field(default_factory=list)
    ignored: list[int] = field(default_factory=list)

    def tell(self) -> None:
        event = 0
        while event < len(self.events):
            if "director" in self.events[event]:
                self.director(event)
                event += 1
            else:
                group = self.group(event)
                self.simultaneous(group)
                event += len(group)

    # Calls

    def group(self, first: int) -> list[int]:
        """The calls made within the window of one another."""
        members = [first]
        for event in range(first + 1, len(self.events)):
            entry = self.events[event]
            near = entry.get("with")
            if ("director" in entry or isinstance(near, bool) or near not in members
                    or entry["seat"] in [self.events[one]["seat"] for one in members]):
                break
            members.append(event)
        return members

    def simultaneous(self, group: list[int]) -> None:
        """33: the player in turn first, then again with the new turn, the rest by time."""
        waiting = list(group)
        before = None
        while waiting:
            due = turn(self.state)
            event = next((one for one in waiting if self.events[one]["seat"] == due), waiting[0])
            waiting.remove(event)
            self.call(event, self.events[event]["seat"], self.events[event]["call"], before)
            before = event

    def call(self, event: int, seat: str, call: str, after: int | None = None) -> None:
        self.before[event] = self.state
        over_a_slip = any(event < (one.successor or one.answered) for one in self.awaited)
        slip = next((one for one in self.awaited if self.seat(one.target) == seat
                     and one.successor in (None, event)
                     and (one.successor == event or not over_a_slip)), None)
        if slip is not None:
            self.awaited.remove(slip)
            if slip.verdict is not None:
                self.state = add_case(self.state, slip.verdict)
        elif over_a_slip:
            # Made over a call that was not intended: taken back.
            self.gone.add(event)
            self.awaited += [one for one in self.readings.slips.values()
                             if one.target == event and one.successor is None]
            return
        self.told.append(event)
        how = next((how for target, how in self.readings.meant.values() if target == event), None)
        made = Made(seat, call, event, after is not None, how, slip is not None, after)
        fine = next((case for case in self.readings.fine.values() if case.event == event), None)
        if fine is not None:
            self.state = add_case(self.state, fine)
        mistake = next((one for one in self.readings.slips.values() if one.target == event), None)
        if fine is not None and mistake is None:
            if fine.status == "stands":
                self.state = stand(self.state, seat, call, event)
            else:
                self.gone.add(event)
            return
        if mistake is None:
            self.state = judge(self.state, made)
            return
        for case in judge(self.state, made).cases[len(self.state.cases):]:
            if case.event == event and fine is None:
                self.state = add_case(self.state, replace(
                    case, status="cancelled", outcome="25A", stage=SETTLED, gaps=(), readings=()))
        self.gone.add(event)
        self.awaited.append(mistake)

    def seat(self, event: int) -> str:
        return self.events[event]["seat"]

    # Answers

    def director(self, event: int) -> None:
        if event in self.readings.taken_back.values():
            return
        if self.readings.consumed(event):
            if event not in self.readings.taken_back:
                self.effective.append(event)
            return
        answer = self.events[event]
        word = answer.get("director")
        handler = {"take_back": self.take_back, "board": self.board, "entered": self.entered,
                   "void": self.void, "withdrawn": self.withdrawn,
                   "unintended": self.unintended, "false_alarm": self.false_alarm,
                   }.get(word) if isinstance(word, str) else None
        if handler is not None:
            done = handler(event, answer)
        elif word in ("opened", "called_over"):
            done = self.what_was_meant(event, answer)
        else:
            done = self.over_which_call(event, answer) or self.answer(event, answer)
        (self.effective if done else self.ignored).append(event)

    def answer(self, event: int, answer: Answer) -> bool:
        word = answer.get("director")
        rule = ANSWERS.get(word) if isinstance(word, str) else None
        state = rule(self.state, answer) if rule else None
        if state is None:
            return False
        for index, case in enumerate(self.state.cases):
            if case != state.cases[index]:
                state = amend(state, index, ruled=True)
        self.state = state
        return True

    def read(self, event: int, **kind: Any) -> None:
        """Tell the story again. A new dealer or an answer taken back undoes the other readings,
        which are found again on the way."""
        old = self.readings
        if "dealers" in kind or "taken_back" in kind:
            old = Readings(dealers=old.dealers, taken_back=old.taken_back)
        (name, reading), = kind.items()
        raise ToldAgain(replace(old, **{name: {**getattr(old, name), event: reading}}))

    def take_back(self, event: int, answer: Answer) -> bool:
        """The last answer that took effect."""
        if not self.effective:
            return False
        last = self.effective[-1]
        old = self.readings
        dealers = {at: dealer for at, dealer in old.dealers.items() if at != last}
        raise ToldAgain(Readings(dealers=dealers, taken_back={**old.taken_back, last: event}))

    def board(self, event: int, answer: Answer) -> bool:
        """Judged again from the start with the right dealer."""
        dealer = answer.get("dealer")
        if dealer not in tuple(words.SEATS):
            number = answer.get("number", answer.get("board"))
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                return False
            dealer = words.SEATS[(number - 1) % 4]
        self.read(event, dealers=dealer)
        return True

    def entered(self, event: int, answer: Answer) -> bool:
        """A call made at the table that the box did not take."""
        if answer.get("seat") not in tuple(words.SEATS) or answer.get("call") not in words.CALLS:
            return False
        self.call(event, answer["seat"], answer["call"])
        return True

    def meant_call(self, answer: Answer) -> int | None:
        of = answer.get("of", self.standing()[-1] if self.standing() else None)
        return of if of in self.standing() and not isinstance(of, bool) else None

    def standing(self) -> list[int]:
        return [event for event in self.told if event not in self.gone]

    def since(self, target: int) -> list[int]:
        order = self.standing()
        return order[order.index(target) + 1:]

    def back_to(self, target: int, outcome: str) -> None:
        self.gone.update([target, *self.since(target)])
        self.awaited.clear()
        state = revert(self.state, self.before[target], outcome)
        self.state = replace(
            state, duties=tuple(duty for duty in state.duties if duty.cause not in self.gone),
            leads=tuple(lead for lead in state.leads if lead.event not in self.gone
                        and not any(case.event == lead.event and case.status == "open"
                                    for case in state.cases)))
        for index, case in enumerate(self.state.cases):
            if case.event in self.gone:
                self.state = amend(
                    self.state, index, stage=SETTLED, test=None, provisional=None,
                    artificial=bool(case.artificial), asks_which_call=False, readings=())
                if case.status in ("accepted", "stands"):
                    self.state = amend(self.state, index, status="cancelled", outcome=outcome)

    def taken_back_with_a_slip(self, event: int, answer: Answer) -> bool:
        """The call was made over one that the director has since called unintended (25A)."""
        last = max((one for one in self.gone if one < event), default=None)
        of = answer.get("of", last)
        if not isinstance(of, int) or of not in self.gone:
            return False
        newest_standing = max(self.standing(), default=-1)
        return any(slip.target < of < event < slip.answered
                   and ("of" in answer or newest_standing < slip.target)
                   for slip in self.readings.slips.values())

    def void(self, event: int, answer: Answer) -> bool:
        """15A (2007: 17D): a call on cards from a wrong board, and all that was made over it."""
        if self.taken_back_with_a_slip(event, answer):
            return True
        target = self.meant_call(answer)
        if target is None:
            return False
        self.back_to(target, "15A" if self.state.laws == "2017" else "17D")
        return True

    def withdrawn(self, event: int, answer: Answer) -> bool:
        """21B: while partner has not called since, until the end of the auction period."""
        if self.taken_back_with_a_slip(event, answer):
            return True
        target = self.meant_call(answer)
        if target is None or not self.correctable(target):
            return False
        self.back_to(target, "21B")
        return True

    def unintended(self, event: int, answer: Answer) -> bool:
        """25A: until partner calls, or until the auction period ends."""
        target = self.slip_meant(answer)
        if target is None or not self.correctable(target):
            return False
        successor = next((later for later in self.since(target)
                          if self.seat(later) == self.seat(target)), None)
        verdict = self.verdict_on(successor, target) if successor is not None else None
        self.read(event, slips=Slip(target, event, successor, verdict))
        return True

    def correctable(self, target: int) -> bool:
        """A standing call, an open item or one the offender replaced himself; partner has not
        called since, and the auction period is not over."""
        state = self.state
        stands = any(entry.event == target for entry in state.record)
        item = any(case.event == target and (case.status == "open" or substituted(state, case))
                   for case in state.cases)
        return (target in self.standing() and (stands or item) and not state.period_over
                and not partner_called_since(state, target))

    def slip_meant(self, answer: Answer) -> int | None:
        """The call meant: of a second call, the one before it; by default the newest asked."""
        def asks(case: Case) -> bool:
            return (case.kind == CHANGE and case.status == "stands" and case.outcome != "25A") or (
                any(one["id"] == "Q1" for one in questions(self.state, case)))

        index = newest(self.state, answer, asks)
        if index is None:
            return self.meant_call(answer)
        case = self.state.cases[index]
        if "of" in answer and answer["of"] not in (case.event, case.replacement_event):
            return self.meant_call(answer)
        return changed_call(self.state, case)

    def verdict_on(self, successor: int, target: int) -> Case | None:
        """The later call was an irregularity when it was made; now it stands (25A)."""
        own = [case for case in self.state.cases if case.event == successor
               and case not in self.readings.fine.values()]
        if not own:
            return None
        case = next((one for one in own if one.kind in (CHANGE, AFTER_END)), None)
        if case is None:
            slip = any(one.event == target and one.kind == INSUFFICIENT
                       for one in self.state.cases)
            due = words.lho(own[0].offender)
            case = replace(own[0], kind=CHANGE, law="27C" if slip else "25", due=due,
                           relation="LHO", insufficient=False, may_accept=None)
        return replace(case, status="stands", outcome="25A", stage=SETTLED, test=None,
                       provisional=None, asks_which_call=False, gaps=(), readings=())

    def false_alarm(self, event: int, answer: Answer) -> bool:
        """The director finds nothing wrong: the call was regular, where it can have been."""
        index = newest(self.state, answer, lambda case: case.status == "open")
        if index is None:
            return False
        case = self.state.cases[index]
        able = case.kind in (INSUFFICIENT, OUT_OF_ROTATION, BREACH, *INADMISSIBLE)
        self.read(event, fine=replace(
            case, status="stands" if able else "cancelled", stage=SETTLED, test=None,
            provisional=None, asks_which_call=False, gaps=(), readings=()))
        return True

    def what_was_meant(self, event: int, answer: Answer) -> bool:
        """Q3: opened (28B) or called over (29A; over an inadmissible double, 36A)."""
        index = newest(self.state, answer, lambda case: case.provisional in ("28B", "29A") or (
            case.kind in INADMISSIBLE and ("36A", "28B") in case.readings))
        if index is None:
            return False
        case = self.state.cases[index]
        over = "36A" if case.kind in INADMISSIBLE else "29A"
        how = "28B" if answer["director"] == "opened" else over
        self.read(event, meant=(case.settled_by, how))
        return True

    def over_which_call(self, event: int, answer: Answer) -> bool:
        """Q4: accepted, if LHO called over the second call; not accepted, if over the first."""
        if answer.get("director") not in ("accepted", "not_accepted"):
            return False
        def also_fits(case: Case) -> bool:
            if answer["director"] == "accepted":
                return case.kind == INSUFFICIENT and any(
                    one["id"] == "Q2" for one in questions(self.state, case))
            return (case.kind in (INSUFFICIENT, OUT_OF_ROTATION, CHANGE)
                    and case.status == "open" and case.provisional in (None, "U10"))

        index = newest(self.state, answer,
                       lambda case: case.asks_which_call or also_fits(case))
        if index is None or not self.state.cases[index].asks_which_call:
            return False
        how = "second" if answer["director"] == "accepted" else "first"
        self.read(event, meant=(self.state.cases[index].settled_by, how))
        return True


def substituted(state: State, case: Case) -> bool:
    """27C, 36B2: the offender himself has put another call in place of this one."""
    return any(one.kind == CHANGE and one.outcome in ("27C", "36B2") and one.status == "stands"
               and changed_call(state, one) == case.event for one in state.cases)


def tell(laws: str, dealer: str, events: list[Event]) -> Story:
    readings = Readings()
    while True:
        dealers = sorted(readings.dealers.items())
        story = Story(events, readings, State(laws, dealers[-1][1] if dealers else dealer))
        try:
            story.tell()
            return story
        except ToldAgain as again:
            readings = again.readings
