"""Facts about the device's end of the serial line, with the streams in memory."""

import io

import micropython

from apps.host_link import HostLink
from bidbox import bulk, lines, message_names, messages, records
from drivers.console import Console

VM_ONLY = True

_POLL = 3  # of ioctl
_READABLE = 1


class _Clock:
    now = 0

    def ms(self):
        return self.now

    def since(self, tick):
        return self.now - tick

    def add(self, tick, ms):
        return tick + ms


class _Input(io.IOBase):
    def __init__(self):
        self.data = bytearray()

    def ioctl(self, request, flags):
        return flags & _READABLE if request == _POLL and self.data else 0

    def readinto(self, buffer):
        if not self.data:
            return None
        buffer[0] = self.data[0]
        self.data = self.data[1:]
        return 1

    def read(self, size):
        one = bytearray(1)
        return bytes(one) if self.readinto(one) else None


class _Output:
    def __init__(self):
        self.pieces = []

    def write(self, data):
        self.pieces.append(bytes(data))


class _Store:
    first = 1
    last = 0
    held = None

    def read(self, number):
        return self.held[number - 1]


class _Device:
    def __init__(self):
        self.store = _Store()
        self.store.held = []

    def hello(self):
        return ("0.1.0", "aa", "esp32_table", "table", "2017", 1, 1, "a session " * 20)

    def set_time(self, unix):
        raise MemoryError("no memory for that")


class _Line:
    """A console with its host link, and a host's pen and ears."""

    def __init__(self):
        self.clock = _Clock()
        self.input = _Input()
        self.output = _Output()
        self.console = Console(self.input, self.output, self.clock, 12, lambda law: "L%d" % law)
        self.device = _Device()
        self.link = HostLink(self.console, self.device)
        self.heard = []
        self._decoder = lines.Decoder(self._on_line)
        self._taken = 0
        self._sequence = 0

    def _on_line(self, table, sequence, body):
        self.heard.append((table,) + messages.unpack(body))

    def ask(self, code, fields=()):
        self._sequence += 1
        self.input.data += lines.encode(0, self._sequence, messages.pack(code, fields))
        return self._sequence

    def run(self, ticks):
        self.heard = []
        for _ in range(ticks):
            self.clock.now += 10
            before = len(self.output.pieces)
            self.console.step()
            assert sum([len(p) for p in self.output.pieces[before:]]) <= 100
        for piece in self.output.pieces[self._taken :]:
            self._decoder.feed(piece)
        self._taken = len(self.output.pieces)
        return self.heard

    def hello(self, live=1):
        self.ask(messages.ASK, (1, 0, live, 5))
        return self.run(10)

    def append(self, count):
        store = self.device.store
        for _ in range(count):
            store.last += 1
            store.held.append(records.pack(store.last, records.CALL, store.last * 700, (1, 5)))


def test_it_is_silent_until_hello():
    line = _Line()
    line.console.post(messages.TD_CALL, 12, 7, 1, 1)
    line.console.log("nobody hears this")
    line.ask(messages.HEARTBEAT)
    assert line.run(50) == []
    (hello,) = line.hello()
    assert hello[:2] == (12, messages.HELLO)
    assert line.run(50) == []


def test_a_session_name_too_long_for_a_line_is_cut():
    (hello,) = _Line().hello()
    assert hello[2][12].startswith("a session ")
    assert len(hello[2][12]) < 200


def test_it_falls_silent_three_seconds_after_the_last_line():
    line = _Line()
    line.hello()
    line.run(290)
    line.append(1)
    assert [m[1] for m in line.run(1)] == [messages.RECORDS]
    line.run(20)
    line.append(1)
    assert line.run(50) == []
    assert not line.console.linked


def test_alerts_go_out_before_the_record_and_name_the_law():
    line = _Line()
    line.hello()
    line.append(1)
    line.console.post(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    first, second = line.run(10)
    assert first == (12, messages.ALERT, (7, 1, 1, 4, 1, 0, 1, "L5", 2))
    assert second[1] == messages.RECORDS


def test_posting_needs_no_heap():
    line = _Line()
    line.hello()
    post = line.console.post
    micropython.heap_lock()
    try:
        for _ in range(20):
            post(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    finally:
        micropython.heap_unlock()
    assert line.console.lost == 12
    assert len(line.run(100)) == 8


def test_what_does_not_fit_is_dropped_and_counted():
    line = _Line()
    line.hello()
    kept = [line.console.send(messages.LOG, ("x" * 50,)) for _ in range(20)]
    assert kept.count(True) == 6
    assert line.console.lost == 14
    assert len(line.run(30)) == 6


def test_records_asked_for_come_in_lines_of_the_wished_length():
    line = _Line()
    line.append(200)
    line.hello(0)
    for length in (40, 66, 120, 200):
        get = line.ask(messages.GET, (length, 1, 50, 100, 30))
        got = []
        for message in line.run(200):
            if message[1] == messages.RECORDS:
                first, data = message[2]
                found = bulk.unpack(data, first)
                got += range(first, first + len(found))
                body = messages.pack(messages.RECORDS, (first, data))
                assert len(lines.encode(12, 999, body)) <= length + 1
        assert got == list(range(1, 51)) + list(range(151, 181))
        assert message[1:] == (messages.END, (get,))


def test_garbage_and_nonsense_stop_nothing():
    line = _Line()
    line.append(5)
    line.hello()
    state = 7
    for code in list(message_names.MESSAGES) + [1, 200]:
        for fields in range(7):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            body = bytes((code,)) + b",4294967295" * fields
            line.input.data += lines.encode(state >> 8 & 0xFF, state >> 16 & 0xFFF, body)
            line.input.data += bytes((state >> 3 & 0xFF, state >> 12 & 0xFF, 0x7E))
    line.run(800)
    line.ask(messages.ASK, (1, 0, 0, 77))
    assert [m[1] for m in line.run(60)][-1] == messages.HELLO


def test_a_fault_of_the_device_is_told_and_refused():
    line = _Line()
    line.hello()
    asked = line.ask(messages.TIME, (1,))
    log, refused = line.run(20)
    assert log[2] == ("host link: MemoryError no memory for that",)
    assert refused[1:] == (messages.REFUSED, (asked, "failed, see the device's text"))


def test_records_that_cannot_be_read_are_said_to_be_lost():
    line = _Line()
    line.append(30)
    line.device.store.first = 4
    line.device.store.held[9] = None
    line.hello(0)
    line.ask(messages.GET, (200, 1, 12))
    found = [m[1:] for m in line.run(60)]
    assert (messages.LOST, (1, 3)) in found
    assert (messages.LOST, (10, 10)) in found
    assert [m[1][0] for m in found if m[0] == messages.RECORDS] == [4, 11]
