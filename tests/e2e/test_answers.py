"""The director's answers that reach a table over its link: rulings, and on closed boards."""

import pytest

from bidbox import answers, calls, messages, records
from bidbox_host.demo.stage import Stage
from bidbox_host.replay import boards_of, judge

pytestmark = pytest.mark.boards("table")

_HEART = ("1H", "P", "P", "P")


def _answer(stage: Stage, code: int, a: int = 0, b: int = 0, extra: bytes = b"", board: int = 0):
    """Send an answer; return why it was refused, None if it was not."""
    fields = (board, code, messages.NO_EVENT, a, b, extra)
    sequence = stage.line("table").send(messages.ANSWER, fields)
    stage.wait(400)
    for message in stage.line("table").heard:
        if message.code == messages.ACK and message.fields[0] == sequence:
            return None
        if message.code == messages.REFUSED and message.fields[0] == sequence:
            return message.fields[1]
    raise AssertionError("no reply")


def _closed(stage: Stage) -> None:
    stage.open_board(1)
    for seat, call in zip("NESW", _HEART, strict=True):
        stage.call(seat, call)
    stage.press("E", "OK")
    stage.wait(300)
    assert stage.life()[0] == "play"


def _judged(stage: Stage):
    log = stage.line("table").records()
    return judge(next(iter(boards_of(log))))


def _hows(stage: Stage) -> list[str]:
    log = stage.line("table").records()
    return [records.CLOSED_HOWS[r.how] for r in log if r.kind == records.CLOSED]


def test_a_closed_board_is_answered_for_until_the_next_is_opened(stage: Stage) -> None:
    _closed(stage)
    assert _answer(stage, answers.UNINTENDED) is None
    assert stage.life()[0] == "play"
    assert _hows(stage) == ["complete", "incomplete"]
    for seat, call in (("W", "X"), ("N", "P"), ("E", "P"), ("S", "P")):
        a, b = calls.parse_seat(seat), calls.parse_call(call)
        assert _answer(stage, answers.ENTERED, a, b) is None
    assert _hows(stage) == ["complete", "incomplete", "complete"]
    judged = _judged(stage)
    assert judged.board.closed == "complete"
    assert judged.final["contract"] == "1H"
    assert judged.final["doubled"] == 1
    stage.press("N", "OK")
    stage.wait(300)
    assert stage.life() == ("proposed", 2)
    assert _answer(stage, answers.TAKE_BACK, board=1) is None
    stage.press("E", "OK")
    stage.wait(300)
    assert _answer(stage, answers.TAKE_BACK, board=1) == "board 1 is not open here"
    assert len([r for r in _judged(stage).board.entries if r.kind == records.ANSWER]) == 6


def test_after_a_restart_a_closed_board_is_out_of_reach(stage: Stage) -> None:
    _closed(stage)
    stage.hang_up()
    stage.table.kill()
    stage.table.restart()
    stage.wait(1500)
    stage.listen()
    assert _answer(stage, answers.TAKE_BACK) == "no board is open"


def test_a_ruling_sets_the_state_and_outlives_a_restart(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1S")
    stage.call("E", "1H")
    state = b'{"turn":"E","calls":[["N","1S"]],"must_pass":{"W":"rest"}}'
    assert _answer(stage, answers.RULING, extra=b'{"turn":"Q"}') == "no such seat: Q"
    assert _answer(stage, answers.RULING, extra=state) is None
    ruled = "[(a.turn, a.count, a.duties.must_pass[3]) for a in (wiring.running.adjudicator,)][0]"
    assert stage.table.eval(ruled) == (1, 1, 2)
    assert not stage.table.eval("wiring.running.life.open_item()")
    assert _judged(stage).answer["state"]["must_pass"] == {"W": "rest"}
    stage.hang_up()
    stage.table.kill()
    stage.table.restart()
    stage.wait(1500)
    assert stage.table.eval(ruled) == (1, 1, 2)


def test_the_directors_board_corrects_number_and_dealer(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("E", "1H")
    assert stage.table.eval("wiring.running.life.open_item()")
    assert _answer(stage, answers.BOARD, calls.EAST, 2) is None
    assert not stage.table.eval("wiring.running.life.open_item()")
    assert stage.table.eval("(wiring.running.life.board, wiring.running.life.dealer)") == (2, 1)
    board = _judged(stage).board
    assert (board.number, board.dealer) == (2, "E")
