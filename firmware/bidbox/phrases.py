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
PLEASE_WAIT = 14
NOT_LEGAL = 15  # call
NUMBER = 16  # number
NOT_RECORDED = 17
LOG_FULL = 18
SETTINGS_DAMAGED = 19
LOG_DAMAGED = 20
PASSED_OUT = 21
INCOMPLETE = 22
NEXT_BOARD = 23
OK_IS_LEADERS = 24  # seat
ALERTED = 25
NO_CALL_TO_ALERT = 26
CANNOT_OPEN = 27
TABLE = 28  # table
DEALER = 29  # seat, vulnerability
MAY_ACCEPT = 30  # seat
NO_ACCEPTANCE = 31
LAW = 32  # law
QUIET = 33
TABLE_BOARD = 34  # table, board
CALLS_DIRECTOR = 35  # seat
ASK_NOT_ACCEPTED = 36
ASK_ACCEPTED = 37
ASK_CANCELLED = 38
ASK_FALSE_ALARM = 39
SENT = 40
NO_ANSWER = 41
INSUFFICIENT = 42
OUT_OF_ROTATION = 43
BAD_DOUBLE = 44
BAD_REDOUBLE = 45
MUST_PASS = 46
CHANGE_OF_CALL = 47
ABOVE_SEVEN = 48
AFTER_END = 49
BATTERY_LOW = 50  # table, percent
TABLE_SILENT = 51  # table
FAULT = 52  # table
NEXT_YES_NO = 53
ASK_COMING = 54
ASK_ARRIVED = 55
OWN_TURN = 56
LHOS_TURN = 57
PARTNERS_TURN = 58
RHOS_TURN = 59
ALSO_INSUFFICIENT = 60
TABLES = 61  # how many

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
DIRECTOR:/PLEASE WAIT
%s IS NOT LEGAL
BOARD %d?/PRESS OK
NOT RECORDED:/CALL DIRECTOR
LOG FULL:/CALL DIRECTOR
SETTINGS DAMAGED
LOG WAS DAMAGED
PASSED OUT
INCOMPLETE
OK: NEXT BOARD
OK: THE LEADER, %s
ALERT
NO CALL TO ALERT
NO SUCH BOARD
TABLE %d
DEALER %s VUL %s
%s MAY ACCEPT
NOBODY ACCEPTS
LAW %s
ALL QUIET
TABLE %d BOARD %d
%s CALLS YOU
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
TABLE %d:/BATTERY %d %%
TABLE %d/IS SILENT
TABLE %d/HAS A FAULT
NEXT  YES  NO
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
