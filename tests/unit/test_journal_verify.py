"""bidbox verify: accepts what a device recorded, and finds every change made to it."""

import json
import os
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from bidbox import journal, records, seal
from bidbox_host.errors import BidboxError
from bidbox_host.journal import Log, log_bytes, parse_log, read_log, verify, write_log
from bidbox_host.journal.keys import Keys, load_keys
from bidbox_host.journal.log import MAGIC
from bidbox_host.journal.verify import NO_KEY_AT_ALL, NO_KEY_HERE, PROVED
from drivers.store import Store

KEY = bytes(range(32))
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
KEYS = Keys().with_key("a0b1c2d3e4f5", KEY)


def play(store: Store, boards: int, *, seed: int = 1, first: int = 1) -> None:
    """Record boards with calls, alerts, a director's answer, and seal each."""
    rng = random.Random(seed)
    for board in range(first, first + boards):
        store.append(records.BOARD, 0, board, (board - 1) & 3, 0, 0, 1, board * 400000)
        ms = 0
        for i in range(rng.randrange(4, 16)):
            ms += rng.randrange(300, 20000)
            store.append(records.CALL, ms, i & 3, rng.randrange(0, 38), 0, 0, 0)
            if rng.random() < 0.2:
                store.append(records.ALERT, ms + 20, i & 3, 1, i)
        store.append(records.ANSWER, ms + 30, 1, -1, 0, 0)
        store.append(records.CLOSED, ms + 40, 0)
        store.end_board(ms + 50)


def held(store: Store) -> list[bytes]:
    return [store.read(number) for number in range(store.first, store.last + 1)]


def recorded(tmp_path: Path, key: bytes = KEY, boards: int = 6) -> tuple[list[bytes], bytes]:
    """Return the records of a session with an unfinished board at its end, and the statement."""
    store = Store(str(tmp_path / "journal"), DEVICE, key)
    store.append(records.TIME, 100, 1772600000, 0, 100)
    play(store, boards)
    store.append(records.BOARD, 0, boards + 1, 2, 0, 0, 1, 9000000)
    store.append(records.CALL, 2000, 2, 5, 0, 0, 0)
    found, closing = held(store), store.closing(b"12345678", 1772640000)
    store.close()
    return found, closing


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], bytes]:
    return recorded(tmp_path_factory.mktemp("device"))


def test_accepts_the_untouched_log(session: tuple[list[bytes], bytes]) -> None:
    report = verify(parse_log(log_bytes(*session)), KEYS)
    assert report.problems == ()
    assert report.proved and report.proof == PROVED and report.verdict == "whole and unaltered"
    assert (report.device.device, report.device.table, report.device.laws) == (
        "a0b1c2d3e4f5",
        12,
        "2017",
    )
    assert (report.first, report.boards, report.unsealed) == (1, 6, 1)
    assert report.closed.isoformat() == "2026-03-04T16:00:00+00:00"


def test_reads_boards_devices_and_no_gaps(session: tuple[list[bytes], bytes]) -> None:
    log = parse_log(log_bytes(*session))
    assert [b.opening.board for b in log.boards] == [1, 2, 3, 4, 5, 6, 7]
    assert [b.sealed for b in log.boards] == [True] * 6 + [False]
    assert log.gaps == () and len(log.devices) == 1
    assert [r.number for r in log.records] == list(range(1, len(session[0]) + 1))


def test_without_statement_it_is_open_ended(session: tuple[list[bytes], bytes]) -> None:
    report = verify(parse_log(log_bytes(session[0])), KEYS)
    assert report.open_ended and not report.ok and report.problems == ()
    assert "open-ended" in report.verdict


def test_without_key_it_checks_the_rest_and_says_so(session: tuple[list[bytes], bytes]) -> None:
    report = verify(parse_log(log_bytes(*session)), Keys())
    assert report.ok and not report.proved and report.proof == NO_KEY_HERE
    found, closing = session
    report = verify(parse_log(log_bytes(found[:20] + found[21:], closing)), Keys())
    assert not report.ok and "21" in " ".join(report.problems)


def test_a_wrong_key_does_not_fit(session: tuple[list[bytes], bytes]) -> None:
    class Wrong(Keys):
        def find(self, device: str, key_id: int) -> bytes:
            return b"wrong" * 6

    report = verify(parse_log(log_bytes(*session)), Wrong())
    assert len(report.problems) == 7


def test_a_device_without_key(tmp_path: Path) -> None:
    log = parse_log(log_bytes(*recorded(tmp_path, key=b"")))
    report = verify(log, Keys())
    assert report.ok and report.proof == NO_KEY_AT_ALL and report.verdict == "whole"
    # Whoever has no key could strip the seals and make such a log of a sealed one.
    assert not verify(log, KEYS).ok


def test_the_wrong_device(session: tuple[list[bytes], bytes]) -> None:
    report = verify(parse_log(log_bytes(*session)), KEYS, "ffffffffffff")
    assert report.problems == ("it is from device a0b1c2d3e4f5, not ffffffffffff",)


