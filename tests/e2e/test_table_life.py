"""A board's life at the keys, and the organiser's choices: signals, hold, prevent, record."""

import pytest

from bidbox import messages, phrases, records
from bidbox.records import Record
from bidbox_host.demo.stage import Stage

pytestmark = pytest.mark.boards("table")

_RED = (136, 0, 0)  # an open irregularity, at brightness 8


def _records(stage: Stage, kind: int) -> list[Record]:
    stage.wait(300)
    return [r for r in stage.line("table").records() if r.kind == kind]


def _alerts(stage: Stage, name: str = "director") -> list:
    stage.wait(600)
    return stage.line(name).of(messages.ALERT)


def _phrase(stage: Stage, socket: int) -> int:
    return stage.table.eval(f"wiring.running.table.screens.views[{socket}]._phrase")


def _buzzed(stage: Stage, since: float) -> bool:
    return any(
        o.name == "buzzer" and isinstance(o.value, list) and o.value[1]
        for o in stage.table.trace
        if o.ms > since
    )


def _red(stage: Stage) -> bool:
    stage.wait(50)
    return any(tuple(o.value[0]) == _RED for o in stage.table.trace[-200:] if o.name == "lamp")


def _insufficient(stage: Stage, board: int = 1) -> float:
    stage.open_board(board)
    stage.call("N", "1S")
    began = stage.world.ms
    stage.call("E", "1H")
    stage.wait(600)
    return began


def test_a_call_opens_the_proposed_board_and_is_logged_as_assumed(stage: Stage) -> None:
    stage.call("N", "1H")
    opened = _records(stage, records.BOARD)[-1]
    assert (opened.board, records.BOARD_HOWS[opened.how]) == (1, "assumed")
    assert stage.life()[0] == "auction"


def test_a_typed_number_is_proposed_and_said_to_skip(stage: Stage) -> None:
    stage.open_board(1)
    for seat in "NESW":
        stage.call(seat, "P")
    stage.press("E", "OK")
    stage.press("N", "OK")
    stage.type_number("N", 18)
    assert stage.life() == ("proposed", 18)
    assert _phrase(stage, 2) == phrases.SKIPPED
    stage.call("E", "P")
    opened = _records(stage, records.BOARD)[-1]
    assert (opened.board, records.BOARD_HOWS[opened.how]) == (18, "assumed")


def test_the_number_is_corrected_until_the_first_call(stage: Stage) -> None:
    stage.open_board(1)
    stage.type_number("S", 2)
    corrected = _records(stage, records.BOARD_CORRECTED)
    assert [(r.board, r.dealer) for r in corrected] == [(2, 1)]
    stage.call("E", "P")
    assert _alerts(stage) == []
    stage.type_number("S", 3)
    closed = _records(stage, records.CLOSED)
    assert [records.CLOSED_HOWS[r.how] for r in closed] == ["incomplete"]


def test_ok_on_nothing_and_on_half_a_bid_says_so_on_that_display_alone(stage: Stage) -> None:
    stage.open_board(1)
    stage.press("S", "OK")
    assert _phrase(stage, 2) == phrases.NOTHING_SELECTED
    stage.press("S", "1", "OK")
    assert _phrase(stage, 2) == phrases.WHICH_DENOMINATION
    stage.press("S", "CANCEL", "H", "OK")
    assert _phrase(stage, 2) == phrases.WHICH_LEVEL
    assert _phrase(stage, 0) == -1
    assert _records(stage, records.CALL) == []


