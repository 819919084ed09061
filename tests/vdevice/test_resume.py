"""A running board on another unit: from the old unit, from the host's copy, or typed again."""

import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from bidbox import records
from bidbox_host.commands.resume import command
from bidbox_host.commands.watch import _follow
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.link import copies
from bidbox_host.link.saving import save
from bidbox_host.replay import Judged, boards_of, judge

KEYS = [bytes([n]) * 32 for n in (1, 2)]
# Board 7, South deals: an insufficient bid, not accepted, corrected; then West alone may go on.
AUCTION = (("S", "1H"), ("W", "1D"))
RULING = 0  # answers.NOT_ACCEPTED


@pytest.fixture(autouse=True)
def _place(tmp_path, monkeypatch):
    monkeypatch.setenv("BIDBOX_FOLDER", str(tmp_path / "bidbox"))


def _table(world, number, key):
    return world.start(
        config={"table": number, "key": key.hex(), "session": "Pairs", "section": "B"},
        name=f"unit{number}",
    )


def _play(world, table):
    """Board 7: 1H, then 1D, which is not enough; the director is called; STOP is pressed."""
    table.press("N", "CANCEL")
    world.run(100)
    world.run(table.tap("N", "7") + 60)
    table.release("N", "CANCEL")
    world.run(60)
    world.run(table.tap("N", "OK") + 400)
    world.run(table.tap("E", "OK") + 400)
    for seat, call in AUCTION:
        world.run(table.type(seat, call) + 2000)
    world.run(table.tap("E", "STOP") + 500)


def _run(*words):
    return CliRunner().invoke(command, words)


def _state(table):
    parts = "wiring.running"
    return table.eval(
        f"({parts}.life.board, {parts}.life.state, {parts}.adjudicator.turn,"
        f" {parts}.life.open_item(), {parts}.adjudicator.event_count, {parts}.signals.open)"
    )


def _finish(world, table, tmp_path) -> tuple[Judged, list]:
    """Rule, correct, pass out, and download; the log must prove itself."""
    answered = table.eval("wiring.running.device.answer(0, 7, 0, 65535, 0, 0)")
    assert answered is None
    for seat, call in (("W", "2D"), ("N", "P"), ("E", "P"), ("S", "P")):
        world.run(table.type(seat, call) + 2000)
    world.run(table.tap("N", "OK") + 500)  # lead faced
    keys = Keys().with_key("any", KEYS[1])
    with world.flowing(1):
        saved = save(table.port, tmp_path, keys, set_clock=False)
    assert saved.report.problems == ()
    assert saved.report.proved
    log = read_log(saved.path)
    (board,) = boards_of(log.records)
    return judge(board), [r for r in log.records if r.kind == records.CALL]


def _old_calls(table):
    numbers = range(1, table.eval("wiring.running.store.last") + 1)
    found = [records.decode(table.eval(f"wiring.running.store.read({n})"))[0] for n in numbers]
    return [(r.ms, r.fields) for r in found if r.kind == records.CALL]


def test_a_board_goes_on_from_the_old_units_link(world, tmp_path: Path) -> None:
    old, new = _table(world, 12, KEYS[0]), _table(world, 13, KEYS[1])
    world.run(1500)
    _play(world, old)
    before, calls = _state(old), _old_calls(old)
    with world.flowing(1):
        result = _run(old.port, new.port)
    assert result.exit_code == 0, result.output
    assert "board 7 goes on at table 13" in result.output
    assert "switch it off" in result.output
    old.kill()
    assert _state(new) == before
    assert before[3] and before[5]  # the irregularity is open, and the lamp says so
    judged, made = _finish(world, new, tmp_path)
    assert [(r.ms, r.fields) for r in made[:2]] == calls
    assert [r.ms for r in made] == sorted(r.ms for r in made)
    mark = judged.board.resumed
    assert mark.device == old.mac.hex()
    assert records.RESUMED_SOURCES[mark.source] == "unit"
    assert mark.copied == 3
    assert judged.board.session.name == "Pairs"
    assert judged.final["contract"] == "2D"
    (verdict,) = judged.answer["verdicts"]
    assert (verdict["law"], verdict["status"]) == ("27", "cancelled")


