"""Verdicts in words: what happened, who may accept, what follows, how it ended, what is owed.

Takes the JSON form of DESIGN 4.1 and names every call and seat; all words come from the catalogue.
What the Laws make of a call is asked of the adjudicator, never decided here.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bidbox import calls
from bidbox_host.laws.adjudicate import adjudicate
from bidbox_host.text import Catalogue, Name

# Outcomes after which nothing is owed, and those after which partner is not bound (16).
_NOTHING_OWED = {
    *("25A", "27A1", "28B", "29A", "31A1", "32A1", "32B1", "36A", "39B", "81C", "ruling"),
}
_NOT_UNAUTHORISED = _NOTHING_OWED - {"28B"} | {"27B1(a)", "27B1(b)"}


@dataclass(frozen=True)
class Case:
    """One irregularity with the seats and calls at hand."""

    request: dict[str, Any]
    verdict: dict[str, Any]
    before: dict[str, Any]  # the state when the irregularity had just been made
    rival: str | None = None  # the bid of the same turn that was accepted instead (27B4)

    @property
    def edition(self) -> str:
        return self.request["laws"]

    @property
    def kind(self) -> str:
        return self.verdict["kind"]

    @property
    def offender(self) -> int:
        return calls.parse_seat(self.verdict["seat"])

    @property
    def turn(self) -> str | None:
        """The seat whose turn it was, None after the end of the auction."""
        way = {"own": 0, "LHO": 1, "partner": 2, "RHO": 3}.get(self.verdict["turn"])
        return None if way is None else calls.SEATS[(self.offender + way) & 3]

    @property
    def in_turn(self) -> bool:
        return self.verdict["turn"] in ("own", None)

    @property
    def acceptable(self) -> bool:
        """Whether irregularities of this kind can be accepted at all (27A1, 29A, 25B1)."""
        return self.kind in ("insufficient", "out_of_rotation", "change_of_call")

    @property
    def open_bid(self) -> bool:
        """Whether it is an insufficient bid that is not settled yet."""
        return self.kind == "insufficient" and self.verdict["status"] == "open"

    @property
    def comparable(self) -> bool:
        """Whether the director has called the replacement comparable (23B)."""
        return any(
            event.get("director") == "comparable"
            and event.get("of", self.verdict["event"]) == self.verdict["event"]
            for event in self.request["events"]
        )

    @cached_property
    def over(self) -> tuple[str, str] | None:
        """The last standing bid and its bidder's seat: (seat, call)."""
        bids = [(s, c) for s, c in self.before["calls"] if calls.is_bid(calls.parse_call(c))]
        return bids[-1] if bids else None

    @cached_property
    def first(self) -> str | None:
        """The offender's call before this one, which a change of call would replace."""
        earlier = self.request["events"][: self.verdict["event"]]
        own = [e["call"] for e in earlier if e.get("seat") == self.verdict["seat"] and "call" in e]
        return own[-1] if own else None

    @cached_property
    def _later(self) -> list[str]:
        """The offender's calls after this one."""
        later = self.request["events"][self.verdict["event"] + 1 :]
        return [e["call"] for e in later if e.get("seat") == self.verdict["seat"] and "call" in e]

    @property
    def new(self) -> str | None:
        """The call that the offender put in place of this one; None while it is not certain."""
        corrections = ("unintended", "withdrawn", "void", "take_back")
        if any(event.get("director") in corrections for event in self.request["events"]):
            return None
        return self._later[0] if self._later else None

    @property
    def tried(self) -> str | None:
        """The double or redouble that the offender tried in place of this bid (27B3)."""
        return next((call for call in self._later if call in ("X", "XX")), None)

    @cached_property
    def lowest(self) -> str | None:
        """The lowest bid in the denomination of the call that is enough over the last one (18)."""
        call = calls.parse_call(self.verdict["call"])
        if not calls.is_bid(call) or self.over is None:
            return None
        while call <= calls.parse_call(self.over[1]):
            call += 5
        return calls.call_name(call) if call <= calls.HIGHEST_BID else None

    @cached_property
    def doubling(self) -> str | None:
        """The double or redouble that the offender could legally have made instead."""
        seat, before = self.verdict["seat"], self.before["calls"]
        for call in ("X", "XX"):
            answer = adjudicate(
                {
                    "id": "",
                    "laws": self.edition,
                    "dealer": self.request["dealer"],
                    "events": [{"seat": s, "call": c} for s, c in [*before, [seat, call]]],
                }
            )
            if not any(v["event"] == len(before) for v in answer["verdicts"]):
                return call
        return None

    def names(self, texts: Catalogue) -> dict[str, Any]:
        """Return what the catalogue's sentences may name."""
        over = self.over or ("", "")
        return {
            "offender": texts.seat(calls.SEATS[self.offender]),
            "lho": texts.seat(calls.SEATS[calls.lho(self.offender)]),
            "partner": texts.seat(calls.SEATS[calls.partner(self.offender)]),
            "rho": texts.seat(calls.SEATS[calls.rho(self.offender)]),
            "turn": texts.seat(self.turn) if self.turn else Name("-"),
            "acceptor": texts.seat(
                self.verdict["may_accept"] or calls.SEATS[calls.lho(self.offender)]
            ),
            "call": texts.call(self.verdict["call"]),
            "over_seat": texts.seat(over[0]) if self.over else Name("-"),
            "over": texts.call(over[1]) if self.over else Name("-"),
            "first": texts.call(self.first) if self.first else Name("-"),
            "lowest": texts.call(self.lowest) if self.lowest else Name("-"),
            "new": texts.call(self.new) if self.new else Name(texts.words("call.new")),
            "tried": texts.call(self.tried) if self.tried else Name("-"),
            "rival": texts.call(self.rival) if self.rival else Name("-"),
            "law": self.verdict["law"],
            "outcome": self.verdict["outcome"] or "-",
        }


