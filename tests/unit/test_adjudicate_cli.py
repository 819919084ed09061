"""`bidbox adjudicate` as a program: whatever comes in, a line goes out for each line, in order."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from virtual_board import vm

from tests.reference import conformance, generate, sequences, several, traps
from tests.reference.cases import request as case_request
from tests.reference.model import adjudicate as reference

Json = dict[str, Any]

DATA = Path(__file__).resolve().parents[1] / "data"
EXAMPLES = [json.loads(line) for line in
            (DATA / "adjudicate_examples.jsonl").read_text(encoding="utf-8").splitlines()]
GOOD = b'{"id":"good","laws":"2017","dealer":"N","events":[{"seat":"N","call":"1H"}]}'
needs_vm = pytest.mark.skipif(not vm.available(), reason="no MicroPython VM here")


def run(given: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from bidbox_host.cli import main; main()", "adjudicate",
               *options]
    return subprocess.run(command, input=given, capture_output=True, timeout=120, check=False)


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Json]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def line(**request: Any) -> bytes:
    whole = {"id": "x", "laws": "2017", "dealer": "N", "events": [], **request}
    return json.dumps(whole).encode()


def test_the_published_examples_exactly() -> None:
    assert len(EXAMPLES) == 31
    done = run("\n".join(json.dumps(one["request"]) for one in EXAMPLES).encode())
    assert done.returncode == 0
    assert answers(done) == [one["answer"] for one in EXAMPLES]


ONE_CALL = [{"seat": "N", "call": "1H"}]
BAD: list[tuple[str, bytes, str]] = [
    ("half an object", b'{"id":"x","laws":"2017"', "JSON"),
    ("a word", b"hello", "JSON"),
    ("a list", b"[1,2]", "object"),
    ("not UTF-8", b'{"id":"x\xff\xfe","laws":"2017","dealer":"N","events":[]}', "JSON"),
    ("a zero byte", b"\x00", "JSON"),
    ("deep nesting", b"[" * 5_000, "JSON"),
    ("no edition", line(laws=None), "2007 or 2017"),
    ("edition of 2027", line(laws="2027"), "2027"),
    ("no dealer", line(dealer=None), "dealer"),
    ("a dealer who is no seat", line(dealer="Q"), "Q"),
    ("events of text", line(events="1H"), "events"),
    ("an event of text", line(events=["1H"]), "event 0"),
    ("a seat that is none", line(events=[{"seat": "K", "call": "P"}]), "K"),
    ("a seat of two letters", line(events=[{"seat": "NE", "call": "P"}]), "NE"),
    ("no seat", line(events=[{"call": "P"}]), "seat"),
    ("a call that is none", line(events=[{"seat": "N", "call": "1Z"}]), "1Z"),
    ("a bid of level 0", line(events=[{"seat": "N", "call": "0C"}]), "0C"),
    ("a call of numbers", line(events=[{"seat": "N", "call": 1}]), "event 0"),
    ("an answer that is none", line(events=[*ONE_CALL, {"director": "shrug"}]), "shrug"),
    ("an answer of a number", line(events=[*ONE_CALL, {"director": 3}]), "event 1"),
    ("a board without number", line(events=[{"director": "board"}]), "event 0"),
    ("a ruling without state", line(events=[{"director": "ruling"}]), "event 0"),
    ("a duty of no player", line(events=[{"director": "must_pass", "seat": "Z"}]), "event 0"),
    ("a deep dealer",
     line(dealer="@").replace(b'"@"', b'{"a":' * 900 + b"1" + b"}" * 900), "JSON"),
    ("deep and ignored", line(z="@").replace(b'"@"', b"[" * 3_000 + b"]" * 3_000), "JSON"),
    ("a dealer of lists", line(dealer=[["N"]]), "not a list"),
    ("a long seat", line(events=[{"seat": "N" * 5_000, "call": "P"}]), "NNN..."),
    ("NaN", line(id=float("nan")), "JSON"),
    ("infinity", line(dealer=float("inf")), "JSON"),
    ("a number too great", line(dealer="@").replace(b'"@"', b"1e400"), "JSON"),
    ("a number too long", line(id="@").replace(b'"@"', b"1" * 5_000), "JSON"),
    ("a number with a nought", line(id="@").replace(b'"@"', b"01"), "JSON"),
    ("a number that ends in a point", line(id="@").replace(b'"@"', b"5."), "JSON"),
    ("a tab in a text", line(id="@").replace(b"@", b"a\tb"), "JSON"),
    ("an escape that is none", line(id="@").replace(b"@", b"\\q"), "JSON"),
    ("board true", line(events=[{"director": "board", "number": True}]), "event 0"),
    ("a ruling of 3,000 calls",
     line(events=[{"director": "ruling", "state": {"calls": [["N", "P"]] * 3_000}}]), "319"),
    ("2,001 events", line(events=[{"seat": "N", "call": "P"}] * 2_001), "2001 events"),
    ("3,000 events", line(events=[{"seat": "N", "call": "P"}] * 3_000), ""),
    ("1 MB", line(events=[{"seat": "N", "call": "P", "note": "x" * 1_000_000}]), "64 KiB"),
]


def test_each_bad_line_gets_an_error_and_the_rest_an_answer() -> None:
    given = b"\n".join(part for _, bad, _ in BAD for part in (bad, GOOD))
    done = run(given)
    assert done.returncode == 1
    assert done.stderr == b""
    told = answers(done)
    assert len(told) == 2 * len(BAD)
    for (name, _, said), bad, good in zip(BAD, told[::2], told[1::2], strict=True):
        assert set(bad) == {"id", "error"}, (name, bad)
        assert said in bad["error"] and "\n" not in bad["error"], (name, bad)
        assert good["id"] == "good" and good["state"]["turn"] == "E", name


def test_calls_after_a_long_ruling_are_judged() -> None:
    calls = [["NESW"[i % 4], "P"] for i in range(319)]
    events = [{"director": "ruling", "state": {"calls": calls}}, *ONE_CALL * 12]
    done = run(line(events=events))
    assert done.stderr == b"" and done.returncode == 0
    assert len(answers(done)) == 1


def test_true_is_no_number_of_an_event() -> None:
    events = [{"seat": "N", "call": "1H"}, {"seat": "E", "call": "1D"}]
    for of in (True, False):
        done = run(line(events=[*events, {"director": "not_accepted", "of": of}]))
        assert answers(done)[0]["ignored"] == [2]


def test_an_input_that_breaks_off_and_an_output_that_is_full_are_one_line() -> None:
    command = f"{sys.executable} -c 'from bidbox_host.cli import main; main()' adjudicate"
    for rest in ("<&-", "/proc/self/mem", ">/dev/full"):
        done = subprocess.run(f"{command} {rest}", shell=True, input=GOOD, capture_output=True,
                              check=False)
        assert done.returncode == 1, (rest, done)
        assert done.stderr.startswith(b"Error: ") and done.stderr.count(b"\n") == 1, (rest, done)


def test_an_error_carries_the_id_where_one_can_be_read() -> None:
    told = answers(run(line(id="mine", dealer="Q") + b"\n" + line(id=7, laws="1997")))
    assert [one["id"] for one in told] == ["mine", 7]


def test_a_line_too_long_gives_its_id_only_where_that_is_one() -> None:
    long = b',"laws":"2017","dealer":"N","events":[' + b"1" * 70_000 + b"]}"
    ids = (b'"b"', b"7", b"NaN", b'{"a":1}', b"[1]", b"true", b"[" * 200)
    told = answers(run(b"\n".join(b'{"id":' + one + long for one in ids)))
    assert [one["id"] for one in told] == ["b", 7, None, None, None, None, None]


def test_empty_lines_are_no_requests() -> None:
    done = run(b"\n\n" + GOOD + b"\n  \n\r\n" + GOOD + b"\r\n\n")
    assert done.returncode == 0
    assert [one["id"] for one in answers(done)] == ["good", "good"]


def test_no_line_no_answer() -> None:
    done = run(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_order_is_kept() -> None:
    done = run(b"\n".join(line(id=number) for number in range(500)))
    assert [one["id"] for one in answers(done)] == list(range(500))


def test_two_thousand_events_are_answered() -> None:
    events = [{"seat": "NESW"[i % 4], "call": "P"} for i in range(4)]
    events += [{"seat": "N", "call": "1C"}] * 1_996
    done = run(line(events=events))
    assert done.returncode == 0
    assert len(answers(done)[0]["verdicts"]) > 500


def test_a_line_without_end_is_not_kept_in_memory() -> None:
    pytest.importorskip("resource", reason="the limit of memory is Unix's")
    script = ("import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29));"
              " sys.argv = ['bidbox', 'adjudicate'];"
              " from bidbox_host.cli import main; main()")
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for _ in range(600):
            process.stdin.write(b"x" * 1_000_000)
        process.stdin.write(b"\n" + GOOD + b"\n")
        process.stdin.close()
        told = [json.loads(one) for one in process.stdout]
    assert "64 KiB" in told[0]["error"] and told[1]["id"] == "good"
    assert process.returncode == 1


def test_a_file_is_read_and_one_that_is_not_there_named(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    file.write_bytes(GOOD + b"\n")
    assert answers(run(b"", str(file)))[0]["id"] == "good"
    missing = run(b"", str(tmp_path / "none.jsonl"))
    assert missing.returncode == 1
    assert missing.stderr.count(b"\n") == 1 and b"none.jsonl" in missing.stderr


# The same in the MicroPython VM.

def many() -> list[bytes]:
    found = [one["request"] for one in EXAMPLES]
    found += [case_request(case, laws) for source in (conformance, traps, sequences, several)
              for case in source.CASES for laws in case.laws]
    found += [generate.request(seed, 20) for seed in range(120)]
    found += [generate.followed(seed, reference, 14) for seed in range(80)]
    return [json.dumps(one).encode() for one in found]


@needs_vm
def test_the_vm_answers_byte_for_byte_the_same() -> None:
    given = b"\n".join(many())
    here, there = run(given), run(given, "--vm", "micropython")
    assert here.returncode == there.returncode == 0, there.stderr
    assert len(here.stdout.splitlines()) == len(many()) > 400
    assert here.stdout == there.stdout


@needs_vm
def test_the_vm_answers_bad_lines_the_same() -> None:
    given = b"\n".join(part for name, bad, _ in BAD if name not in ("deep nesting", "not UTF-8")
                       for part in (bad, GOOD))
    here, there = run(given), run(given, "--vm", "micropython")
    assert here.returncode == there.returncode == 1
    assert here.stdout == there.stdout


@needs_vm
def test_the_vm_goes_on_after_deep_nesting_and_bytes_that_are_no_text() -> None:
    given = b"\n".join(part for name, bad, _ in BAD if name in ("deep nesting", "not UTF-8")
                       for part in (bad, GOOD))
    there = run(given, "--vm", "micropython")
    assert there.returncode == 1
    told = answers(there)
    assert [one.get("id") for one in told[1::2]] == ["good"] * 2
    assert all("error" in one for one in told[::2])
