"""What can go wrong with the parts of a device, as small ints for journal and link, and in words.

Data only. A fault of a seat unit is reported with its seat, any other with NOBODY (calls.py).
"""

from bidbox import keys
from bidbox.calls import NOBODY, SEATS

UNIT_BACK = 0
UNIT_GONE = 1
UNIT_SHORTED = 2
CHIP_RESET = 3
MUX_GONE = 4
MUX_BACK = 5
BATTERY_GOOD = 6
BATTERY_LOW = 7
BATTERY_EMPTY = 8
TASK_STALLED = 9
DISPLAY_GONE = 10
DISPLAY_BACK = 11
WRONG_CODE = 12  # three times, for the director's dialogue; its record has the words
SETTINGS = 16  # for this and the next three a record's text tells more
JOURNAL = 17
TASK = 18
RADIO = 19
KEY_STUCK = 32  # + key 0 to 19 (keys.py)
KEY_FREE = 64  # + key 0 to 19

NAMES = (
    "seat unit is back",
    "seat unit does not answer: check its cord",
    "seat unit shorts its cord and was switched off",
    "key chip had lost its settings and was set up again",
    "channel switch does not answer: all four seats are off",
    "channel switch is back",
    "battery is charged",
    "battery below 20 %",
    "battery below 10 %",
    "a task stands still",
    "display does not answer",
    "display is back",
    "director's dialogue",
)
_TOLD_BY_TEXT = (
    "settings damaged or wrong",
    "journal",
    "a task failed and was started again",
    "radio is off",
)

# The faults that the journal names as over by a later code.
OVER = {UNIT_BACK: (UNIT_GONE, UNIT_SHORTED), MUX_BACK: (MUX_GONE,), DISPLAY_BACK: (DISPLAY_GONE,)}


def fault_words(code, seat, text=""):
    """Return in words what a FAULT record has; `seat` is NOBODY where no seat is concerned."""
    where = "%s: " % SEATS[seat] if seat < NOBODY else ""
    return "%s%s%s" % (where, _name(code), ": " + text if text else "")


def _name(code):
    if KEY_STUCK <= code < KEY_FREE + 32:
        key = (code - KEY_STUCK) & 31
        name = keys.NAMES[key] if key < len(keys.NAMES) else "%d" % key
        if code < KEY_FREE:
            return "key %s is held down or stuck" % name
        return "key %s is free again" % name
    if 0 <= code < len(NAMES):
        return NAMES[code]
    if SETTINGS <= code <= RADIO:
        return _TOLD_BY_TEXT[code - SETTINGS]
    return "unknown fault %d" % code
