"""Four people at a noisy keyboard: exactly the calls that they mean are made, whatever happens.

A person looks at his display, as people do: he presses until it shows what he means, and OK until
the selection has gone. Contacts bounce, keys roll over, hands ghost an OK, chips are reset, cords
are pulled, shorted and exchanged; what goes on at one seat leaves the others alone.
"""

from chance import Chance
from seat_bench import Bench, KeyChip, vclock

from apps.players import Players
from bidbox import faults, keys, life
from bidbox.calls import NO_CALL, call_name, parse_call

VM_ONLY = True
VM_HEAP = "600k"

_MS = 1000000
_SCAN_MS = 10
_VOID_MS = 1500
_CALLS = ("P", "X", "XX", "1C", "1H", "2D", "2N", "3S", "4C", "5D", "6H", "6S", "7N", "7C")
_QUIET_KEYS = (0, 1, 2, 3, 5, 6, 7, 10, 11, 12, 13, 14)  # stuck, they are a selection at most


class Auction:
    """All that players look at of a board's life while it is bid."""

    state = life.AUCTION
    running = True


class Recorder:
    """Keeps what players ask the table for: `calls` by seat, as (call, ms), and the rest."""

    def __init__(self):
        self.calls = [[], [], [], []]
        self.rest = []

    def call(self, seat, call, ms):
        self.calls[seat].append((call, ms))

    def seat_at(self, socket):
        return socket

    def __getattr__(self, name):
        return lambda *arguments: self.rest.append((name, arguments))


class Screens:
    def changed(self, seat):
        pass

    page = big = changed

    def say(self, seat, phrase, argument=0):
        pass


