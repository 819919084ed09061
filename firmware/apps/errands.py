"""What players ask of the table that no signal waits for: see Table.ask() and course.py."""

CALL = 0  # only one made while something else waits, so that the order stays
NUMBER = 1
OK_ALONE = 2
TD = 3
ALERT = 4
STOP = 5
PROPOSE = 6  # players put their cards away, or the table starts

SIZE = 4  # an errand: one of these, a socket, a call or number, and when
