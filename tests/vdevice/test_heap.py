"""A whole evening on the heap of a table: everything that loads a part, in one session.

The table is switched off once, in the middle of a long board; nothing of it may run out of heap or
keep what it does not need.
"""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from bidbox import answers, calls, checks, faults, messages, records
from bidbox_host.commands.config import command as config
from bidbox_host.demo.sequence import all_sequences
from bidbox_host.demo.stage import Stage
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.link.saving import save
from tests.vdevice.evening import AUCTION, PLAY, Player

KEY = bytes(range(2, 34))
_FREE = "(__import__('gc').collect(), __import__('gc').mem_free())[1]"
_SLACK = 3072  # bytes: pieces in flight at the moment of looking
_SETTINGS = {
    "key": KEY.hex(), "session": "Club championship, second of four evenings",
    "date": "2026-03-14", "section": "B", "last": 36,
}  # fmt: skip
_EVENTS = 512  # calls of a board that the table follows
_LONG = 60  # calls
_FILL = """
try:
    with open('/full%d', 'wb') as file:
        for _ in range(256):
            file.write(bytes(256))
except OSError:
    pass
"""
_EMPTY = """
import os
for name in os.listdir('/'):
    if name[:4] == 'full':
        os.remove('/' + name)
"""


@pytest.mark.long
def test_an_evening_of_everything_on_a_tables_heap(world, tmp_path: Path) -> None:
    stage = Stage(world, 12, dict(_SETTINGS))
    stage.listen()
    for sequence in all_sequences()[:5]:
        assert stage.play(sequence).problems == []
    free = stage.table.eval(_FREE)
    for sequence in all_sequences()[5:8]:
        assert stage.play(sequence).problems == []
    _self_test(stage)
    _set_up(stage)
    _at_the_table(stage)
    _long_board(stage)
    _settings(stage)
    _download(stage, tmp_path / "first.bidlog", erase=True)
    player = Player(world, stage.table, random.Random(7))
    while player.boards < 6:
        player.board()
    _without_end(stage, player)
    _full(stage, player)
    found = _download(stage, tmp_path / "second.bidlog", erase=False)
    player.board()  # the evening's last
    failed = [r.text for r in found if r.kind == records.FAULT and r.code == faults.TASK]
    stage.wait(2000)
    for device in (stage.table, stage.director):
        assert "MemoryError" not in device.text()
        assert b"MemoryError" not in device.console
        assert b"Traceback" not in device.console
    assert failed == []
    assert stage.table.eval(_FREE) >= free - _SLACK


def _self_test(stage: Stage) -> None:
    """Every step of the self-test, as a host asks for it; the board before is over."""
    sound = len(stage.line("table").of(messages.TESTED))
    steps = [(checks.BEGIN, 0, 0)]
    for place in range(4):
        for picture in (checks.BLANK, checks.LIT, checks.STRIPES, checks.LETTER, checks.PRESS + 9):
            steps.append((checks.SHOW, place, picture))
    steps += [(checks.LAMP, checks.ALL, 3), (checks.KEYS, 0, 0), (checks.HELD, 0, 0)]
    steps += [(what, 0, 0) for what in (checks.UNITS, checks.BUZZER, checks.BATTERY, checks.FLASH)]
    steps += [(checks.RADIO, 1, 0), (checks.RADIO, 0, 0), (checks.END, 0, 0)]
    for step in steps:
        stage.line("table").send(messages.TEST, step)
        stage.wait(150)
    assert len(stage.line("table").of(messages.TESTED)) == sound + len(steps)
    stage.wait(500)


def _set_up(stage: Stage) -> None:
    """CANCEL and TD held for three seconds: all its rows are looked at, nothing is changed."""
    _hold(stage, "S", "CANCEL", "TD")
    assert stage.table.eval("wiring.running.table.panel is not None")
    for _ in range(8):
        stage.press("S", "S")
        stage.wait(200)
    stage.press("S", "CANCEL")
    stage.wait(500)
    assert stage.table.eval("wiring.running.table.panel is None")


def _at_the_table(stage: Stage) -> None:
    """An insufficient bid that the director settles at a seat, by its keys."""
    stage.open_board(23)
    for seat, call in (("S", "1S"), ("W", "1H")):
        stage.call(seat, call)
        stage.wait(600)
    _hold(stage, "W", "TD")
    stage.press("W", *"1234", "OK")
    stage.wait(400)
    assert stage.table.eval("wiring.running.table.panel is not None")
    for _ in range(6):
        stage.press("W", "S")
        stage.wait(300)
    stage.press("W", "CANCEL")
    stage.wait(400)
    _answer(stage, "not_accepted")
    for seat, call in (("W", "2H"), ("N", "P"), ("E", "P"), ("S", "P")):
        stage.call(seat, call)
        stage.wait(600)
    stage.press("N", "OK")
    stage.wait(600)
    assert stage.life()[0] == "play"


