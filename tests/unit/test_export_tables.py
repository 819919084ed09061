"""CSV, JSON and the command itself: every record is there, raw and explained, with its tempo."""

import csv
import io
import json
import os
import time

import pytest
from click.testing import CliRunner

from bidbox import calls, records
from bidbox.records import Record, encode
from bidbox_host.commands.export import command
from bidbox_host.export import FORMATS, export_module
from bidbox_host.export.heading import Heading
from bidbox_host.journal import write_log
from bidbox_host.replay import boards_of, judge
from bidbox_host.text import catalogue
from tests.unit import strict_pbn
from tests.unit.logs import OPENED, log_of, request

IRREGULAR = request("N", "1H 1D +not_accepted E:2D +same_denomination S:P W:P N:P")
REGULAR = request("E", "1C P P P")


def render(form, log):
    judged = [judge(board) for board in boards_of(log)]
    return export_module(form).render(judged, Heading("Bidbox test"), catalogue()).decode()


def csv_rows(log):
    return list(csv.DictReader(io.StringIO(render("csv", log))))


def test_every_record_of_a_board_is_a_row_with_its_number():
    log = log_of(IRREGULAR, REGULAR)
    wanted = [r.number for r in log if r.kind in (records.CALL, records.ANSWER, records.CLOSED)]
    assert [int(row["record"]) for row in csv_rows(log)] == wanted
    boards = json.loads(render("json", log))["boards"]
    assert [e["record"] for board in boards for e in board["events"]] == wanted


def test_tempo_is_the_time_since_the_call_before_withdrawn_or_not():
    rows = [row for row in csv_rows(log_of(IRREGULAR, step=2000)) if row["kind"] == "call"]
    assert [row["call"] for row in rows] == ["1H", "1D", "2D", "P", "P", "P"]
    assert [int(row["tempo_ms"]) for row in rows] == [2000, 2000, 4000, 4000, 2000, 2000]
    assert [row["standing"] for row in rows] == ["yes", "no", "yes", "yes", "yes", "yes"]


def test_no_export_judges_the_tempo():
    slow = log_of(request("N", "1C P P P"), step=60_000)
    for form in FORMATS:
        for word in ("hesitat", "slow", "tank", "out of tempo", "fast"):
            assert word not in render(form, slow).lower()


def test_an_irregular_call_is_explained_beside_its_codes():
    row = next(row for row in csv_rows(log_of(IRREGULAR)) if row["call"] == "1D")
    assert (row["irregularity"], row["law"]) == ("insufficient", "27")
    assert (row["status"], row["outcome"]) == ("cancelled", "27B1(a)")
    assert row["explanation"].startswith("East's 1D over North's 1H is not enough")


def test_json_holds_the_request_that_gives_its_answer():
    [board] = json.loads(render("json", log_of(IRREGULAR)))["boards"]
    assert board["request"]["events"] == IRREGULAR["events"]
    assert board["answer"]["state"]["contract"] == board["contract"] == "2D"
    assert board["declarer"] == "E"
    assert board["explanation"]["verdicts"][0]["event"] == 1


def test_the_time_of_a_call_is_the_boards_opening_and_its_milliseconds():
    [board] = json.loads(render("json", log_of(REGULAR, step=1500)))["boards"]
    opened = time.strftime("%Y-%m-%dT%H:%M:", time.gmtime(OPENED))
    assert board["opened"] == f"{opened}{OPENED % 60:02}.000Z"
    assert board["events"][0]["time"] == f"{opened}{OPENED % 60 + 1:02}.500Z"
    [undated] = json.loads(render("json", log_of(REGULAR, dated=False)))["boards"]
    assert undated["opened"] is None


def test_a_boot_without_a_clock_does_not_take_the_clock_of_another():
    log = log_of(REGULAR)
    fields = dict(zip(records.fields_of(records.DEVICE), log[0].fields, strict=True))
    second = Record(90, records.DEVICE, 0, *(fields | {"boot": 2}).values())
    later = [Record(100 + r.number, r.kind, r.ms, *r.fields) for r in log_of(REGULAR)[2:]]
    dates = [board.opened_at for board in boards_of([*log, second, *later])]
    assert dates == [OPENED, None]


