"""Whole devices whose flash is full, damaged, of a later version, or whose clock goes wrong."""

import json
from itertools import pairwise

import pytest
from click.testing import CliRunner

from bidbox import messages, phrases, records
from bidbox_host.commands.download import command as download
from bidbox_host.commands.verify import command as verify
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.replay import boards_of

KEY = bytes(range(1, 33))
STORE = "wiring.running.store"
_KEPT = f"sum([s.size for s in {STORE}.segments if s.last > {STORE}.host_has])"


@pytest.fixture(autouse=True)
def _keys(tmp_path, monkeypatch):
    monkeypatch.setenv("BIDBOX_KEYS", str(tmp_path / "keys.json"))
    Keys().with_key("any", KEY).save()


@pytest.fixture
def table(world):
    made = world.start(config={"table": 12, "key": KEY.hex()})
    world.run(1500)
    return made


def _board(world, table, calls=("1H", "P", "P", "P")):
    """Open the proposed board, call round from the dealer, face the lead, propose the next."""
    world.run(1000)  # after a download the device may be ahead by what its flash took
    opened = records.decode(_last(table))[0].number
    world.run(table.tap("N", "OK") + 1700)
    number = table.eval("wiring.running.life.board")
    for i, call in enumerate(calls):
        world.run(table.type((number - 1 + i) & 3, call) + 1700)
    seat = 0
    while table.eval("wiring.running.life.state") == 3:  # until the lead is faced at its seat
        world.run(table.tap(seat & 3, "OK") + 1700)
        seat += 1
    world.run(table.tap("N", "OK") + 1700)
    return opened + 1


def _last(table):
    return table.eval(f"{STORE}.read({STORE}.last)")


def _restart(world, table):
    table.kill()
    table.restart()
    world.run(1500)


def _run(world, command, *words):
    with world.flowing(1):
        return CliRunner().invoke(command, [str(word) for word in words])


def _flip(table, numbers):
    """Turn a bit over in the segment's copy of some records, the only one that still counts."""
    held = [[table.eval(f"{STORE}.read({n + i})") for i in range(2)] for n in numbers]
    table.kill()
    image = bytearray(table.flash.read_bytes())
    places = [image.find(data + after) for data, after in held]  # neighbours, as in no page
    for at, (data, _) in zip(places, held, strict=True):
        assert at >= 0
        image[at + len(data) - 1] ^= 0x10
    table.flash.write_bytes(image)
    table.restart()


def _fill(world, table):
    """Leave less room than the running board is owed, a little at a time for the watchdog."""
    table.eval("setattr(wiring, 'fill', open('/fill', 'wb'))")
    for _ in range(100):
        if table.eval("__import__('os').statvfs('/')[3]") < 7:
            break
        table.eval("exec('for _ in range(32): wiring.fill.write(bytes(256))')")
        table.eval("wiring.fill.flush()")
        world.run(300)
    table.eval("wiring.fill.close()")


def test_a_log_with_lost_records_is_saved_told_and_let_go_only_if_the_user_says_so(
    world, table, tmp_path
):
    firsts = [_board(world, table) for _ in range(5)]
    lost = [firsts[1] + 3, firsts[2] + 1, firsts[2] + 2]
    last = table.eval(f"{STORE}.last")
    _flip(table, lost)
    world.run(1500)
    assert "segment 1 is damaged" in table.eval(f"{STORE}.state")
    result = _run(world, download, table.port, "-o", tmp_path, "--erase")
    assert result.exit_code == 1
    assert "--accept-damage" in result.output
    assert table.eval(f"{STORE}.first") == 1
    (path,) = tmp_path.glob("*.bidlog")
    held = {r.number for r in read_log(path).records}
    assert held & set(range(1, last + 1)) == set(range(1, last + 1)) - set(lost)
    checked = CliRunner().invoke(verify, [str(path), "--json"])
    assert checked.exit_code == 1
    report = json.loads(checked.output)
    assert report["only_lost"]
    # Numbers that may have been used are passed over, so that none is used twice.
    assert report["lost"] == max(held) - len(held) >= 3
    assert f"records {lost[0]} to {lost[0]} are missing" in checked.output
    used = table.eval(_KEPT)
    result = _run(
        world, download, table.port, "-o", tmp_path / "b.bidlog", "--erase", "--accept-damage"
    )
    assert result.exit_code == 0, result.output
    assert "erased up to record" in result.output
    assert table.eval(f"{STORE}.first") > lost[-1]
    assert table.eval(_KEPT) < used
    _board(world, table)
    result = _run(world, download, table.port, "-o", tmp_path / "c.bidlog")
    assert result.exit_code == 0, result.output
    assert "whole and unaltered" in result.output