def test_a_dead_units_board_goes_on_from_the_hosts_copy(world, tmp_path: Path) -> None:
    old, new = _table(world, 12, KEYS[0]), _table(world, 13, KEYS[1])
    world.run(1500)
    stop, heard = threading.Event(), _Sink()
    watching = threading.Thread(target=_follow, args=(old.port, stop, True, heard))
    with world.flowing(2):
        watching.start()
        heard.wait_for("Connected")
    _play(world, old)
    before, calls = _state(old), _old_calls(old)
    last = old.eval("wiring.running.store.last")
    with world.flowing(2):
        heard.wait_for(f"number={last}", f"Record({last},")
        old.kill()
        stop.set()
        watching.join()
        result = _run(old.port, new.port)
        assert result.exit_code == 1
        assert "give its table number" in result.output
        assert "12 (device" in result.output
        result = _run("12", new.port)
        assert result.exit_code == 0, result.output
    assert _state(new) == before
    judged, made = _finish(world, new, tmp_path)
    assert [(r.ms, r.fields) for r in made[:2]] == calls
    mark = judged.board.resumed
    assert records.RESUMED_SOURCES[mark.source] == "copy"
    # The clock was set at the old unit, so the board keeps its date.
    assert mark.opened > 0
    assert abs(judged.board.opened_at - mark.opened) < 1


def test_with_no_copy_the_auction_is_typed_and_marked(world, tmp_path: Path) -> None:
    new = _table(world, 13, KEYS[1])
    world.run(1500)
    with world.flowing(1):
        result = _run("--typed", "1H 1D", "--board", "7", new.port)
        assert result.exit_code == 0, result.output
        again = _run("--typed", "1H", "--board", "7", new.port)
    assert again.exit_code == 1
    assert "board 7 is open here" in again.output
    assert _state(new) == (7, 2, 3, True, 2, True)
    judged, _ = _finish(world, new, tmp_path)
    assert records.BOARD_HOWS[judged.board.opening.how] == "re-entered"
    assert records.RESUMED_SOURCES[judged.board.resumed.source] == "typed"
    assert [v["law"] for v in judged.answer["verdicts"]] == ["27"]


def test_after_a_power_cut_the_resumed_board_is_there(world) -> None:
    new = _table(world, 13, KEYS[1])
    world.run(1500)
    with world.flowing(1):
        assert _run("--typed", "1H 1D not_accepted", "--board", "7", new.port).exit_code == 0
    before = _state(new)
    new.kill()
    new.restart()
    world.run(1500)
    assert _state(new) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("12",), "give OLD and NEW"),
        (("12", "nowhere"), "no copy of that unit's board is here"),
        (("--typed", "1H", "x"), "give the board"),
        (("--typed", "1H", "--board", "7", "x", "y"), "give one port"),
        (("--board", "7", "x", "y"), "go with --typed"),
        (("/nowhere", "x"), "there is no such port"),
    ],
)
def test_what_is_missing_is_said(words, said) -> None:
    result = _run(*words)
    assert result.exit_code != 0
    assert said in result.output


def test_a_copy_is_continued_and_begun_anew_for_another_journal(tmp_path: Path) -> None:
    class Hello:
        table, device, first, last = 7, "a0b1c2d3e4f5", 1, 3

    made = [records.Record(n, records.STOP, n, 1) for n in range(1, 9)]
    copy = copies.Copy(Hello, tmp_path)
    for record in made[:3]:
        copy.add(record)
    Hello.last = 6
    copy = copies.Copy(Hello, tmp_path)
    for record in made[1:6]:
        copy.add(record)
    assert list(read_log(copies.find("7", tmp_path)).records) == made[:6]
    Hello.last = 2  # fewer than were copied: another journal
    copy = copies.Copy(Hello, tmp_path)
    copy.add(made[1])
    assert list(read_log(copies.find("A0B1C2D3E4F5", tmp_path)).records) == [made[1]]


class _Sink:
    """Takes what `watch` puts into its queue."""

    def __init__(self):
        self.heard = []
        self._more = threading.Condition()

    def put(self, item):
        with self._more:
            self.heard.append(repr(item[1]))
            self._more.notify_all()

    def wait_for(self, *pieces):
        with self._more:
            assert self._more.wait_for(
                lambda: any(p in one for p in pieces for one in self.heard), 60
            ), self.heard
