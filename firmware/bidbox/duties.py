"""What players owe: to pass next or for the rest, to repeat a call, not to double (Laws 24, 30 to
38).

A duty remembers which standing call gave rise to it and which one spent it, so that taking calls
back takes back what they did. Knows no law: the law table says when a duty arises.
"""

from array import array

from bidbox.calls import NO_CALL, PASS

PASS_NEXT = 1
PASS_REST = 2
REPEAT = 3
NO_DOUBLE = 4
NO_OWNER = 0xFFFF
_NEVER = -1
_LIFTED = -2


class Duties:
    """At most `capacity` duties a board; beyond that `full` is true and the director decides."""

    def __init__(self, capacity):
        self.capacity = capacity
        self._seats = bytearray(capacity)
        self._kinds = bytearray(capacity)
        self._calls = bytearray(capacity)
        self._owners = array("H", bytes(2 * capacity))
        self._born = array("h", bytes(2 * capacity))
        self._spent = array("h", bytes(2 * capacity))
        self.must_pass = bytearray(4)  # 0, PASS_NEXT or PASS_REST by seat
        self.must_repeat = bytearray(4)  # a call or NO_CALL
        self.must_not_double = bytearray(4)
        self.count = 0
        self.full = False
        self._refresh()

    def clear(self):
        self.full = False
        if self.count:
            self.count = 0
            self._refresh()

    def add(self, seat, kind, call, born, owner, spent=_NEVER):
        """Add a duty.

        born: index of the standing call that gave rise to it, -1 for a ruling; spent: index of the
        one that has spent it already.
        """
        n = self.count
        if n == self.capacity:
            self.full = True
            return
        self._seats[n] = seat
        self._kinds[n] = kind
        self._calls[n] = call
        self._owners[n] = owner
        self._born[n] = born
        self._spent[n] = spent
        self.count = n + 1
        self._refresh()

    def lift(self, owner, at):
        """Take away what one item gave rise to; at: place of the call that does it, or -1."""
        for i in range(self.count):
            if self._owners[i] == owner and self._spent[i] == _NEVER:
                if at < 0:
                    self._kinds[i] = 0
                else:
                    self._spent[i] = at
        self._refresh()

    def lift_turn(self, owner):
        """Take away what one item gave rise to for one turn."""
        for i in range(self.count):
            if self._owners[i] == owner and self._kinds[i] != PASS_REST:
                if self._spent[i] == _NEVER:
                    self._spent[i] = _LIFTED
        self._refresh()

    def owe_again(self, owner):
        """Undo lift_turn()."""
        for i in range(self.count):
            if self._owners[i] == owner and self._spent[i] == _LIFTED:
                self._spent[i] = _NEVER
        self._refresh()

    def forgive(self):
        """Take away everything."""
        self.count = 0
        self._refresh()

    def called(self, seat, at):
        """Spend what the seat's call that now stands at index `at` spends: all but passing for the
        rest.
        """
        if not self.any:
            return
        for i in range(self.count):
            if self._seats[i] == seat and self._kinds[i] != PASS_REST and self._spent[i] == _NEVER:
                self._spent[i] = at
        self._refresh()

    def turn_lost(self, seat, at):
        """What a seat must not do at one turn ends with that turn, lost to the call at `at`."""
        for i in range(self.count):
            if self._seats[i] == seat and self._kinds[i] == NO_DOUBLE and self._spent[i] == _NEVER:
                self._spent[i] = at
        self._refresh()

    def back_to(self, at):
        """Standing calls from index `at` on are taken back: undo what they gave rise to and
        spent.
        """
        if not self.count:
            return
        for i in range(self.count):
            if self._born[i] >= at:
                self._kinds[i] = 0
            if self._spent[i] >= at:
                self._spent[i] = _NEVER
        self._refresh()

    def owner_of(self, seat, kind):
        """Return the owner of a seat's latest open duty of a kind, or NO_OWNER."""
        owner = NO_OWNER
        for i in range(self.count):
            if self._seats[i] == seat and self._kinds[i] == kind and self._spent[i] == _NEVER:
                owner = self._owners[i]
        return owner

    def _refresh(self):
        self.any = False
        for seat in range(4):
            self.must_pass[seat] = 0
            self.must_repeat[seat] = NO_CALL
            self.must_not_double[seat] = 0
        for i in range(self.count):
            if self._spent[i] == _NEVER and self._kinds[i]:
                self.any = True
                self._apply(self._seats[i], self._kinds[i], self._calls[i])

    def _apply(self, seat, kind, call):
        if kind == REPEAT:
            self.must_repeat[seat] = call
            if call == PASS:
                kind = PASS_NEXT
        if kind == NO_DOUBLE:
            self.must_not_double[seat] = 1
        elif kind <= PASS_REST and kind > self.must_pass[seat]:
            self.must_pass[seat] = kind
