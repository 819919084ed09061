"""The short phrases that displays show: one list a language, at most 80.

A phrase is two lines of at most 16 characters, parted by "/" where it matters; %s and %d take what
the constant's comment names.
Sentences to read out live on the host.
"""

PRESS_OK = 0
NOTHING_SELECTED = 1
WHICH_DENOMINATION = 2
WHICH_LEVEL = 3
TD_PENDING = 4
TD_CALLED = 5
TD_CANCELLED = 6
TD_COMES = 7
STOP = 8
RESTARTED = 9  # board
IN_LOG = 10  # board
SKIPPED = 11  # board expected
LEFT_OPEN = 12  # board
OK_OPENS = 13
LEAD_THEN_OK = 14
RETURN_HANDS = 15
PLEASE_WAIT = 16
NOT_LEGAL = 17  # call
NUMBER = 18  # number
NOT_RECORDED = 19
LOG_FULL = 20
DISPLAY_FAULT = 21  # seat
SETTINGS_DAMAGED = 22
LOG_DAMAGED = 23
PASSED_OUT = 24
DEEMED = 25
INCOMPLETE = 26
NEXT_BOARD = 27
OK_IS_LEADERS = 28  # seat
ALERTED = 29
NO_CALL_TO_ALERT = 30
CANNOT_OPEN = 31
TABLE = 32  # table
BOARD = 33  # board
DEALER = 34  # seat, vulnerability
MAY_ACCEPT = 35  # seat
NO_ACCEPTANCE = 36
LAW = 37  # law
QUIET = 38
TABLE_BOARD = 39  # table, board
CALLS_DIRECTOR = 40  # seat
TABLE_CALLS = 41
ACKNOWLEDGED = 42
ASK_NOT_ACCEPTED = 43
ASK_ACCEPTED = 44
ASK_CANCELLED = 45
ASK_FALSE_ALARM = 46
SENT = 47
NO_ANSWER = 48
INSUFFICIENT = 49
OUT_OF_ROTATION = 50
BAD_DOUBLE = 51
BAD_REDOUBLE = 52
MUST_PASS = 53
CHANGE_OF_CALL = 54
ABOVE_SEVEN = 55
AFTER_END = 56
BATTERY_LOW = 57  # percent
TABLE_SILENT = 58
FAULT = 59  # number
NEXT_YES_NO = 60
SERVICE = 61
ASK_COMING = 62
ASK_ARRIVED = 63
OWN_TURN = 64
LHOS_TURN = 65
PARTNERS_TURN = 66
RHOS_TURN = 67
ALSO_INSUFFICIENT = 68
TABLES = 69  # how many

FIRST_KIND = INSUFFICIENT - 1  # + a kind of bidbox.verdicts is its phrase

# One text, a phrase a line: sixty strings would take ten times its room in the heap.
ENGLISH = """\
PRESS OK
NOTHING SELECTED
WHICH SUIT?
WHICH LEVEL?
HOLD TD, OR OK,/TO CALL DIRECTOR
DIRECTOR CALLED
DIRECTOR NOT NEEDED
DIRECTOR COMES
STOP
RESTARTED, BOARD/%d CONTINUES
BOARD %d IS/IN THE LOG
BOARD %d WAS/SKIPPED
BOARD %d WAS/LEFT OPEN
OK OPENS IT
FACE THE LEAD,/THEN OK
RETURN HANDS,/THEN OK
DIRECTOR:/PLEASE WAIT
%s IS NOT LEGAL
BOARD %d?/PRESS OK
NOT RECORDED:/CALL DIRECTOR
LOG FULL:/CALL DIRECTOR
NO DISPLAY AT %s
SETTINGS DAMAGED
LOG WAS DAMAGED
PASSED OUT
DEEMED PASSES
INCOMPLETE
OK: NEXT BOARD
OK: THE LEADER, %s
ALERT
NO CALL TO ALERT
NO SUCH BOARD
TABLE %d
BOARD %d
DEALER %s VUL %s
%s MAY ACCEPT
NOBODY ACCEPTS
LAW %s
ALL QUIET
TABLE %d BOARD %d
%s CALLS YOU
CALLS YOU
ACKNOWLEDGED
NOT ACCEPTED?
ACCEPTED?
CANCELLED?
FALSE ALARM?
SENT
NO ANSWER YET
INSUFFICIENT
OUT OF ROTATION
INADMISSIBLE X
INADMISSIBLE XX
HAD TO PASS
CHANGE OF CALL
ABOVE SEVEN
AFTER THE END
BATTERY %d %%
TABLE IS SILENT
FAULT %d
NEXT  YES  NO
SERVICE
COMING?
ARRIVED?
OWN TURN
LHO TURN
PD TURN
RHO TURN
TOO LOW
%d TABLES
"""


def phrase(words, index):
    """Return the phrase at an index of a language's text."""
    at = 0
    for _ in range(index):
        at = words.find("\n", at) + 1
    return words[at : words.find("\n", at)]


def lines(text):
    """Return a phrase's two lines: parted at "/", else where the sixteenth letter needs it."""
    if "/" not in text and len(text) > 16:
        at = text.rfind(" ", 0, 17)
        return (text[:at], text[at + 1 :]) if at > 0 else (text[:16], text[16:])
    upper, _, lower = text.partition("/")
    return upper, lower
