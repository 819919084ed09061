"""The legal auction: standing calls only, whose turn it is, and what a call would be by itself (Laws 17 to 19, 22).

Knows nothing of irregularities: what is put here stands. All storage is allocated once.
"""

from array import array

from bidbox import lawtable
from bidbox.calls import DOUBLE, HIGHEST_BID, LOWEST_BID, NO_CALL, NOBODY, PASS, REDOUBLE

SKIPPED = 4  # flags beside the seat: the call took away a player's turn (29A)
IMPLIED = 8  # a pass that nobody made (28A)
NO_EVENT = 0xFFFF

_ROWS_OF_A_STAGE = lawtable.DUTIES * lawtable.TURNS
_BID_MADE = lawtable.BID_MADE * _ROWS_OF_A_STAGE


class Auction:
    """At most `capacity` standing calls; index 0 is the first of them."""

    def __init__(self, capacity):
        self.capacity = capacity
        self._calls = bytearray(capacity)
        self._seats = bytearray(capacity)
        self._events = array("H", bytes(2 * capacity))
        self._low = bytearray(6)  # what P, X and XX would be, for North-South and for East-West
        self._clear(0)

    def _clear(self, dealer):
        self.dealer = dealer
        self._turn = dealer
        self.over = False
        self._forget()

    def _forget(self):
        self.n = 0
        self.passes = 0  # at the end of the record
        self.limit = 4  # passes that end it (Law 22)
        self.base = 0  # the law table's rows for this stage of the auction
        self.last_bid = REDOUBLE  # so that any bid beats it
        self.last_bidder = NOBODY
        self.doubled = 0
        low = self._low
        low[1] = low[4] = lawtable.BAD_X
        low[2] = low[5] = lawtable.BAD_XX

    def standing(self, i):
        """Return the i-th standing call."""
        return self._calls[i]

    def standing_seat(self, i):
        """Return who made the i-th standing call."""
        return self._seats[i] & 3

    def standing_event(self, i):
        """Return the number of the event that made the i-th standing call; -1 for an implied pass."""
        event = self._events[i]
        return -1 if event == NO_EVENT else event

    def is_implied(self, i):
        """Tell whether the i-th standing call is a pass that nobody made (28A)."""
        return self._seats[i] & IMPLIED != 0

    def kind_of(self, seat, call):
        """Return what a call by a seat would be over the last standing bid (Laws 18, 19): PASS to ABOVE_SEVEN."""
        if call > REDOUBLE:
            if call > HIGHEST_BID:
                return lawtable.ABOVE_SEVEN
            return lawtable.BID if call > self.last_bid else lawtable.INSUFFICIENT
        return self._low[(seat & 1) * 3 + call]

    def is_lowest_sufficient(self, call, last_bid):
        """Tell whether a bid is the lowest in its denomination that beats last_bid."""
        return call > last_bid and (call < LOWEST_BID + 5 or call - 5 <= last_bid)

    def _put(self, seat, call, event, flags):
        n = self.n
        self._calls[n] = call
        self._seats[n] = seat | flags
        self._events[n] = event
        self.n = n + 1
        self._turn = (seat + 1) & 3
        if call == PASS:
            self.passes += 1
            if not self.base:
                self.base = _ROWS_OF_A_STAGE
            return
        self.passes = 0
        low = self._low
        side = 3 * (seat & 1)
        low[1] = low[4] = lawtable.BAD_X
        low[2] = low[5] = lawtable.BAD_XX
        if call > REDOUBLE:
            self.last_bid = call
            self.last_bidder = seat
            self.base = _BID_MADE
            self.limit = 3
            self.doubled = 0
            low[4 - side] = lawtable.X
        elif call == DOUBLE:
            self.doubled = 1
            low[5 - side] = lawtable.XX
        else:
            self.doubled = 2

    def _cut(self, at):
        """Take back the standing calls from index `at` on."""
        count = at
        turn = self.dealer if at == 0 else (self.standing_seat(at - 1) + 1) & 3
        self._forget()
        for i in range(count):
            seat = self._seats[i]
            self._put(seat & 3, self._calls[i], self._events[i], seat & (SKIPPED | IMPLIED))
        self._turn = turn
        self.over = False

    @property
    def passed_out(self):
        return self.over and self.last_bidder == NOBODY

    @property
    def contract(self):
        """The last bid once the auction is over, else NO_CALL (also when passed out)."""
        return self.last_bid if self.over and self.last_bidder != NOBODY else NO_CALL

    @property
    def declarer(self):
        """The first of the contract's side to have named its denomination; NOBODY without a contract."""
        contract = self.contract
        if contract == NO_CALL:
            return NOBODY
        for i in range(self.n):
            call = self._calls[i]
            if (
                call >= LOWEST_BID
                and (call - contract) % 5 == 0
                and (self._seats[i] ^ self.last_bidder) & 1 == 0
            ):
                return self._seats[i] & 3
        return NOBODY