def test_a_second_ok_within_a_second_and_a_half_is_void(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1H")
    stage.wait(stage.table.tap("N", "PASS") + 60)
    stage.wait(stage.table.tap("N", "OK") + 60)
    assert len(_records(stage, records.CALL)) == 1
    stage.wait(1600)
    stage.wait(stage.table.tap("N", "OK") + 60)
    assert len(_records(stage, records.CALL)) == 2


def test_three_minutes_after_the_last_pass_the_period_is_over(stage: Stage) -> None:
    stage.open_board(1)
    for seat in "NESW":
        stage.call(seat, "P")
    stage.wait(178_000)
    assert stage.life()[0] == "clarification"
    stage.wait(4_000)
    assert stage.life()[0] == "play"
    ended = _records(stage, records.PERIOD)
    assert [records.PERIOD_HOWS[r.how] for r in ended] == ["three minutes"]


def test_in_play_keys_are_dead_but_td_numbers_and_ok(stage: Stage) -> None:
    stage.open_board(1)
    for seat in "NESW":
        stage.call(seat, "P")
    stage.press("E", "OK")
    stage.wait(500)
    before = stage.table.eval("wiring.running.store.last")
    stage.press("N", "PASS", "X", "NT", "STOP", "ALERT", "CANCEL")
    stage.wait(500)
    assert stage.table.eval("wiring.running.store.last") == before
    assert stage.life()[0] == "play"
    stage.hold("N", "TD")
    assert [(r.seat, r.what) for r in _records(stage, records.TD)] == [(0, 0)]
    stage.press("S", "1", "C", "OK")
    assert stage.life() == ("proposed", 18)


def test_the_director_is_called_shown_told_and_called_off(stage: Stage) -> None:
    stage.open_board(1)
    stage.hold("W", "TD")
    stage.wait(300)
    told = stage.line("director").of(messages.TD_CALL)
    assert [m.named() for m in told] == [{"board": 1, "seat": 3, "on": 1}]
    stage.call("N", "1H")
    assert _records(stage, records.CALL)[0].flags & records.AFTER_TD
    stage.press("W", "TD", "OK")
    stage.wait(300)
    assert stage.line("director").of(messages.TD_CALL)[-1].named()["on"] == 0
    assert [r.what for r in _records(stage, records.TD)] == [0, 1]


def test_alert_and_stop_are_logged_and_shown(stage: Stage) -> None:
    stage.open_board(1)
    stage.press("S", "ALERT")
    assert _phrase(stage, 2) == phrases.NO_CALL_TO_ALERT
    stage.call("N", "1H")
    stage.press("S", "ALERT")
    assert [_phrase(stage, s) for s in range(4)] == [phrases.ALERTED] * 4
    stage.press("S", "ALERT")
    stage.press("E", "STOP")
    assert [_phrase(stage, s) for s in range(4)] == [phrases.STOP] * 4
    stage.wait(10_500)
    assert [_phrase(stage, s) for s in range(4)] == [-1] * 4
    assert [(r.seat, r.on, r.event) for r in _records(stage, records.ALERT)] == [
        (2, 1, 0), (2, 0, 0),
    ]  # fmt: skip
    assert [r.seat for r in _records(stage, records.STOP)] == [1]


def test_signals_to_the_director_leave_the_table_dark_and_silent(make_stage) -> None:
    stage = make_stage(signals="director")
    began = _insufficient(stage)
    assert len(_alerts(stage)) == 1
    assert not _buzzed(stage, began)
    assert not _red(stage)


def test_delayed_signals_come_with_the_next_call(make_stage) -> None:
    stage = make_stage(signals="delayed")
    began = _insufficient(stage)
    assert _alerts(stage) == []
    assert not _buzzed(stage, began)
    assert not _red(stage)
    stage.call("S", "P")
    assert len(_alerts(stage)) == 1
    assert _buzzed(stage, began)


def test_without_signals_all_is_recorded_and_nothing_told(make_stage) -> None:
    for config in ({"signals": "off"}, {"mode": "record"}):
        stage = make_stage(**config)
        began = _insufficient(stage)
        assert _alerts(stage) == []
        assert not _buzzed(stage, began)
        assert not _red(stage)
        assert [r.verdict for r in _records(stage, records.CALL)] == [0, 1]


def test_an_illegal_call_can_be_refused_before_it_is_made(make_stage) -> None:
    stage = make_stage(mode="prevent")
    _insufficient(stage)
    stage.call("W", "P")
    assert _alerts(stage) == []
    assert len(_records(stage, records.CALL)) == 1
    refused = _records(stage, records.REFUSED)
    assert [(r.seat, records.REFUSED_WHYS[r.why]) for r in refused] == [
        (1, "prevent"), (3, "prevent"),
    ]  # fmt: skip
    stage.call("E", "2H")
    assert len(_records(stage, records.CALL)) == 2


def test_on_hold_no_call_is_taken_until_the_director_rules(make_stage) -> None:
    stage = make_stage(hold=True)
    _insufficient(stage)
    stage.hold("N", "TD")
    stage.call("S", "P")
    assert _phrase(stage, 2) == phrases.PLEASE_WAIT
    assert len(_records(stage, records.CALL)) == 2
    stage.director_key("yes")
    stage.director_key("yes")
    stage.call("E", "2H")
    assert len(_records(stage, records.CALL)) == 3


def test_a_turned_table_plays_the_boards_seats(make_stage) -> None:
    stage = make_stage(turned=True)
    stage.open_board(1)
    stage.call("E", "1H")  # who sits East plays the board's North, the dealer
    assert [(r.seat, r.verdict) for r in _records(stage, records.CALL)] == [(0, 0)]
    assert _records(stage, records.BOARD)[0].turned == 1
