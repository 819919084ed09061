"""`bidbox selftest` on whole devices: walked through by virtual hands, sound and with faults."""

import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from bidbox import keys, records
from bidbox_host.commands.selftest import command
from tests.vdevice.walking import Walked, report_of

TABLE = "wiring.running.table"
# What a solderer did to North's key chip: (row, column, down) is (GPA, GPB, down) there.
REWIRED = (
    "chip = virtual.expanders[0]; put = chip.set_key; chip.set_key = lambda row, column, down: "
)


def _table(world, millivolts=3900, **config):
    table = world.start(config={"table": 12, **config})
    table.battery(millivolts)
    world.run(1500)
    return table


def _both(world):
    table = _table(world)
    director = world.start("esp32_director", {"table": 200})
    world.run(6000)
    return table, director


def _alone(world, device, *options):
    """Run it unattended; return exit status and items by (part, where)."""
    with world.flowing(1):
        result = CliRunner().invoke(command, [device.port, "--unattended", "--json", *options])
    assert result.stdout, result.stderr
    items = json.loads(result.stdout)["items"]
    return result.exit_code, {(item["part"], item["where"]): item for item in items}


def _north(walked, press=None):
    """Walk through North's keys alone; return exit status and all that was said."""

    def one_seat(seat, key):
        if seat != "North":
            walked.type("s")
        elif press is None or not press(key):
            walked.device.tap("N", key)

    status = walked.walk(one_seat)
    return status, walked.said


def test_a_sound_table_passes_every_part_and_is_as_it_was(world, tmp_path: Path):
    table, _ = _both(world)
    before = (table.display("E").rows(), table.eval("wiring.running.store.last"))
    walked = Walked(world, table, "-o", str(tmp_path / "report.txt"))
    shown, lit, drawn = [], [], []

    def press(seat, key):
        left = f"wiring.running.displays[{'NESW'.index(seat[0])}]._left"
        assert world.run_until(lambda left=left: not table.eval(left))
        shown.append(table.display(seat[0]).text())
        table.tap(seat[0], key)

    def answer(question):
        world.run(500)
        if question.startswith("Lamp"):
            lit.append(tuple(part > 0 for part in table.lamp()))
        if "large letter" in question:
            drawn.append(table.display(question[0]).text())
        return "y"

    assert walked.walk(press, answer) == 0, walked.said
    assert len(set(shown)) == 20, "each key is asked for by its own picture"
    assert len(lit) == 7 and len(set(drawn)) == 4
    played = {o.value[0] for o in table.trace if o.name == "buzzer" and o.value[1]}
    assert played == {1000, 2000, 3000}
    assert "0 failed, 0 skipped" in walked.said
    report = report_of(tmp_path / "report.txt")
    for seat in ("North", "East", "South", "West"):
        assert f"  {seat:<10} passed   20: {' '.join(keys.NAMES)}" in report
    assert any("answered by director's device 200" in line for line in report)
    assert any("512 bytes written, read back and removed" in line for line in report)
    assert "selftest.tmp" not in table.eval("__import__('os').listdir('/')")
    world.run(1000)
    assert table.eval(f"{TABLE}.panel") is None
    assert (table.display("E").rows(), table.eval("wiring.running.store.last")) == before


def test_the_players_own_keys_confirm_what_is_seen(world):
    table = _table(world)
    walked = Walked(world, table, "--only", "displays,buzzer")
    heard = []

    def answer(question):
        heard.append(question)
        if question.startswith("Did you hear"):
            table.tap("W", "X")
        else:
            other = "S" if question[0] != "S" else "N"
            table.tap(other, "X")  # not his display
            table.tap(question[0], "OK", after_ms=200)

    assert walked.walk(answer=answer) == 1
    assert len(heard) == 4 * 3 + 1
    assert "12 passed, 1 failed, 0 skipped" in walked.said


def test_two_columns_exchanged_are_named(world):
    table = _table(world)
    table.at(0, REWIRED + "put({1: 3, 3: 1}.get(row, row), column, down)")
    status, said = _north(Walked(world, table, "--only", "keys"))
    assert status == 1
    assert "North 2/20: press 2 That was 4; press 2 once more Came as 4" in said
    assert "The wires of column 2 (GPA1) and column 4 (GPA3) are exchanged" in said
    assert "once more" not in said.split("press H")[1], "what is known is not asked twice"


def test_a_dead_key_a_bridge_and_a_key_held_down_are_told_apart(world):
    table = _table(world)
    table.at(0, REWIRED + "(row, column) != (0, 3) and [put(row, c, down) for c in"
             " ((0, 1) if column < 2 and row < 4 else (column,))]")  # fmt: skip
    table.press("N", "NT")
    walked = Walked(world, table, "--only", "keys")

    def press(key):
        if key == "PASS":
            walked.type("")  # nothing happens
        return key == "PASS"

    status, said = _north(walked, press)
    assert status == 1
    assert "North NT: Down without being pressed" in said
    assert "press PASS Nothing came" in said
    assert "Line 1 (GPB0) and line 2 (GPB1) touch" in said
    assert "are exchanged" not in said and "no key of" not in said.lower()