class Session:
    """Four people, each a generator of the ms that he waits, on a bench whose time passes."""

    def __init__(self, seed, worn_ms=4, hands=True):
        self.chance = Chance(seed)
        self.hands = hands
        self.stuck = (4, 0)  # seat and key that stay closed, or none
        self.bench = Bench()
        self.bench.keypad._on_key = self._on_key
        self.worn_us = worn_ms * 1000
        self.recorder = Recorder()
        self.players = Players(self.bench.clock, Auction(), self.recorder, Screens())
        self.meant = [[], [], [], []]
        self.closed_at = [[], [], [], []]  # when the OK of each call first closed, ns
        self.pressed = [0] * 4  # presses by people, and as the keypad told them
        self.told_presses = [0] * 4
        self.again = 0  # times that somebody had to press once more
        self.people = []
        self.wakes = []

    def _on_key(self, seat, key, pressed, ms):
        self.told_presses[seat] += pressed
        self.players.on_key(seat, key, pressed, ms)

    # Contacts

    def at(self, after_us, seat, key, closed):
        if (seat, key) == self.stuck:
            return
        chip = self.bench.chips[seat]
        vclock.at(vclock.now + after_us * 1000, lambda _: chip.set_key(key % 5, key // 5, closed))

    def press(self, seat, key, lasts_ms, after_us=0):
        """Close a contact for so long, bouncing at both ends; return when it is open again, us."""
        self.pressed[seat] += 1
        at = self._bounce(seat, key, True, after_us) + lasts_ms * 1000
        return self._bounce(seat, key, False, at)

    def _bounce(self, seat, key, closed, at):
        end = at + self.chance.below(self.worn_us + 1)
        state = closed
        while at < end:
            self.at(at, seat, key, state)
            state = not state
            at += self.chance.between(50, 2500)
        self.at(max(at, end), seat, key, closed)
        return max(at, end)

    # People

    def person(self, seat, count):
        chance = self.chance
        last = -_VOID_MS
        for _ in range(count):
            call = parse_call(chance.of(self._possible(seat)))
            self.meant[seat].append(call)
            yield chance.between(100, 900)
            yield from self._select(seat, call)
            if self.hands and chance.one_in(3):
                yield from self._hand(seat, call)
            gone = vclock.now // _MS - last
            yield max(1, _VOID_MS + 100 - gone)
            if chance.one_in(3):  # at a stroke of the clock, together with others
                yield 1000 - vclock.now // _MS % 1000
            yield from self._confirm(seat, call)
            last = vclock.now // _MS

    def _possible(self, seat):
        """Return the calls that do without a key that is stuck."""
        broken, key = self.stuck
        return [call for call in _CALLS if seat != broken or key not in keys.keys_of_call(call)]

    def _sees(self, seat):
        return self.bench.units[seat].up

    def _select(self, seat, call):
        selection = self.players.selections[seat]
        names = list(keys.keys_of_call(call_name(call)))
        if self.chance.one_in(2):
            names.reverse()
        tried = 0
        while selection.call != call or selection.numbering or selection.td:
            while not self._sees(seat):
                yield 100
            if tried:
                self.again += 1
                yield self.press(seat, keys.CANCEL, 80) // 1000 + 120
            tried += 1
            assert tried < 20, (seat, call_name(call))
            for key in names:
                up = self.press(seat, key, self.chance.between(60, 160)) // 1000
                # The next finger may be down before this one is up.
                yield max(1, up + self.chance.between(-40, 200))
            yield 150

    def _hand(self, seat, call):
        """Fall on three corners whose fourth is OK, with a whole call selected; mend it."""
        chance = self.chance
        row, column = chance.of((0, 1)), chance.below(3)
        corners = [5 * 3 + row, 5 * column + 2, 5 * column + row]
        made = len(self.recorder.calls[seat])
        ends = [self.press(seat, key, chance.between(40, 200), chance.below(9000))
                for key in corners]  # fmt: skip
        yield max(ends) // 1000 + 150
        assert len(self.recorder.calls[seat]) == made, "a ghost pressed OK"
        yield from self._select(seat, call)

    def _confirm(self, seat, call):
        selection = self.players.selections[seat]
        chance = self.chance
        first = True
        while selection.call == call:
            while not self._sees(seat):
                yield 100
            if not first:
                self.again += 1
            elif len(self.closed_at[seat]) < len(self.meant[seat]):
                self.closed_at[seat].append(vclock.now)
            first = False
            habit = chance.below(4)
            if habit == 0:  # OK twice
                up = self.press(seat, keys.OK, 70)
                yield self.press(seat, keys.OK, 70, up + 80000) // 1000 + 100
            else:  # or held, or as others do
                yield self.press(seat, keys.OK, 900 if habit == 1 else 90) // 1000 + 100

    # Time

    def play(self, count, mishaps=None):
        """Have each person make `count` calls; `mishaps` is a generator like a person."""
        self.people = [self.person(seat, count) for seat in range(4)]
        if mishaps is not None:
            self.people.append(mishaps)
        self.wakes = [vclock.now] * len(self.people)
        for _ in range(60000):
            self._scan()
            if all([person is None for person in self.people[:4]]):
                break
        for _ in range(150):
            self._scan()
        assert self.people[:4] == [None] * 4, "somebody cannot make his call"

    def _scan(self):
        start = vclock.now
        for i in range(len(self.people)):
            if self.people[i] is not None and vclock.now >= self.wakes[i]:
                try:
                    self.wakes[i] = vclock.now + next(self.people[i]) * _MS
                except StopIteration:
                    self.people[i] = None
        self.bench.keypad.scan()
        self.players.tick()
        vclock.now = max(vclock.now, start + _SCAN_MS * _MS)
        vclock.run_due()

    def check(self):
        for seat in range(4):
            made = [call_name(call) for call, _ in self.recorder.calls[seat]]
            assert made == [call_name(call) for call in self.meant[seat]], (seat, made)
        assert self.recorder.rest == [], self.recorder.rest

    def told(self, seat):
        return [code for who, code in self.bench.faults if who == seat]


def test_bouncing_keys_make_the_calls_meant_at_their_times_with_no_press_too_many():
    for seed, worn_ms in ((0, 4), (1, 4), (2, 18)):
        session = Session(seed, worn_ms, hands=False)
        session.play(4)
        session.check()
        assert session.bench.faults == []
        assert session.told_presses == session.pressed
        assert session.again == 0, "a press was lost"
        for seat in range(4):
            for place, (_, ms) in enumerate(session.recorder.calls[seat]):
                closed = session.closed_at[seat][place] // _MS & (1 << 30) - 1
                late = session.bench.clock.between(closed, ms)
                assert 0 <= late <= 2 * _SCAN_MS + worn_ms, (seed, seat, place, late)


def test_worn_keys_and_hands_that_ghost_an_ok_make_the_calls_meant():
    for seed in range(10, 12):
        session = Session(seed, worn_ms=18)
        session.play(4)
        session.check()
        assert session.bench.faults == []


def test_chips_reset_at_any_moment_are_named_and_set_up_and_no_call_is_lost_or_doubled():
    for seed in range(20, 22):
        session = Session(seed)
        for chip in session.bench.chips:
            chip.floating = 0xFF if seed & 1 else 0
        resets = [0] * 4

        def mishaps(session=session, resets=resets):
            bench, chance = session.bench, session.chance
            while True:
                yield chance.between(500, 1200)
                seat = chance.below(4)
                chip = bench.chips[seat]
                resets[seat] += 1
                vclock.at(
                    vclock.now + chance.below(_SCAN_MS * 1000) * 1000,
                    lambda _, chip=chip: chip.power_on(),
                )

        session.play(4, mishaps())
        session.check()
        assert sum(resets) > 6
        for seat in range(4):
            assert session.told(seat) == [faults.CHIP_RESET] * resets[seat], (seed, seat)


def _pull(session, seat, ms):
    """Pull a cord for so long; yields waits as a person does."""
    bench = session.bench
    behind = bench.mux.channels[seat]
    bench.mux.channels[seat] = []
    yield ms
    for chip in behind:
        chip.power_on()
    bench.mux.channels[seat] = behind


def _short(session, seat, ms):
    session.bench.mux.shorted[seat] = True
    yield ms
    session.bench.mux.shorted[seat] = False


def _replace(session, seat, ms):
    """Exchange a unit for a new one."""
    bench = session.bench
    bench.chips[seat] = KeyChip(0x20)
    display = bench.mux.channels[seat][1]
    bench.mux.channels[seat] = []
    yield ms
    display.power_on()
    bench.mux.channels[seat] = [bench.chips[seat], display]


def _swap(session, seat, ms):
    """Exchange the units of two seats: the socket decides the seat."""
    bench, other = session.bench, (seat + 1) & 3
    chips, channels = bench.chips, bench.mux.channels
    units = channels[seat], channels[other]
    channels[seat], channels[other] = [], []
    yield ms
    for unit in units:
        for chip in unit:
            chip.power_on()
    chips[seat], chips[other] = chips[other], chips[seat]
    channels[other], channels[seat] = units


def test_units_pulled_shorted_replaced_and_swapped_are_named_and_every_call_is_made():
    for seed in range(30, 33):
        session = Session(seed)
        expected = [[], [], [], []]

        def mishaps(session=session, expected=expected):
            bench, chance = session.bench, session.chance
            while True:
                yield chance.between(200, 900)
                seat = chance.below(4)
                mishap = chance.of((_pull, _short, _replace, _swap))
                seats = [seat, (seat + 1) & 3] if mishap is _swap else [seat]
                code = faults.UNIT_SHORTED if mishap is _short else faults.UNIT_GONE
                for one in seats:
                    expected[one] += [code, faults.UNIT_BACK]
                yield from mishap(session, seat, chance.between(60, 2500))
                for one in range(4):
                    assert bench.units[one].up or one in seats, "another seat was switched off"
                while not all([bench.units[one].up for one in seats]):
                    yield 50

        session.play(4, mishaps())
        session.check()
        for seat in range(4):
            told = session.told(seat)
            assert told == expected[seat][: len(told)], (seed, seat, told)
            assert len(told) >= len(expected[seat]) - 1


def test_a_stuck_key_is_named_once_and_its_seat_and_the_others_play_on():
    for seed in range(40, 41):
        session = Session(seed)
        seat, key = seed & 3, session.chance.of(_QUIET_KEYS)
        session.at(0, seat, key, True)
        session.stuck = (seat, key)
        session.play(9)
        session.check()
        assert session.bench.faults == [(seat, faults.KEY_STUCK + key)], session.bench.faults


def test_a_selection_outlasts_its_unit_and_the_call_is_made_when_it_is_back():
    session = Session(50)
    selection = session.players.selections[2]

    def scans(count):
        for _ in range(count):
            session._scan()

    for key in keys.keys_of_call("3H"):
        session.press(2, key, 80)
        scans(12)
    for wait in _pull(session, 2, 3000):
        scans(wait // _SCAN_MS)
    assert call_name(selection.call) == "3H"
    assert session.recorder.calls[2] == []
    scans(110)
    session.press(2, keys.OK, 80)
    scans(12)
    assert [call_name(call) for call, _ in session.recorder.calls[2]] == ["3H"]
    assert selection.call == NO_CALL
    assert session.told(2) == [faults.UNIT_GONE, faults.UNIT_BACK]
