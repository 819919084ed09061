"""The director's device: what it shows of a table's alert, its keys, and what its host hears."""

import pytest

from bidbox import answers, messages, records
from bidbox_host.demo.stage import Stage

pytestmark = pytest.mark.boards("director")


def _cases(stage: Stage) -> list[tuple]:
    """Return (table, board, seat, kind) of the cases on the device's list."""
    return stage.director.eval(
        "[(c.table, c.board, c.seat, c.kind) for c in wiring.running.director.cases]"
    )


def _insufficient(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1S")
    stage.call("E", "1H")
    stage.wait(600)


def _td(stage: Stage) -> list[str]:
    stage.wait(300)
    found = [r for r in stage.line("table").records() if r.kind == records.TD]
    return [records.TD_WHATS[r.what] for r in found]


def _lit(stage: Stage, table: int) -> bool:
    stage.wait(50)
    since = stage.world.ms - 2000
    return any(
        any(o.value[table - 1]) for o in stage.director.trace if o.name == "lamp" and o.ms > since
    )


def _label(stage: Stage, text: str, page: int) -> bool:
    """Return whether the director's display has a small text at the left of a page."""
    frame = "__import__('framebuf').FrameBuffer(b, 128, 8, 0)"
    drawn = stage.director.eval(
        f"[bytes(b) for b in (bytearray(128),) if {frame}.text({text!r}, 0, 0) is None][0]"
    )
    return bytes(stage.director.display(0).ram)[page * 128 : page * 128 + 128] == drawn


def _colours(stage: Stage, table: int) -> set[tuple[int, ...]]:
    """Return the colours in which a table's lamp is lit within two seconds."""
    since = stage.world.ms
    stage.wait(2000)
    lit = [o.value for o in stage.director.trace if o.name == "lamp" and o.ms > since]
    return {tuple(lamps[table - 1]) for lamps in lit if any(lamps[table - 1])}


def _red_and_blue(colours: set[tuple[int, ...]]) -> bool:
    return len(colours) == 1 and all(r and b and not g for r, g, b in colours)


def test_an_alert_lights_the_tables_lamp_and_fills_the_display(make_stage) -> None:
    stage = make_stage(table=3)
    before = bytes(stage.director.display(0).ram)
    _insufficient(stage)
    assert _cases(stage) == [(3, 1, 1, 1)]
    assert _lit(stage, 3)
    assert not _lit(stage, 4)
    stage.wait(300)
    assert bytes(stage.director.display(0).ram) != before


def test_coming_then_not_accepted_reach_the_table_and_clear_the_list(stage: Stage) -> None:
    _insufficient(stage)
    stage.director_key("yes")
    assert _td(stage) == ["acknowledged"]
    assert stage.table.eval("wiring.running.signals.director_comes")
    assert len(_cases(stage)) == 1
    stage.director_key("yes")
    stage.wait(500)
    answers = [r for r in stage.line("table").records() if r.kind == records.ANSWER]
    assert [(r.code, r.of) for r in answers] == [(0, 1)]
    assert not stage.table.eval("wiring.running.life.open_item()")
    assert _cases(stage) == []


def test_no_goes_to_the_next_question_and_round(stage: Stage) -> None:
    _insufficient(stage)
    asked = []
    for _ in range(5):
        stage.wait(300)
        asked.append(stage.director.display(0).text())
        stage.director_key("no")
    assert len(set(asked[:4])) == 4
    assert asked[4] == asked[0]
    assert _td(stage) == []


def test_not_accepted_is_offered_before_accepted(stage: Stage) -> None:
    _insufficient(stage)
    stage.director_key("no")
    stage.director_key("yes")
    answered = [r for r in stage.line("table").records() if r.kind == records.ANSWER]
    assert [answers.ANSWERS[r.code] for r in answered] == ["not_accepted"]


def test_a_call_that_settles_the_matter_clears_the_list(stage: Stage) -> None:
    _insufficient(stage)
    stage.call("S", "P")
    stage.wait(1000)
    assert _cases(stage) == []


def test_next_shows_the_next_case(stage: Stage) -> None:
    _insufficient(stage)
    stage.hold("W", "TD")
    stage.wait(600)
    assert _cases(stage) == [(12, 1, 1, 1), (12, 1, 3, 0)]
    stage.director_key("next")
    assert stage.director.eval("wiring.running.director.selected") == 1
    stage.director_key("yes")
    stage.director_key("yes")
    assert _td(stage) == ["called", "acknowledged", "arrived"]
    assert _cases(stage) == [(12, 1, 1, 1)]


def test_everything_is_passed_on_to_the_directors_host(stage: Stage) -> None:
    _insufficient(stage)
    stage.hold("W", "TD")
    stage.wait(600)
    heard = stage.line("director").heard
    by_kind = {m.code: m for m in heard if m.table == 12}
    assert {messages.ALERT, messages.TD_CALL, messages.STATUS} <= set(by_kind)
    assert by_kind[messages.ALERT].named() == {
        "board": 1, "event": 1, "seat": 1, "call": 5, "kind": 1, "turn": 0, "insufficient": 1,
        "law": "27", "may_accept": 2,
    }  # fmt: skip


def test_an_answer_that_nothing_asks_for_is_said_to_the_director(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1S")
    fields = (1, 0, messages.NO_EVENT, 0, 0, b"")
    stage.line("director").send(messages.ANSWER, fields, 12)
    stage.wait(500)
    said = [m.named()["text"] for m in stage.line("director").of(messages.LOG)]
    assert "nothing asks for that" in said
    words = ("TABLE 12", "nothing asks for", "that")
    assert [_label(stage, words[page], page) for page in range(3)] == [True] * 3
    stage.wait(11_000)
    assert not _label(stage, "that", 2)


def test_without_a_radio_the_table_plays_and_tells_its_host(make_stage) -> None:
    stage = make_stage(radio=False)
    _insufficient(stage)
    assert len(stage.line("table").of(messages.ALERT)) == 1
    assert _cases(stage) == []
    assert not [f for f in stage.world.air.frames if f.sender == stage.table.name]


def test_a_director_who_is_switched_on_late_hears_of_the_open_irregularity(make_stage) -> None:
    stage = make_stage()
    stage.hang_up()
    stage.director.kill()
    _insufficient(stage)
    stage.director.restart()
    stage.wait(6000)
    assert _cases(stage) == [(12, 1, 1, 1)]


def test_a_tables_low_battery_is_on_its_lamp_and_on_the_display(make_stage) -> None:
    stage = make_stage(table=3)
    assert not _label(stage, "TABLE 3:", 0)
    stage.table.battery(3700)
    stage.wait(12_000)
    assert _red_and_blue(_colours(stage, 3))
    assert (_label(stage, "TABLE 3:", 0), _label(stage, "BATTERY 20 %", 1)) == (True, True)
    stage.table.battery(3550)
    stage.wait(12_000)
    assert _label(stage, "BATTERY 7 %", 1)
    _insufficient(stage)
    assert _label(stage, "TABLE 3 BOARD 1", 0)
    assert not _red_and_blue(_colours(stage, 3))
    stage.call("S", "P")
    stage.table.battery(4100)
    stage.wait(12_000)
    assert not _label(stage, "TABLE 3:", 0)
    assert not _colours(stage, 3)


def test_the_devices_own_low_battery_is_on_its_display(make_stage) -> None:
    stage = make_stage(table=3)
    stage.director.battery(3700)
    stage.table.battery(3550)
    stage.wait(24_000)
    labels = ((1, "BATTERY 20 %"), (2, "TABLE 3:"), (3, "BATTERY 7 %"))
    assert [_label(stage, text, page) for page, text in labels] == [True, True, True]
    stage.director.battery(4100)
    stage.wait(12_000)
    assert (_label(stage, "TABLE 3:", 0), _label(stage, "BATTERY 7 %", 1)) == (True, True)


def test_a_table_that_falls_silent_is_named_until_it_speaks_again(make_stage) -> None:
    stage = make_stage(table=3)
    stage.hang_up()
    stage.table.kill()
    stage.wait(30_000)
    assert not _label(stage, "IS SILENT", 1)
    stage.wait(25_000)
    assert (_label(stage, "TABLE 3", 0), _label(stage, "IS SILENT", 1)) == (True, True)
    stage.table.restart()
    stage.wait(15_000)
    assert not _label(stage, "IS SILENT", 1)
