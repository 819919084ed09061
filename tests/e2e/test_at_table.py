"""The director's dialogue and set-up at a seat: by keys, on that seat's display alone."""

import json

import pytest

from bidbox import answers, messages, records
from bidbox_host.demo.stage import Stage

pytestmark = pytest.mark.boards("table")

_SOCKETS = range(4)


def _hold(stage: Stage, seat: str, *names: str) -> None:
    stage.hold(seat, *names, ms=3200)
    stage.wait(300)


def _open(stage: Stage, seat: str = "W", code: str = "1234") -> None:
    _hold(stage, seat, "TD")
    stage.press(seat, *code, "OK")
    stage.wait(300)


def _keys(stage: Stage, seat: str, *names: str) -> None:
    """Press keys one after the other, each long enough after what the one before said."""
    for name in names:
        stage.press(seat, name)
        stage.wait(1700)


def _is_open(stage: Stage) -> bool:
    return stage.table.eval("wiring.running.table.panel is not None")


def _asked(stage: Stage) -> str:
    panel = "wiring.running.table.panel"
    return stage.table.eval(f"{panel}._rows[{panel}._place].words")


def _all_asked(stage: Stage, seat: str = "W") -> list[str]:
    """Go once round the questions."""
    found = [_asked(stage)]
    while True:
        stage.press(seat, "S")
        stage.wait(100)
        if _asked(stage) == found[0]:
            return found
        found.append(_asked(stage))


