"""A director's ruling as journal and link hold it: the JSON of `bidbox adjudicate`, UTF-8.

Loaded only where a ruling comes. Knows the form alone; directing.py sets the state.
"""

import json

from bidbox.calls import parse_call, parse_seat

_TERMS = ("next", "rest")


def parse(data):
    """Return what adjudicator.answer() takes as `ruling`; ValueError if the bytes are none."""
    # Before 1.26 json takes an object that is cut off for a whole one.
    if data.count(b"{") != data.count(b"}") or data.count(b"[") != data.count(b"]"):
        raise ValueError("that is no ruling")
    try:
        state = json.loads(data)
        turn = state.get("turn")
        calls = state.get("calls")
        if calls is not None:
            calls = [(parse_seat(seat), parse_call(call)) for seat, call in calls]
        return (
            None if turn is None else parse_seat(turn),
            calls,
            _by_seat(state.get("must_pass"), _term),
            _by_seat(state.get("must_repeat"), parse_call),
        )
    except (AttributeError, TypeError, KeyError):
        raise ValueError("that is no ruling")


def _term(name):
    return _TERMS.index(name) + 1


def _by_seat(found, value):
    return None if found is None else {parse_seat(seat): value(found[seat]) for seat in found}
