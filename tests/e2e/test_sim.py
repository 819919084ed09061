"""`bidbox sim` in real time: two ports that any program can open, and a prompt."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from virtual_board import vm

_BIDBOX = [str(Path(sys.executable).with_name("bidbox"))]


class _Sim:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [*_BIDBOX, "sim"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.table = self.line("table").split()[-1]
        self.director = self.line("director").split()[-1]

    def line(self, word: str) -> str:
        """Return the next line of output that holds a word."""
        assert self.process.stdout
        for line in self.process.stdout:
            if word in line:
                return line
        raise AssertionError(f"the simulation ended without {word!r}")

    def type(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()


@pytest.fixture
def sim() -> Iterator[_Sim]:
    if not vm.available():
        pytest.skip("no MicroPython VM for this system")
    made = _Sim()
    yield made
    made.process.kill()
    made.process.wait()


def test_calls_are_typed_and_the_log_downloaded_by_another_program(
    sim: _Sim, tmp_path: Path
) -> None:
    sim.type("N ok", "N 1H", "E 1D")
    assert "2400 Hz" in sim.line("director: buzzer")
    done = subprocess.run(
        [*_BIDBOX, "download", sim.table, "-o", str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (log,) = tmp_path.glob("*.bidlog")
    pbn = tmp_path / "sim.pbn"
    done = subprocess.run(
        [*_BIDBOX, "export", str(log), "--to", "pbn", "-o", str(pbn)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert b'[Board "1"]' in pbn.read_bytes()


def test_what_is_no_command_gives_one_line_and_quit_ends_it(sim: _Sim) -> None:
    sim.type("", "N 9H", "Q 1H", "board 0", "nonsense", "quit")
    for word in ("9H", "Q 1H", "board 0", "nonsense"):
        assert "Error" in sim.line(word)
    assert "ended" in sim.line("simulation")
    assert sim.process.wait(10) == 0
