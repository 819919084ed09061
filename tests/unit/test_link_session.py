"""The host's link against the firmware's own console and host link behind a pseudo-terminal."""

import random
import threading
import time

import pytest

from bidbox import answers, lines, message_names, messages, records
from bidbox_host.journal.keys import Keys
from bidbox_host.link.download import download
from bidbox_host.link.errors import Empty, Incomplete, LinkError, Refused
from bidbox_host.link.port import Port
from bidbox_host.link.saving import save
from bidbox_host.link.session import Message, Session, Text
from bidbox_host.link.shelf import Shelf
from tests.unit.fake_device import (
    BYTES_A_SECOND,
    DEVICE_ID,
    KEY,
    FakeDevice,
    ListStore,
    Noise,
    evening,
)

KEYS = Keys().with_key(DEVICE_ID, KEY)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """These devices answer at once, so that a test need not wait long for what was lost."""
    monkeypatch.setattr("bidbox_host.link.session.TIMEOUT", 0.15)


def _download(device):
    with Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        return download(session, Shelf())


def _all_of(store):
    return tuple(store.held[n] for n in range(store.first, store.last + 1))


def test_hello_tells_who_is_there():
    with FakeDevice(evening(1)) as device:
        with Port(device.port) as port:
            hello = Session(port).open(live=False)
    assert (hello.table, hello.role, hello.laws, hello.boot) == (12, "table", "2017", 3)
    assert (hello.first, hello.last) == (1, device.store.last)
    assert hello.session == "Tuesday, section A"


def test_a_device_says_nothing_before_hello_and_nothing_after_three_silent_seconds():
    with FakeDevice(evening(1)) as device:
        device.console.post(messages.TD_CALL, 12, 7, 1, 1)
        with Port(device.port) as port:
            assert port.read(0.3) == b""
            Session(port).open(live=True)
            device.append(records.CALL, 5, 1, 4)
            assert b"R," in port.read(1)
            silent_at = time.monotonic()
            while time.monotonic() - silent_at < 5 and device.console.linked:
                time.sleep(0.02)
            assert 2.5 < time.monotonic() - silent_at < 4
            device.append(records.CALL, 6, 2, 0)
            assert port.read(0.3) == b""


def test_a_download_is_exact():
    with FakeDevice(evening(4)) as device:
        result = _download(device)
    assert result.records == _all_of(device.store)
    assert (result.first, result.last, result.lost) == (1, device.store.last, ())


def test_an_evening_takes_less_than_a_second_and_a_half():
    with FakeDevice(evening(), rate=BYTES_A_SECOND) as device:
        began = time.monotonic()
        result = _download(device)
        seconds = time.monotonic() - began
    assert result.records == _all_of(device.store)
    assert len(result.records) > 26 * 55
    assert seconds < 1.5 or device.bytes_to_host < 1.5 * BYTES_A_SECOND  # a busy machine may lag


@pytest.mark.parametrize("seed", range(3))
def test_one_byte_in_a_hundred_damaged_changes_nothing_but_the_time(seed):
    to_host = Noise(of_bytes=0.01, text=0.002, seed=seed)
    to_device = Noise(of_bytes=0.01, seed=seed + 100)
    with FakeDevice(evening(2), to_host=to_host, to_device=to_device) as device:
        assert _download(device).records == _all_of(device.store)


def test_a_line_too_noisy_for_anything_ends_in_a_clear_error():
    with FakeDevice(evening(1), to_host=Noise(of_bytes=0.5)) as device:
        with pytest.raises(LinkError) as caught:
            _download(device)
    assert device.port in str(caught.value)


def test_records_longer_than_a_line_arrive():
    store = evening(1)
    store.append(records.FAULT, 1, 1, 2, "x" * 200)
    store.append(records.CALL, 2, 1, 5)
    store.append(records.FAULT, 3, 1, 2, "y" * 230)
    with FakeDevice(store, to_host=Noise(of_bytes=0.004)) as device:
        assert _download(device).records == _all_of(store)


def test_what_the_device_cannot_read_is_named_and_the_rest_comes():
    store = evening(1)
    store.unreadable = {5, 6, 20}
    with FakeDevice(store) as device:
        result = _download(device)
    assert result.lost == (5, 6, 20)
    assert len(result.records) == store.last - 3


def test_a_host_killed_and_started_again_gets_the_rest(tmp_path):
    with FakeDevice(evening(), rate=BYTES_A_SECOND) as device:

        class Killed(Exception):
            pass

        def kill(done, whole):
            if done > whole / 2:
                raise Killed

        with pytest.raises(Killed):
            save(device.port, tmp_path, KEYS, progress=kill)
        saved = save(device.port, tmp_path, KEYS)
        assert saved.resumed >= device.store.last / 2
        assert saved.report.proved
        assert [p.name for p in tmp_path.iterdir()] == [saved.path.name]


def test_left_over_records_of_another_journal_are_not_mixed_in(tmp_path):
    with FakeDevice(evening(2, seed=1)) as device:
        first = save(device.port, tmp_path, KEYS)
    first.path.rename(tmp_path / f"table-12-{DEVICE_ID}.bidlog.part")
    with FakeDevice(evening(3, seed=2)) as device:
        saved = save(device.port, tmp_path, KEYS)
    assert saved.report.proved
    assert saved.resumed == 0