def test_a_clock_set_during_a_board_dates_it():
    log = log_of(REGULAR, dated=False)
    board = next(i for i, r in enumerate(log) if r.kind == records.BOARD)
    opening = log[board].clock
    log.insert(board + 2, Record(99, records.TIME, 3000, OPENED + 3, 0, opening + 3000))
    assert [b.opened_at for b in boards_of(log)] == [OPENED]


def test_an_alert_taken_back_is_no_alert():
    log = log_of(REGULAR, alerts=(0,), closed=None)
    log.insert(-1, Record(98, records.ALERT, 9000, 0, 0, 0))
    made = [row for row in csv_rows(log) if row["kind"] == "call"]
    assert {row["alerted"] for row in made} == {"no"}
    assert [row["kind"] for row in csv_rows(log)].count("alert") == 2


def test_a_correction_before_the_first_call_changes_number_and_dealer():
    log = log_of(REGULAR)
    board = next(i for i, r in enumerate(log) if r.kind == records.BOARD)
    log.insert(board + 1, Record(97, records.BOARD_CORRECTED, 0, 6, 1))
    [corrected] = boards_of(log)
    assert (corrected.number, corrected.dealer, corrected.vulnerability) == (6, "E", "EW")


def test_calls_pressed_together_are_one_group():
    together = request("N", "1H P")
    together["events"][1]["with"] = 0
    [board] = boards_of(log_of(together))
    assert board.request["events"] == together["events"]


@pytest.fixture
def log_file(tmp_path):
    path = tmp_path / "table12.bidlog"
    write_log(path, [encode(r) for r in log_of(IRREGULAR, REGULAR)])
    return path


def test_one_file_beside_the_log_is_the_default(log_file):
    result = CliRunner().invoke(command, ["--to", "pbn", str(log_file)])
    assert result.exit_code == 0, result.output
    assert len(strict_pbn.read(log_file.with_suffix(".pbn").read_bytes())) == 2


def test_a_directory_takes_a_file_a_board(log_file, tmp_path):
    out = tmp_path / "out"
    result = CliRunner().invoke(command, ["--to", "pbn", str(log_file), "-o", str(out)])
    assert result.exit_code == 0, result.output
    names = sorted(os.listdir(out))
    assert names == ["table-12-board-01.pbn", "table-12-board-02.pbn"]
    for name in names:
        [game] = strict_pbn.read((out / name).read_bytes())
        assert game.tags["Board"] == str(int(name[-6:-4]))


def test_one_board_can_be_chosen(log_file, tmp_path):
    out = tmp_path / "two.json"
    arguments = ["--to", "json", str(log_file), "-o", str(out), "--board", "2"]
    assert CliRunner().invoke(command, arguments).exit_code == 0
    assert [b["board"] for b in json.loads(out.read_text())["boards"]] == [2]


@pytest.mark.parametrize(
    ("name", "content"), [("none.bidlog", None), ("text.bidlog", b"hello"), ("empty.bidlog", b"")]
)
def test_what_is_no_log_is_one_line_without_a_traceback(tmp_path, name, content):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    result = CliRunner().invoke(command, ["--to", "pbn", str(path)])
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert name in result.output


def test_a_log_without_a_board_says_so(tmp_path):
    path = tmp_path / "quiet.bidlog"
    write_log(path, [encode(log_of(REGULAR)[0])])
    result = CliRunner().invoke(command, ["--to", "csv", str(path)])
    assert result.exit_code == 1
    assert "no board" in result.output


def test_a_damaged_log_is_exported_as_far_as_it_can_be_read(log_file):
    data = bytearray(log_file.read_bytes())
    data[-10] ^= 0xFF
    log_file.write_bytes(data)
    result = CliRunner().invoke(command, ["--to", "csv", str(log_file)])
    assert result.exit_code == 0
    assert "what can be read is exported" in result.output


def test_what_the_director_did_at_the_table_belongs_to_no_seat():
    log = log_of(REGULAR)
    log.insert(-2, Record(96, records.TD, 4000, calls.NOBODY, records.TD_WHATS.index("arrived")))
    row = next(row for row in csv_rows(log) if row["kind"] == "td")
    assert (row["seat"], row["detail"]) == ("", "what=arrived")
    render("json", log)
