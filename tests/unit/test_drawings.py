"""The drawings beside the boards are those that board.py gives, and they can be read on paper."""

import re
import runpy
import sys
import types
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bidbox import keys, phrases
from bidbox_host.cli import cli
from bidbox_host.drawing import card, legend, routing, seat, wiring
from bidbox_host.drawing.modules import MODULES
from bidbox_host.errors import BidboxError
from tests.boards import Board

ROOT = Path(__file__).parents[2]
REMEDY = "is stale: make it anew with bidbox draw"
SVG = "{http://www.w3.org/2000/svg}"


def board_of(name: str) -> dict[str, Any]:
    found = runpy.run_path(str(ROOT / "boards" / name / "board.py"))
    return {key: value for key, value in found.items() if key.isupper()}


def texts(document: str) -> list[ET.Element]:
    return list(ET.fromstring(document.encode()).iter(SVG + "text"))


def test_the_wiring_beside_the_readme_is_that_of_board_py(board: Board) -> None:
    file = board.path.parent / "wiring.svg"
    drawn = wiring.draw(board_of(board.name))
    assert file.read_text(encoding="utf-8") == drawn, f"{file} {REMEDY}"


def test_the_sheets_of_the_table_are_fresh() -> None:
    folder = ROOT / "boards" / "esp32_table"
    for name, drawing in (
        ("seat_unit.svg", seat.draw(board_of("esp32_table"))),
        ("legend.svg", legend.draw()),
        ("legend_left.svg", legend.draw(left=True)),
    ):
        assert (folder / name).read_text(encoding="utf-8") == drawing, f"{name} {REMEDY}"


def test_the_evening_card_is_fresh_and_stays_on_its_sheet() -> None:
    document = card.draw()
    file = ROOT / "docs" / "evening-card.svg"
    assert file.read_text(encoding="utf-8") == document, f"{file} {REMEDY}"
    assert max(float(text.get("y", "0")) for text in texts(document)) < 204


def test_the_lamps_on_the_card_are_those_of_the_firmware(monkeypatch: pytest.MonkeyPatch) -> None:
    micropython = types.ModuleType("micropython")
    monkeypatch.setattr(micropython, "const", lambda number: number, raising=False)
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    lamp = runpy.run_path(str(ROOT / "firmware" / "drivers" / "lamp.py"))
    rhythms = dict(zip(lamp["STATES"], (rhythm for _, rhythm in lamp["PATTERNS"]), strict=True))
    assert {state: rhythm for state, _, rhythm, _, _ in card.LAMPS} == {
        state: rhythm for state, rhythm in rhythms.items() if state != "off"
    }


def test_every_pin_in_use_is_named_and_no_other(board: Board) -> None:
    shown = [text.text or "" for text in texts(wiring.draw(board_of(board.name)))]
    named = sorted(int(text[5:]) for text in shown if re.fullmatch(r"GPIO \d+", text))
    assert named == sorted(board.data["PINS"].values())


def test_a_moved_pin_moves_its_wire(board: Board) -> None:
    data = board_of(board.name)
    before = wiring.draw(data)
    module = MODULES[board.chip]
    free = next(
        gpio
        for label in module.right
        if (gpio := module.gpio(label)) >= 0 and gpio not in data["PINS"].values()
    )
    data["PINS"]["buzzer"] = free
    after = wiring.draw(data)
    assert after != before
    assert f">GPIO {free}</text>" in after


def test_a_pin_that_the_module_does_not_lead_out_is_refused() -> None:
    board = board_of("esp32_table")
    board["PINS"]["lamp"] = 20
    with pytest.raises(BidboxError, match="GPIO 20"):
        wiring.draw(board)


