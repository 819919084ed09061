"""A device for tests of the host's link: the firmware's own console, codec and host link, run by
CPython behind a pseudo-terminal, with a line that can be slow and can damage what passes.

The journal is a plain list of records. Unlike the virtual board it has neither keys nor Laws.
"""

import errno
import os
import random
import select
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.append(str(Path(__file__).parents[2] / "firmware"))
sys.modules.setdefault("micropython", SimpleNamespace(const=lambda value: value))

from apps.host_link import HostLink  # noqa: E402
from bidbox import journal, records, seal  # noqa: E402
from drivers.console import Console  # noqa: E402

# Where there is none, tests/unit/test_windows.py has the host's end of the link on a socket.
pty = pytest.importorskip("pty", reason="the device of these tests is behind a pseudo-terminal")
tty = pytest.importorskip("tty", reason="the device of these tests is behind a pseudo-terminal")

KEY = b"a key for tests"
DEVICE_ID = "a1b2c3d4e5f6"
BYTES_A_SECOND = 11520  # 115,200 baud


class RealClock:
    def ms(self):
        return int(time.monotonic() * 1000)

    def since(self, tick):
        return self.ms() - tick

    def add(self, tick, ms):
        return tick + ms


class ListStore:
    """A journal in memory with the interface of drivers.store.Store."""

    def __init__(self):
        self.held = {}
        self.first = 1
        self.last = 0
        self.confirmed = 0
        self.unreadable = set()
        self.chain = journal.Chain()
        self.opened_before = seal.NO_SEAL  # the seal before the first record held

    def append(self, kind, ms, *fields):
        return self._put(records.pack(self.last + 1, kind, ms, fields))

    def end_board(self, ms):
        code = seal.begin_board(KEY, self.chain.seal)
        for number in range(self.chain.sealed + 1, self.last + 1):
            code.update(self.held[number])
        return self._put(journal.pack_seal(self.last + 1, ms, code))

    def _put(self, data):
        self.held[self.last + 1] = data
        self.chain.note(data)
        self.last += 1
        return self.last

    def read(self, number):
        return None if number in self.unreadable else self.held[number]

    def downloaded(self, upto):
        self.confirmed = upto

    def erase(self, upto):
        if upto > self.confirmed:
            raise ValueError("not confirmed")
        for number in range(self.first, self.chain.sealed + 1):
            self.held.pop(number, None)
        self.first = self.chain.sealed + 1
        self.opened_before = self.chain.seal
        self.chain.boards = 0

    def closing(self, nonce, seconds):
        before = self.opened_before if self.first > 1 else b""
        fields = (DEVICE_ID, self.first, self.last, self.chain.boards, seconds, 1, before, nonce)
        code = seal.begin_closing(KEY, self.chain.seal)
        for number in range(self.chain.sealed + 1, self.last + 1):
            code.update(self.held[number])
        return journal.pack_closing(self.last, fields, code)


class Owner:
    """What apps.host_link asks of a box."""

    def __init__(self, store, role="table"):
        self.store = store
        self.role = role
        self.done = []
        self.settings = {"session": "Tuesday, section A"}

    def hello(self):
        return ("0.1.0", DEVICE_ID, "esp32_table", self.role, "2017", 0xCBF43926, 3,
                "Tuesday, section A")

    def answer(self, *fields):
        self.done.append(("answer", *fields))

    def acknowledge(self, *fields):
        self.done.append(("acknowledge", *fields))

    def set_time(self, unix):
        self.done.append(("time", unix))

    def service(self, on):
        return "an auction is going on"

    def setting(self, name):
        return self.settings.get(name)

    def configure(self, name, value):
        raise RuntimeError("a fault of the device")


class Noise:
    """Damages a stream: a share of bytes changed, dropped or doubled, or a share of lines hit."""

    def __init__(self, of_bytes=0.0, of_lines=0.0, text=0.0, seed=1):
        self.of_bytes = of_bytes
        self.of_lines = of_lines
        self.text = text
        self.random = random.Random(seed)

    def __call__(self, data):
        if not (self.of_bytes or self.of_lines or self.text):
            return data
        out = bytearray()
        for byte in data:
            chance = self.random.random()
            hit = chance < self.of_bytes
            if byte == 0x0A and self.random.random() < self.of_lines:
                out.append(0x0A)
                out[-2 if len(out) > 1 else -1] ^= 0x01
                continue
            if not hit:
                out.append(byte)
            else:
                what = self.random.randrange(3)
                if what == 0:
                    out.append(self.random.randrange(256))
                elif what == 1:
                    out.extend((byte, byte))
            if self.text and self.random.random() < self.text:
                out.extend(self.random.choice(TEXTS))
        return bytes(out)