def _long_board(stage: Stage) -> None:
    """Sixty calls, each third one out of turn or insufficient; every answer; the power fails."""
    stage.open_board(24)
    dice = random.Random(24)
    level = 3
    for made in range(_LONG):
        turn = stage.table.eval("wiring.running.adjudicator.turn") & 3
        if made % 3 == 2:
            _call(stage, dice.randrange(4), dice.choice((calls.DOUBLE, 3, level)))
        else:
            level = min(level + 1, 37)
            _call(stage, turn, level if made % 3 == 0 else calls.PASS)
        if stage.life()[0] != "auction":
            break
    asked = len(stage.line("table").heard)
    for name in answers.ANSWERS:
        if name not in ("auction_period_over", "board"):
            _answer(stage, name)
    said = stage.line("table").heard[asked:]
    assert len([m for m in said if m.code in (messages.ACK, messages.REFUSED)]) >= 20
    before = _followed(stage)
    stage.hang_up()
    stage.table.restart()
    stage.world.run(2000)
    stage.listen()
    assert _followed(stage) == before
    stage.hold("N", "TD")
    stage.cards_away()
    stage.wait(600)
    assert stage.life()[0] == "proposed"


def _followed(stage: Stage) -> tuple:
    parts = "wiring.running"
    return stage.table.eval(
        f"({parts}.life.board, {parts}.life.state, {parts}.adjudicator.turn,"
        f" {parts}.life.open_item(), {parts}.adjudicator.event_count,"
        f" {parts}.adjudicator.item_count, {parts}.adjudicator.count)"
    )


def _settings(stage: Stage) -> None:
    stage.hang_up()
    for words in (("--json",), ("set", "hold=yes"), ("set", "hold=no"), ("get", "session")):
        with stage.world.flowing(2):
            result = CliRunner().invoke(config, [stage.table.port, *words])
        assert result.exit_code == 0, result.output


def _download(stage: Stage, path: Path, erase: bool) -> list[records.Record]:
    with stage.world.flowing(4):
        saved = save(stage.table.port, path, Keys().with_key("any", KEY), erase=erase)
    assert saved.report.problems == ()
    assert saved.report.proved
    return list(read_log(path).records)


def _without_end(stage: Stage, player: Player) -> None:
    """More calls than a table follows on one board, most of them insufficient bids."""
    _open(stage, player)
    for _ in range(_EVENTS + 20):
        turn = stage.table.eval("wiring.running.adjudicator.turn") & 3
        _call(stage, turn, 3 if player.dice.random() < 0.9 else calls.PASS)
    stage.wait(1000)
    _put_away(stage)


def _full(stage: Stage, player: Player) -> None:
    """The flash is full for some boards, then there is room again."""
    for number in range(40):  # of 64 KB, a moment after the other, for the watchdog's sake
        stage.table.at(0, _FILL % number)
        stage.wait(3000)
    for _ in range(6):
        _open(stage, player)
        for seat in range(4):
            _call(stage, seat, calls.PASS)
        _put_away(stage)
    assert stage.table.eval("wiring.running.store.full")
    stage.table.at(0, _EMPTY)
    stage.wait(15000)
    for _ in range(4):
        player.board()
    assert stage.table.eval("wiring.running.store.state") == ""


def _open(stage: Stage, player: Player) -> None:
    for _ in range(2):
        if player.state()[0] != AUCTION:
            stage.wait(1700)
            stage.press("E", "OK")
            stage.wait(600)


def _put_away(stage: Stage) -> None:
    stage.wait(1700)
    if stage.table.eval("wiring.running.life.state") != PLAY:
        stage.cards_away()
    stage.wait(600)


def _call(stage: Stage, seat: int, call: int) -> None:
    """Make a call behind the keys, which take their time."""
    now = "wiring.running.hardware.clock.ms()"
    stage.table.at(0, f"wiring.running.table.call({seat}, {call}, {now})")
    stage.wait(300)


def _answer(stage: Stage, name: str) -> None:
    fields = (0, answers.ANSWERS.index(name), messages.NO_EVENT, 0, 0, b"")
    stage.line("table").send(messages.ANSWER, fields)
    stage.wait(300)


def _hold(stage: Stage, seat: str, *names: str) -> None:
    stage.hold(seat, *names, ms=3200)
    stage.wait(400)
