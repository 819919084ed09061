"""The legal auction: standing calls only, whose turn it is, and what a call would be by itself
(Laws 17 to 19, 22).

Knows nothing of irregularities: what is put here stands. All storage is allocated once. Neither
this class nor one built on it has a property: in the VM a class with properties pays for each
attribute it sets.
"""

from array import array

from bidbox import lawtable
from bidbox.calls import DOUBLE, HIGHEST_BID, LOWEST_BID, NOBODY, PASS, REDOUBLE

SEAT = 6  # an entry of the record: call, seat << SEAT, flags
CALL = 63
SKIPPED = 0x100  # the call took away a player's turn (29A)
IMPLIED = 0x200  # a pass that nobody made (28A)
ABSORBED = 0x400  # and the late pass of its player has been absorbed
HELD = 0x800  # more calls are known to follow: does not end the auction
FLAGS = SKIPPED | IMPLIED | ABSORBED
NO_EVENT = 0xFFFF

ROWS_OF_A_STAGE = lawtable.DUTIES * lawtable.TURNS
_BID_MADE = lawtable.BID_MADE * ROWS_OF_A_STAGE

# What P, X and XX would be (Law 19), for North-South and then for East-West; by the last caller's
# side.
_NEITHER = bytes((lawtable.PASS, lawtable.BAD_X, lawtable.BAD_XX))
_MAY_DOUBLE = bytes((lawtable.PASS, lawtable.X, lawtable.BAD_XX))
_MAY_REDOUBLE = bytes((lawtable.PASS, lawtable.BAD_X, lawtable.XX))
_NO_DOUBLE = _NEITHER + _NEITHER
_AFTER_A_BID = (_NEITHER + _MAY_DOUBLE, _MAY_DOUBLE + _NEITHER)
_AFTER_A_DOUBLE = (_NEITHER + _MAY_REDOUBLE, _MAY_REDOUBLE + _NEITHER)


class Auction:
    """At most `capacity` standing calls; index 0 is the first of them."""

    def __init__(self, capacity):
        self.capacity = capacity
        self._entries = array("H", bytes(2 * capacity))
        self._events = array("H", bytes(2 * capacity))
        self._change = (
            self._change_contract
        )  # found on the object, not five classes up: the hot path
        self._clear(0)

    def _clear(self, dealer):
        self.dealer = dealer
        self._turn = self.ruled_turn = dealer
        self.ruled_at = -1  # standing calls when the director said whose turn it is
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
        self._low = _NO_DOUBLE

    def standing(self, i):
        """Return the i-th standing call."""
        return self._entries[i] & CALL

    def standing_seat(self, i):
        """Return who made the i-th standing call."""
        return self._entries[i] >> SEAT & 3

    def standing_event(self, i):
        """Return the event that made the i-th standing call; -1 for an implied pass."""
        event = self._events[i]
        return -1 if event == NO_EVENT else event

    def is_implied(self, i):
        """Tell whether the i-th standing call is a pass that nobody made (28A)."""
        return self._entries[i] & IMPLIED != 0

    def kind_of(self, seat, call):
        """Return what a call by a seat would be over the last standing bid (Laws 18, 19): PASS to
        ABOVE_SEVEN.
        """
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
        self._entries[n] = seat << SEAT | call | flags
        self._events[n] = event
        self.n = n + 1
        self._turn = (seat + 1) & 3
        if call == PASS:
            self.passes += 1
            if not self.base:
                self.base = ROWS_OF_A_STAGE
        else:
            self.passes = 0
            self._change(seat, call)

    def _change_contract(self, seat, call):
        """A bid, a double or a redouble stands: note who may double now (Law 19)."""
        if call > REDOUBLE:
            self.last_bid = call
            self.last_bidder = seat
            self.doubled = 0
            self._low = _AFTER_A_BID[seat & 1]
            self.base = _BID_MADE
            self.limit = 3
            return
        if not self.base:
            self.base = ROWS_OF_A_STAGE
        if call == DOUBLE:
            self.doubled = 1
            self._low = _AFTER_A_DOUBLE[seat & 1]
        else:
            self.doubled = 2
            self._low = _NO_DOUBLE

    def _cut(self, at):
        """Take back the standing calls from index `at` on."""
        self._turn = self.dealer
        self._forget()
        self.over = False
        self._restore(at)
        if at == self.ruled_at:
            self._turn = self.ruled_turn

    def _restore(self, count):
        """Let stand again, up to `count` in all, the calls that were last cut."""
        for i in range(self.n, count):
            entry = self._entries[i]
            self._put(entry >> SEAT & 3, entry & CALL, self._events[i], entry & FLAGS)

    def find_declarer(self):
        """Return the first of the last bidder's side to have named its denomination; NOBODY
        without a bid.
        """
        if self.last_bidder == NOBODY:
            return NOBODY
        for i in range(self.n):
            call = self._entries[i] & CALL
            seat = self._entries[i] >> SEAT & 3
            if call >= LOWEST_BID and (call - self.last_bid) % 5 == 0:
                if (seat ^ self.last_bidder) & 1 == 0:
                    return seat
        return NOBODY