def test_the_wiring_is_legible_on_a4(board: Board) -> None:
    root = ET.fromstring(wiring.draw(board_of(board.name)).encode())
    assert (root.get("width"), root.get("height")) == ("297mm", "210mm")
    for text in root.iter(SVG + "text"):
        assert float(text.get("font-size", "0")) >= 2.2
        assert 5 <= float(text.get("x", "0")) <= 292
        assert 5 <= float(text.get("y", "0")) <= 207
    for box in list(root.iter(SVG + "rect"))[1:]:
        left = float(box.get("x", "0"))
        assert 7 <= left and left + float(box.get("width", "0")) <= 290


def test_no_two_wires_share_a_lane_and_none_crosses_without_need() -> None:
    nets = [routing.Net("a", 10, 52.5), routing.Net("b", 15, 57.5), routing.Net("c", 40, 2.5)]
    lanes = routing.lanes(nets)
    assert sorted(lanes.values()) == [0, 1, 2]
    assert routing.crossings(sorted(nets, key=lambda net: lanes[net.name])) == 2


@pytest.mark.parametrize("left", [False, True])
def test_the_legend_has_the_keys_in_their_places_at_true_size(left: bool) -> None:
    document = legend.draw(left)
    root = ET.fromstring(document.encode())
    assert (root.get("width"), root.get("viewBox")) == ("297mm", "0 0 297 210")
    assert legend.PITCH >= 19
    squares = [
        (float(box.get("x", "0")), float(box.get("y", "0")))
        for box in root.iter(SVG + "rect")
        if box.get("width") == "17.8"
    ]
    assert len(squares) == 4 * keys.COUNT
    first = squares[: keys.COUNT]
    for key, (x, y) in enumerate(first):
        row, column = divmod(key, keys.COLUMNS)
        step = -column if left else column
        assert x - first[0][0] == pytest.approx(step * legend.PITCH)
        assert y - first[0][1] == pytest.approx(row * legend.PITCH)


def test_suits_are_pips_and_never_letters() -> None:
    document = legend.draw()
    shown = [text.text for text in texts(document)]
    assert not {"C", "D", "H", "S"} & set(shown)
    assert document.count("<path") == 4 * 4
    for name in ("TD", "STOP", "ALERT", "NT", "PASS", "CANCEL", "OK", "XX", "X", "7", "8", "9"):
        assert shown.count(name) == 4, name


def test_the_ruler_is_a_hundred_millimetres_long() -> None:
    lines = [
        [tuple(map(float, point.split(","))) for point in line.get("points", "").split()]
        for line in ET.fromstring(legend.draw().encode()).iter(SVG + "polyline")
    ]
    flat = [line for line in lines if len(line) == 2 and line[0][1] == line[1][1]]
    assert any(line[1][0] - line[0][0] == pytest.approx(100) for line in flat)


def test_the_command_writes_a_file_and_names_what_it_cannot_draw(tmp_path: Path) -> None:
    run = CliRunner().invoke
    target = tmp_path / "w.svg"
    assert run(cli, ["draw", "wiring", "esp32_table", "-o", str(target)]).exit_code == 0
    assert target.read_text().startswith("<?xml")
    left = run(cli, ["draw", "legend", "esp32_table", "--left", "-o", str(target)])
    assert (left.exit_code, target.read_text()) == (0, legend.draw(left=True))
    for arguments, status, words in (
        (["wiring", "toaster"], 2, "no board is called toaster"),
        (["seat", "esp32_director"], 1, "no seat units"),
        (["legend", "esp32_director"], 1, "no keypad"),
        (["wiring", "esp32_table", "--left"], 2, "legends only"),
        (["wiring", "esp32_table", "-o", str(tmp_path / "no" / "w.svg")], 1, "name a file"),
    ):
        result = run(cli, ["draw", *arguments])
        assert (result.exit_code, words in result.output) == (status, True), result.output


def test_what_the_card_quotes_is_what_displays_say() -> None:
    said = phrases.ENGLISH.replace("/", " ").replace(":", "").replace("%d", "7")
    shown = " ".join(text.text or "" for text in texts(card.draw()))
    for words in ("TABLE 7 IS SILENT", "NO ANSWER YET", "RESTARTED", "LOG FULL"):
        assert words in said and words in shown
