"""What a request to `bidbox adjudicate` may say: seats, calls and the director's words, checked.

Runs in CPython and in the VM.
"""

from bidbox.calls import parse_call, parse_seat

DUTY_NAMES = ("", "next", "rest")
MOST_CALLS = 319  # no auction is longer
_MOST_SHOWN = 40  # letters of what was given instead


class RequestError(ValueError):
    """A request that cannot be understood; says in one line what is wrong."""


def seat_of(name, what):
    try:
        return parse_seat(name)
    except (ValueError, TypeError, AttributeError):
        raise RequestError("%s is N, E, S or W, not %s" % (what, shown(name)))


def call_of(name, what):
    try:
        return parse_call(name)
    except (ValueError, TypeError, AttributeError):
        raise RequestError("%s: a call is P, X, XX or 1C to 9N, not %s" % (what, shown(name)))


def shown(value):
    """Return what was given as an error names it: one word, the same in CPython and in the VM."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."


def is_number(value):
    """Tell whether a value is a whole number; true and false are none, though Python says so."""
    return isinstance(value, int) and not isinstance(value, bool)


def arguments_of(name, event, number):
    """Return what answer() takes beside the code: a, b and ruling."""
    where = "event %d" % number
    if name == "entered":
        seat = seat_of(event.get("seat"), where + ": seat")
        return seat, call_of(event.get("call"), where), None
    if name == "must_pass":
        seat = seat_of(event.get("seat"), where + ": seat")
        term = "rest" if "rest" in [event[key] for key in event if key != "seat"] else "next"
        return seat, DUTY_NAMES.index(term), None
    if name == "board":
        if "dealer" in event:
            return seat_of(event["dealer"], where + ": dealer"), 0, None
        board = event.get("board", event.get("number"))
        if not is_number(board) or board < 1:
            raise RequestError(where + ": board needs a number or a dealer")
        return (board - 1) & 3, 0, None
    if name == "ruling":
        return 0, 0, _ruling(event.get("state"), where)
    return 0, 0, None


def _ruling(state, where):
    if not isinstance(state, dict):
        raise RequestError(where + ": a ruling has a state")
    turn = state.get("turn")
    calls = state.get("calls")
    if calls is not None:
        if not isinstance(calls, list):
            raise RequestError(where + ": calls is a list of [seat, call]")
        if len(calls) > MOST_CALLS:
            raise RequestError(where + ": no auction has more than %d calls" % MOST_CALLS)
        found = []
        for pair in calls:
            if not isinstance(pair, list) or len(pair) != 2:
                raise RequestError(where + ": calls is a list of [seat, call]")
            found.append((seat_of(pair[0], where + ": seat"), call_of(pair[1], where)))
        calls = found
    return (
        None if turn is None else seat_of(turn, where + ": turn"),
        calls,
        _by_seat(state.get("must_pass"), where, _term),
        _by_seat(state.get("must_repeat"), where, call_of),
    )


def _term(name, where):
    if name not in ("next", "rest"):
        raise RequestError(where + ": must_pass is next or rest, not %s" % shown(name))
    return DUTY_NAMES.index(name)


def _by_seat(found, where, value):
    if found is None:
        return None
    if not isinstance(found, dict):
        raise RequestError(where + ": duties are given by seat")
    duties = {}
    for name in found:
        duties[seat_of(name, where + ": seat")] = value(found[name], where)
    return duties
