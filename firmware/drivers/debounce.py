"""Twenty contacts that bounce: an integrator of three samples a key, ghosts, hands, times.

Pure: knows neither chip nor bus. A word has one bit a key, bit = 5 * column + row, and all twenty
integrators count at once in two words. Nothing here allocates.
"""

from array import array

KEYS = 20
_ALL = (1 << KEYS) - 1
_COLUMN = 0x1F
_HAND = 7  # this many contacts are no fingers: a hand, a cup, a sleeve
_BOUNCE_MS = 30  # a contact that opens again within this is still the same press


def ambiguous(closed):
    """Return the keys of `closed` whose contact another path through the matrix could make up.

    Two columns that share two rows are four corners of which any three close the fourth.
    """
    rest = closed & (closed - 1)
    if not rest & (rest - 1):
        return 0
    a = closed & _COLUMN
    b = (closed >> 5) & _COLUMN
    c = (closed >> 10) & _COLUMN
    d = (closed >> 15) & _COLUMN
    word = 0
    both = a & b
    if both & (both - 1):
        word |= both | both << 5
    both = a & c
    if both & (both - 1):
        word |= both | both << 10
    both = a & d
    if both & (both - 1):
        word |= both | both << 15
    both = b & c
    if both & (both - 1):
        word |= both << 5 | both << 10
    both = b & d
    if both & (both - 1):
        word |= both << 5 | both << 15
    both = c & d
    if both & (both - 1):
        word |= both << 10 | both << 15
    return word


def _is_hand(closed):
    count = 0
    while closed:
        closed &= closed - 1
        count += 1
    return count >= _HAND


class Debouncer:
    """The contacts of one seat unit.

    After sample(): `down` and `up` are the keys whose press or release is now certain; they count
    when take() has been called. `since[key]` is the time, in ms of the clock, of the first sample
    that saw the key closed. `pressed` are the keys taken as pressed. A muted key was closed before
    anybody could mean it, and is not taken until it has opened.
    """

    def __init__(self, clock):
        self._clock = clock
        self.since = array("i", [0] * KEYS)
        self.pressed = 0
        self.down = 0
        self.up = 0
        self.mute(clock.ms())

    def mute(self, now):
        """Forget everything and distrust every contact until it is seen open."""
        self._low = _ALL
        self._high = _ALL
        self._muted = _ALL
        self.pressed = 0
        self.down = 0
        self.up = 0
        since = self.since
        for key in range(KEYS):
            since[key] = now

    def doubt(self):
        """Forget the samples that led to nothing yet, because they may have been wrong."""
        self._low = self._high = self.pressed | self._muted
        self.down = 0
        self.up = 0

    @property
    def resting(self):
        """True while no contact is closed or counting."""
        return not (self._low | self._high)

    @property
    def held(self):
        """The keys held down, muted ones too."""
        return self._low & self._high

    def sample(self, closed, now):
        """Take one reading of all contacts (a word), made at `now` ms."""
        low = self._low
        high = self._high
        unsure = ambiguous(closed)
        if unsure:
            taken = self.pressed | self._muted
            if _is_hand(closed):
                self._muted |= closed & ~self.pressed
                taken |= closed
                low |= closed
                high |= closed
            low &= ~(unsure & ~taken)
            high &= ~(unsure & ~taken)
        rising = closed & ~unsure & ~(low & high)
        falling = ~closed & (low | high)
        starting = rising & ~(low | high)
        if starting:
            self._stamp(starting, now)
        carry = rising & low
        borrow = falling & ~low
        self._low = low = low ^ rising ^ falling
        self._high = high = high ^ carry ^ borrow
        self._muted &= low | high
        self.down = low & high & ~self.pressed & ~self._muted
        self.up = self.pressed & ~(low | high)

    def take(self):
        """Count `down` and `up` as done."""
        self.pressed = (self.pressed | self.down) & ~self.up

    def _stamp(self, starting, now):
        since = self.since
        for key in range(KEYS):
            if starting >> key & 1 and not 0 <= self._clock.since(since[key]) < _BOUNCE_MS:
                since[key] = now
