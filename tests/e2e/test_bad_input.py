"""What no device may die of: damaged settings, hands on the keys, garbage on the line."""

import random
from pathlib import Path

import pytest
from virtual_board import World

from bidbox import faults, keys, messages, phrases, records
from bidbox_host.demo.stage import HEAP, Stage
from bidbox_host.journal.keys import Keys
from bidbox_host.link.port import Port
from bidbox_host.link.saving import save


def _plays(stage: Stage, board: int) -> None:
    """The table still takes a board from OK to the last pass, and records it."""
    before = len(_calls(stage))
    stage.open_board(board)
    dealer = (board - 1) % 4
    for place in range(4):
        stage.call("NESW"[(dealer + place) % 4], "P")
    stage.wait(300)
    assert len(_calls(stage)) == before + 4


def _calls(stage: Stage) -> list:
    return _records(stage, records.CALL)


def _records(stage: Stage, kind: int) -> list:
    last = stage.table.eval("wiring.running.store.last")
    found = []
    for number in range(1, last + 1):
        data = stage.table.eval(f"wiring.running.store.read({number})")
        record = records.decode(bytes(data))[0]
        if record.kind == kind:
            found.append(record)
    return found


@pytest.mark.parametrize(
    "config",
    ["", "{", "[]", "null", '"x"', "\x00\xff", '{"table": "twelve", "window_ms": -1, "mode": 7}'],
)
def test_damaged_settings_are_said_and_the_defaults_taken(config: str) -> None:
    with World() as world:
        table = world.start("esp32_table", config, heap=HEAP)
        world.run(2000)
        assert table.eval("wiring.running.life.state == 1")
        phrase = table.eval("wiring.running.table.screens.views[0]._phrase")
        assert phrase == phrases.SETTINGS_DAMAGED
        world.run(table.tap("E", "OK") + 200)
        world.run(table.type("N", "1H") + 200)
        assert table.eval("wiring.running.adjudicator.count") == 1
        assert "Traceback" not in table.text()


def test_a_damaged_key_is_said_and_the_table_plays(make_stage) -> None:
    stage = make_stage(key="no hexadecimal")
    told = _records(stage, records.FAULT)
    assert [(fault.code, fault.text) for fault in told] == [(faults.SETTINGS, "key")]
    _plays(stage, 1)


def test_keys_held_down_from_the_start_are_no_presses() -> None:
    with World() as world:
        table = world.start("esp32_table", {}, heap=HEAP, wait=False)
        for key in ("OK", "PASS", "TD"):
            table.press("N", key)
        world.run(4000)
        assert table.eval("wiring.running.life.state == 1")
        assert table.eval("wiring.running.table.td_seats") == 0
        for key in ("OK", "PASS", "TD"):
            table.release("N", key)
        world.run(300)
        world.run(table.tap("N", "OK") + 300)
        assert table.eval("wiring.running.life.state") == 2


def test_all_eighty_keys_at_once_make_no_call(stage: Stage) -> None:
    stage.open_board(1)
    before = stage.table.eval("wiring.running.store.last")
    for seat in range(4):
        for key in range(keys.COUNT):
            stage.table.press(seat, key)
    stage.wait(5000)
    for seat in range(4):
        for key in range(keys.COUNT):
            stage.table.release(seat, key)
    stage.wait(1000)
    assert _calls(stage) == []
    new = range(before + 1, stage.table.eval("wiring.running.store.last") + 1)
    kinds = {
        records.decode(bytes(stage.table.eval(f"wiring.running.store.read({n})")))[0].kind
        for n in new
    }
    assert kinds <= {records.FAULT}
    for seat in "NESW":
        stage.call(seat, "P")
    stage.wait(300)
    assert len(_calls(stage)) == 4


def test_a_key_held_in_one_seat_leaves_the_others_in_play(stage: Stage) -> None:
    stage.open_board(1)
    stage.table.press("W", "3")
    for seat in "NES":
        stage.call(seat, "P")
    stage.table.release("W", "3")
    stage.wait(100)
    stage.call("W", "P")
    stage.wait(300)
    assert stage.life()[0] == "clarification"


