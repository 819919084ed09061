"""`bidbox answer` on a whole table: what is asked is listed, an answer is recorded, or refused."""

import json

from click.testing import CliRunner

from bidbox import records
from bidbox_host.commands.answer import command


def _run(world, *words):
    with world.flowing(1):
        return CliRunner().invoke(command, words)


def _table(world, *auction):
    table = world.start(config={"table": 12})
    world.run(1500)
    world.run(table.tap("E", "OK") + 400)
    for word in auction:
        world.run(table.type(*word.split()) + 1700)
    return table


def test_what_is_asked_is_listed_and_answered(world):
    table = _table(world, "N 1S", "E 1H")
    shown = _run(world, table.port, "--list")
    assert shown.exit_code == 0, shown.output
    assert "Table 12, board 1\n" in shown.output
    assert "Q2. Does South accept 1" in shown.output
    assert "no: not_accepted --of 1" in shown.output
    done = _run(world, table.port, "not_accepted", "--of", "1", "--board", "1")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("not_accepted: recorded\n")
    assert "Q2" not in done.output
    world.run(table.type("E", "2D") + 1700)
    asked = json.loads(_run(world, table.port, "--list", "--json").output)
    assert {"id": "Q7", "of": 1, "answers": ["comparable", "not_comparable"]} in asked["questions"]
    assert _run(world, table.port, "not_comparable").exit_code == 0
    asked = json.loads(_run(world, table.port, "--list", "--json").output)
    assert asked["questions"] == []
    assert asked["state"]["must_pass"] == {"W": "rest"}


def test_a_ruling_and_a_closed_board(world):
    table = _table(world, "N 1S", "E 1H")
    ruling = '{"turn": "E", "calls": [["N", "1S"]], "must_pass": {"W": "rest"}}'
    done = _run(world, table.port, "ruling", ruling)
    assert done.exit_code == 0, done.output
    assert "Nothing is asked." in done.output
    for word in ("E P", "S P", "W P"):
        world.run(table.type(*word.split()) + 1700)
    world.run(table.tap("E", "OK") + 500)
    done = _run(world, table.port, "take_back", "--json")
    assert done.exit_code == 0, done.output
    shown = json.loads(done.output)
    assert shown["answer"] == "take_back"
    assert shown["board"] == 1
    world.run(table.tap("N", "OK") + 2000)
    world.run(table.tap("E", "OK") + 500)
    late = _run(world, table.port, "take_back", "--board", "1")
    assert late.exit_code == 1
    assert "board 1 is not open here" in late.output


def test_what_does_not_fit_is_refused_in_one_line(world):
    table = _table(world, "N 1S")
    before = table.eval("wiring.running.store.last")
    for words, said in (
        (("comparable",), "nothing asks for that"),
        (("accepted", "--board", "2"), "board 2 is not open here"),
        (("accepted", "--table", "13"), "is table 12, not 13"),
        ((), "give an answer"),
        (("accepted", "--list"), "give an answer"),
    ):
        result = _run(world, table.port, *words)
        assert result.exit_code in (1, 2)
        assert said in result.output
        assert result.output.count("\n") == 1
    kept = records.decode(table.eval(f"wiring.running.store.read({before + 1})"))[0]
    assert kept.kind == records.ANSWER  # an answer that nothing asked for is recorded, too


def test_a_directors_device_passes_it_on_by_radio(world):
    table = _table(world, "N 1S", "E 1H")
    director = world.start("esp32_director", {"table": 200})
    world.run(6000)
    assert "say for whom" in _run(world, director.port, "not_accepted").output
    assert "asks the table's port" in _run(world, director.port, "--list").output
    done = _run(world, director.port, "--table", "12", "not_accepted")
    assert done.exit_code == 0, done.output
    world.run(1000)
    assert not table.eval("wiring.running.life.open_item()")


def test_a_table_without_a_board_says_so(world):
    table = world.start(config={"table": 12})
    world.run(1500)
    assert "no board is open" in _run(world, table.port, "take_back").output
    assert "no board was opened" in _run(world, table.port, "--list").output