def altered(rng: random.Random, found: list[bytes], closing: bytes) -> tuple[str, bytes]:
    """Change a log in one way; checksums are made right again by half of the changes."""
    found = list(found)
    at = rng.randrange(len(found))
    other = rng.randrange(len(found))
    way = rng.randrange(11)
    if way == 0:
        data = bytearray(log_bytes(found, closing))
        place = rng.randrange(len(MAGIC), len(data))
        data[place] ^= rng.randrange(1, 256)
        return f"byte {place}", bytes(data)
    if way == 1:
        del found[at]
    elif way == 2:
        if found[at] == found[other]:
            other = (at + 1) % len(found)
        found[at], found[other] = found[other], found[at]
    elif way == 3:
        found.insert(other, found[at])
    elif way == 4:
        data = log_bytes(found, closing)
        return "cut", data[: rng.randrange(len(MAGIC), len(data))]
    elif way == 5:
        found, closing = found[: at or 1], b""
    elif way == 6:
        found = found[max(at, 1) :]
    elif way == 7:
        record = records.decode(found[at])[0]
        fields = list(record.fields)
        places = [i for i, value in enumerate(fields) if isinstance(value, int)]
        if places:
            place = rng.choice(places)
            fields[place] = (fields[place] + rng.randrange(1, 4)) & 0xFFFFFFFF
            found[at] = records.pack(record.number, record.kind, record.ms, fields)
        else:
            found[at] = records.pack(record.number, record.kind, record.ms + 1, fields)
    elif way == 8:
        # A call put in, and every later record numbered anew.
        call = records.pack(at + 1, records.CALL, 5, (1, 7))
        later = [
            records.encode(records.Record(r.number + 1, r.kind, r.ms, *r.fields))
            for r in (records.decode(raw)[0] for raw in found[at:])
        ]
        found = [*found[:at], call, *later]
    elif way == 9:
        # A whole board taken out, and every later record numbered anew.
        seals = [i for i, raw in enumerate(found) if raw[1] == records.SEAL]
        place = rng.randrange(len(seals))
        begin = seals[place - 1] + 1 if place else 0
        size = seals[place] + 1 - begin
        later = [
            records.encode(records.Record(r.number - size, r.kind, r.ms, *r.fields))
            for r in (records.decode(raw)[0] for raw in found[seals[place] + 1 :])
        ]
        found = found[:begin] + later
    else:
        statement = records.decode(closing)[0]
        fields = list(statement.fields)
        place = rng.choice([1, 2, 3, 4, 5])
        fields[place] += 1
        closing = records.pack(statement.number, records.CLOSING, 0, fields)
    return f"way {way} at {at}", log_bytes(found, closing)


@pytest.mark.parametrize("seed", range(4))
def test_finds_every_alteration(session: tuple[list[bytes], bytes], seed: int) -> None:
    rng = random.Random(seed)
    original = log_bytes(*session)
    passed = []
    for _ in range(1000):
        how, data = altered(rng, *session)
        if data != original and verify(parse_log(data), KEYS).ok:
            passed.append(how)
    assert passed == []


def test_a_board_sealed_anew_without_the_key_does_not_fit(
    session: tuple[list[bytes], bytes],
) -> None:
    found = list(session[0])
    place = next(i for i, raw in enumerate(found) if raw[1] == records.CALL)
    call = records.decode(found[place])[0]
    found[place] = records.pack(call.number, call.kind, call.ms, (call.seat, 4, 0, 0, 0))
    end = next(i for i, raw in enumerate(found) if raw[1] == records.SEAL)
    code = seal.begin_board(b"guess", seal.NO_SEAL)
    for raw in found[:end]:
        code.update(raw)
    found[end] = journal.pack_seal(end + 1, records.decode(found[end])[0].ms, code)
    report = verify(parse_log(log_bytes(found, session[1])), KEYS)
    # That board's seal, and the next one's, which is chained to the true one.
    assert [p[:7] for p in report.problems] == ["board 1", "board 2"]


def test_a_record_put_in_before_the_statement_is_not_covered(
    session: tuple[list[bytes], bytes],
) -> None:
    found, closing = session
    last = len(found)
    more = [records.pack(last + 1, records.STOP, 500_000, (2,))]
    report = verify(parse_log(log_bytes(found + more, closing)), KEYS)
    assert report.problems == (
        f"records {last + 1} to {last + 1} stand before a statement that does not cover them",
    )


def test_names_what_is_wrong_and_where(session: tuple[list[bytes], bytes]) -> None:
    data = bytearray(log_bytes(*session))
    place = len(MAGIC) + sum(len(raw) for raw in session[0][:30]) + 4
    data[place] ^= 0x40
    report = verify(parse_log(bytes(data)), KEYS)
    assert any(f"byte {place - 4}: " in p and "damaged" in p for p in report.problems)
    assert any("records 31 to 31 are missing" in p for p in report.problems)