def test_exchanged_cords_are_named_and_not_the_wires(world):
    table = _table(world)
    walked = Walked(world, table, "--only", "keys")
    status, said = _north(walked, lambda key: table.tap("E", key) or True)
    assert status == 1
    assert "That was East 1; press 1 once more" in said
    assert "The keys of North come from East's socket" in said
    assert said.count("once more") == 2


@pytest.mark.long
def test_a_unit_unplugged_in_the_middle_ends_its_seat_and_the_others_go_on(world):
    table = _table(world)
    walked = Walked(world, table, "--only", "keys", "--patience", "4")

    def press(seat, key):
        if (seat, key) == ("North", "3"):
            table.unplug("N")
        elif seat == "East" or key in ("1", "2"):
            table.tap(seat[0], key)
        else:
            walked.type("s")

    assert walked.walk(press) == 1
    assert "press 3 The seat unit does not answer" in walked.said
    assert "North 4/20" not in walked.said
    assert "East 20/20: press X passed" in walked.said


def test_what_needs_nobody_runs_unattended(world):
    table, _ = _both(world)
    status, items = _alone(world, table)
    assert status == 0
    passed = {part for (part, _), item in items.items() if item["result"] == "passed"}
    skipped = {part for (part, _), item in items.items() if item["result"] == "skipped"}
    assert passed == {"units", "battery", "flash", "radio"}
    assert skipped == {"keys", "displays", "lamps", "buzzer"}


def test_missing_and_broken_parts_are_found_unattended(world):
    table = _table(world, millivolts=3650)
    table.unplug("E")
    table.short("S")
    table.at(0, "virtual.mux.channels[3].pop()")  # West's display
    table.press("N", "7")
    world.run(3000)
    status, items = _alone(world, table)
    assert status == 1
    failed = {where: item["found"] for where, item in items.items() if item["result"] == "failed"}
    assert failed == {
        ("units", "East"): "Nobody answers at this socket",
        ("units", "South"): "The seat unit shorts its cord",
        ("units", "West"): "The display does not answer",
        ("displays", "West"): "The display does not answer",
        ("keys", "North"): "Down without being pressed",
        ("battery", ""): "3.65 V, 15 %: too little for an evening",
        ("radio", ""): "No director's device answers",
    }
    assert all(items[where]["remedy"] for where in failed)
    assert items["keys", "East"]["found"] == "The seat unit does not answer"


@pytest.mark.long
def test_a_channel_switch_that_is_not_there_is_named_before_the_seats(world):
    table = _table(world)
    table.at(0, "virtual.mux.held = True")  # its RESET joint is open: silent for ever
    table.at(0, "__import__('vpins')._watchers.clear()")
    world.run(2500)
    status, items = _alone(world, table, "--only", "units")
    assert status == 1
    assert items["units", ""]["found"].startswith("The channel switch does not answer")
    for seat in ("North", "East", "South", "West"):
        assert items["units", seat]["found"] == "Nobody answers at this socket"


@pytest.mark.long
def test_a_voltage_is_judged(world):
    table = _table(world)
    results = {0: "skipped", 1800: "failed", 3900: "passed", 4500: "failed"}
    for millivolts, result in results.items():
        table.battery(millivolts)
        world.run(100)
        _, items = _alone(world, table, "--only", "battery")
        assert (millivolts, items["battery", ""]["result"]) == (millivolts, result)


@pytest.mark.long
def test_a_full_flash_is_said_and_the_log_left_alone(world):
    table = _table(world)
    last = table.eval("wiring.running.store.last")
    # Until not even a file of one block finds room.
    table.at(0, """
for number in range(20):
    try:
        with open('/full%d' % number, 'wb') as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    except OSError:
        pass
""")
    world.run(60000)
    status, items = _alone(world, table, "--only", "flash")
    assert status == 1
    assert "no room" in items["flash", ""]["found"]
    assert "bidbox download" in items["flash", ""]["remedy"]
    assert table.eval("wiring.running.store.last") == last


@pytest.mark.long
def test_a_radio_that_is_switched_off_is_skipped(world):
    table = _table(world, radio=False)
    status, items = _alone(world, table, "--only", "radio")
    assert (status, items["radio", ""]["result"]) == (0, "skipped")


def test_an_open_board_is_not_disturbed(world):
    table = _table(world)
    world.run(table.type("N", "1H") + 500)
    last = table.eval("wiring.running.store.last")
    with world.flowing(1):
        result = CliRunner().invoke(command, [table.port])
    assert result.exit_code == 1
    assert "board 1 is open here; finish that first" in result.output
    assert result.output.count("\n") == 1
    world.run(table.type("E", "P") + 500)
    assert table.eval("wiring.running.store.last") == last + 1


