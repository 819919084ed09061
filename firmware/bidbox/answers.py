"""The director's answers and rulings, each at the index that journal and link use."""

ANSWERS = (
    "not_accepted",
    "accepted",
    "unintended",
    "withdrawn",
    "cancelled",
    "comparable",
    "not_comparable",
    "same_denomination",
    "not_same_denomination",
    "artificial",
    "not_artificial",
    "opened",
    "called_over",
    "entered",
    "must_pass",
    "void",
    "board",
    "take_back",
    "false_alarm",
    "auction_period_over",
    "ruling",
)

NOT_ACCEPTED = 0
ACCEPTED = 1
UNINTENDED = 2
WITHDRAWN = 3
CANCELLED = 4
COMPARABLE = 5
NOT_COMPARABLE = 6
SAME_DENOMINATION = 7
NOT_SAME_DENOMINATION = 8
ARTIFICIAL = 9
NOT_ARTIFICIAL = 10
OPENED = 11
CALLED_OVER = 12
ENTERED = 13
MUST_PASS = 14
VOID = 15
BOARD = 16
TAKE_BACK = 17
FALSE_ALARM = 18
AUCTION_PERIOD_OVER = 19
RULING = 20