def cases(request: dict[str, Any], answer: dict[str, Any]) -> list[Case]:
    """Return the irregularities of a request, each with the state in which it arose."""
    found = []
    for verdict in answer["verdicts"]:
        for end in range(verdict["event"] + 1, len(request["events"]) + 1):
            prefix = adjudicate(request | {"events": request["events"][:end]})
            if any(_same(verdict, other) for other in prefix["verdicts"]):
                rival = _rival(request, answer, verdict)
                found.append(Case(request, verdict, prefix["state"], rival))
                break
    return found


def _rival(request: dict[str, Any], answer: dict[str, Any], verdict: dict[str, Any]) -> str | None:
    if verdict["outcome"] != "27B4":
        return None
    for other in answer["verdicts"]:
        if other["outcome"] == "27A1" and other["seat"] == verdict["seat"]:
            first, last = sorted((other["event"], verdict["event"]))
            between = request["events"][first:last]
            if all(event.get("seat", verdict["seat"]) == verdict["seat"] for event in between):
                return other["call"]
    return None


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[key] == other[key] for key in ("event", "seat", "call", "kind"))


def what(case: Case, texts: Catalogue) -> list[str]:
    """Say what was called, by whom, and which Law names it."""
    names = case.names(texts)
    kind = case.kind
    if kind == "out_of_rotation" and case.verdict["insufficient"] and case.over:
        sentences = [texts("what.out_of_rotation_insufficient", **names)]
    elif case.over is None and f"what.no_bid.{kind}" in texts:
        sentences = [texts(f"what.no_bid.{kind}", **names)]
    else:
        sentences = [texts(f"what.{kind}", **names)]
    if not case.in_turn and f"what.out_of_turn.{kind}" in texts:
        sentences.append(texts(f"what.out_of_turn.{kind}", **names))
    if case.verdict["simultaneous"]:
        sentences.append(texts("what.also.simultaneous", **names))
    return sentences


def acceptance(case: Case, texts: Catalogue) -> list[str]:
    """Say who may accept, or that nobody may, and what it does."""
    names = case.names(texts)
    verdict = case.verdict
    if verdict["may_accept"] is None and case.acceptable:
        return [texts("accept.nobody", **names)]
    sentences = [texts(f"accept.{case.kind}", **names)]
    if case.kind == "out_of_rotation":
        if verdict["turn"] == "LHO":
            sentences.append(texts("accept.also.first_turn", **names))
        elif verdict["turn"] == "RHO":
            sentences.append(texts("accept.also.wiped", **names))
        sentences += _three_passes(case, texts)
    return sentences


def _three_passes(case: Case, texts: Catalogue) -> list[str]:
    """Warn that accepting by a pass would make three passes (17D3; 2007: 17E2)."""
    if case.verdict["status"] != "open" or case.verdict["may_accept"] is None:
        return []
    events = [*case.request["events"], {"seat": case.verdict["may_accept"], "call": "P"}]
    answer = adjudicate(case.request | {"events": events})
    settled = next((v for v in answer["verdicts"] if _same(case.verdict, v)), None)
    if settled is None or settled["outcome"] not in ("17D3", "17E2"):
        return []
    skipped = texts.seat(answer["state"]["turn"])
    law = settled["outcome"]
    return [texts("accept.also.three_passes", **case.names(texts), skipped=skipped, law_three=law)]


def options(case: Case, texts: Catalogue) -> list[str]:
    """Say what follows if the call is not accepted, or not called over."""
    names = case.names(texts)
    if case.kind == "insufficient":
        return _options_of_27(case, texts, names)
    law = case.verdict["law"]
    key = texts.any_of(
        *([] if case.in_turn else [f"options.out_of_turn.{law}"]),
        f"options.{case.edition}.{law}",
        f"options.any.{law}",
    )
    return [texts(key, **names)] if key else []


