"""Live view: every record once, in order and without a gap, whatever happens to line or device."""

import json
import signal
import subprocess
import sys
import threading
import time

import pytest

from bidbox import calls, messages, records
from bidbox_host.link.errors import NoPort
from bidbox_host.link.follow import Anew, Away, Connected, Follower, Missing, Recorded
from bidbox_host.link.session import Hello, Message, Text
from bidbox_host.live.known import Known
from bidbox_host.text import catalogue
from tests.unit.fake_device import TEXTS, FakeDevice, ListStore, Noise, evening
from tests.unit.watching import Watching


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """These devices answer at once, so that a test need not wait long for what was lost."""
    monkeypatch.setattr("bidbox_host.link.session.TIMEOUT", 0.15)
    monkeypatch.setattr("bidbox_host.link.session.HEARTBEAT", 0.3)


def _bid(device, count):
    for n in range(count):
        device.append(records.CALL, 1000 * n, n & 3, n % 30)
        time.sleep(0.002)


def test_it_begins_with_the_running_board():
    store = evening(3)
    opened = store.append(records.BOARD, 0, 4, 3, 0)
    store.append(records.CALL, 900, 3, 0)
    with FakeDevice(store) as device, Watching(device.port) as watching:
        watching.until(lambda: watching.numbers == [opened, opened + 1])
        _bid(device, 3)
        watching.until(lambda: len(watching.numbers) == 5)
        assert watching.numbers == list(range(opened, opened + 5))
        assert device.owner.done[0][0] == "time"


@pytest.mark.parametrize("seed", range(2))
def test_damaged_lines_and_text_between_leave_no_gap_and_no_duplicate(seed):
    to_host = Noise(of_bytes=0.01, text=0.003, seed=seed)
    to_device = Noise(of_bytes=0.01, seed=seed + 9)
    with FakeDevice(evening(1), to_host=to_host, to_device=to_device) as device:
        with Watching(device.port) as watching:
            watching.until(lambda: watching.of(Connected))
            _bid(device, 120)
            last = device.store.last
            watching.until(lambda: watching.numbers[-1:] == [last])
            numbers = watching.numbers
            assert numbers == list(range(numbers[0], last + 1))
            for event in watching.of(Recorded):
                assert records.encode(event.record) == device.store.held[event.record.number]


def test_prompts_and_tracebacks_are_told_as_text_and_cost_no_record():
    with FakeDevice(evening(1)) as device, Watching(device.port) as watching:
        watching.until(lambda: watching.of(Connected))
        for n in range(30):
            device.say(TEXTS[n % 4])
            _bid(device, 1)
        watching.until(lambda: watching.numbers[-1:] == [device.store.last])
        numbers = watching.numbers
        assert numbers == list(range(numbers[0], device.store.last + 1))
        said = [event.text for event in watching.of(Text)]
        assert "Traceback (most recent call last):" in said
        assert "MPY: soft reboot" in said


def test_it_survives_unplugging_and_tells_what_was_recorded_meanwhile(tmp_path):
    plug = tmp_path / "ttyUSB0"
    store = evening(1)
    device = FakeDevice(store)
    plug.symlink_to(device.port)
    with Watching(str(plug)) as watching:
        watching.until(lambda: watching.of(Connected))
        first = store.last
        for _ in range(3):
            _bid(device, 2)
            watching.until(lambda: watching.numbers[-1:] == [store.last])
            plug.unlink()
            device.close()
            watching.until(lambda: isinstance(watching.events[-1], Away))
            for n in range(5):
                store.append(records.CALL, n, n & 3, 0)
            device = FakeDevice(store)
            plug.symlink_to(device.port)
            watching.until(lambda: watching.numbers[-1:] == [store.last])
        numbers = watching.numbers
        assert numbers == list(range(numbers[0], store.last + 1))
        assert store.last == first + 21
        assert [event.again for event in watching.of(Connected)] == [False, True, True, True]
    device.close()


def test_it_survives_a_restart_of_the_device():
    with FakeDevice(evening(1)) as device, Watching(device.port) as watching:
        watching.until(lambda: watching.of(Connected))
        _bid(device, 5)
        device.boot()
        _bid(device, 5)
        watching.until(lambda: watching.numbers[-1:] == [device.store.last])
        _bid(device, 5)
        watching.until(lambda: watching.numbers[-1:] == [device.store.last])
        numbers = watching.numbers
        assert numbers == list(range(numbers[0], device.store.last + 1))


def test_another_journal_at_the_same_port_is_told(tmp_path):
    plug = tmp_path / "ttyUSB0"
    device = FakeDevice(evening(2))
    plug.symlink_to(device.port)
    with Watching(str(plug)) as watching:
        watching.until(lambda: watching.numbers)
        plug.unlink()
        device.close()
        store = ListStore()
        store.append(records.BOARD, 0, 9, 0, 0)
        device = FakeDevice(store)
        plug.symlink_to(device.port)
        watching.until(lambda: watching.of(Anew))
        watching.until(lambda: watching.numbers[-1] == 1)
        assert len(watching.of(Anew)) == 1
    device.close()


