"""The integrators of twenty keys at once, against one counted by hand for each key."""

from chance import Chance

from drivers.debounce import KEYS, Debouncer, ambiguous


class HandClock:
    def __init__(self):
        self.now = 1000

    def ms(self):
        return self.now

    def since(self, tick):
        return self.now - tick


class OneKey:
    """A single key's integrator, as the words describe it."""

    def __init__(self):
        self.count = 0
        self.pressed = False

    def sample(self, closed):
        self.count = min(3, self.count + 1) if closed else max(0, self.count - 1)
        if self.count == 3 and not self.pressed:
            self.pressed = True
            return "down"
        if self.count == 0 and self.pressed:
            self.pressed = False
            return "up"
        return ""


def _ready(clock):
    contacts = Debouncer(clock)
    for _ in range(3):
        contacts.sample(0, clock.now)
    assert contacts.resting
    return contacts


def test_it_counts_as_twenty_separate_integrators_would():
    clock = HandClock()
    for seed in range(40):
        chance = Chance(seed)
        contacts = _ready(clock)
        ones = [OneKey() for _ in range(KEYS)]
        # Keys of one row only: there is no rectangle, so no ghost.
        row = chance.below(5)
        keys = [5 * column + row for column in range(4)]
        for _ in range(200):
            clock.now += 10
            word = 0
            for key in keys:
                if chance.below(3):
                    word |= 1 << key
            contacts.sample(word, clock.now)
            down = up = 0
            for key in keys:
                edge = ones[key].sample(word >> key & 1)
                down |= (edge == "down") << key
                up |= (edge == "up") << key
            assert (contacts.down, contacts.up) == (down, up)
            contacts.take()
            assert contacts.pressed == sum(one.pressed << i for i, one in enumerate(ones))


def _seen(keys):
    """Return what a matrix shows of the closed keys: all that any path connects."""
    shown = set(keys)
    while True:
        more = set()
        for a in shown:
            for b in shown:
                if a // 5 != b // 5 and a % 5 != b % 5:
                    corners = (a // 5 * 5 + b % 5, b // 5 * 5 + a % 5)
                    if corners[0] in shown or corners[1] in shown:
                        more.update(corners)
        if more - shown == set():
            return shown
        shown |= more


def _word(keys):
    return sum(1 << key for key in keys)


def test_no_ghost_of_up_to_four_keys_is_ever_taken():
    chance = Chance(5)
    clock = HandClock()
    for _ in range(400):
        keys = set()
        while len(keys) < 3 + chance.below(2):
            keys.add(chance.below(KEYS))
        shown = _seen(keys)
        contacts = _ready(clock)
        for _ in range(5):
            clock.now += 10
            contacts.sample(_word(shown), clock.now)
            contacts.take()
        assert contacts.pressed & ~_word(keys) == 0, keys
        if shown == keys and not ambiguous(_word(shown)):
            assert contacts.pressed == _word(keys), keys


def test_one_or_two_keys_are_never_ambiguous_and_every_ghost_is():
    for a in range(KEYS):
        for b in range(KEYS):
            assert ambiguous(1 << a | 1 << b) == 0
            for c in range(KEYS):
                keys = {a, b, c}
                shown = _seen(keys)
                if shown != keys:
                    assert _word(shown) & ~ambiguous(_word(shown)) == 0


def test_a_key_closed_before_the_start_counts_only_after_it_was_open():
    clock = HandClock()
    contacts = Debouncer(clock)
    for word in (2, 2, 2, 2, 2):
        contacts.sample(word, clock.now)
        assert contacts.down == 0
    assert contacts.held == 2
    for word in (0, 0, 0):
        contacts.sample(word, clock.now)
        assert contacts.up == 0
    for _ in range(3):
        contacts.sample(2, clock.now)
    assert contacts.down == 2


def test_the_time_survives_the_wrap_of_the_ticks():
    class WrappingClock(HandClock):
        def since(self, tick):
            return ((self.now - tick + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)

    clock = WrappingClock()
    contacts = _ready(clock)
    clock.now = (1 << 30) - 5
    contacts.sample(1, clock.now)
    clock.now = 5
    contacts.sample(0, clock.now)
    clock.now = 15
    contacts.sample(1, clock.now)
    assert contacts.since[0] == (1 << 30) - 5
