"""Names of what a verdict can say, each at the index that the firmware, journal and link use.

The names are those of `bidbox adjudicate`; the Laws they belong to are named in the law table
alone.
"""

REGULAR = 0
INSUFFICIENT = 1
OUT_OF_ROTATION = 2
INADMISSIBLE_DOUBLE = 3
INADMISSIBLE_REDOUBLE = 4
MUST_PASS_VIOLATION = 5
CHANGE_OF_CALL = 6
ABOVE_SEVEN = 7
CALL_AFTER_END = 8

KINDS = (
    "",
    "insufficient",
    "out_of_rotation",
    "inadmissible_double",
    "inadmissible_redouble",
    "must_pass_violation",
    "change_of_call",
    "above_seven",
    "call_after_end",
)

# Whose turn it was, seen from the offender, by (turn - seat) & 3.
OWN_TURN = 0
LHO_TURN = 1
PARTNER_TURN = 2
RHO_TURN = 3
NO_TURN = 4  # the auction was over
TURNS = ("own", "LHO", "partner", "RHO", None)

OPEN = 0
ACCEPTED = 1
CANCELLED = 2
WIPED = 3
STANDS = 4
STATUSES = ("open", "accepted", "cancelled", "wiped", "stands")