def test_an_altered_record_is_no_damage_that_can_be_accepted(world, table, tmp_path):
    """A call that was changed and given a right CRC: the seal does not fit."""
    firsts = [_board(world, table) for _ in range(4)]
    number = firsts[0] + 1
    data, after = (table.eval(f"{STORE}.read({number + i})") for i in range(2))
    record = records.decode(data)[0]
    assert record.kind == records.CALL
    forged = records.pack(number, record.kind, record.ms, (record.seat, 4, *record.fields[2:]))
    assert len(forged) == len(data)
    table.kill()
    image = table.flash.read_bytes()
    assert image.count(data + after) == 1
    table.flash.write_bytes(image.replace(data + after, forged + after))
    table.restart()
    world.run(1500)
    result = _run(world, download, table.port, "-o", tmp_path, "--erase", "--accept-damage")
    assert result.exit_code == 1
    assert "does not fit" in result.output
    assert table.eval(f"{STORE}.first") == 1


def test_a_journal_of_a_later_version_is_kept_said_and_a_new_one_begun(world, table, tmp_path):
    for _ in range(4):
        _board(world, table)
    table.kill()
    image = table.flash.read_bytes()
    assert b"BIDSEG1\n" in image
    start = next(at for at in range(0, len(image), 4096) if image.startswith(b"BIDSEG1\n", at))
    head, after = records.decode(image, start + 8)
    new = b"BIDSEG2\n" + records.pack(head.number, head.kind, 0, (2, *head.fields[1:]))
    assert len(new) == after - start
    table.flash.write_bytes(image[:start] + new + image[after:])
    table.restart()
    world.run(1500)
    state = table.eval(f"{STORE}.state")
    assert "a journal of a later version is kept as /journal-newer" in state
    assert "segments" in table.eval("__import__('os').listdir('/journal-newer')")
    _board(world, table)
    result = _run(world, download, table.port, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.glob("*.bidlog")
    told = [r.text for r in read_log(path).records if r.kind == records.FAULT]
    assert any("later version" in text for text in told)


def test_a_full_flash_is_said_the_running_board_goes_on_and_nothing_is_lost(world, tmp_path):
    part = tmp_path / "part"
    part.write_bytes(bytes(250_000))
    files = {f"part{n}": part for n in range(6)}
    table = world.start(config={"table": 12, "key": KEY.hex()}, files=files)
    world.run(1500)
    _board(world, table)
    _fill(world, table)
    played, said = 1, []
    while not table.eval("wiring.running.store.closed"):
        assert played < 20, "a full flash took twenty boards"
        _board(world, table)
        played += 1
        world.run(11_000)  # the state is told every ten seconds
        said.append(table.eval("wiring.running._store_state or wiring.running.faults.summary"))
    assert "journal full: download" in said[3]  # long before boards are refused
    assert played == 8
    last = table.eval(f"{STORE}.last")
    world.run(table.tap("N", "OK") + 300)
    shown = table.eval("[view._phrase for view in wiring.running.table.screens.views]")
    assert shown == [phrases.LOG_FULL] * 4
    world.run(table.type("E", "1S") + 1000)
    assert table.eval(f"({STORE}.last, wiring.running.life.running)") == (last, False)
    for name in ("fill", "part0"):
        table.eval(f"__import__('os').remove('/{name}')")
    world.run(11_000)
    _board(world, table)
    played += 1
    assert table.eval("(wiring.running.book.waiting, wiring.running.book.lost)") == (0, 0)
    result = _run(world, download, table.port, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.glob("*.bidlog")
    boards = list(boards_of(read_log(path).records))
    assert [board.number for board in boards] == list(range(1, played + 1))
    for board in boards:
        assert [e["call"] for e in board.request["events"]] == ["1H", "P", "P", "P"]


def test_from_a_corrupt_file_system_every_record_is_salvaged(world, table, tmp_path):
    """No program runs then; the host says so (test_link_ports), and reads a flash image."""
    for _ in range(5):
        _board(world, table)
    world.run(table.tap("N", "OK") + 1700)
    world.run(table.type("E" if table.eval("wiring.running.life.dealer") == 1 else "S", "1H"))
    world.run(500)
    numbers = range(1, table.eval(f"{STORE}.last") + 1)
    wanted = table.eval(f"[{STORE}.read(n) for n in range(1, {numbers.stop})]")
    table.kill()
    image = bytearray(table.flash.read_bytes())
    image[:64] = image[4096:4160] = bytes(64)  # the root's two blocks
    path = tmp_path / "flash.img"
    path.write_bytes(image)
    log = read_log(path)
    assert [entry.raw for entry in log.entries] == wanted
    assert not [p for p in log.problems if "different" in p.text]
    checked = CliRunner().invoke(verify, [str(path)])
    assert "open-ended" in checked.output
    assert "the seals prove it" in checked.output
    assert "missing" not in checked.output


def test_a_clock_that_goes_back_changes_no_time_of_the_key(world, table, tmp_path):
    times = (1_790_000_000, 1_790_000_600, 1_780_000_000)
    for unix in times:
        assert table.eval(f"wiring.running.device.set_time({unix})") is None
        _board(world, table)
    result = _run(world, download, table.port, "-o", tmp_path, "--no-clock")
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.glob("*.bidlog")
    log = read_log(path).records
    assert [r.seconds for r in log if r.kind == records.TIME] == list(times)
    boards = list(boards_of(log))
    for board, unix in zip(boards, times, strict=True):
        assert unix <= board.opened_at < unix + 60
        ms = [e.ms for e in board.entries]
        assert ms == sorted(ms)
        assert all(b - a < 10_000 for a, b in pairwise(ms))


def test_ticks_that_wrap_in_mid_board_change_nothing(world, tmp_path):
    """The device's milliseconds go round at 2^30, 12.4 days after its start."""
    world.hub._now = ((1 << 30) - 9_000) * 1_000_000
    table = world.start(config={"table": 12, "key": KEY.hex()})
    world.run(1500)
    assert table.eval("wiring.running.device.set_time(1790000000)") is None
    for _ in range(2):
        _board(world, table, ("1H", "1D", "P", "P", "2H", "P", "P", "P"))
    assert table.eval("wiring.running.hardware.clock.ms()") < 1 << 20
    result = _run(world, download, table.port, "-o", tmp_path, "--no-clock")
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.glob("*.bidlog")
    first, second = boards_of(read_log(path).records)
    for board in (first, second):
        ms = [e.ms for e in board.entries]
        assert ms == sorted(ms)
        assert all(1000 < b - a < 4000 for a, b in pairwise(ms[:8])), ms
    assert 0 <= first.opened_at - 1_790_000_000 < 10
    assert 10 < second.opened_at - first.opened_at < 40


def test_device_refuses_a_time_that_no_record_holds(table):
    said = table.eval(f"wiring.running.device.set_time({records.MAX_NUMBER + 1})")
    assert said == "no such time"
    assert messages.MOST == records.MAX_NUMBER
