"""Deployments on a virtual table: first, up, down, and what is refused; the journal stays."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from deploy_bench import (
    WISH,
    Impatient,
    Silent,
    another,
    blank_table,
    deploy,
    files,
    hello,
    play,
    table_with,
)
from virtual_board import Device, World

from bidbox import records
from bidbox_host.deploy import deployment, greeting
from bidbox_host.deploy.deployment import Wish
from bidbox_host.deploy.errors import CorruptFlash, DeployError, KeyInUse, WrongBoard
from bidbox_host.deploy.firmware import release_for
from bidbox_host.deploy.layout import Release, release
from bidbox_host.deploy.plan import plan
from bidbox_host.deploy.repl import SerialBoard
from bidbox_host.errors import BidboxError
from bidbox_host.journal.keys import Keys, load_keys
from bidbox_host.link.port import Port

ROOT = Path(__file__).parents[2]


def journal(device: Device) -> dict[str, bytes]:
    return {path: data for path, data in files(device).items() if path.startswith("/journal/")}


def bidbox(*arguments: str, keys: Path, stdin: str | None = None) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", "from bidbox_host.cli import main; main()", *arguments],
        capture_output=True, text=True, timeout=90, input=stdin or "",
        env={"BIDBOX_KEYS": str(keys), "PATH": "/usr/bin:/bin", "HOME": str(keys.parent)},
    )  # fmt: skip


def test_first_install_asks_for_the_signals_once_and_the_table_plays(
    world: World, tmp_path: Path
) -> None:
    device = blank_table(world)
    keys = tmp_path / "keys.json"
    arguments = ["deploy", device.port, "--board", "esp32_table", "--table", "12"]
    with world.flowing(4):
        nobody = bidbox(*arguments, keys=keys)
        assert nobody.returncode == 2
        assert "--signals table|director|delayed|off" in nobody.stderr
        first = bidbox(*arguments, keys=keys, stdin="director\n")
        again = bidbox(*arguments, "--laws", "2007", "--json", keys=keys)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "director's code at the table: 1234" in first.stdout
    assert "signals: director (" in first.stdout and "nothing of Bidbox's" in first.stdout
    assert again.returncode == 0, again.stdout + again.stderr
    told = json.loads(again.stdout)
    assert told["bytes_sent"] == 0 and told["signals"] == "director" and told["laws"] == "2007"
    assert told["deployed"] and not told["new_key"]
    play(world, device)
    device.kill()
    found = json.loads(files(device)["/config.json"])
    secrets = [found["key"], found["radio_key"]]
    assert [len(secret) for secret in secrets] == [64, 64]
    assert json.loads(keys.read_text()) == {told["device"]: secrets[:1], "radio": secrets[1:]}
    shown = "".join(run.stdout + run.stderr for run in (nobody, first, again))
    assert not any(secret[:16] in shown for secret in secrets)


def test_up_and_down_a_running_board_goes_on_and_only_what_differs_is_sent(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    play(world, device)
    before = hello(device)
    two = another(made, "two")
    watcher = Silent()
    up = deploy(device, two, watcher=watcher)
    assert [path for path, _ in up.plan.sends] == [f"{two.version.folder}/note.txt"]
    assert watcher.written == up.plan.bytes_sent == len("two")
    assert up.before == made.version and up.hello.firmware == greeting.told(two.version)
    assert device.eval("wiring.running.adjudicator.count") == 1, "the auction goes on"
    down = deploy(device, made)
    assert down.plan.bytes_sent == 0 and down.hello.firmware == before.firmware
    three = deploy(device, another(made, "three"))
    assert three.plan.removes == (two.version.folder,), "of the versions before one is kept"
    assert hello(device).boot == before.boot + 3
    world.run(device.type("E", "P"))
    world.run(1500)
    assert device.eval("wiring.running.adjudicator.count") == 2
    last = hello(device).last
    log = [device.eval(f"wiring.running.store.read({n})") for n in range(1, last + 1)]
    kinds = [records.decode(data)[0].kind for data in log]
    assert kinds.count(records.CALL) == 2 and kinds.count(records.RESTART) == 3
    device.kill()
    names = {path.split("/")[2] for path in files(device) if path.startswith("/v/")}
    assert len(names) == 2


def test_the_journal_is_not_touched_by_copying(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    play(world, device)
    device.restart()
    world.run(2000)
    with world.flowing(4):
        greeting.enter_service(device.port)
        board = SerialBoard(device.port)
        device_before = device.flash.read_bytes()
        found = deployment.look(board)
        two = another(made, "two")
        planned = plan(two, found)
        deployment.copy(board, planned, Silent())
        deployment.switch(board, planned, Silent())
        board.close()
    device.kill()
    after = journal(device)
    device.flash.write_bytes(device_before)
    assert after == journal(device) and after


def test_the_firmware_of_another_board_is_refused_by_the_mark_on_the_flash(
    world: World, installed: Path
) -> None:
    device = table_with(world, installed)
    director = release_for("esp32_director")
    wish = replace(WISH, board="esp32_director", table=200, settings={})
    with pytest.raises(WrongBoard, match="this is esp32_table, not esp32_director"):
        deploy(device, director, wish)
    device.restart()
    forced = replace(wish, force=True, dry_run=True)
    assert deploy(device, director, forced).before.board == "esp32_table"
    world.run(2000)
    assert hello(device).board == "esp32_table"


def test_a_directors_device_hears_the_table_after_both_were_deployed(
    world: World, installed: Path
) -> None:
    table = table_with(world, installed)
    director = blank_table(world, "director", "esp32_director")
    made = release_for("esp32_director")
    wish = Wish("esp32_director", "esp32", 200)
    outcome = deploy(director, made, wish, ask_signals=lambda: pytest.fail("a table's matter"))
    assert outcome.hello.role == "director" and outcome.hello.table == 200
    director.kill()
    assert "key" not in json.loads(files(director)["/config.json"])
    director.restart()
    play(world, table)
    dark = [director.lamp(n) for n in range(8)]
    world.run(table.type("S", "P"))
    assert world.run_until(lambda: [director.lamp(n) for n in range(8)] != dark, 2000)


def test_a_dry_run_changes_nothing(world: World, installed: Path, made: Release) -> None:
    device = table_with(world, installed)
    saved: list[Keys] = []
    outcome = deploy(
        device, another(made, "two"), replace(WISH, table=13, dry_run=True), save_keys=saved.append
    )
    assert outcome.hello is None and outcome.plan.bytes_sent == 3 and not saved
    assert hello(device).table == 12
    device.kill()

    def kept(content: dict[str, bytes]) -> dict[str, bytes]:
        return {path: data for path, data in content.items() if "/journal/" not in path}

    after = kept(files(device))
    device.flash.write_bytes(installed.read_bytes())
    assert after == kept(files(device))


def test_a_key_that_seals_undownloaded_records_is_not_replaced(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    play(world, device)
    old = device.eval("wiring.running.hardware.config['key']")
    with pytest.raises(KeyInUse, match="--new-key"):
        deploy(device, made, keys=Keys())
    world.run(2000)
    identity = hello(device).device
    mine = Keys().with_key(identity, bytes.fromhex(old))
    saved: list[Keys] = []
    kept = deploy(device, made, keys=mine, save_keys=saved.append)
    assert not kept.settings.key_is_new and saved[-1].newest(identity).hex() == old
    fresh = deploy(device, made, replace(WISH, new_key=True), save_keys=saved.append, keys=mine)
    assert fresh.settings.key_is_new
    new = device.eval("wiring.running.hardware.config['key']")
    assert new != old and saved[-1].newest(identity).hex() == new
    assert "key" not in repr(saved[-1]) or old not in repr(saved[-1])
    with world.flowing(4):
        done = deployment.undownloaded(board := SerialBoard(device.port), fresh.hello)
        board.reset()
        board.close()
    assert done


def test_a_corrupt_file_system_is_named_and_recovery_told(world: World, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(
        "import asyncio\nasync def run():\n  while True:\n"
        "    print('The filesystem appears to be corrupted. If you had data there')\n"
        "    await asyncio.sleep(3)\nasyncio.run(run())\n"
    )
    device = world.start("esp32_table", firmware=tmp_path)
    with pytest.raises(CorruptFlash, match="esptool read-flash") as caught:
        deploy(device, release({"main.py": b""}, "esp32_table", "table", "1"))
    assert "\n" not in caught.value.format_message()


def test_another_program_is_not_replaced_unless_forced(world: World, made: Release) -> None:
    device = world.start("esp32_table", firmware=Path(__file__).parent / "tiny_app")
    with pytest.raises(DeployError, match=r"another program's /main.py is on it; give --force"):
        deploy(device, made)
    count = device.buzzer()[1]
    assert world.run_until(lambda: device.buzzer()[1] > count, 5000), "it runs again"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["/dev/no-port", "--board", "esp32_table", "--table", "1"], 1, "no such port"),
        (["/dev/null", "--board", "esp32_table", "--table", "1"], 1, "is no serial port"),
        (["x", "--board", "esp33", "--table", "1"], 2, "there are esp32_director, esp32_table"),
        (["x", "--board", "esp32_table"], 2, "--table N"),
        (["x", "--board", "esp32_table", "--table", "200"], 2, "is 1 to 199"),
        (["x", "--board", "esp32_director", "--table", "3"], 2, "is 200 to 254"),
        (["x", "--board", "esp32_table", "--table", "1", "--first", "0"], 2, "--first cannot be"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: list[str], status: int, words: str, tmp_path: Path
) -> None:
    done = bidbox("deploy", *arguments, keys=tmp_path / "keys.json")
    assert done.returncode == status and words in done.stderr, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and not done.stdout


def test_a_busy_port_and_a_silent_one_are_told_apart(world: World, made: Release) -> None:
    device = blank_table(world)
    with Port(device.port), pytest.raises(BidboxError, match="busy"):
        deploy(device, made)
    device.kill()
    with pytest.raises(BidboxError, match="neither Bidbox nor MicroPython's prompt answers"):
        deploy(device, made, connect=Impatient)


def test_mpremote_unmodified_works_on_a_deployed_table(world: World, installed: Path) -> None:
    device = table_with(world, installed)
    world.run(1000)

    def mpremote(*arguments: str) -> str:
        command = [sys.executable, "-m", "mpremote", "connect", device.port, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with world.flowing(4):
        assert mpremote("exec", "print(6 * 7)") == "42\n"
        mpremote("fs", "cp", str(ROOT / "LICENSE"), ":licence.txt")
        assert re.search(r"licence\.txt", mpremote("fs", "ls"))
        assert mpremote("fs", "cat", ":licence.txt") == (ROOT / "LICENSE").read_text()
        mpremote("fs", "rm", ":licence.txt")
        mpremote("reset")
        answered, why = greeting.hello_after(device.port, None)
    assert answered, why
    play(world, device)


def test_keys_are_read_where_download_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    Keys().with_key("aa", b"k" * 32).save(path)
    assert load_keys(path).newest("aa") == b"k" * 32
