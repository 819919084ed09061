"""A power cut at every program and erase of a session, torn writes and flipped bits, on littlefs.

The session runs once and every change of the chip is kept. Then the chip as it was after each of
them is mounted afresh, and the store must find what had been recorded by then.
"""

from store_session import KEY, Mounted, board_events

from bidbox import journal, records, seal
from drivers import segments
from drivers.running_board import board_records

VM_ONLY = True
VM_HEAP = "24M"

_BLOCKS = 48
_LIMIT = 1700
_SMALL = {"limit": _LIMIT, "segment": 400, "reserve": 8192}
_kept = []


class Session:
    """What a session wrote to the chip, and when each record was begun and had been recorded."""

    def __init__(self):
        self.mounted = Mounted(_BLOCKS, format=True)
        self.base = bytes(self.mounted.flash.image.content())
        self.changes = []
        self.written = []  # (changes before, changes after, number, bytes)
        self.firsts = [(0, 1)]  # (changes after, first record held)
        self.mounted.flash.on_change = self._changed
        self._play()
        self.last = self.store.last
        self.store.close()
        self.mounted.close()

    def _changed(self, what, at, data):
        self.changes.append((at, data))

    def _note(self, before, known):
        """Keep what was recorded since; a call of the store may have made several records."""
        now = len(self.changes)
        for number in range(known + 1, self.store.last + 1):
            self.written.append((before, now, number, self.store.read(number)))
        self.firsts.append((now, self.store.first))

    def _do(self, action, *arguments):
        before = len(self.changes)
        known = self.store.last if self.store else 0
        action(*arguments)
        self._note(before, known)

    def _start(self):
        self.store = self.mounted.start(**_SMALL)

    def _play(self):
        self.store = None
        self._do(self._start)
        for board in range(1, 24):
            for kind, ms, fields in board_events(board, 3 + board % 5):
                self._do(self.store.append, kind, ms, *fields)
                if board == 6 and kind == records.TD:
                    self._do(self._start)  # a reset in the middle of a board
                if board in (7, 15) and kind == records.TD:
                    self._do(self.store.downloaded, self.store.last)
                    self._do(self.store.erase, self.store.host_has - 3 * (board - 7))
            self._do(self.store.end_board, ms)
            if board % 5 == 0:
                self._do(self.store.downloaded, self.store.last - board % 4)
            if board == 12:
                self._do(self.store.downloaded, self.store.last)
                self._do(self.store.erase, self.store.host_has)
        for kind, ms, fields in board_events(24)[:6]:
            self._do(self.store.append, kind, ms, *fields)


def _session():
    if not _kept:
        _kept.append(Session())
    return _kept[0]


def _apply(image, change):
    at, data = change
    image[at : at + (len(data) if data else 4096)] = data or b"\xff" * 4096


def _torn(image, change, part):
    """Let a part, in 256ths, of a program or an erase reach the chip."""
    at, data = change
    size = (len(data) if data else 4096) * part >> 8
    image[at : at + size] = data[:size] if data else b"\xff" * size


def _expect(session, done, store, whole=True):
    """Compare what a start found with what had been recorded after `done` changes."""
    held = {}
    in_flight = {}
    for before, after, number, data in session.written:
        if after <= done:
            held[number] = data
        elif before <= done:
            in_flight[number] = data
    firsts = [first for changes, first in session.firsts if changes <= done][-1:]
    firsts += [first for changes, first in session.firsts if changes > done][:1]
    assert firsts[0] <= store.first <= firsts[-1], (done, store.first, firsts)
    for number in held:
        if number >= store.first:
            assert store.read(number) == held[number], (done, number)
    newest = max(held) if held else 0
    assert newest <= store.last, (done, newest, store.last)
    for number in range(newest + 1, store.last + 1):
        assert store.read(number) == in_flight[number], (done, number)
    if whole:
        assert store.state in ("", "journal nearly full (%d %%): download it" % _percent(store))
        _expect_board(store)
    return newest


def _percent(store):
    return 100 * store.used() // _LIMIT


def _expect_board(store):
    """The running board is what was recorded since its BOARD, unless a SEAL ended it."""
    expected = []
    for number in range(store.first, store.last + 1):
        record = records.decode(store.read(number))[0]
        if record.kind == records.BOARD:
            expected = [record]
        elif record.kind == records.SEAL:
            expected = []
        elif expected:
            expected.append(record)
    assert list(board_records(store)) == expected


def _chain_holds(store):
    """Check every seal from the first record held on."""
    folder = store.directory + segments.FOLDER
    before = segments.head_of(folder, store.segments[0].ident)[0].before
    code = seal.begin_board(KEY, before)
    for number in range(store.first, store.last + 1):
        data = store.read(number)
        record = records.decode(data)[0]
        if record.kind == records.SEAL:
            assert data == journal.pack_seal(number, record.ms, code), number
            code = seal.begin_board(KEY, record.seal)
        else:
            code.update(data)