def test_a_record_that_the_device_cannot_read_is_told_and_passed():
    store = evening(1)
    with FakeDevice(store) as device, Watching(device.port) as watching:
        watching.until(lambda: watching.of(Connected) and watching.numbers[-1:] == [store.last])
        with device.lock:
            device.store.unreadable.add(store.last + 1)
            store.append(records.CALL, 1, 0, 0)
        last = device.append(records.CALL, 2, 1, 0)
        watching.until(lambda: watching.numbers[-1:] == [last])
        assert watching.of(Missing) == [Missing(last - 1, last - 1)]


def test_a_port_that_was_never_there_is_an_error():
    with pytest.raises(NoPort):
        list(Follower("/dev/ttyNOPE7", threading.Event()).events())


def _known(events):
    known = Known("/dev/x", catalogue())
    return known, [notice for event in events for notice in known.take(event)]


def _calls(first, *pairs):
    for n, (seat, call) in enumerate(pairs):
        fields = (calls.parse_seat(seat), calls.parse_call(call))
        yield Recorded(records.Record(first + n, records.CALL, n, *fields, 0, 0, 0))


def test_an_irregularity_is_judged_here_and_named_once():
    opened = Recorded(records.Record(1, records.BOARD, 0, 7, 0, 0, 0, 0, 0))
    known, told = _known([opened, *_calls(2, ("N", "1H"), ("E", "1D"), ("S", "P"), ("W", "P"))])
    (notice,) = [n for n in told if n.kind == "irregularity"]
    assert (notice.board, notice.about["seat"], notice.about["law"]) == (7, "E", "27")
    assert notice.about["may_accept"] == "S"
    assert "South may accept" in notice.sentence
    assert known.open_cases == []
    assert known.last_calls() == ["N 1H", "E 1D", "S P", "W P"]


def test_a_directors_device_tells_of_its_tables():
    alert = Message(12, messages.ALERT, (7, 1, 1, 4, 1, 0, 1, "27", 2))
    calling = Message(3, messages.TD_CALL, (9, 2, 1))
    _, told = _known([alert, calling])
    assert [(n.table, n.board, n.sentence) for n in told] == [
        (12, 7, "E 1D: insufficient, Law 27; S may accept"),
        (3, 9, "S calls the director"),
    ]


def test_what_is_settled_is_no_longer_shown_as_open():
    hello = Hello("0.1.0", "d1", "esp32_director", "director", "", 0, 1, 1, 0, "", 200)
    alert = Message(12, messages.ALERT, (7, 1, 1, 4, 1, 0, 1, "27", 2))
    known, _ = _known([Connected(hello, again=False), alert])
    assert [(n, notice.board) for n, notice in known.tables.items()] == [(12, 7)]
    known.take(Message(12, messages.STATUS, ("auction open", 7, 255, "", 0)))
    assert known.tables
    known.take(Message(12, messages.STATUS, ("auction", 7, 255, "", 0)))
    assert not known.tables
    known.take(Message(12, messages.TD_CALL, (7, 2, 1)))
    known.take(Message(12, messages.STATUS, ("auction", 7, 255, "", 0)))
    assert known.tables
    known.take(Message(12, messages.TD_CALL, (7, 2, 0)))
    assert not known.tables


@pytest.mark.parametrize(
    ("then", "waits"), [("cancelled", False), ("acknowledged", True), ("arrived", False)]
)
def test_a_table_waits_for_the_director_until_he_is_there(then, waits):
    opened = Recorded(records.Record(1, records.BOARD, 0, 7, 0, 0, 0, 0, 0))
    called = Recorded(records.Record(2, records.TD, 0, 1, records.TD_WHATS.index("called")))
    who = 1 if then == "cancelled" else calls.NOBODY
    known, _ = _known([opened, called])
    assert known.director_called
    known.take(Recorded(records.Record(3, records.TD, 0, who, records.TD_WHATS.index(then))))
    assert known.director_called == waits


_MAIN = "from bidbox_host.cli import main; main()"


def _watch(*arguments, lines_wanted):
    """Run `bidbox watch` until it has printed so many lines; return them."""
    command = [sys.executable, "-c", _MAIN, "watch", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        return [process.stdout.readline() for _ in range(lines_wanted)]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(10)
        assert process.returncode == 0


def test_watch_prints_plain_lines_where_there_is_no_terminal():
    store = ListStore()
    store.append(records.BOARD, 0, 7, 0, 1)
    store.append(records.CALL, 1000, calls.NORTH, calls.parse_call("1H"))
    store.append(records.CALL, 2000, calls.EAST, calls.parse_call("1D"))
    with FakeDevice(store) as device:
        lines = _watch(device.port, lines_wanted=5)
        told = [line.split(" ", 1)[1].strip() for line in lines]
    assert told[0].startswith("table 12: esp32_table, table, firmware 0.1.0, Laws 2017")
    assert told[1] == "table 12 board 7: opened (assumed), dealer N, vulnerable All"
    assert told[2:4] == ["table 12 board 7: N 1H", "table 12 board 7: E 1D"]
    assert told[4].startswith("table 12 board 7: !! East's 1D over North's 1H is not enough")


def test_watch_prints_json_for_programs():
    store = ListStore()
    store.append(records.BOARD, 0, 7, 0, 1)
    with FakeDevice(store) as device:
        found = [json.loads(line) for line in _watch(device.port, "--json", lines_wanted=2)]
    assert [line["notice"] for line in found] == ["connected", "record"]
    assert found[1]["about"]["kind"] == "BOARD"