@pytest.mark.long
def test_set_up_at_a_seat_is_not_disturbed(world):
    table = _table(world)
    for key in ("CANCEL", "TD"):
        table.tap("N", key, ms=3500)
    world.run(4000)
    with world.flowing(1):
        result = CliRunner().invoke(command, [table.port])
    assert result.exit_code == 1
    assert "set-up or the director's dialogue is open at a seat" in result.output


@pytest.mark.long
def test_no_key_makes_a_call_while_it_runs_and_all_do_when_the_host_was_killed(world):
    table = _table(world)
    last = table.eval("wiring.running.store.last")
    walked = Walked(world, table, "--only", "keys")
    walked.until("North 1/20: press 1 $")
    with world.flowing(1):
        world.run(table.type("S", "1C") + table.tap("W", "STOP") + 500)
    assert table.eval("wiring.running.store.last") == last
    walked.kill()
    walked.process.wait(10)
    assert world.run_until(lambda: table.eval(f"{TABLE}.panel") is None, 3500)
    world.run(table.type("N", "1H") + 500)
    kept = [
        records.decode(table.eval(f"wiring.running.store.read({n})"))[0].kind
        for n in range(last + 1, table.eval("wiring.running.store.last") + 1)
    ]
    assert kept == [records.BOARD, records.CALL]


@pytest.mark.long
def test_ctrl_c_leaves_the_device_as_it_was_and_writes_what_there_is(world, tmp_path: Path):
    table = _table(world)
    before = (table.display("S").rows(), table.lamp())
    walked = Walked(world, table, "-o", str(tmp_path / "report.txt"), "--only", "units,keys")
    walked.until("North 3/20: press 3 $")
    walked.kill(signal.SIGINT)
    assert walked.walk() == 1
    assert "Broken off: Ctrl-C. 6 passed, 0 failed, 0 skipped." in walked.said
    assert "Traceback" not in walked.said
    report = report_of(tmp_path / "report.txt")
    assert "  North      passed   2: 1 2" in report
    assert report[-1].startswith("Broken off: Ctrl-C.")
    world.run(2500)
    assert table.eval(f"{TABLE}.panel") is None
    assert table.display("S").rows() == before[0]


@pytest.mark.long
def test_a_device_that_loses_its_power_is_told_in_one_line_and_the_report_kept(
    world, tmp_path: Path
):
    table = _table(world)
    walked = Walked(world, table, "-o", str(tmp_path / "report.txt"), "--only", "keys")
    walked.until("North 2/20: press 2 $")
    table.kill()
    assert walked.walk() == 1
    assert walked.said.rstrip().split("\n")[-1].startswith(f"Error: {table.port}: ")
    assert "Traceback" not in walked.said
    assert "passed   1: 1" in (tmp_path / "report.txt").read_text()


@pytest.mark.long
def test_a_directors_device_is_walked_through(world, tmp_path: Path):
    _, director = _both(world)
    world.run(10000)
    walked = Walked(world, director, "-o", str(tmp_path / "report.txt"))

    def press(seat, key):
        director.tap(0, key)

    rows = []

    def answer(question):
        if "one after the other" in question:
            rows.extend(o.value for o in director.trace if o.name == "lamp")
        return "y"

    assert walked.walk(press, answer) == 0, walked.said
    lit = [[i for i, lamp in enumerate(row) if any(lamp)] for row in rows]
    assert [i for i in range(8) if [i] not in lit] == []
    report = "\n".join(report_of(tmp_path / "report.txt"))
    assert "passed   3: next yes no" in report
    assert "Table 12 is heard" in report
    world.run(1000)
    assert director.eval("wiring.running.director.panel") is None
    assert director.lamp() == (0, 0, 0)


@pytest.mark.long
def test_a_table_that_wants_the_director_comes_first(world):
    table, director = _both(world)
    walked = Walked(world, director, "--only", "keys")
    walked.until("press next $")
    world.run(table.tap("N", "TD", ms=1300) + 2000)
    assert walked.walk(lambda seat, key: None) == 1
    assert "the device left the self-test by itself" in walked.said
    assert director.eval("len(wiring.running.director.cases)") == 1
    with world.flowing(1):
        result = CliRunner().invoke(command, [director.port])
    assert "table 12 waits for the director" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--only", "kays"), "there are units, keys"),
        (("-o", "/no/folder/report.txt"), "give a file in a folder that exists"),
        (("--patience", "0"), "patience"),
    ],
)
@pytest.mark.long
def test_what_cannot_be_is_refused_before_a_device_is_asked(words, said):
    result = CliRunner().invoke(command, ["/no/port", *words])
    assert result.exit_code == 2
    assert said in result.output
