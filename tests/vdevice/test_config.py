"""`bidbox config` on a whole device: shown, changed, kept over a start, in the log and in PBN."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bidbox import records
from bidbox.settings import SECRET, SETTINGS
from bidbox_host.commands.config import command
from bidbox_host.commands.export import command as export
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.link import settings
from bidbox_host.link.saving import save

NAME = 'Café "Tuesday", 100 % A*~'


@pytest.fixture(autouse=True)
def _place(tmp_path, monkeypatch):
    monkeypatch.setenv("BIDBOX_FOLDER", str(tmp_path / "bidbox"))


def _run(*words):
    return CliRunner().invoke(command, words)


def _pass_out(world, table):
    """Open the proposed board, pass it out, return the hands, have the next one proposed."""
    world.run(1000)  # after a download the device may be ahead by what its flash took
    world.run(table.tap("N", "OK") + 2000)
    board = table.eval("wiring.running.life.board")
    for i in range(4):
        world.run(table.type((board - 1 + i) & 3, "P") + 2000)
    world.run(table.tap("N", "OK") + 2000)
    world.run(table.tap("N", "OK") + 2000)
    life = "wiring.running.life"
    assert table.eval(f"({life}.proposal, {life}.state)") == (board + 1, 1)


def test_every_setting_is_explained_or_secret():
    assert set(settings.ABOUT) | set(SECRET) == set(SETTINGS)
    assert not set(settings.ABOUT) & set(SECRET)


def test_what_is_set_is_kept_over_a_start_and_the_old_settings_here(world, tmp_path):
    table = world.start(config={"table": 12, "key": "5e" * 32})
    world.run(1500)
    with world.flowing(1):
        shown = json.loads(_run(table.port, "--json").output)["settings"]
        done = _run(table.port, "set", f"session={NAME}", "first=3", "last=26", "hold=yes")
        assert done.exit_code == 0, done.output
        assert "first, last, hold take effect when it starts" in done.output
        again = _run(table.port, "set", "hold=yes")
        assert "has these settings already" in again.output
    table.kill()
    table.restart()
    world.run(1500)
    assert table.eval("wiring.running.life.proposal") == 3
    assert table.eval("wiring.running.table.holds") is True
    (backup,) = (tmp_path / "bidbox" / "settings").iterdir()
    assert json.loads(backup.read_text()) == shown
    assert "5e5e" not in backup.read_text()
    with world.flowing(1):
        assert _run(table.port, "restore", str(backup)).exit_code == 0
        assert json.loads(_run(table.port, "--json").output)["settings"] == shown


def test_the_session_stands_in_the_log_and_in_pbn(world, tmp_path: Path):
    table = world.start(config={"table": 12, "key": "5e" * 32})
    world.run(1500)
    _pass_out(world, table)
    words = (f"session={NAME}", "date=2026-03-14", "section=B", "per_round=2", "last=24")
    with world.flowing(1):
        assert _run(table.port, "set", *words).exit_code == 0
    _pass_out(world, table)
    keys = Keys().with_key("any", bytes.fromhex("5e" * 32))
    with world.flowing(1):
        save(table.port, tmp_path / "one.bidlog", keys, set_clock=False, erase=True)
    _pass_out(world, table)
    with world.flowing(1):
        two = save(table.port, tmp_path / "two.bidlog", keys, set_clock=False)
    assert two.report.proved
    for log in ("one", "two"):
        said = [
            r.fields
            for r in read_log(tmp_path / f"{log}.bidlog").records
            if r.kind == records.SESSION
        ]
        assert said == [(NAME, "2026-03-14", "B", 1, 24, 2)]
    result = CliRunner().invoke(export, [str(tmp_path / "one.bidlog"), "--to", "pbn"])
    assert result.exit_code == 0, result.output
    first, second = (tmp_path / "one.pbn").read_text("latin-1").split("[Event ")[1:]
    assert first.startswith('"?"')
    assert '[Date "????.??.??"]' in first
    escaped = NAME.replace('"', '\\"')
    assert second.startswith(f'"{escaped}"')
    assert '[Date "2026.03.14"]' in second
    assert '[Section "B"]' in second


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("set", "mode=quiet"), "detect or prevent or record"),
        (("set", "first=0"), "1 to 255"),
        (("set", "window_ms=-1"), "0 to 500"),
        (("set", "hold=maybe"), "yes or no"),
        (("set", "date=14.3.2026"), "2026-03-14"),
        (("set", "session=" + "x" * 49), "48 bytes"),
        (("set", "key=00"), "bidbox deploy"),
        (("set", "radio_key=00"), "bidbox deploy"),
        (("set", "colour=red"), "the keys are"),
        (("set",), "give KEY=VALUE"),
        (("get", "colour"), "there is no such setting"),
        (("restore",), "give the file"),
        (("restore", "/nowhere"), "/nowhere"),
    ],
)
def test_what_cannot_be_is_refused_before_a_device_is_asked(words, said):
    result = _run("/no/port", *words)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert result.output.count("\n") == 1


def test_a_device_refuses_what_a_host_of_another_version_sends(world):
    table = world.start(config={"table": 12})
    world.run(1500)
    device = "wiring.running.device"
    for name, value in (("mode", "quiet"), ("first", "0"), ("session", "x" * 49), ("new", "1")):
        assert "cannot be" in table.eval(f"{device}.configure({name!r}, {value!r})")
    assert table.eval(f"[{device}.setting(n) for n in ('key', 'radio_key', 'new')]") == [None] * 3


def test_a_directors_device_has_its_own_few(world):
    director = world.start("esp32_director", {"table": 200})
    world.run(1500)
    with world.flowing(1):
        shown = json.loads(_run(director.port, "--json").output)["settings"]
        assert set(shown) == {"table", "channel", "radio", "brightness"}
        assert "no such setting" in _run(director.port, "set", "mode=record").output
        assert "200 to 254" in _run(director.port, "set", "table=12").output
        assert _run(director.port, "set", "table=201").exit_code == 0
