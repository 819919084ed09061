"""The vocabulary of the compiled table of the Laws, and look-up in it.

Numbers here are what the table's rows are made of; what a row says stands in the law sources
alone. The compiler finds each word of a source under its name here: "LHO calls" is LHO_CALLS.
"""

# What a call is, by itself.
PASS = 0
BID = 1
INSUFFICIENT = 2
X = 3
BAD_X = 4
XX = 5
BAD_XX = 6
ABOVE_SEVEN = 7

# The auction so far; each has a row for each duty and turn.
EMPTY = 0
PASSES = 1
BID_MADE = 2

# Whose turn it was, seen from the caller, by (caller - turn) & 3.
OWN = 0
RHO = 1
PARTNER = 2
LHO = 3
RHO_TO_PASS = 4
TURNS = 5

# The caller's duty.
NONE = 0
MUST_PASS = 1
REPEAT = 2
NO_DOUBLE = 3
DUTIES = 4

OVER_DEFENDER = 60  # rows after the last of BID_MADE
OVER_OTHER = 61
ROW_COUNT = 62

# Cells that are no irregularity.
REGULAR_CELL = 0
DEEMED_CELL = 1
UNMET_CELL = 2
NOTHING_CELL = 3

# What settles an irregularity, or moves it on.
LHO_CALLS = 0
NOT_ACCEPTED = 1
RIGHT_OPPONENT_CALLS = 2
CANCELLED = 3
OFFENDER_BIDS_THE_SAME_DENOMINATION = 4
OFFENDER_CALLS_OTHERWISE = 5
OFFENDER_DOUBLES = 6
SECOND_BID_NOT_ACCEPTED = 7  # nor the first
SECOND_BID_ACCEPTED = 8
RHO_PASSES = 9
RHO_ACTS = 10
REPLACED_BY_THE_SAME_CALL = 11
REPLACED_IN_THE_SAME_DENOMINATION = 12
REPLACED_BY_ANOTHER_BID = 13
REPLACED_BY_A_DOUBLE = 14
REPLACED_BY_ANOTHER_CALL = 15
BAD_DOUBLE_TRIED = 16
YES_SAME_DENOMINATION = 17
NO_OTHER_DENOMINATION = 18
YES_COMPARABLE = 19
NO_NOT_COMPARABLE = 20
YES_ARTIFICIAL = 21
NO_NOT_ARTIFICIAL = 22
THREE_PASSES = 23
AUCTION_OVER = 24
AUCTION_PERIOD_OVER = 25
OFFENDER_DOUBLES_INADMISSIBLY = 26
OFFENDER_BIDS_INSUFFICIENTLY = 27
REPLACEMENT_STANDS = 28
DOUBLE_TRIED = 29
RHO_LOSES_HIS_TURN = 30

# What happens to the call itself.
STANDS = 1
PASS_SUBSTITUTED = 2
REPLACES_THE_FIRST = 3
VOID = 4
REPLACEMENT_CANCELLED = 5
RESTORED = 6
PASS_SUBSTITUTED_VOID = 7
TRIED_CALL_STANDS = 8

# What is owed; bits of one byte.
OFFENDER_PASSES_NEXT = 1
OFFENDER_PASSES_FOR_THE_REST = 2
PARTNER_PASSES_NEXT = 4
PARTNER_PASSES_FOR_THE_REST = 8
BOTH_PASS_FOR_THE_REST = 10
OFFENDER_REPEATS = 16
PARTNER_DOES_NOT_DOUBLE = 32
LEAD_RESTRICTION = 64
NO_DUTY = 128

# Questions a state asks; bits of one byte. OPEN: the next call may settle it.
Q1 = 1
Q2 = 2
Q3 = 4
Q4 = 8
Q5 = 16
Q6 = 32
Q7 = 64
OPEN = 128

# States that the adjudicator enters by itself.
SETTLED = 0
OPENED_OR_CALLED_OVER = 0  # places in SPECIAL
THIRD_PASS_OUT_OF_ROTATION = 1
SECOND_INSUFFICIENT_BID = 2

# Laws that answers and corrections rest on: places in EFFECTS.
UNINTENDED = 0
WITHDRAWN = 1
VOIDED = 2
RULING = 3
LATE_CORRECTION = 4
SUBSTITUTE = 5
CHANGE = 6
RESTRICTION = 7
RESTRICTION_BY_SUITS = 8
ARTIFICIAL = 9
EFFECTS = 10

# What the Laws leave open: places in DOUBTS.
U2 = 0
U4 = 1
U5 = 2
U6 = 3
U7 = 4
U10 = 5
U11 = 6
U12 = 7
U14 = 8
U15 = 9
END_OR_28A = 10
VOID_OR_28B = 11
DUTY_NOT_MET = 12
SECOND_CALL_OUT_OF_ROTATION = 13
TWO_OUT_OF_TURN = 14
TURN_LOST = 15
FOUND_AFTER_THE_LEAD = 16
DUTY_SKIPPED = 17
FORCED_ACCEPTANCE = 18
NEVER_REPLACED = 19
U13 = 20
DOUBLE_AGAINST_A_BAN = 21
DOUBTS = 22

NO_LABEL = 255
RULING_SIZE = 5  # trigger, law, call << 3 | status, duties, next state


class LawTable:
    """One edition's compiled table: a module of bidbox.laws."""

    def __init__(self, module):
        self.edition = module.EDITION
        self.crc = module.CRC
        self.rows = module.ROWS
        self.cells = module.CELLS
        self.cell_kinds = module.CELL_KINDS
        self.cell_laws = module.CELL_LAWS
        self.cell_states = module.CELL_STATES
        self.asks = module.ASKS
        self.state_doubts = module.STATE_DOUBTS
        self.first_rulings = module.FIRST_RULINGS
        self.rulings = module.RULINGS
        self.special = module.SPECIAL
        self.effects = module.EFFECTS
        self.doubts = module.DOUBTS
        self.labels = module.LABELS
        self.leads_by_suits = module.LEADS_BY_SUITS

    def find(self, state, trigger):
        """Return the offset of the ruling for a trigger in a state, or -1 where there is none."""
        rulings = self.rulings
        at = self.first_rulings[state]
        end = self.first_rulings[state + 1]
        while at < end:
            if rulings[at * RULING_SIZE] == trigger:
                return at * RULING_SIZE
            at += 1
        return -1

    def label(self, index):
        """Return the text of a law label, None for NO_LABEL. Allocates: not for the hot path."""
        if index == NO_LABEL:
            return None
        at = 0
        for _ in range(index):
            at = self.labels.index(b"\n", at) + 1
        return self.labels[at : self.labels.index(b"\n", at)].decode()

    def readings(self, doubt):
        """Return the labels of both readings of a doubt, the one that the state follows first."""
        doubts = self.doubts
        return [self.label(doubts[2 * doubt]), self.label(doubts[2 * doubt + 1])]

    def readings_differ(self, doubt):
        """Tell whether an edition leaves a matter open at all."""
        return self.doubts[2 * doubt] != self.doubts[2 * doubt + 1]
