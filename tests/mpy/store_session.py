"""Littlefs on the modelled flash, and sessions of boards for the tests of the store."""

import sys

sys.path.append("boards/virtual/vm")

import vfs
from flash import Flash

from bidbox import records
from drivers.store import Store

KEY = bytes(range(32))
PLACE = "/flash"
JOURNAL = PLACE + "/journal"
DEVICE = {
    "device": "a0b1c2d3e4f5",
    "table": 12,
    "firmware": "0.1.0",
    "hardware": "esp32_table",
    "keys": 1,
    "laws": "2017",
    "table_crc": 0xDEADBEEF,
    "window": 50,
}


_mounted = []


class Mounted:
    """A chip with littlefs on it, mounted until close(); `store` is closed with it."""

    def __init__(self, blocks=64, content=None, path=None, format=False):
        self.flash = Flash(blocks, content=content, path=path)
        if format:
            vfs.VfsLfs2.mkfs(self.flash)
        self.store = None
        if _mounted:
            _mounted[0].close()  # a test before this one failed
        system = vfs.VfsLfs2(self.flash)
        _mounted.append(self)
        vfs.mount(system, PLACE)

    def start(self, device=DEVICE, **options):
        if self.store is not None:
            self.store.close()
        self.store = Store(JOURNAL, device, KEY, **options)
        return self.store

    def close(self):
        if self.store is not None:
            self.store.close()
        vfs.umount(PLACE)
        _mounted.remove(self)
        self.flash.image.close()


def board_events(board, calls=11):
    """Return (kind, ms, fields) of a board with an insufficient bid, a ruling and an alert."""
    events = [(records.BOARD, 0, (board, (board - 1) & 3, 0, 0, 1, board * 400000))]
    ms = 0
    for i in range(calls):
        ms += 1500 + (board * 7919 + i * 104729) % 21000
        events.append((records.CALL, ms, (i & 3, (3 + i) % 38, 1 if i == 4 else 0, 0, 0)))
        if i == 4:
            events.append((records.TD, ms + 700, (0, 0)))
            events.append((records.ANSWER, ms + 40000, (0, -1, 0, 0)))
        if i == board % calls:
            events.append((records.ALERT, ms + 300, ((i + 2) & 3, 1, i)))
    events.append((records.PERIOD, ms + 5000, (0, 1)))
    events.append((records.CLOSED, ms + 5001, (0,)))
    return events


def play(store, board, calls=11):
    """Record one board and seal it."""
    for kind, ms, fields in board_events(board, calls):
        store.append(kind, ms, *fields)
    store.end_board(ms)


def fresh(**options):
    """Return a store that has started on a chip just formatted, as Mounted."""
    mounted = Mounted(format=True)
    mounted.start(**options)
    return mounted


def write(name, content):
    """Put a file into the journal."""
    file = open(JOURNAL + name, "wb")
    file.write(content)
    file.close()


def contents(store):
    """Return all records held."""
    return [store.read(number) for number in range(store.first, store.last + 1)]


def stop(store):
    """Record that somebody pressed STOP; return its number."""
    return store.append(records.STOP, 5, 2)
