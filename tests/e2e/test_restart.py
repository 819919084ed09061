"""A power cut at the table: nothing recorded is lost, the board goes on, and it is said."""

import pytest

from bidbox import messages, phrases, records
from bidbox.calls import parse_call
from bidbox_host.demo.stage import Stage

pytestmark = pytest.mark.boards("table")


def _restart(stage: Stage) -> None:
    stage.hang_up()
    stage.table.kill()
    stage.table.restart()
    stage.wait(1500)
    stage.listen()


def _calls(stage: Stage) -> list[tuple[int, int]]:
    number = stage.table.eval("wiring.running.adjudicator.count")
    return [
        stage.table.eval(
            f"(wiring.running.adjudicator.standing_seat({i}),"
            f" wiring.running.adjudicator.standing({i}))"
        )
        for i in range(number)
    ]


def test_the_auction_goes_on_after_a_cut(stage: Stage) -> None:
    stage.open_board(7)
    stage.call("S", "1H")
    stage.call("W", "P")
    stage.wait(500)
    before = _calls(stage)
    _restart(stage)
    assert stage.life() == ("auction", 7)
    assert _calls(stage) == before == [(2, parse_call("1H")), (3, parse_call("P"))]
    last = stage.table.eval("wiring.running.store.last")
    kinds = [
        records.decode(bytes(stage.table.eval(f"wiring.running.store.read({n})")))[0].kind
        for n in range(1, last + 1)
    ]
    assert records.RESTART in kinds
    stage.call("N", "2H")
    stage.wait(300)
    assert len(_calls(stage)) == 3


def test_an_open_irregularity_is_still_open_after_a_cut(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "1S")
    stage.call("E", "1H")
    stage.wait(500)
    _restart(stage)
    assert stage.table.eval("wiring.running.life.open_item()")
    stage.wait(11_000)  # the state is told every ten seconds
    status = stage.line("director").of(messages.STATUS)
    assert any("open" in m.named()["life"].split() for m in status)
    stage.call("S", "P")
    stage.wait(300)
    assert not stage.table.eval("wiring.running.life.open_item()")


def test_a_finished_board_is_not_opened_again(stage: Stage) -> None:
    stage.open_board(1)
    for seat in "NESW":
        stage.call(seat, "P")
    stage.press("N", "OK")
    stage.wait(500)
    _restart(stage)
    assert stage.life() == ("proposed", 2)


def test_the_restart_is_said_on_all_displays(stage: Stage) -> None:
    stage.open_board(1)
    stage.call("N", "P")
    stage.wait(300)
    _restart(stage)
    said = stage.table.eval("[view._phrase for view in wiring.running.table.screens.views]")

    assert said == [phrases.RESTARTED] * 4