TEXTS = (
    b">>> ",
    b"\r\nTraceback (most recent call last):\r\n  File \"main.py\", line 7, in <module>\r\n",
    b"ets Jul 29 2019 12:21:46\r\n",
    b"MPY: soft reboot\r\n",
    b"~",
    b"*",
)


class FakeDevice:
    """Runs until close(); `port` is the name to open."""

    def __init__(self, store=None, rate=None, to_host=None, to_device=None, role="table"):
        self.store = store or ListStore()
        self.owner = Owner(self.store, role)
        self.rate = rate
        self.to_host = to_host or Noise()
        self.to_device = to_device or Noise()
        self.bytes_to_host = 0
        self.lock = threading.Lock()
        self._stop = threading.Event()
        self._outer, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._threads = []
        self.boot()

    def boot(self):
        """Start, or start again as after a power cut: all that was in memory is forgotten."""
        with self.lock:
            self._input, feed = os.pipe()
            self._feed = feed
            os.set_blocking(feed, False)
            self._out = bytearray()
            stdin = os.fdopen(self._input, "rb", 0)
            self.console = Console(stdin, SimpleNamespace(write=self._out.extend), RealClock(), 12)
            self.link = HostLink(self.console, self.owner)
        if not self._threads:
            for work in (self._run, self._carry_in):
                thread = threading.Thread(target=work, daemon=True)
                thread.start()
                self._threads.append(thread)

    def append(self, kind, ms, *fields):
        with self.lock:
            return self.store.append(kind, ms, *fields)

    def say(self, data):
        """Put raw bytes on the line, as print() or a traceback would."""
        with self.lock:
            self._out.extend(data)

    def close(self):
        self._stop.set()
        for thread in self._threads:
            thread.join()
        for descriptor in (self._outer, self._slave):
            os.close(descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _carry_in(self):
        while not self._stop.is_set():
            if select.select([self._outer], [], [], 0.05)[0]:
                try:
                    data = os.read(self._outer, 4096)
                except OSError as error:
                    if error.errno != errno.EIO:
                        raise
                    time.sleep(0.02)
                    continue
                with self.lock:
                    try:
                        os.write(self._feed, self.to_device(data))
                    except BlockingIOError:
                        pass  # a serial input that is full loses what comes

    def _run(self):
        """Tick the console every 10 ms, faster without a rate; let bytes out at the rate."""
        tick = 0.01 if self.rate else 0.001
        due = passed = time.monotonic()
        while not self._stop.wait(0.002 if self.rate else 0.001):
            now = time.monotonic()
            with self.lock:
                for _ in range(10):
                    if due > now:
                        break
                    due += tick
                    self.console.step()
                due = max(due, now - 1)
                room = int((now - passed) * self.rate) if self.rate else len(self._out)
                piece = bytes(self._out[:room])
                del self._out[: len(piece)]
            passed = now if not self._out else passed + room / self.rate
            if piece:
                self.bytes_to_host += len(piece)
                os.write(self._outer, self.to_host(piece))


def evening(boards=26, calls=55, seed=7):
    """A store with an evening's records: each board opened, called, ended and sealed."""
    store = ListStore()
    chance = random.Random(seed)
    store.append(records.DEVICE, 0, records.FORMAT, DEVICE_ID, 12, 3, "0.1.0", "esp32_table", 1,
                 "2017", 0xCBF43926, 0, 0, 0, 50, seal.key_id(KEY))
    for board in range(1, boards + 1):
        store.append(records.BOARD, 0, board, (board - 1) & 3, 0)
        ms = 0
        for call in range(calls):
            ms += chance.randrange(800, 15000)
            store.append(records.CALL, ms, call & 3, chance.randrange(38))
        store.append(records.PERIOD, ms + 4000, 0, 1)
        store.append(records.CLOSED, ms + 9000, 0)
        store.end_board(ms + 9000)
    return store