def test_later_downloads_add_to_a_log(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "journal"), DEVICE, KEY)
    play(store, 3)
    one = held(store)
    statement = store.closing(b"one", 1772600000)
    play(store, 3, first=4)
    rest = held(store)[len(one) :]
    whole = parse_log(log_bytes([*one, statement, *rest], store.closing(b"two", 1772600000)))
    assert verify(whole, KEYS).proved
    short = parse_log(log_bytes([*one, statement, *rest]))
    assert verify(short, KEYS).open_ended
    store.close()


def test_a_log_after_erasing_begins_in_the_middle_of_the_chain(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "journal"), DEVICE, KEY)
    play(store, 9)
    store.downloaded(store.last)
    assert store.erase(store.last) == store.first > 9
    play(store, 3)
    found, closing = held(store), store.closing(b"x")
    report = verify(parse_log(log_bytes(found, closing)), KEYS)
    assert report.proved and report.boards == 3, report.problems
    # Without the statement nobody knows the seal before.
    report = verify(parse_log(log_bytes(found)), KEYS)
    assert report.open_ended and "not known" in report.problems[0]
    store.close()


def test_a_copy_of_the_journal_directory_reads_too(tmp_path: Path) -> None:
    found, _ = recorded(tmp_path)
    log: Log = read_log(tmp_path / "journal")
    assert [entry.raw for entry in log.entries] == found and log.problems == ()
    report = verify(log, KEYS)
    assert report.open_ended and report.problems == () and report.proof == PROVED


def test_a_copy_of_a_journal_that_was_erased_before_verifies(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "journal"), DEVICE, KEY)
    play(store, 5)
    store.downloaded(store.last)
    store.erase(store.last)
    play(store, 5)
    store.close()
    report = verify(read_log(tmp_path / "journal"), KEYS)
    assert report.problems == () and report.boards == 5 and report.proof == PROVED


def test_what_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(BidboxError, match="give the path"):
        read_log(tmp_path / "none.bidlog")
    with pytest.raises(BidboxError, match="not a copy"):
        read_log(tmp_path)
    with pytest.raises(BidboxError, match="not a Bidbox log"):
        parse_log(b"PBN 2.1")
    with pytest.raises(BidboxError, match="newer"):
        parse_log(b"BIDLOG7\nabc")
    report = verify(parse_log(MAGIC), KEYS)
    assert report.problems == ("it holds no records",)


def test_writing_is_all_or_nothing(session: tuple[list[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "table12.bidlog"
    write_log(path, *session)
    assert read_log(path).records == parse_log(log_bytes(*session)).records

    def breaks() -> list[bytes]:
        yield session[0][0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_log(path, breaks())
    assert path.read_bytes() == log_bytes(*session)
    assert [p.name for p in tmp_path.iterdir()] == ["table12.bidlog"]
    with pytest.raises(BidboxError, match="cannot be written"):
        write_log(tmp_path / "nowhere" / "x.bidlog", *session)


def test_keys_file(tmp_path: Path) -> None:
    path = tmp_path / "config" / "keys.json"
    assert load_keys(path) == Keys()
    keys = KEYS.with_key("b", b"second").with_key("b", b"third")
    keys.save(path)
    again = load_keys(path)
    assert again.find("b", seal.key_id(b"second")) == b"second"
    assert again.newest("b") == b"third"
    assert again.find("unknown", seal.key_id(KEY)) == KEY
    assert path.stat().st_mode & 0o077 == 0
    assert KEY.hex() not in repr(again) and "third" not in repr(again)
    path.write_text('{"a": ["' + KEY.hex()[:-1] + '"]}')
    with pytest.raises(BidboxError, match="damaged") as caught:
        load_keys(path)
    assert KEY.hex()[:-1] not in str(caught.value)


def test_the_command(session: tuple[list[bytes], bytes], tmp_path: Path) -> None:
    from bidbox_host.commands.verify import command

    good, bad = tmp_path / "good.bidlog", tmp_path / "bad.bidlog"
    write_log(good, *session)
    write_log(bad, [*session[0][:9], *session[0][10:]], session[1])
    KEYS.save(tmp_path / "keys.json")
    keys = ["--keys", str(tmp_path / "keys.json")]

    result = CliRunner().invoke(command, [str(good), *keys])
    assert result.exit_code == 0
    assert "good.bidlog: whole and unaltered" in result.output
    assert "laws 2017 (table deadbeef)" in result.output
    assert KEY.hex() not in result.output

    result = CliRunner().invoke(command, [str(bad), "--json", *keys])
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert told["ok"] is False and any("10" in problem for problem in told["problems"])

    none = ["--keys", str(tmp_path / "none.json")]
    result = CliRunner().invoke(command, [str(good), *none])
    assert result.exit_code == 0 and "not proved" in result.output
    assert CliRunner().invoke(command, [str(good), "--require-key", *none]).exit_code == 1
    assert CliRunner().invoke(command, [str(tmp_path / "x"), *keys]).exit_code == 1


def test_what_is_no_ordinary_file_is_not_replaced_by_a_log(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BidboxError, match="no ordinary file"):
        write_log(pipe, [])
    assert pipe.is_fifo()
