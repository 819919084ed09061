"""`bidbox adjudicate` in its JSON form: one request in, one answer out.

Runs in CPython and, from the same files, in the MicroPython VM: the same answers byte for byte.
"""

import json

from bidbox import answers as say
from bidbox import items as its
from bidbox import lawtable as law
from bidbox import verdicts
from bidbox.adjudicator import Adjudicator
from bidbox.calls import (
    DENOMINATIONS,
    LOWEST_BID,
    NO_CALL,
    NOBODY,
    NOTRUMP,
    SEATS,
    call_name,
    denomination,
    is_bid,
)
from bidbox.laws import edition_2007, edition_2017
from bidbox.questions import withdrawn
from bidbox_host.laws.json_text import as_dict, dumps
from bidbox_host.laws.request_form import (
    DUTY_NAMES,
    MOST_CALLS,
    RequestError,
    arguments_of,
    call_of,
    is_number,
    seat_of,
    shown,
)

EDITIONS = {"2007": edition_2007, "2017": edition_2017}
MOST_BYTES = 65536  # of one request
MOST_EVENTS = 2000
_MOST_ITEMS = 512
_HEAD = 256  # bytes of a line too long, in which its id is looked for
_MOST_CORRECTIONS = 64  # answers that have the board judged again
_CORRECTIONS = (
    "unintended",
    "withdrawn",
    "opened",
    "called_over",
    "void",
    "board",
    "take_back",
    "false_alarm",
)


def adjudicate(request):
    """Judge one request (a dict as in `bidbox adjudicate`); return the answer as a dict.

    RequestError where the request cannot be understood.
    """
    return as_dict(JudgedRequest(request).pairs())


def answer_line(line):
    """Judge one line of JSON (bytes); return (the answer's line, whether it was understood)."""
    if len(line) > MOST_BYTES:
        return _error(_named(line[:_HEAD]), "the line is longer than 64 KiB"), False
    try:
        request = json.loads(line.decode())
    except (ValueError, RuntimeError):
        return _error(None, "this is not JSON"), False
    if not isinstance(request, dict):
        return _error(None, "a request is a JSON object"), False
    identity = request.get("id")
    if isinstance(identity, (dict, list)):
        return _error(None, "id is text or a number"), False
    try:
        return dumps(JudgedRequest(request).pairs()), True
    except RequestError as error:
        return _error(identity, str(error)), False


def _named(head):
    """Return the id that the head of a line too long to be read gives, None if it gives none."""
    at = head.find(b'"id":')
    if at < 0:
        return None
    rest = head[at + 5 :].lstrip()
    end = rest.find(b'"', 1) + 1 if rest.startswith(b'"') else rest.find(b",")
    try:
        identity = json.loads(rest[:end].decode())
    except (ValueError, RuntimeError):
        return None
    return identity if isinstance(identity, str) or is_number(identity) else None


def _error(identity, text):
    return dumps((("id", identity), ("error", text)))