def test_the_device_learns_that_its_log_is_safe_only_when_it_verified(tmp_path):
    store = evening(2)
    with FakeDevice(store) as device:
        saved = save(device.port, tmp_path, KEYS)
        assert saved.report.proved and saved.confirmed
        assert store.confirmed == store.last == saved.last
        assert store.first == 1
    store = evening(2)
    good = store.held[30]
    store.held[30] = records.pack(30, records.CALL, 77, (1, 9))
    with FakeDevice(store) as device:
        saved = save(device.port, tmp_path, KEYS, erase=True)
        assert not saved.report.ok and not saved.confirmed
        assert (store.confirmed, store.first) == (0, 1)
        store.held[30] = good
        saved = save(device.port, tmp_path, KEYS, erase=True)
        assert saved.erased
        assert store.first == store.last + 1
        with pytest.raises(Empty):
            save(device.port, tmp_path, KEYS)


def test_records_made_during_the_download_are_in_it(tmp_path):
    store = evening(4)
    with FakeDevice(store, rate=BYTES_A_SECOND) as device:
        made = []

        def bid(done, whole):
            if len(made) < 5:
                made.append(device.append(records.CALL, len(made), 1, 4))

        saved = save(device.port, tmp_path, KEYS, progress=bid)
    assert len(made) == 5
    assert saved.last == made[-1]
    assert saved.report.ok


def test_several_devices_at_once(tmp_path):
    devices = [FakeDevice(evening(2, seed=n)) for n in range(4)]
    try:
        found = {}

        def one(device):
            found[device.port] = _download(device).records

        threads = [threading.Thread(target=one, args=(device,)) for device in devices]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for device in devices:
            assert found[device.port] == _all_of(device.store)
    finally:
        for device in devices:
            device.close()


def test_requests_reach_the_device_once_however_often_they_are_repeated():
    noise = Noise(of_bytes=0.02, seed=3)
    with FakeDevice(to_host=noise) as device, Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        for of in range(20):
            session.request(messages.ANSWER, (7, answers.CANCELLED, of, 0, 0, b""), table=12)
        session.request(messages.ACKNOWLEDGE, (7, 3, messages.SEEN), table=12)
        session.request(messages.TIME, (1795993272,))
    expected = [("answer", 12, 7, answers.CANCELLED, of, 0, 0, b"") for of in range(20)]
    expected += [("acknowledge", 12, 7, 3, messages.SEEN), ("time", 1795993272)]
    assert device.owner.done == expected


def test_settings_are_read_and_refusals_carry_their_reason():
    with FakeDevice() as device, Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        assert session.request(messages.READ, ("session",)) == ("session", "Tuesday, section A")
        with pytest.raises(Refused, match="an auction is going on"):
            session.request(messages.SERVICE, (1,))
        with pytest.raises(Refused, match="no such setting"):
            session.request(messages.READ, ("nonsense",))
        with pytest.raises(Refused, match="cannot do that"):
            session.request(messages.RESUME, (0, 1, b""))


def test_a_fault_of_the_device_is_told_and_it_goes_on():
    with FakeDevice(evening(1)) as device, Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        with pytest.raises(Refused):
            session.request(messages.CONFIG, ("table", "13"))
        said = [m for m in session.receive(1) if isinstance(m, Message)]
        assert said[0].fields == ("host link: RuntimeError a fault of the device",)
        assert session.request(messages.HEARTBEAT) == (device.store.last,)


def test_a_device_never_stops_of_anything_that_comes():
    chance = random.Random(5)
    known = sorted(set(message_names.MESSAGES) - {messages.ERASE})
    with FakeDevice(evening(1)) as device:
        for _ in range(30):
            parts = []
            for _ in range(20):
                if chance.random() < 0.5:
                    parts.append(chance.randbytes(chance.randrange(300)))
                else:
                    code = chance.choice([*known, 1, 255])
                    fields = [str(chance.choice([0, 1, 7, messages.MOST])) for _ in range(6)]
                    body = bytes([code]) + b"," + ",".join(fields[: chance.randrange(7)]).encode()
                    parts.append(lines.encode(chance.randrange(256), chance.randrange(9999), body))
            with Port(device.port) as port:
                for part in parts:
                    port.write(part)
                    port.read(0)
        assert _download(device).records == _all_of(device.store)


def test_device_text_is_shown_as_text():
    with FakeDevice() as device, Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        device.say(b"Traceback (most recent call last):\r\n  File \"main.py\"\r\n")
        found = []
        while len(found) < 2:
            found += session.receive(1)
        assert found == [
            Text("Traceback (most recent call last):", False),
            Text('File "main.py"', False),
        ]


def test_a_device_unplugged_during_a_download_is_an_error_and_what_came_is_kept(tmp_path):
    device = FakeDevice(evening(), rate=BYTES_A_SECOND)

    def unplug(done, whole):
        if done > whole / 3:
            device.close()

    with pytest.raises(LinkError):
        save(device.port, tmp_path, KEYS, progress=unplug)
    (left,) = tmp_path.iterdir()
    assert left.suffix == ".part"
    with FakeDevice(device.store) as again:
        saved = save(again.port, tmp_path, KEYS)
    assert saved.resumed > device.store.last / 3
    assert saved.report.proved


def test_a_device_restarted_during_a_download_is_asked_again(tmp_path):
    restarted = []
    with FakeDevice(evening(8), rate=BYTES_A_SECOND) as device:

        def restart(done, whole):
            if done > whole / 3 and not restarted:
                restarted.append(True)
                threading.Thread(target=device.boot).start()

        saved = save(device.port, tmp_path, KEYS, progress=restart)
    assert restarted
    assert saved.report.proved


def test_a_device_that_stops_sending_records_ends_in_a_clear_error(monkeypatch):
    monkeypatch.setattr("bidbox_host.link.download._STUCK", 1.0)
    store = ListStore()
    store.last = 10
    with FakeDevice(store) as device:
        device.link.source = lambda: None
        device.console.source = None
        with pytest.raises(Incomplete, match="10 records missing"):
            _download(device)
