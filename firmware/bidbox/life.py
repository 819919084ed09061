"""A board's life at the table: idle, proposed, auction, clarification, play.

Holds what OK, numbers and calls mean in each state and how a board ends. Knows no clock, key,
display or record: the app tells it what happened and writes down what it answers.
"""

from bidbox import boards
from bidbox import items as its
from bidbox.answers import AUCTION_PERIOD_OVER, BOARD
from bidbox.calls import NOBODY, PASS, lho
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
PERIOD_MS = 180000

# How a board was closed: indexes of records.CLOSED_HOWS.
COMPLETE = 0
INCOMPLETE = 1
DEEMED = 2

NO_EVENT = -1
_ALERTS = 512  # events of a board whose alert is kept

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
    final passes is closed as if they had been made.
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
        self._logged = bytearray(boards.HIGHEST // 8 + 1)
        self._alerted = bytearray(_ALERTS // 8)
        self._latest = [NO_EVENT] * 4  # by seat, the event of its last call

    @property
    def running(self):
        """Whether a board is open: its auction or its clarification period goes on."""
        return self.state == AUCTION or self.state == CLARIFICATION

    @property
    def proposed(self):
        return self.state == PROPOSED

    def logged(self, number):
        """Whether the log holds board `number`."""
        return bool(self._logged[number >> 3] & 1 << (number & 7))

    def note_logged(self, number):
        self._logged[number >> 3] |= 1 << (number & 7)

    def expected(self):
        """Return the number that follows the board opened last."""
        return boards.following(self.board, self.first, self.last) if self.board else self.first

    def propose(self, number=0):
        """Propose board `number`, or the one that follows; return IN_LOG, SKIPPED or 0."""
        expected = self.expected()
        self.opening = BY_NUMBER if number else BY_PROPOSAL
        self.proposal = number or expected
        self.state = PROPOSED
        said = IN_LOG if self.logged(self.proposal) else 0
        if self.first <= expected < self.proposal:
            said |= SKIPPED
        return said

    def open(self, opening=-1):
        """Open the proposed board; return how it was opened."""
        if opening >= 0:
            self.opening = opening
        self._begin(self.proposal)
        return self.opening

    def reopen(self, number, dealer, opening):
        """Open a board as a record says it was opened."""
        self.opening = opening
        self._begin(number, dealer)

    def can_correct(self):
        """Whether any seat may still correct the number: until the first call."""
        return self.state == AUCTION and self.calls == 0

    def correct(self, number):
        """Take another number for the board just opened."""
        self._begin(number)

    def call(self, seat, call, second=False):
        """Judge one call on the running board; return the kind of its verdict, 0 if regular.

        second: Law 33 put it after another that was made at the same moment.
        """
        self._latest[seat] = self.adjudicator.event_count
        kind = self.adjudicator.step(seat, call, second)
        self.calls += 1
        self._follow()
        return kind

    def answer(self, code, of=-1, a=0, b=0, ruling=None):
        """Apply a director's answer; return whether anything asked for it.

        For BOARD, a is the dealer and b the number, 0 as it was; ruling: as adjudicator.answer()
        takes it. A board just closed can be answered for until the next one is opened: it stays
        closed.
        """
        adjudicator = self.adjudicator
        if not self.answerable:
            return False
        taken = adjudicator.answer(code, of, a, b, ruling)
        if taken and code == BOARD:
            self.dealer = a
            if b:
                self.board = b
                self.note_logged(b)
        if not self.running:
            if not adjudicator.over:
                self.closing = INCOMPLETE
            elif self.closing == INCOMPLETE:
                self.closing = COMPLETE
        elif code == AUCTION_PERIOD_OVER and self.state == CLARIFICATION:
            self.end_period(DIRECTOR)
            return True
        else:
            self._follow()
        return taken

    @property
    def answerable(self):
        """Whether the director can answer: a board is open, or one was made here and closed."""
        return self.running or self.adjudicator.event_count > 0

    def latest(self, seat):
        """Return the event of the seat's last call on this board, or NO_EVENT."""
        return self._latest[seat]

    def alert(self, event):
        """Alert the call that is `event`, or take its alert back; return whether it is on now."""
        on = not self.alerted(event)
        self.note_alert(event, on)
        return on

    def alerted(self, event):
        return 0 <= event < _ALERTS and bool(self._alerted[event >> 3] & 1 << (event & 7))

    def note_alert(self, event, on):
        if 0 <= event < _ALERTS:
            bit = 1 << (event & 7)
            if on:
                self._alerted[event >> 3] |= bit
            else:
                self._alerted[event >> 3] &= 0xFF ^ bit

    def leader(self):
        """Return the seat that leads once there is a contract, else NOBODY (Law 41A)."""
        adjudicator = self.adjudicator
        if not adjudicator.over or adjudicator.passed_out:
            return NOBODY
        return lho(adjudicator.declarer)

    def ok_alone(self, seat):
        """Return what OK with nothing selected does at `seat`."""
        if self.state == PROPOSED:
            return OPENS
        if self.state == CLARIFICATION:
            leader = self.leader()
            return ENDS_PERIOD if leader == NOBODY or leader == seat else SAYS_SO
        if self.state == AUCTION:
            return SAYS_SO
        return PROPOSES

    def period_by_ok(self):
        """Return how the auction period ends by OK: a lead is faced or the hands are returned."""
        return HANDS_RETURNED if self.adjudicator.passed_out else LEAD_FACED

    def end_period(self, period):
        """End the auction period (Law 17D1-2, 22B of 2007): play begins, keys are dead."""
        self.period = period
        self.close()

    def close(self):
        """Close the running board; return how."""
        if self.adjudicator.over:
            self.closing = COMPLETE
        elif self.deemed and self._lacks_only_passes() and self._deem():
            self.closing = DEEMED
        else:
            self.closing = INCOMPLETE
        self.state = PLAY
        return self.closing

    def open_item(self):
        """Whether an irregularity waits for a call or a ruling."""
        adjudicator = self.adjudicator
        for i in range(adjudicator.item_count):
            if adjudicator.item(i)[its.STATUS] == OPEN:
                return True
        return False

    def _begin(self, number, dealer=-1):
        self.board = number
        self.dealer = boards.dealer(number) if dealer < 0 else dealer
        self.proposal = number
        self.calls = 0
        self.period = -1
        for i in range(len(self._alerted)):
            self._alerted[i] = 0
        for seat in range(4):
            self._latest[seat] = NO_EVENT
        self.state = AUCTION
        self.note_logged(number)
        self.adjudicator.open(self.dealer)

    def _follow(self):
        """An auction ends by its calls and reopens by a ruling."""
        if self.adjudicator.over:
            self.state = CLARIFICATION
        else:
            self.state = AUCTION

    def _lacks_only_passes(self):
        """Whether the last call was a pass, none is open and the players put their cards away.

        A bid and one or two passes after it, or three passes and nothing else.
        """
        adjudicator = self.adjudicator
        count = adjudicator.count
        passes = 0
        while passes < count and adjudicator.standing(count - 1 - passes) == PASS:
            passes += 1
        enough = 3 if passes == count else 1
        return passes >= enough and not self.open_item()

    def _deem(self):
        """Have the missing passes made; return whether they ended the auction."""
        adjudicator = self.adjudicator
        for _ in range(3):
            if not adjudicator.over:
                adjudicator.step(adjudicator.turn, PASS)
        return adjudicator.over
