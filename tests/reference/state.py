"""The immutable state: the legal auction, the cases (irregularities) and the duties.

A state knows the state before each standing call, so whatever the Laws take back is taken back
by returning there. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from . import words

INSUFFICIENT = "insufficient"
OUT_OF_ROTATION = "out_of_rotation"
INADMISSIBLE = ("inadmissible_double", "inadmissible_redouble")
BREACH = "must_pass_violation"
CHANGE = "change_of_call"
ABOVE_SEVEN = "above_seven"
AFTER_END = "call_after_end"

# The stages of a case. NEW: nobody has ruled. TURN_PLAYER: cancelled, the player whose turn it
# is has to call (only where the offender's duty depends on it). OFFENDER: the offender has not
# yet replaced his call. SETTLED: nothing more is awaited, though a test may be.
NEW, TURN_PLAYER, OFFENDER, SETTLED = "new", "turn player", "offender", "settled"


@dataclass(frozen=True)
class Made:
    """A call as it was made. `how` is the director's word on what the caller meant by it."""

    seat: str
    call: str
    event: int
    simultaneous: bool = False
    how: str | None = None
    intended: bool = False
    after: int | None = None  # event that 33 put directly before it in its group


@dataclass(frozen=True)
class Standing:
    """A standing call. `skipped`: first seat that lost its turn by it."""

    seat: str
    call: str
    event: int | None
    implied: bool = False
    skipped: str | None = None
    before: State | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Case:
    """An irregularity and how far it has come.

    `gaps` are the readings among which the director decides while the item is open, `readings`
    those that remain after it is settled.
    """

    event: int
    offender: str
    call: str
    kind: str
    due: str | None
    relation: str | None
    law: str
    record: tuple[Standing, ...]
    insufficient: bool = False
    simultaneous: bool = False
    may_accept: str | None = None
    any_bid: bool = False
    status: str = "open"
    outcome: str | None = None
    stage: str = NEW
    intended: bool = False
    provisional: str | None = None
    asks_which_call: bool = False
    artificial: bool | None = None
    response: str | None = None
    responded_at: int | None = None
    replacement: str | None = None
    replacement_event: int | None = None
    replaced_at: int | None = None
    test: str | None = None
    double_tried: str | None = None
    tried_again: bool = False
    barred: bool = False
    root: int | None = None
    settled_by: int | None = None
    ruled: bool = False
    gaps: tuple[tuple[str, ...], ...] = ()
    readings: tuple[tuple[str, ...], ...] = ()

    @property
    def out_of_turn(self) -> bool:
        return self.relation not in (None, "own")


@dataclass(frozen=True)
class Duty:
    """`owes`: to pass "next" or for the "rest", or the call to be repeated. `rests_on` and
    `spent_by` are places in the record; a ruling rests on none. `cause`: event of the call."""

    seat: str
    owes: str
    rests_on: int | None = None
    spent_by: int | None = None
    cause: int | None = None


@dataclass(frozen=True)
class Lead:
    """A withdrawn call that may restrict the lead of the offender's partner (26)."""

    event: int
    offender: str
    call: str


@dataclass(frozen=True)
class Void:
    """36A and 38: everything is void until `turn` calls; what was called is kept for 36C."""

    case: int
    trail: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Window:
    """U14: a pass out of rotation was the third; its offender's LHO may yet bid over it."""

    case: int
    acceptor: str
    before: State = field(repr=False, compare=False)


@dataclass(frozen=True)
class State:
    laws: str
    dealer: str
    record: tuple[Standing, ...] = ()
    cases: tuple[Case, ...] = ()
    duties: tuple[Duty, ...] = ()
    leads: tuple[Lead, ...] = ()
    void: Void | None = None
    window: Window | None = None
    absorbed: tuple[int, ...] = ()
    ruled_turn: str | None = None
    finished: bool = False
    going_on: bool = False
    period_over: bool = False

    @property
    def calls(self) -> tuple[tuple[str, str], ...]:
        return tuple((entry.seat, entry.call) for entry in self.record)

    @property
    def over(self) -> bool:
        return self.finished or (not self.going_on and words.is_over(self.calls))


def amend(state: State, index: int, **changes: Any) -> State:
    cases = list(state.cases)
    cases[index] = replace(cases[index], **changes)
    return replace(state, cases=tuple(cases))


