"""A self-test's report: what a person keeps, what a program reads, and the file it goes into."""

import json
from pathlib import Path

import pytest

from bidbox_host.errors import UsageError
from bidbox_host.link.session import Hello
from bidbox_host.selftest import report
from bidbox_host.selftest.items import FAILED, PARTS, PASSED, SKIPPED, Item, Report
from bidbox_host.selftest.parts import TESTS
from bidbox_host.text import catalogue

HELLO = Hello(
    "0.1.0+1234abcd", "240ac4d95a2d", "esp32_table", "table", "2017", 1, 1, 1, 0, "", 12
)
TEXTS = catalogue()


def _report(*items: Item, broken_off: str = "") -> Report:
    return Report(HELLO, 1_800_000_000.0, 1_800_000_060.0, broken_off, list(items))


def _key(name: str, result: str = PASSED, found: str = "", remedy: str = "") -> Item:
    return Item("keys", "North", name, result, found, remedy)


def test_it_names_device_board_firmware_and_time():
    lines = report.text(_report(), TEXTS).splitlines()
    assert lines[0].startswith("Bidbox self-test, 2027-01-15 ")
    assert lines[1] == "Device 240ac4d95a2d, esp32_table, table 12, firmware 0.1.0+1234abcd"
    assert lines[-1] == "0 passed, 0 failed, 0 skipped."


def test_what_passed_without_a_word_stands_together_and_what_failed_alone_with_its_remedy():
    made = _report(
        Item("flash", "", "", PASSED, "512 bytes written."),
        _key("1"),
        _key("2", FAILED, "Nothing came", "Look at its joints."),
        _key("3"),
        _key("4", SKIPPED, "Left out"),
        Item("keys", "East", "1", PASSED),
    )
    lines = report.text(made, TEXTS).splitlines()
    at = lines.index("Keys")
    assert lines[at + 1 : at + 6] == [
        "  North      passed   2: 1 3",
        "  North      failed   2: Nothing came",
        "                      Look at its joints.",
        "  North      skipped  4: Left out",
        "  East       passed   1: 1",
    ]
    assert "             passed   512 bytes written." in lines
    assert lines.index("Keys") < lines.index("Flash"), "in the order of the walk"
    assert lines[-1] == "4 passed, 1 failed, 1 skipped."


def test_one_failure_or_an_early_end_is_not_good_and_what_was_skipped_is():
    assert _report(_key("1"), _key("2", SKIPPED)).good
    assert not _report(_key("1"), _key("2", FAILED)).good
    early = _report(_key("1"), broken_off="Ctrl-C")
    assert not early.good
    assert report.total(early, TEXTS) == "Broken off: Ctrl-C. 1 passed, 0 failed, 0 skipped."


def test_json_holds_every_item_and_times_in_utc():
    made = _report(_key("1"), _key("2", FAILED, "Nothing came", "Look."), broken_off="Ctrl-C")
    read = json.loads(json.dumps(report.document(made)))
    assert (read["began"], read["ended"]) == ("2027-01-15T08:00:00Z", "2027-01-15T08:01:00Z")
    assert (read["passed"], read["broken_off"]) == (False, "Ctrl-C")
    assert read["count"] == {"passed": 1, "failed": 1}
    assert read["items"][1] == {
        "part": "keys", "where": "North", "name": "2", "result": "failed",
        "found": "Nothing came", "remedy": "Look.",
    }  # fmt: skip


def test_it_replaces_the_file_whole_or_not_at_all(tmp_path: Path):
    path = tmp_path / "report.txt"
    report.write(path, "one\n")
    report.write(path, "two\n")
    assert path.read_text() == "two\n"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(UsageError, match="give another file for the report"):
        report.write(tmp_path / "nowhere" / "report.txt", "three\n")


def test_every_part_has_a_test_and_a_name():
    assert tuple(TESTS) == PARTS
    for part in PARTS:
        assert f"selftest.part.{part}" in TEXTS
