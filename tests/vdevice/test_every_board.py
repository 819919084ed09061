"""The shipping firmware as a whole device on each board of boards/, and on one nobody has seen.

Each test runs on every board that is there; what a board has is asked of it by name.
"""

import random
from pathlib import Path

import pytest
from deploy_bench import KEYS, another, deploy, hello
from virtual_board import Device, World, image
from virtual_board.device import HARD_RESET, WATCHDOG_RESET

from bidbox import messages
from bidbox_host.demo.stage import HEAP, Stage
from bidbox_host.deploy import greeting
from bidbox_host.deploy.deployment import Wish
from bidbox_host.deploy.firmware import ROOT, firmware_version, release_for
from bidbox_host.link import settings
from bidbox_host.link.port import Port
from bidbox_host.link.session import Session
from tests import board_pins, boards
from tests.boards import Board

_START_MS = 1500
_WATCHDOG_MS = 15_000  # a task is missed after 3 s, the watchdog bites 8 s later


def _start(world: World, board: Board, **config) -> Device:
    """Start a board on the heap that its role is promised."""
    device = world.start(board.path, {"table": board.number, **config}, heap=HEAP)
    world.run(_START_MS)
    return device


def _says_who_it_is(device: Device, board: Board) -> None:
    found = hello(device)
    assert (found.board, found.role, found.table) == (board.name, board.role, board.number)
    assert found.firmware.split("+")[0] == firmware_version()
    assert found.device == device.mac.hex()
    assert found.laws == ("2017" if board.has("table") else "")


def test_it_starts_on_its_heap_and_says_who_it_is(world: World, board: Board) -> None:
    device = _start(world, board)
    _says_who_it_is(device, board)
    assert len(device.state["lamp"]) == board.lamps
    assert device.buzzer()[1] == 0
    sounds = [o.value[1] for o in device.trace if o.name == "buzzer"]
    assert not any(sounds), "silent from its first moment"
    for seat in range(4 if board.has("displays") else 1):
        assert device.display(seat).text().strip()


def test_settings_are_kept_and_garbage_on_the_line_is_nothing(world: World, board: Board) -> None:
    device = _start(world, board)
    dice = random.Random(board.name)
    with world.flowing(4), Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        settings.write(session, {"brightness": 3})
        for _ in range(20):
            port.write(bytes(dice.choice(range(0x20, 0x100)) for _ in range(150)))
            port.write(dice.choice((b"\n", b"~" * 300, b"~0,1,?,1,0,1,1*00000000\n", b"")))
        port.write(b"\n")
        session.request(messages.HEARTBEAT)
        assert settings.read(session, ("brightness", "table")) == {
            "brightness": 3,
            "table": board.number,
        }
    device.restart()
    world.run(_START_MS)
    with world.flowing(4), Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        assert settings.read(session, ("brightness",)) == {"brightness": 3}


def test_it_comes_back_after_a_reset_and_when_a_task_stands_still(
    world: World, board: Board
) -> None:
    device = _start(world, board)
    before = hello(device).boot
    for cause, statement in (
        (HARD_RESET, "__import__('machine').reset()"),
        (WATCHDOG_RESET, "wiring.running.device._hardware.watchdog.watch('x', Still())"),
    ):
        pid = device.pid
        device.at(0, f"class Still: passes = 0\n{statement}")
        assert world.run_until(lambda pid=pid: device.pid != pid, _WATCHDOG_MS)
        world.run(_START_MS)
        assert device.eval("__import__('machine').reset_cause()") == cause
        _says_who_it_is(device, board)
    assert hello(device).boot == before + 2


@pytest.mark.boards("battery")
def test_a_low_battery_is_told(world: World, board: Board) -> None:
    device = _start(world, board)
    device.battery(3550)  # 7 % by the curve of one cell
    world.run(12_000)
    assert device.eval("wiring.running.battery.percent") == 7


@pytest.mark.boards("keypad")
def test_set_up_by_keys_alone(world: World, board: Board) -> None:
    device = _start(world, board)
    for key in ("CANCEL", "TD"):
        device.press("E", key)
        device.release("E", key, after_ms=3200)
    world.run(3500)
    for place, key in enumerate(("2", "C", "OK", "CANCEL")):  # table 28
        device.tap("E", key, 40, after_ms=100 * place)
    world.run(3000)
    device.restart()
    world.run(_START_MS)
    assert hello(device).table == 28


def _hears_of_an_irregularity(stage: Stage) -> None:
    """Keys at the table, lamp, sound and radio at both ends, the director's keys, and back."""
    stage.listen()
    stage.open_board(1)
    stage.call("N", "1S")
    began = stage.world.ms
    stage.call("E", "1H")
    stage.wait(600)
    for name, device in (("table", stage.table), ("director", stage.director)):
        (alert,) = stage.line(name).of(messages.ALERT)
        assert alert.named()["law"] == "27"
        since = [o for o in device.trace if o.ms >= began]
        assert any(o.name == "buzzer" and o.value[1] for o in since)
        place = 0 if name == "table" else (stage.number - 1) % len(device.state["lamp"])
        assert any(o.name == "lamp" and any(o.value[place]) for o in since)
    stage.director_key("yes")
    assert stage.table.eval("wiring.running.signals.director_comes")
    stage.hang_up()


def test_an_irregularity_goes_from_the_keys_to_the_director_and_back(
    world: World, board: Board
) -> None:
    pair = {role: boards.default(role).path for role in boards.ROLES} | {board.role: board.path}
    _hears_of_an_irregularity(Stage(world, boards=(pair["table"], pair["director"]), heap=HEAP))


def test_first_install_and_upgrade(world: World, board: Board) -> None:
    image.build(world.workdir / "blank.flash", {})
    device = world.start(board.path, name="blank", keep_flash=True, heap=HEAP)
    wish = Wish(board.name, board.chip, board.number, {"signals": "table"})
    keys = KEYS.with_key(device.mac.hex(), bytes(32))
    one = release_for(board.name)
    assert deploy(device, one, wish, keys).hello
    _says_who_it_is(device, board)
    two = another(one, "two")
    outcome = deploy(device, two, wish, keys)
    assert outcome.before == one.version
    assert [path for path, _ in outcome.plan.sends] == [f"{two.version.folder}/note.txt"]
    assert hello(device).firmware == greeting.told(two.version)


def test_a_new_board_is_a_folder_and_no_more(world: World, tmp_path: Path) -> None:
    """Boards of other names, pins, addresses, channels, lamps: nothing but board.py tells of them.

    They are laid in a copy of the project that shares all the rest with it.
    """
    (ROOT / "build").mkdir(exist_ok=True)  # what is built already is taken from there
    for folder in ("firmware", "build"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    new = {}
    for role in boards.ROLES:
        old = boards.default(role)
        made = boards.rewired(old, f"club_{role}", tmp_path / "boards")
        assert board_pins.faults(made.data) == []
        assert all(made.pin(name) != number for name, number in old.data["PINS"].items())
        image.build(world.workdir / f"{role}.flash", {})
        device = world.start(made.path, name=role, keep_flash=True, heap=HEAP)
        wish = Wish(made.name, made.chip, made.number, {"signals": "table"})
        assert deploy(device, release_for(made.name, tmp_path), wish).hello
        _says_who_it_is(device, made)
        assert len(device.state["lamp"]) == made.lamps == old.lamps + 3
        device.close()
        new[role] = made
    pair = (new["table"].path, new["director"].path)
    _hears_of_an_irregularity(Stage(world, 10, boards=pair, heap=HEAP))