class JudgedRequest:
    """One request on its way through the adjudicator."""

    def __init__(self, request):
        self.identity = request.get("id")
        laws = shown(request.get("laws"))
        if laws not in EDITIONS:
            raise RequestError("laws is 2007 or 2017, not %s" % laws)
        self.events = request.get("events")
        if not isinstance(self.events, list):
            raise RequestError("events is a list")
        if len(self.events) > MOST_EVENTS:
            raise RequestError("%d events: at most %d are taken" % (len(self.events), MOST_EVENTS))
        self.adjudicator = Adjudicator(
            EDITIONS[laws], 2 * len(self.events) + MOST_CALLS + 8, _items(self.events)
        )
        self.adjudicator.open(seat_of(request.get("dealer"), "dealer"))
        self.inner = [-1] * len(self.events)  # number in the adjudicator, by number in the request
        self.outer = []
        self.corrections = 0
        self._hear()

    def _hear(self):
        i = 0
        while i < len(self.events):
            group = [i]
            while i + 1 < len(self.events) and self._is_with(i + 1, group):
                i += 1
                group.append(i)
            if len(group) > 1:
                self._hear_together(group)
            else:
                self._hear_one(i)
            i += 1

    def _is_with(self, number, group):
        """Tell whether an event was made at the same moment as one of the group directly
        before.
        """
        event = self.events[number]
        first = self.events[group[0]]
        if not isinstance(event, dict) or not isinstance(first, dict) or "director" in first:
            return False
        seats = [self.events[i].get("seat") for i in group]
        return event.get("with") in group and event.get("seat") not in seats

    def _hear_together(self, group):
        """Law 33: the player in turn first, then again with the new turn, the rest by time."""
        second = False
        while group:
            first = group[0]
            for number in group:
                if seat_of(self.events[number].get("seat"), "seat") == self.adjudicator.turn:
                    first = number
                    break
            self._call(first, second)
            second = True
            group.remove(first)

    def _hear_one(self, number):
        event = self.events[number]
        if not isinstance(event, dict):
            raise RequestError("event %d is not an object" % number)
        if "director" in event:
            self._answer(number, event)
        else:
            self._call(number, False)

    def _number(self, number):
        self.inner[number] = self.adjudicator.event_count
        self.outer.append(number)

    def _call(self, number, second):
        event = self.events[number]
        seat = seat_of(event.get("seat"), "event %d: seat" % number)
        call = call_of(event.get("call"), "event %d" % number)
        self._number(number)
        self.adjudicator.step(seat, call, second)

    def _answer(self, number, event):
        name = event["director"]
        if name not in say.ANSWERS:
            raise RequestError("event %d: no such answer: %s" % (number, name))
        if name in _CORRECTIONS:
            self.corrections += 1
            if self.corrections > _MOST_CORRECTIONS:
                raise RequestError("more than %d corrections on one board" % _MOST_CORRECTIONS)
        of = event.get("of")
        inner = -1
        known = True
        if of is not None:
            known = is_number(of) and 0 <= of < number and self.inner[of] >= 0
            if known:
                inner = self.inner[of]
        a, b, ruling = arguments_of(name, event, number)
        self._number(number)
        if not known:
            inner = number  # of itself: fits nothing
        self.adjudicator.answer(say.ANSWERS.index(name), inner, a, b, ruling)

    def pairs(self):
        ignored = self.adjudicator.is_ignored
        return (
            ("id", self.identity),
            ("verdicts", [self._verdict(item) for item in self._in_order()]),
            ("state", self._state()),
            ("ignored", [number for i, number in enumerate(self.outer) if ignored(i)]),
        )

    def _in_order(self):
        """The irregularities by their number in the request, which Law 33 may have judged in
        another order.
        """
        found: list = []
        for item in self.adjudicator.items:
            at = len(found)
            while at and self.outer[found[at - 1][its.EVENT]] > self.outer[item[its.EVENT]]:
                at -= 1
            found.insert(at, item)
        return found

    def _verdict(self, item):
        adjudicator = self.adjudicator
        questions = []
        for name, readings in adjudicator.questions(item):
            question = (("id", name), ("of", self.outer[item[its.EVENT]]))
            questions.append(question + (("readings", readings),) if readings else question)
        return (
            ("event", self.outer[item[its.EVENT]]),
            ("seat", SEATS[item[its.SEAT]]),
            ("call", call_name(item[its.CALL])),
            ("kind", verdicts.KINDS[item[its.KIND]]),
            ("turn", verdicts.TURNS[item[its.TURN]]),
            ("insufficient", item[its.INSUFFICIENT] != 0),
            ("simultaneous", item[its.SIMULTANEOUS] != 0),
            ("law", adjudicator.label(item[its.LAW])),
            ("may_accept", _seat_name(item[its.MAY_ACCEPT])),
            ("status", verdicts.STATUSES[item[its.STATUS]]),
            ("outcome", adjudicator.label(item[its.OUTCOME])),
            ("questions", questions),
        )

    def _state(self):
        adjudicator = self.adjudicator
        contract = adjudicator.contract
        calls = []
        for i in range(adjudicator.count):
            calls.append([SEATS[adjudicator.standing_seat(i)], call_name(adjudicator.standing(i))])
        must_pass = []
        must_repeat = []
        must_not_double = []
        for seat in range(4):
            owed, repeat, silent = adjudicator.owes(seat)
            if owed:
                must_pass.append((SEATS[seat], DUTY_NAMES[owed]))
            if repeat != NO_CALL:
                must_repeat.append((SEATS[seat], call_name(repeat)))
            if silent:
                must_not_double.append((SEATS[seat], True))
        return (
            ("turn", _seat_name(adjudicator.turn)),
            ("over", adjudicator.over),
            ("passed_out", adjudicator.passed_out),
            ("contract", None if contract == NO_CALL else call_name(contract)),
            ("doubled", adjudicator.doubled if contract != NO_CALL else 0),
            ("declarer", _seat_name(adjudicator.declarer)),
            ("calls", calls),
            ("must_pass", tuple(must_pass)),
            ("must_repeat", tuple(must_repeat)),
            ("must_not_double", tuple(must_not_double)),
            ("lead_restrictions", _restrictions(adjudicator)),
        )


def _items(events):
    return min(_MOST_ITEMS, len(events) + 1)


def _seat_name(seat):
    return None if seat == NOBODY else SEATS[seat]


def _restrictions(adjudicator):
    """Law 26, both editions: by suits that the withdrawn call named, or one unspecified suit."""
    found = []
    for item in adjudicator.lead_restrictions():
        restriction = _restriction(adjudicator, item)
        if restriction and restriction not in found:
            found.append(restriction)
    return found


def _restriction(adjudicator, item):
    head = (("offender", SEATS[item[its.SEAT]]), ("leader", SEATS[(item[its.SEAT] + 2) & 3]))
    effects = adjudicator.table.effects
    call = withdrawn(item)
    if adjudicator.table.leads_by_suits and _names_suit(call):
        if _specified(adjudicator, item[its.SEAT], denomination(call)):
            return None
        return head + (
            ("law", adjudicator.label(effects[law.RESTRICTION_BY_SUITS])),
            ("require", "one specified suit"),
            ("forbid", "one specified suit"),
            ("suits", [DENOMINATIONS[denomination(call)]]),
        )
    forbid = "any one suit" if adjudicator.table.leads_by_suits else "one unspecified suit"
    return head + (("law", adjudicator.label(effects[law.RESTRICTION])), ("forbid", forbid))


def _names_suit(call):
    return is_bid(call) and denomination(call) != NOTRUMP


def _specified(adjudicator, seat, suit):
    for i in range(adjudicator.count):
        call = adjudicator.standing(i)
        if adjudicator.standing_seat(i) == seat and call >= LOWEST_BID:
            if denomination(call) == suit:
                return True
    return False