def add_case(state: State, case: Case) -> State:
    return replace(state, cases=(*state.cases, case))


def flag(state: State, index: int, *readings: str) -> State:
    """A gap or an overlap of the Laws: the director decides between the readings."""
    have = state.cases[index].readings
    return state if readings in have else amend(state, index, readings=(*have, readings))


def doubt(state: State, index: int, *readings: str) -> State:
    """As flag, but of an open item only: its settlement, by whatever way, is the answer."""
    return amend(state, index, gaps=(*state.cases[index].gaps, readings))


def add_lead(state: State, index: int) -> State:
    case = state.cases[index]
    lead = Lead(case.event, case.offender, case.call)
    return state if lead in state.leads else replace(state, leads=(*state.leads, lead))


def oblige(state: State, seat: str, owes: str, rests_on: int | None = None,
           case: Case | None = None, spent_by: int | None = None) -> State:
    duty = Duty(seat, owes, rests_on, spent_by, case.event if case else None)
    return replace(state, duties=(*state.duties, duty))


def spend(duties: tuple[Duty, ...], seat: str, at: int) -> tuple[Duty, ...]:
    """The seat's call at a place in the record spends what it owed for one turn."""
    return tuple(replace(duty, spent_by=at) if duty.seat == seat and duty.owes != "rest"
                 and duty.spent_by is None else duty for duty in duties)


def revive(duties: tuple[Duty, ...], at: int) -> tuple[Duty, ...]:
    """The record is cut: what rested on a call cut off is gone, what it spent is owed again."""
    kept = [duty for duty in duties if duty.rests_on is None or duty.rests_on < at]
    return tuple(replace(duty, spent_by=None) if duty.spent_by is not None and duty.spent_by >= at
                 else duty for duty in kept)


def live(state: State, case: Case) -> bool:
    """An open item that the next call can still settle: nothing was added since it was made."""
    return case.status == "open" and case.provisional is None and case.record == state.record


def natural_turn(state: State) -> str:
    if state.ruled_turn:
        return state.ruled_turn
    return words.lho(state.record[-1].seat) if state.record else state.dealer


def turn(state: State) -> str | None:
    """Who must call next if the open item is not accepted."""
    if state.over:
        return None
    top = next((case for case in reversed(state.cases) if live(state, case)), None)
    if top and top.kind in (BREACH, ABOVE_SEVEN) and not top.out_of_turn:
        return words.lho(top.offender)
    return natural_turn(state)


def revert(state: State, then: State, outcome: str) -> State:
    """Back to an earlier position. Duties of that position revive, later ones vanish; what was
    seen stays in the list of cases, and lead cases survive."""
    known = len(then.cases)
    later = tuple(
        replace(case, stage=SETTLED, test=None, provisional=None,
                **({"status": "cancelled", "outcome": outcome} if case.status == "open" else {}))
        for case in state.cases[known:])
    cases = restored(state, then) + later
    undecided = [case.event for case in cases if case.status == "open"]
    duties = tuple(duty for duty in revive(state.duties, len(then.record))
                   if duty.cause not in undecided)
    return replace(then, cases=cases, leads=state.leads, period_over=state.period_over,
                   duties=duties)


def restored(state: State, then: State) -> tuple[Case, ...]:
    """The cases of an earlier position, with what the director has said of them since."""
    at = len(then.record)
    return tuple(restored_case(old, new, at)
                 for old, new in zip(then.cases, state.cases, strict=False))


def restored_case(old: Case, new: Case, at: int) -> Case:
    if old.status == "open" and not new.ruled:
        return old
    replaced = new.replaced_at is not None and new.replaced_at >= at
    responded = new.responded_at is not None and new.responded_at >= at
    if not replaced and not responded:
        return new
    kept = replace(new, replacement=None, replacement_event=None, replaced_at=None, test=None,
                   readings=old.readings,
                   barred=old.barred, double_tried=old.double_tried,
                   stage=OFFENDER, outcome=old.outcome)
    if new.kind == INSUFFICIENT:
        kept = replace(kept, outcome="27B" if new.root is None else new.outcome)
    if old.status == "open" and new.kind == OUT_OF_ROTATION:
        kept = replace(kept, outcome=new.law)
    if responded:
        kept = replace(kept, response=None, responded_at=None,
                       stage=TURN_PLAYER if new.relation == "RHO" else OFFENDER)
    return kept