def _options_of_27(case: Case, texts: Catalogue, names: dict[str, Any]) -> list[str]:
    edition = case.edition
    if case.lowest:
        sentences = [
            texts(f"options.27.lowest_{edition}", **names),
            texts(f"options.27.comparable_{edition}", **names),
        ]
    else:
        sentences = [texts(f"options.27.no_lowest_{edition}", **names)]
    if case.doubling:
        doubling = texts.call(case.doubling)
        sentences.append(texts("options.27.double", **names, doubling=doubling))
    return [*sentences, texts("options.27.settle"), texts("options.27.loss", **names)]


def outcome(case: Case, texts: Catalogue) -> list[str]:
    """Say how it was settled; nothing while it is open."""
    settled = case.verdict["outcome"]
    if settled is None:
        return []
    key = texts.any_of(
        *(["outcome.status.rival"] if case.rival else []),
        f"outcome.{case.verdict['status']}.{settled}",
        f"outcome.{case.edition}.{settled}",
        f"outcome.any.{settled}",
        f"outcome.status.{case.verdict['status']}",
    )
    return [texts(key, **case.names(texts))] if key else []


def where(state: dict[str, Any], texts: Catalogue) -> list[str]:
    """Say whose turn it is, who must pass or repeat, or how the auction ended."""
    if state["over"]:
        sentences = [_ending(state, texts)]
    else:
        sentences = [texts("state.turn", seat=texts.seat(state["turn"]))]
    for seat, how in state["must_pass"].items():
        if not state["over"]:
            sentences.append(texts(f"state.must_pass_{how}", seat=texts.seat(seat)))
    for seat, call in state["must_repeat"].items():
        sentences.append(texts("state.must_repeat", seat=texts.seat(seat), call=texts.call(call)))
    for seat in state["must_not_double"]:
        sentences.append(texts("state.must_not_double", seat=texts.seat(seat)))
    return sentences


def standing(state: dict[str, Any], texts: Catalogue) -> str:
    """Say which calls stand."""
    if not state["calls"]:
        return texts("state.no_calls")
    told = (f"{texts.seat(seat)} {texts.call(call)}" for seat, call in state["calls"])
    return texts("state.calls", calls=texts.words("list.comma").join(told))


def _ending(state: dict[str, Any], texts: Catalogue) -> str:
    if state["passed_out"]:
        return texts("state.passed_out")
    key = ("state.over", "state.over_doubled", "state.over_redoubled")[state["doubled"]]
    return texts(
        key, contract=texts.call(state["contract"]), declarer=texts.seat(state["declarer"])
    )


def owed(found: list[Case], state: dict[str, Any], texts: Catalogue) -> list[str]:
    """Say what is owed later: what partner may not use, lead restrictions, the call back."""
    sentences = []
    found = [case for case in found if not case.verdict["questions"]]  # the rest is not known yet
    for case in found:
        withdrawn = case.verdict["status"] in ("cancelled", "wiped")
        if withdrawn and case.verdict["outcome"] not in _NOT_UNAUTHORISED and not case.comparable:
            key = f"owed.unauthorised_{case.edition}"
            sentences.append(texts(key, **case.names(texts)))
    for restriction in state["lead_restrictions"]:
        sentences.append(_restriction(restriction, state, texts))
    settled = (c.verdict for c in found if c.verdict["status"] in ("cancelled", "stands"))
    if any(verdict["outcome"] not in _NOTHING_OWED for verdict in settled):
        sentences.append(texts(f"owed.call_back_{found[0].edition}"))
    return list(dict.fromkeys(sentences))


def _restriction(restriction: dict[str, Any], state: dict[str, Any], texts: Catalogue) -> str:
    names = {
        "law": restriction["law"],
        "leader": texts.seat(restriction["leader"]),
        "offender": texts.seat(restriction["offender"]),
        "declarer": texts.seat(state["declarer"]),
    }
    if "require" in restriction:
        named = (texts.words(f"denomination.{suit}") for suit in restriction.get("suits", []))
        suits = texts.words("list.comma").join(named)
        return texts("owed.require", **names, suits=suits or texts.words("owed.suits_any"))
    if restriction["forbid"] == "one unspecified suit":
        return texts("owed.forbid_one", **names)
    return texts("owed.forbid", **names, suits=texts.words("owed.suits_any"))


def in_full(case: Case, texts: Catalogue) -> list[str]:
    """Say everything of one irregularity, open or settled, in the order in which it is needed."""
    if case.verdict["outcome"] is not None:
        return [*what(case, texts), *outcome(case, texts)]
    return [*what(case, texts), *acceptance(case, texts), *options(case, texts)]


def explanation(
    request: dict[str, Any], answer: dict[str, Any], texts: Catalogue
) -> dict[str, Any]:
    """Return the whole answer in sentences, for programs that show them."""
    found = cases(request, answer)
    return {
        "verdicts": [
            {"event": case.verdict["event"], "sentences": in_full(case, texts)} for case in found
        ],
        "state": where(answer["state"], texts),
        "owed": owed(found, answer["state"], texts),
    }
