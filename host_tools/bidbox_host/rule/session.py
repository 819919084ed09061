"""What is to be asked next: the adjudicator's questions in the order of the director's scripts.

Holds the events so far and what the director has passed over; every answer is an event, and the
auction is judged again from the start after each. Prints and reads nothing.
"""

from dataclasses import dataclass
from typing import Any

from bidbox import calls
from bidbox_host.explain import Case, cases
from bidbox_host.laws.adjudicate import adjudicate
from bidbox_host.laws.request_form import RequestError

RULING = (
    "ruling"  # no question of the adjudicator: an open irregularity that only a ruling settles
)
SCRIPT = ("Q1", "Q9", "Q3", "Q4", "Q2", "Q13", RULING, "Q5", "Q6", "Q7", "Q8")


@dataclass(frozen=True)
class Choice:
    """What may be typed, and the director's answer that it stands for; None passes on."""

    word: str
    answer: str | None


_YES_NO = {
    "Q1": ("unintended", None),
    "Q2": ("accepted", "not_accepted"),
    "Q4": (None, "not_accepted"),
    "Q5": ("artificial", "not_artificial"),
    "Q6": ("same_denomination", "not_same_denomination"),
    "Q7": ("comparable", "not_comparable"),
    RULING: ("cancelled", None),
}


BY_HAND = "ruling"  # the answer that sets the state whatever the Laws' table says

_BY_READING = {  # the answer that brings about a reading which is not the first
    "27A1": "accepted",
    "29A": "accepted",
    "28B": "opened",
    "29B": "not_accepted",
    "25A": "unintended",
    "cancel both": "cancelled",
}


@dataclass(frozen=True)
class Question:
    """A question to the director about one irregularity."""

    id: str
    case: Case
    readings: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        return self.id, self.case.verdict["event"]

    @property
    def choices(self) -> tuple[Choice, ...]:
        if self.id == "Q3":
            return Choice("opened", "opened"), Choice("over", "called_over")
        if self.id == "Q2" and self.case.kind != "insufficient":
            return Choice("yes", None), Choice("no", "not_accepted")  # accepted by calling alone
        if self.id == RULING and self.case.acceptable:  # but nobody may accept it any more
            return Choice("yes", "not_accepted"), Choice("no", None)
        if self.id in _YES_NO:
            yes, no = _YES_NO[self.id]
            return Choice("yes", yes), Choice("no", no)
        others = (
            Choice(str(number), _BY_READING.get(reading, BY_HAND))
            for number, reading in enumerate(self.readings[1:], start=2)
        )
        return Choice("1" if self.readings else "go", None), *others


@dataclass(frozen=True)
class CallWanted:
    """Nothing is to be asked before this seat, or another, has called."""

    seat: str


@dataclass(frozen=True)
class Finished:
    """The auction is over and nothing is to be asked."""


Step = Question | CallWanted | Finished


class Session:
    """An auction under one edition, and the director's way through it."""

    def __init__(self, laws: str, dealer: str, events: list[dict[str, Any]]) -> None:
        self._laws = laws
        self._dealer = dealer
        self._given = events
        self._moves: list[dict[str, Any] | tuple[str, int]] = []
        self._judge()

    @property
    def request(self) -> dict[str, Any]:
        moves = [move for move in self._moves if isinstance(move, dict)]
        return {
            "id": "rule",
            "laws": self._laws,
            "dealer": self._dealer,
            "events": [*self._given, *moves],
        }

    @property
    def next_seat(self) -> str:
        """The seat that a call typed without one belongs to."""
        step = self.step()
        if isinstance(step, CallWanted):
            return step.seat
        if isinstance(step, Question) and step.case.verdict["status"] == "open":
            return self._next_to_call(step.case)
        return self.answer["state"]["turn"] or self._dealer

    def _judge(self) -> None:
        self.answer = adjudicate(self.request)
        self.cases = cases(self.request, self.answer)

    def give(self, event: dict[str, Any]) -> bool:
        """Add a call or an answer; False, and nothing added, if it does not fit."""
        self._moves.append(event)
        try:
            self._judge()
        except RequestError:  # an answer that says more than a word, such as a ruling
            self.back()
            return False
        if len(self.request["events"]) - 1 in self.answer["ignored"]:
            self.back()
            return False
        return True

    def rule(self, calls_: list[dict[str, Any]], turn: str, silenced: list[str]) -> bool:
        """Set the state: the calls that stand, whose turn it is, who must pass to the end."""
        state = {
            "turn": turn,
            "calls": [[call["seat"], call["call"]] for call in calls_],
            "must_pass": dict.fromkeys(silenced, "rest"),
        }
        return self.give({"director": BY_HAND, "state": state})

    def choose(self, question: Question, choice: Choice) -> bool:
        """Take one of a question's choices; False if the adjudicator has no use for the answer."""
        if choice.answer is None:
            self._moves.append(question.key)
            return True
        return self.give({"director": choice.answer, "of": question.case.verdict["event"]})

    def back(self) -> bool:
        """Take the last answer or call back; False if only the auction as first typed is left."""
        if not self._moves:
            return False
        self._moves.pop()
        self._judge()
        return True

    def step(self) -> Step:
        """Return what is to be done next, newest irregularity first."""
        passed = {move for move in self._moves if isinstance(move, tuple)}
        for case in self._in_order():
            for question in _questions(case):
                if question.key not in passed:
                    return question
            if case.verdict["status"] == "open":
                return CallWanted(self._next_to_call(case))
        if self.answer["state"]["over"]:
            return Finished()
        return CallWanted(self.answer["state"]["turn"])

    def _in_order(self) -> list[Case]:
        """The irregularities from the newest back, but of two insufficient bids in one turn the
        first one first (27B4).
        """
        found = self.cases[::-1]
        for i in range(len(found) - 1, 0, -1):
            later, earlier = found[i - 1], found[i]
            if later.open_bid and earlier.open_bid and later.offender == earlier.offender:
                found[i - 1], found[i] = earlier, later
        return found

    def _next_to_call(self, case: Case) -> str:
        return case.verdict["may_accept"] or calls.SEATS[calls.lho(case.offender)]

    def open_questions(self, rulings: bool = False) -> list[Question]:
        """Return all that the adjudicator still asks, in the order of the scripts.

        rulings: with what only a ruling settles.
        """
        asked = [q for case in reversed(self.cases) for q in _questions(case)]
        return [q for q in asked if rulings or q.id != RULING]


def _questions(case: Case) -> list[Question]:
    asked = {
        q["id"]: Question(q["id"], case, tuple(q.get("readings", ())))
        for q in case.verdict["questions"]
        if q["of"] == case.verdict["event"]
    }
    if case.verdict["status"] == "open" and case.verdict["may_accept"] is None:
        asked.setdefault(RULING, Question(RULING, case))
    return sorted(
        asked.values(), key=lambda q: SCRIPT.index(q.id) if q.id in SCRIPT else len(SCRIPT)
    )