def _insufficient(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1S")
    stage.call("E", "1H")
    stage.wait(600)


def _records(stage: Stage, kind: int) -> list:
    stage.wait(300)
    return [r for r in stage.line("table").records() if r.kind == kind]


def _answers(stage: Stage) -> list[tuple]:
    found = _records(stage, records.ANSWER)
    return [(answers.ANSWERS[r.code], r.of, r.a, r.b) for r in found]


def _rams(stage: Stage) -> list[bytes]:
    return [bytes(stage.table.display(socket).ram) for socket in _SOCKETS]


def test_the_code_opens_it_and_not_accepted_is_offered_first(stage: Stage) -> None:
    _insufficient(stage)
    _open(stage)
    assert _all_asked(stage) == [
        "NOT ACCEPTED?", "ACCEPTED?", "Q1 UNINTENDED?", "FALSE ALARM?", "MUST A PLAYER/PASS?",
        "BOARD NUMBER/WRONG?",
    ]  # fmt: skip
    _keys(stage, "W", "OK")
    assert _answers(stage) == [("not_accepted", 1, 0, 0)]
    assert not stage.table.eval("wiring.running.life.open_item()")
    _keys(stage, "W", "CANCEL")
    assert not _is_open(stage)
    assert [r.what for r in _records(stage, records.TD)] == [0, 3]
    assert stage.table.eval("wiring.running.table.after_td") is False


def test_it_shows_on_one_display_and_gives_that_back(stage: Stage) -> None:
    _insufficient(stage)
    stage.hold("W", "TD")
    stage.wait(6000)
    before = _rams(stage)
    _hold(stage, "W", "TD")
    stage.press("W", "1")
    stage.wait(300)
    asked = _rams(stage)
    stage.press("W", "2", "3", "4", "OK", "S", "S", "S")
    stage.wait(300)
    opened = _rams(stage)
    stage.press("W", "CANCEL")
    stage.wait(6000)
    assert [a == b for a, b in zip(asked, before, strict=True)] == [True, True, True, False]
    assert [a == b for a, b in zip(opened, before, strict=True)] == [True, True, True, False]
    assert _rams(stage)[:3] == before[:3]
    assert _answers(stage) == []


def test_a_replacement_is_judged_by_yes_and_no(stage: Stage) -> None:
    _insufficient(stage)
    _open(stage)
    _keys(stage, "W", "OK", "CANCEL")
    stage.call("E", "2D")
    stage.wait(300)
    _open(stage)
    assert "Q7 COMPARABLE?" in _all_asked(stage)
    while _asked(stage) != "Q7 COMPARABLE?":
        stage.press("W", "S")
    _keys(stage, "W", "X")
    assert _answers(stage)[-1][0] == "not_comparable"
    while _asked(stage) != "TAKE BACK THE/LAST ANSWER?":
        stage.press("W", "S")
    _keys(stage, "W", "OK")
    assert _answers(stage)[-1][0] == "take_back"
    assert "Q7 COMPARABLE?" in _all_asked(stage)


def test_a_player_must_pass_and_a_board_is_corrected(stage: Stage) -> None:
    _insufficient(stage)
    _open(stage)
    while _asked(stage) != "MUST A PLAYER/PASS?":
        stage.press("W", "S")
    stage.press("W", "OK")
    stage.wait(100)
    assert _asked(stage) == "N MUST PASS/AT NEXT TURN?"
    _keys(stage, "W", "X", "S")
    assert _asked(stage) == "S MUST PASS/AT NEXT TURN?"
    _keys(stage, "W", "OK")
    while _asked(stage) != "BOARD NUMBER/WRONG?":
        stage.press("W", "S")
    stage.press("W", "OK", "2", "OK")
    stage.wait(300)
    assert _answers(stage) == [("must_pass", -1, 2, 1), ("board", -1, 1, 2)]
    assert stage.table.eval("wiring.running.life.board") == 2


def test_three_wrong_codes_block_it_for_a_minute(stage: Stage) -> None:
    stage.open_board(1)
    _hold(stage, "W", "TD")
    for _ in range(3):
        _keys(stage, "W", "7", "7", "OK")
    assert not _is_open(stage)
    faults = _records(stage, records.FAULT)
    assert [(r.code, r.argument) for r in faults] == [(12, 3)]
    said = "W: director's dialogue: wrong code, blocked for a minute"
    assert said in "".join(m.named()["text"] for m in stage.line("table").of(messages.LOG))
    heard = stage.line("director").of(messages.LOG)
    assert [(m.table, m.named()["text"]) for m in heard] == [(12, said)]
    _open(stage, "N")
    stage.wait(2000)
    assert not _is_open(stage)
    stage.wait(60_000)
    _open(stage, "N")
    assert stage.table.eval("wiring.running.table.panel._open")


def test_the_code_is_a_setting(make_stage) -> None:
    stage = make_stage(code="77")
    _open(stage)
    assert stage.table.eval("wiring.running.table.panel._open")  # too short: the default holds
    stage = make_stage(code="7161")
    _open(stage, code="7161")
    assert stage.table.eval("wiring.running.table.panel._open")


def test_thirty_seconds_without_a_key_end_it(stage: Stage) -> None:
    _insufficient(stage)
    _open(stage)
    stage.wait(29_000)
    assert _is_open(stage)
    stage.press("W", "S")
    stage.wait(29_000)
    assert _is_open(stage)
    stage.wait(1500)
    assert not _is_open(stage)


def test_a_player_who_held_td_too_long_calls_as_ever(stage: Stage) -> None:
    stage.open_board(1)
    _hold(stage, "N", "TD")
    assert _is_open(stage)
    stage.call("E", "P")
    stage.press("N", "H", "1", "OK")
    stage.wait(300)
    assert not _is_open(stage)
    made = _records(stage, records.CALL)
    assert [(r.seat, r.call) for r in made] == [(1, 0), (0, 5)]


def test_on_hold_nothing_is_taken_while_the_director_answers(make_stage) -> None:
    stage = make_stage(hold=True)
    _insufficient(stage)
    stage.hold("W", "TD")
    stage.wait(300)
    _open(stage)
    stage.call("S", "P")
    assert len(_records(stage, records.CALL)) == 2
    assert len(_records(stage, records.REFUSED)) == 1


def test_the_last_board_is_answered_for_there_too(stage: Stage) -> None:
    stage.open_board(1)
    for seat, call in zip("NESW", ("1H", "P", "P", "P"), strict=True):
        stage.call(seat, call)
    stage.press("E", "OK")
    stage.wait(300)
    _open(stage)
    assert _asked(stage) == "LAST CALL/UNINTENDED?"
    _keys(stage, "W", "OK")
    assert [a[0] for a in _answers(stage)] == ["unintended"]
    assert stage.life()[0] == "play"


def test_set_up_leads_through_its_settings_and_keeps_them(make_stage) -> None:
    stage = make_stage(table=12)
    _hold(stage, "S", "CANCEL", "TD")
    assert _is_open(stage)
    stage.press("S", "2", "C", "OK")  # table 28
    stage.press("S", "1", "4", "OK")  # first board 14
    stage.press("S", "S", "OK")  # turned
    stage.press("S", "NT", "NT", "OK")  # brightness 6
    stage.wait(2000)
    assert not _is_open(stage)
    assert stage.life() == ("proposed", 14)
    assert stage.table.eval("wiring.running.table.turned") is True
    kept = json.loads(stage.table.eval("open('/config.json').read()"))
    names = ("table", "first", "turned", "brightness")
    assert [kept[name] for name in names] == [28, 14, True, 6]
    assert _records(stage, records.TD) == []
    stage.hang_up()
    stage.table.kill()
    stage.table.restart()
    stage.wait(1500)
    assert stage.table.eval("wiring.running.signals.table") == 28


def test_set_up_refuses_what_cannot_be_and_cancel_leaves(stage: Stage) -> None:
    _hold(stage, "S", "TD", "CANCEL")
    _keys(stage, "S", "2", "5", "H", "OK")  # 250 is a director's device
    assert stage.table.eval("wiring.running.table.panel._value") == 12
    stage.press("S", "OK", "3", "CANCEL")
    stage.wait(300)
    assert not _is_open(stage)
    assert stage.life() == ("proposed", 1)


def test_no_set_up_while_an_auction_is_open(stage: Stage) -> None:
    stage.open_board(1)
    _hold(stage, "S", "CANCEL", "TD")
    assert not _is_open(stage)
    assert _records(stage, records.TD) == []


def test_the_director_is_told_that_he_has_arrived(stage: Stage) -> None:
    stage.open_board(1)
    stage.hold("N", "TD")
    _open(stage)
    assert stage.table.eval("wiring.running.table.td_seats") == 0
    assert stage.line("director").of(messages.TD_CALL)
