"""What a deployment would do, by comparison alone: versions, plans, settings and keys."""

from dataclasses import replace

import pytest

from bidbox.laws import edition_2017
from bidbox_host.deploy import layout, settings
from bidbox_host.deploy.deployment import Identity, Wish, _check
from bidbox_host.deploy.errors import BoardFailed, CorruptFlash, DeployError, FlashFull, KeyInUse
from bidbox_host.deploy.greeting import Expected, told
from bidbox_host.deploy.layout import Release, read_list, release
from bidbox_host.deploy.plan import Found, plan, whole
from bidbox_host.deploy.repl import FileState, failure, state_of
from bidbox_host.journal.keys import Keys
from bidbox_host.link.session import Hello

FILES = {"main.py": b"main", "board.mpy": b"b" * 700, "apps/wiring.mpy": b"w" * 9000}


def made(**changed: bytes) -> Release:
    return release(FILES | changed, "esp32_table", "table", "0.1.0")


def on_flash(*releases: Release, current: Release | None = None, **states: FileState) -> Found:
    """Return a board that holds these releases, whole but for `states`, by path in /v."""
    files: dict[str, FileState] = {}
    for held in releases:
        for path, data in held.on_flash().items():
            if path.startswith("v/"):
                files[f"/{path}"] = state_of(data)
    files |= {f"/v/{path}": state for path, state in states.items()}
    versions = whole(files, [held.version for held in releases])
    named = (current or releases[0]).version.name if releases else ""
    main = state_of(releases[0].main) if releases else None
    return Found(1 << 20, 4096, files, versions, named, main)


def test_a_name_stands_for_every_byte_of_a_version() -> None:
    version = made().version
    assert read_list(version.name, version.text) == version
    assert read_list(version.name, version.text[:-1]) is None
    assert read_list(version.name, version.text.replace(b"700", b"701")) is None
    names = {made(**{path: data + b"x"}).version.name for path, data in FILES.items()}
    assert len(names | {version.name}) == len(FILES), "main.py is no part of a version"
    assert release(FILES, "esp32_director", "table", "0.1.0").version.name != version.name


def test_a_first_installation_sends_all_and_needs_room_for_it() -> None:
    new = made()
    found = plan(new, on_flash())
    assert [path for path, _ in found.sends] == [
        f"{new.version.folder}/apps/wiring.mpy", f"{new.version.folder}/board.mpy"]  # fmt: skip
    assert found.bytes_sent == 700 + 9000 + 4 and not found.nothing
    assert 4 * 4096 <= found.needed <= 16 * 4096


def test_what_is_there_in_any_version_is_not_sent_again() -> None:
    old, new = made(), made(**{"board.mpy": b"B"})
    found = plan(new, on_flash(old))
    assert found.sends == ((f"{new.version.folder}/board.mpy", b"B"),)
    assert found.copies == (
        (f"{old.version.folder}/apps/wiring.mpy", f"{new.version.folder}/apps/wiring.mpy"),
    )
    assert plan(old, on_flash(old)).nothing
    back = plan(old, on_flash(old, new, current=new))
    assert not back.sends and not back.copies and back.list_there and not back.pointed


def test_only_a_version_that_has_answered_costs_the_one_before_it_its_place() -> None:
    one, two, three = made(), made(**{"board.mpy": b"2"}), made(**{"board.mpy": b"3"})
    found = on_flash(two, one, current=two)
    assert plan(three, found).removes == ()
    proven = plan(three, found, proven=True)
    assert proven.removes == (one.version.folder,)
    assert all(source.startswith(two.version.folder) for source, _ in proven.copies)
    assert proven.freed == (3 + 1) * 4096, "and the list has no block of its own"
    assert plan(one, found, proven=True).removes == ()


def test_what_a_broken_deployment_left_is_used_or_removed() -> None:
    one, two, three = made(), made(**{"board.mpy": b"2" * 600}), made(**{"board.mpy": b"3"})
    half = {f"{two.version.name}/board.mpy": state_of(b"2" * 600),
            f"{two.version.name}/apps/wiring.mpy": state_of(b"w" * 512)}  # fmt: skip
    again = plan(two, on_flash(one, **half))
    assert not again.sends and again.kept == 1 and len(again.copies) == 1
    assert plan(three, on_flash(one, **half)).removes == (two.version.folder,)


def test_a_damaged_version_is_not_whole_and_the_other_runs() -> None:
    one, two = made(), made(**{"board.mpy": b"2"})
    damaged = {f"{two.version.name}/board.mpy": state_of(b"")}
    found = on_flash(two, one, current=two, **damaged)
    assert found.running == one.version
    assert [path for path, _ in plan(two, found).sends] == [f"{two.version.folder}/board.mpy"]


KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


def settled(old: dict | None, keys: Keys, **options) -> settings.Settings:
    options = {"fresh_key": False, "undownloaded": True, "role": "table"} | options
    role = options.pop("role")
    return settings.settle("port", "aa", role, old, {"table": 3}, keys, **options)


def test_a_key_is_kept_restored_made_or_refused() -> None:
    mine = Keys().with_key("aa", KEY)
    kept = settled({"key": KEY.hex(), "hold": True}, mine)
    assert kept.values["key"] == KEY.hex() and kept.values["hold"] is True and not kept.key_is_new
    assert settled(None, mine).values["key"] == KEY.hex(), "after damage that of this computer"
    fresh = settled({}, Keys())
    assert fresh.key_is_new and len(fresh.keys.newest("aa")) == 32
    assert fresh.values["key"] == fresh.keys.newest("aa").hex() != fresh.values["radio_key"]
    with pytest.raises(KeyInUse):
        settled({"key": OTHER.hex()}, mine)
    assert settled({"key": OTHER.hex()}, mine, undownloaded=False).values["key"] == KEY.hex()
    new = settled({"key": KEY.hex()}, mine, fresh_key=True)
    assert new.key_is_new and new.keys.newest("aa") != KEY and "aa" not in repr(new)


def test_all_devices_of_a_computer_share_the_radio_key_and_a_director_has_no_other() -> None:
    table = settled({}, Keys())
    director = settled({"key": KEY.hex()}, table.keys, role="director")
    assert director.values["radio_key"] == table.values["radio_key"]
    assert "key" not in director.values
    moved = settled({"radio_key": OTHER.hex()}, table.keys)
    assert any("do not hear it" in note for note in moved.notes)


def test_settings_that_are_damaged_are_told() -> None:
    assert settings.parse(None) == {} and settings.parse(b"[1]") is settings.parse(b"{") is None
    assert any("damaged" in note for note in settled(None, Keys()).notes)


@pytest.mark.parametrize(
    ("identity", "words"),
    [
        (Identity("aa", "Generic ESP32 module with ESP32", (1, 22, 0), 6), "1.22.0 is on it"),
        (Identity("aa", "Generic ESP32 module with ESP32", (2, 0, 0), 7), "1.23 to 1.29"),
        (Identity("aa", "ESP32C3 module with ESP32C3", (1, 27, 0), 6), "a board with ESP32C3"),
    ],
)
def test_another_chip_or_micropython_is_refused(identity: Identity, words: str) -> None:
    wish = Wish("esp32_table", "esp32", 3)
    with pytest.raises(DeployError, match=words):
        _check("port", identity, on_flash(), None, made(), wish)
    good = Identity("aa", "Generic ESP32 module with ESP32", (1, 23, 0), 6)
    _check("port", good, on_flash(), None, made(), wish)
    c3 = replace(wish, chip="esp32c3")
    board = replace(good, machine="ESP32C3 module with ESP32C3")
    _check("port", board, on_flash(), None, made(), c3)


def test_every_field_of_the_hello_counts() -> None:
    version = made().version
    right = Hello(told(version), "aa", "esp32_table", "table", "2017", int(edition_2017.CRC, 16),
                  1, 1, 0, "", 3)  # fmt: skip
    expected = Expected(version, 3, "2017")
    assert expected.differs(right) == ""
    for changed in ({"firmware": "0.1.0"}, {"board": "x"}, {"table": 4}, {"laws": "2007"},
                    {"tables": 1}):  # fmt: skip
        value = next(iter(changed.values()))
        assert repr(value) in expected.differs(replace(right, **changed))


@pytest.mark.parametrize(
    ("last", "error"),
    [
        ("OSError: [Errno 28] ENOSPC", FlashFull), ("OSError: 28", FlashFull),
        ("OSError: [Errno 2] ENOENT", FileNotFoundError), ("OSError: 19", CorruptFlash),
        ("OSError: [Errno 5] EIO", BoardFailed), ("MemoryError: memory", BoardFailed),
        ("", BoardFailed),
    ],
)  # fmt: skip
def test_a_traceback_of_the_board_becomes_an_error_of_one_line(last: str, error: type) -> None:
    found = failure("port", f"Traceback (most recent call last):\n  File x\n{last}\n")
    assert isinstance(found, error) and "\n" not in str(found)


def test_the_pointer_is_a_line() -> None:
    assert layout.pointer(made().version) == made().version.name.encode() + b"\n"