def test_garbage_on_the_line_at_any_moment(stage: Stage, tmp_path: Path) -> None:
    dice = random.Random(17)
    stage.hang_up()
    port = Port(stage.table.port)
    stage.open_board(1)
    calls = [("N", "1H"), ("E", "P"), ("S", "2H"), ("W", "P"), ("N", "P"), ("E", "P")]
    for seat, call in calls:
        for _ in range(8):
            size = dice.randrange(1, 120)
            data = bytes(dice.choice(range(0x20, 0x100)) for _ in range(size))
            pieces = (data, b"\n", b"~12,1,G,200,1,", b"~0,1,?,1,0,1,1*00000000\n", b"~" * 300)
            port.write(dice.choice(pieces))
            stage.wait(dice.randrange(5, 40))
        stage.call(seat, call)
    port.write(b"\n")
    stage.wait(500)
    port.close()
    assert [(r.seat, r.verdict) for r in _calls(stage)] == [
        ("NESW".index(seat), 0) for seat, _ in calls
    ]
    with stage.world.flowing(50):
        saved = save(stage.table.port, tmp_path, Keys(), set_clock=False)
    assert saved.report.ok


def test_forged_and_damaged_radio_frames_are_nothing(stage: Stage) -> None:
    dice = random.Random(5)
    stage.open_board(1)
    stage.call("N", "1S")
    stage.call("E", "1H")
    stage.wait(300)
    real = [f.message for f in stage.world.air.frames if f.sender == stage.director.name]
    before = stage.table.eval("wiring.running.store.last")
    for _ in range(60):
        frame = bytearray(dice.choice(real))
        if dice.random() < 0.7:
            frame[dice.randrange(len(frame))] ^= 1 << dice.randrange(8)
        with stage.world.hub.lock:
            stage.table.hear(b"\x24\x0a\xc4\x01\x02\x03", 1, bytes(frame), stage.world.hub.now)
        stage.wait(20)
    assert stage.table.eval("wiring.running.store.last") == before
    assert stage.table.eval("wiring.running.life.open_item()")
    stage.call("S", "P")
    stage.wait(300)
    assert not stage.table.eval("wiring.running.life.open_item()")


def test_a_failing_flash_is_said_and_nothing_recorded_is_lost(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1H")
    stage.wait(300)
    stage.table.at(
        0,
        "wiring.real = wiring.running.store.append\n"
        "def broken(*a):\n    raise OSError(5)\n"
        "wiring.running.store.append = broken",
    )
    stage.wait(50)
    stage.call("E", "P")
    stage.wait(500)
    said = stage.table.eval("[view._phrase for view in wiring.running.table.screens.views]")
    assert said == [phrases.NOT_RECORDED] * 4
    shown = stage.table.eval("len(wiring.running.table.screens.sheet.entries)")
    assert shown == 1, "a call is shown only when it is recorded"
    stage.table.at(0, "wiring.running.store.append = wiring.real")
    stage.wait(2500)
    assert [r.seat for r in _calls(stage)] == [0, 1]
    assert stage.table.eval("len(wiring.running.table.screens.sheet.entries)") == 2


def test_a_task_that_fails_is_started_again_and_said(stage: Stage) -> None:
    stage.table.at(0, "wiring.good = wiring.running.life\nwiring.running.life = None\n")
    stage.wait(500)
    stage.table.at(0, "wiring.running.life = wiring.good")
    stage.wait(1500)
    said = [m.named()["text"] for m in stage.line("table").of(messages.LOG)]
    assert "status: AttributeError" in "".join(said)
    _plays(stage, 1)


def test_a_task_that_stands_still_is_named_before_the_watchdog_bites(stage: Stage) -> None:
    stage.table.at(
        0,
        "async def never(*rest):\n    await __import__('asyncio').sleep(3600)\n"
        "wiring.running.table.screens.draw = never",
    )
    stage.wait(5000)
    said = [m.named()["text"] for m in stage.line("table").of(messages.LOG)]
    assert "a task stands still: table" in said


def test_a_seat_unit_pulled_and_put_back_leaves_the_others_in_play(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "P")
    stage.table.unplug("W")
    stage.wait(500)
    assert "W" in stage.table.eval("wiring.running.faults.summary")
    stage.call("E", "P")
    stage.call("S", "P")
    stage.table.plug("W")
    stage.wait(2500)
    assert stage.table.eval("wiring.running.faults.summary") == ""
    stage.call("W", "P")
    stage.wait(300)
    assert stage.life()[0] == "clarification"
