"""A board's life at the table: idle, proposed, auction, clarification, play.

Opens a board and takes its calls; what happens once a board stands in stages.py. Knows no clock,
key, display or record: the app tells it what happened and writes down what it answers.
"""

from bidbox import boards
from bidbox import items as its
from bidbox.verdicts import OPEN

IDLE = 0
PROPOSED = 1
AUCTION = 2
CLARIFICATION = 3
PLAY = 4
STATES = ("idle", "proposed", "auction", "clarification", "play")

# How a board was opened: indexes of records.BOARD_HOWS.
BY_PROPOSAL = 0
BY_CALL = 1  # assumed: a call was made before anybody pressed OK
BY_NUMBER = 3  # somebody typed the number; 2: the auction was entered again

# How an auction period ended (Law 17D, and the table's own ways): indexes of records.PERIOD_HOWS.
LEAD_FACED = 0
HANDS_RETURNED = 1
NEXT_BOARD = 2
THREE_MINUTES = 3
DIRECTOR = 4

# How a board was closed: indexes of records.CLOSED_HOWS.
COMPLETE = 0
INCOMPLETE = 1
DEEMED = 2

NO_EVENT = -1
ALERTS = 512  # events of a board whose alert is kept

# What OK does with nothing selected.
SAYS_SO = 0
OPENS = 1
ENDS_PERIOD = 2
PROPOSES = 3

# What is said, and never blocks, about a number proposed.
IN_LOG = 1
SKIPPED = 2


class Life:
    """One board after another; `state`, `board`, `dealer`, `proposal`, `calls` can be read.

    `first` and `last` are the session's board numbers; with `deemed`, a board that lacks only
    final passes is closed as if they had been made. `logged` and `alerts` are bits, of the numbers
    that the log holds and of the events alerted on this board; `latest` is, by seat, the event of
    its last call.
    """

    def __init__(self, adjudicator, first=1, last=boards.HIGHEST, deemed=True):
        self.adjudicator = adjudicator
        self.first = first
        self.last = last
        self.deemed = deemed
        self.state = IDLE
        self.board = 0
        self.dealer = 0
        self.calls = 0  # made on this board, irregular ones too
        self.proposal = first
        self.opening = BY_PROPOSAL
        self.closing = INCOMPLETE
        self.period = -1
        self.logged = bytearray(boards.HIGHEST // 8 + 1)
        self.alerts = bytearray(ALERTS // 8)
        self.latest = [NO_EVENT] * 4

    @property
    def running(self):
        """Whether a board is open: its auction or its clarification period goes on."""
        return self.state == AUCTION or self.state == CLARIFICATION

    def note_logged(self, number):
        self.logged[number >> 3] |= 1 << (number & 7)

    def begin(self, number, opening, dealer=-1):
        """Open a board, in the way `opening` says; dealer: another than its number's."""
        self.opening = opening
        self.board = number
        self.dealer = boards.dealer(number) if dealer < 0 else dealer
        self.proposal = number
        self.calls = 0
        self.period = -1
        for i in range(len(self.alerts)):
            self.alerts[i] = 0
        for seat in range(4):
            self.latest[seat] = NO_EVENT
        self.state = AUCTION
        self.note_logged(number)
        self.adjudicator.open(self.dealer)

    def call(self, seat, call, second=False):
        """Judge one call on the running board; return the kind of its verdict, 0 if regular.

        second: Law 33 put it after another that was made at the same moment.
        """
        self.latest[seat] = self.adjudicator.event_count
        kind = self.adjudicator.step(seat, call, second)
        self.calls += 1
        self.follow()
        return kind

    def follow(self):
        """An auction ends by its calls and reopens by a ruling."""
        self.state = CLARIFICATION if self.adjudicator.over else AUCTION

    def alerted(self, event):
        """Whether the call that is `event` is alerted now."""
        return 0 <= event < ALERTS and bool(self.alerts[event >> 3] & 1 << (event & 7))

    def open_item(self):
        """Whether an irregularity waits for a call or a ruling."""
        adjudicator = self.adjudicator
        for i in range(adjudicator.item_count):
            if adjudicator.item(i)[its.STATUS] == OPEN:
                return True
        return False