def _go_on(store):
    """Finish the board and play another; then nothing must be lost and the chain must hold."""
    before = {n: store.read(n) for n in range(store.first, store.last + 1)}
    store.append(records.CALL, 400000, 1, 0, 0, 0, 0)
    store.append(records.CLOSED, 400001, 1)
    store.end_board(400002)
    for kind, ms, fields in board_events(13, 4):
        store.append(kind, ms, *fields)
    store.end_board(ms)
    for number in before:
        if number >= store.first:
            assert store.read(number) == before[number], number
    _chain_holds(store)


def _restart(image, **options):
    mounted = Mounted(_BLOCKS, content=image)
    options.update(_SMALL)
    mounted.start(None, **options)
    return mounted


def test_power_cut_after_every_program_and_erase():
    session = _session()
    image = bytearray(session.base)
    for done in range(len(session.changes) + 1):
        if done:
            _apply(image, session.changes[done - 1])
        mounted = _restart(bytearray(image))
        _expect(session, done, mounted.store)
        if done % 3 == 0:
            _go_on(mounted.store)
        assert mounted.flash.overwrites == 0
        mounted.close()
    erases = sum([1 for change in session.changes if change[1] is None])
    print(
        "power cut points: %d (%d programs, %d erases), %d records, each followed by a start"
        % (len(session.changes) + 1, len(session.changes) - erases, erases, session.last)
    )
    firsts = sorted(set([first for _, first in session.firsts]))
    assert erases > 10 and len(firsts) > 3, firsts  # segments were dropped by rotation and erase


def test_torn_programs_and_erases():
    session = _session()
    image = bytearray(session.base)
    for done in range(len(session.changes)):
        for part in (100,) if done % 4 else (10, 128, 250):
            torn = bytearray(image)
            _torn(torn, session.changes[done], part)
            mounted = _restart(torn)
            _expect(session, done, mounted.store)
            if done % 16 == 0:
                _go_on(mounted.store)
            mounted.close()
        _apply(image, session.changes[done])


def test_a_second_cut_during_recovery():
    session = _session()
    image = bytearray(session.base)
    for done in range(len(session.changes)):
        _apply(image, session.changes[done])
        if done % 9:
            continue
        for cut in range(12):
            twice = bytearray(image)
            mounted = Mounted(_BLOCKS, content=twice)
            mounted.flash.cut_after(cut, 77)
            store = mounted.start(**_SMALL)
            try:
                store.append(records.STOP, 1, 2)
                store.append(records.STOP, 2, 3)
            except OSError:
                pass
            finished = mounted.flash.powered
            mounted.close()
            mounted = _restart(twice)
            store = mounted.store
            for _, after, number, data in session.written:
                if after <= done + 1 and number >= store.first:
                    assert store.read(number) == data, (done, cut, number)
            assert store.state == "" or "nearly full" in store.state, store.state
            mounted.close()
            if finished:
                break


def test_flipped_bits_in_the_last_block():
    """What is lost is reported, but for the very last record; what is left is as it was."""
    session = _session()
    image = bytearray(session.base)
    for change in session.changes:
        _apply(image, change)
    expected = {number: data for _, _, number, data in session.written}
    silent = lost_ones = 0
    for blocks in (1, 2):
        block = _last_block(session, blocks)
        for i in range(300):
            address = block * 4096 + (i * 2654435761 >> 7) % 4096
            flipped = bytearray(image)
            flipped[address] ^= 1 << (i & 7)
            mounted = _restart(flipped)
            store = mounted.store
            lost = []
            for number in range(max(store.first, session.firsts[-1][1]), session.last + 1):
                data = store.read(number)
                if data is None:
                    lost.append(number)
                else:
                    assert data == expected[number], (address, number)
            if lost:
                lost_ones += 1
                if not store.state:
                    silent += 1
                    assert lost == [session.last], (address, lost)
            new = store.append(records.STOP, 1, 2)
            assert new > session.last or lost, (address, new)
            assert records.decode(store.read(new))[0].kind == records.STOP
            mounted.close()
    print("flipped bits: 600, %d lost records, %d without a word" % (lost_ones, silent))
    assert lost_ones > 20


def _last_block(session, back):
    """Return the block that was changed last, or the one before that."""
    found = []
    for at, _ in reversed(session.changes):
        if at // 4096 not in found:
            found.append(at // 4096)
        if len(found) == back:
            break
    return found[-1]


def test_flipped_bits_anywhere_never_stop_a_start():
    session = _session()
    image = bytearray(session.base)
    for change in session.changes:
        _apply(image, change)
    written = []
    for at, data in session.changes:
        if data:
            written.append((at, len(data)))
    expected = {number: data for _, _, number, data in session.written}
    mounts = 0
    for i in range(400):
        at, size = written[(i * 40503) % len(written)]
        flipped = bytearray(image)
        flipped[at + i % size] ^= 1 << (i & 7)
        try:
            mounted = Mounted(_BLOCKS, content=flipped)
        except OSError:
            continue  # the file system's own root: the firmware is gone too
        mounts += 1
        store = mounted.start(**_SMALL)
        for number in range(store.first, store.last):
            data = store.read(number)
            if data is not None and number in expected and data != expected[number]:
                assert number >= session.last - 40, (i, number)
                # A number that was lost and used again: that is what must not go unsaid.
                assert store.state, (i, number)
        mounted.close()
    assert mounts > 300
