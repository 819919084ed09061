"""The law sources and the firmware's tables: whole, unambiguous, small, and the only judge."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

import bidbox.lawtable
from bidbox_host.cli import main
from bidbox_host.commands.laws import command
from bidbox_host.laws import adjudicate as judging
from bidbox_host.laws import compiler, dump, source
from bidbox_host.laws.adjudicate import adjudicate
from tests.reference import conformance, sequences, several, traps
from tests.reference.cases import request

EDITIONS = ("2007", "2017")
CASES = 3 * 4 * 5 * 8 + 2 * 8  # auction, duty, turn, call; and after the end
MODULES = Path(bidbox.lawtable.__file__).parent / "laws"


def text_of(edition: str) -> str:
    return source.sources()[edition].read_text(encoding="utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_case_is_covered_once(edition: str) -> None:
    parsed = source.parse(text_of(edition), edition)
    assert len(compiler.all_cases()) == CASES == 496
    assert len(set(compiler.all_cases())) == CASES
    covered = compiler.expand(parsed)  # refuses a case with no row or with two
    assert set(covered) == set(compiler.all_cases())
    assert set(covered.values()) == set(parsed.calls)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tables_are_within_their_sizes(edition: str) -> None:
    table = compiler.compile_source(source.read(source.sources()[edition]))
    assert table.detection_size <= 1024
    assert table.size <= 2048


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_firmware_holds_what_the_source_says(edition: str) -> None:
    table = compiler.compile_source(source.read(source.sources()[edition]))
    assert (MODULES / f"edition_{edition}.py").read_text(encoding="utf-8") == table.module()


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiling_is_deterministic(edition: str) -> None:
    once = compiler.compile_source(source.parse(text_of(edition), "one")).module()
    assert once == compiler.compile_source(source.parse(text_of(edition), "other")).module()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hole_is_named(edition: str) -> None:
    parsed = source.parse(text_of(edition), edition)
    for at, row in enumerate(parsed.calls):
        holed = replace(parsed, calls=parsed.calls[:at] + parsed.calls[at + 1:])
        first = next(case for case in compiler.all_cases()
                     if compiler.expand(parsed)[case] is row)
        with pytest.raises(source.SourceError) as caught:
            compiler.compile_source(holed)
        assert str(caught.value) == (
            f"edition {edition}: no row covers auction {first[0]}, turn {first[1]},"
            f" duty {first[2]}, call {first[3]}")


def test_a_clash_is_named_with_both_lines() -> None:
    text = text_of("2017")
    row = "passes/bid | own | none | pass | regular | 17C | -"
    lines = text.splitlines()
    at = lines.index("[states]")
    clashing = "\n".join([*lines[:at], row, *lines[at:]])
    with pytest.raises(source.SourceError) as caught:
        compiler.compile_source(source.parse(clashing, "2017.laws"))
    found = str(caught.value)
    assert found.startswith(f"2017.laws, line {at + 1}: auction passes, turn own, duty none,"
                            " call pass is also covered at 2017.laws, line ")
    other = int(found.rsplit(" ", 1)[1])
    assert lines[other - 1].split("|")[4].strip() == "regular"


@pytest.mark.parametrize("old, new, said", [
    ("| 28A  |", "| 28A |  | |", "cells where [calls] has 7"),
    ("| out_of_rotation        | 30A ", "| out_of_turn | 30A ", "no such verdict: out_of_turn"),
    ("| pass at RHO's turn", "| pass at his turn", "no such state: pass at his turn"),
    ("| own                        | none/pass ", "| own | none/duty ", "duty is none of none,"),
    ("[states]", "[status]", "no such section: [status]"),
    ("edition 2017", "", "no line says which edition this is"),
    ("| LHO calls               | 27A1", "| LHO nods | 27A1", "no such word: LHO nods"),
    ("| stands | accepted  | -  | settled", "| stays | accepted | - | settled",
     "no such thing can happen to a call: stays"),
])
def test_what_is_not_understood_is_named_with_its_line(old: str, new: str, said: str) -> None:
    text = text_of("2017")
    assert old in text
    line = text[:text.index(old)].count("\n") + 1
    with pytest.raises(source.SourceError) as caught:
        compiler.compile_source(source.parse(text.replace(old, new, 1), "2017.laws"))
    assert said in str(caught.value)
    if "edition" not in old:
        assert f"2017.laws, line {line}:" in str(caught.value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_dump_explains_every_case_and_every_ruling(edition: str) -> None:
    parsed = source.parse(text_of(edition), f"{edition}.laws")
    lines = dump.explain(parsed).splitlines()
    explained = [line for line in lines if line.endswith("]")]
    assert len(explained) == CASES + len(parsed.rulings)
    for row in (*parsed.calls, *parsed.rulings):
        assert any(line.endswith(f"[{row.where}]") for line in explained), row
    for row in parsed.rulings:
        line = next(line for line in explained if line.endswith(f"[{row.where}]"))
        assert all(cell in line for cell in row.cells if cell != "-"), (row, line)


def test_the_difference_of_the_editions() -> None:
    one, other = (source.read(source.sources()[edition]) for edition in EDITIONS)
    assert dump.compare(one, one) == "no difference\n"
    found = dump.compare(one, other).splitlines()
    assert any("30B2" in line and line.startswith("pass, auction bid, turn partner")
               for line in found)
    assert any(line.startswith("X, auction bid, turn RHO") and "32B" in line and "32A" in line
               for line in found)
    # 27A1, 28B, 29A, 36A, 37A and 38 are the same in both.
    assert not any(line.startswith(("insufficient bid, LHO calls", "bid above seven"))
                   for line in found)


# One row changed in a source changes the answer to what that row covers, and to nothing else.

STORIES = [(laws, case) for module in (conformance, sequences, several, traps)
           for case in module.CASES for laws in case.laws if laws == "2017"]


def edition_module(text: str, folder: Path) -> ModuleType:
    path = folder / "edition_changed.py"
    path.write_text(compiler.compile_source(source.parse(text, "changed")).module())
    spec = importlib.util.spec_from_file_location("edition_changed", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def differing(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch
              ) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    requests = [request(case, laws) for laws, case in STORIES]
    before = [adjudicate(one) for one in requests]
    monkeypatch.setitem(judging.EDITIONS, "2017", edition_module(text, folder))
    after = [adjudicate(one) for one in requests]
    assert len(requests) > 80
    return [(one, other) for one, other in zip(before, after, strict=True) if one != other]


def changed(text: str, section: str, cells: tuple[str, ...], at: int, value: str) -> str:
    """The source with one cell of one row changed; the row begins with these cells."""
    lines = text.splitlines()
    start = lines.index(f"[{section}]")
    row = next(i for i in range(start, len(lines)) if tuple(
        cell.strip() for cell in lines[i].split("|"))[:len(cells)] == cells)
    new = [cell.strip() for cell in lines[row].split("|")]
    new[at] = value
    lines[row] = " | ".join(new)
    return "\n".join(lines) + "\n"


def test_one_changed_call_changes_its_case_alone(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = changed(text_of("2017"), "calls", ("any on", "RHO", "any", "pass"), 5, "99Z")
    found = differing(text, tmp_path, monkeypatch)
    assert found
    for before, after in found:
        assert before["state"] == after["state"]
        for one, other in zip(before["verdicts"], after["verdicts"], strict=True):
            concerned = one["kind"] == "out_of_rotation" and one["call"] == "P" \
                and one["turn"] == "RHO" and one["law"] == "30A"
            assert {**one, "law": "99Z"} == other if concerned else one == other


def test_one_changed_ruling_changes_its_ruling_alone(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = ("inadmissible call", "cancelled")
    text = changed(text_of("2017"), "rulings", row, 5, "partner passes next, lead restriction")
    found = differing(text, tmp_path, monkeypatch)
    assert found
    for before, after in found:
        assert any(one["outcome"] == "36B" for one in before["verdicts"])
        assert after["state"]["must_pass"] != before["state"]["must_pass"]
        assert before["verdicts"] == after["verdicts"]


# The commands.

def test_laws_show_explains_an_edition() -> None:
    shown = CliRunner().invoke(command, ["show", "2007"])
    assert shown.exit_code == 0
    assert shown.output.startswith("The Laws of 2007: ")
    assert shown.output.count("\n") > CASES


def test_laws_check_proves_both_editions() -> None:
    checked = CliRunner().invoke(command, ["check"])
    assert checked.exit_code == 0, checked.output
    assert checked.output.count("496 cases, each covered once") == 2


def test_laws_compile_writes_what_the_firmware_holds(tmp_path: Path) -> None:
    compiled = CliRunner().invoke(command, ["compile", "--to", str(tmp_path)])
    assert compiled.exit_code == 0, compiled.output
    for edition in EDITIONS:
        name = f"edition_{edition}.py"
        assert (tmp_path / name).read_bytes() == (MODULES / name).read_bytes()


def test_laws_diff_lists_the_differences() -> None:
    listed = CliRunner().invoke(command, ["diff", "2007", "2017"])
    assert listed.exit_code == 0
    assert len(listed.output.splitlines()) > 50


def test_laws_check_names_the_hole_of_a_source_of_ones_own(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    own = tmp_path / "own.laws"
    own.write_text("\n".join(line for line in text_of("2017").splitlines()
                             if not line.startswith("any on                 | RHO to pass")))
    monkeypatch.setattr("sys.argv", ["bidbox", "laws", "check", "--source", str(own)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "no row covers auction empty, turn RHO to pass, duty none, call pass" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("section", [*source.SECTIONS])
def test_a_section_without_rows_is_named(section: str) -> None:
    text = source.sources()["2017"].read_text(encoding="utf-8")
    before, _, after = text.partition(f"\n[{section}]\n")
    after = after.partition("\n[")[1] + after.partition("\n[")[2]
    with pytest.raises(source.SourceError, match=rf"no rows in \[{section}\]"):
        source.parse(f"{before}\n[{section}]\n{after}", "mine.laws")


@pytest.mark.parametrize("given", [b"\xff\xfe\x00", b"edition ../../x\n", b"edition 20 17\n"])
def test_a_source_that_is_none_is_one_line(tmp_path: Path, given: bytes) -> None:
    mine = tmp_path / "mine.laws"
    mine.write_bytes(given)
    done = CliRunner().invoke(command, ["compile", "--source", str(mine), "--to", str(tmp_path)])
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: mine.laws") and done.stderr.count("\n") == 1


def test_laws_of_an_edition_that_is_not_there(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["bidbox", "laws", "show", "2027"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "no such edition: 2027; there are 2007, 2017" in capsys.readouterr().err
