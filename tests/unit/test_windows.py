"""The host tool where Windows differs: modules of Unix, the console's letters, names, ports.

Nothing here has run on Windows. tests/windows/sitecustomize.py takes away what it lacks.
"""

import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import serial

from bidbox import lines, messages
from bidbox_host.link import port as ports
from bidbox_host.link.errors import NoPort, NotAPort, PortBusy
from bidbox_host.link.port import Port
from bidbox_host.link.saving import file_name
from bidbox_host.link.session import Hello, Session

ROOT = Path(__file__).parents[2]
# What only reckons, compiles or reads the source: no files of a user's, console, port or program.
_RECKONS = (
    "build", "conformance_cases", "laws_equality", "laws_invariants", "laws_table",
    "link_codec", "on_chip_models", "records_properties", "reference_examples", "stock_firmware",
    "typing",
)  # fmt: skip
_SKIPPED = {
    "the device of these tests is behind a pseudo-terminal",
    "it is about a terminal of Unix",
    "the limit of memory is Unix's",
    "the model of a chip locks its files as Unix does",
    "no MicroPython VM here",
}


def _windows(*arguments: str, **more: str) -> subprocess.CompletedProcess:
    """Run a Python that lacks what Windows lacks and prints by its code page 1252."""
    path = os.pathsep.join((str(ROOT / "tests" / "windows"), str(ROOT / "host_tools")))
    own = {"PYTHONPATH": path, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **own, **more},
        capture_output=True, stdin=subprocess.DEVNULL, timeout=280,
    )  # fmt: skip


def _bidbox(*arguments: str) -> subprocess.CompletedProcess:
    return _windows("-c", "from bidbox_host.cli import main; main()", *arguments)


def test_these_pythons_lack_what_windows_lacks() -> None:
    for name in ("pty", "tty", "termios", "fcntl", "micropython_run"):
        assert b"ModuleNotFoundError" in _windows("-c", f"import {name}").stderr
    child = "import sys, subprocess; subprocess.run([sys.executable, '-c', 'import pty'])"
    assert b"ModuleNotFoundError" in _windows("-c", child).stderr, "a child lacks it too"
    assert _windows("-c", "import serial, sys; serial.Serial; print(sys.stdout.encoding)").stdout \
        == b"cp1252\n"


@pytest.mark.timeout(300)
def test_the_hosts_unit_tests_pass_and_what_is_skipped_says_why() -> None:
    left_out = [f"--ignore=tests/unit/test_{name}.py" for name in (*_RECKONS, "windows")]
    done = _windows(
        "-m", "pytest", "tests/unit", "-rs", "-p", "no:cacheprovider", "-p", "no:xdist",
        "-k", "not finds_every_alteration", "-W", "error::EncodingWarning:bidbox_host", *left_out,
        PYTHONWARNDEFAULTENCODING="1", COLUMNS="400",
    )  # fmt: skip
    out = done.stdout.decode("cp1252")
    assert done.returncode == 0, out[-4000:]
    skipped = re.findall(r"^SKIPPED \[\d+\] \S+: (.*)$", out, re.MULTILINE)
    # What a tool is missing for is skipped in an ordinary run as well.
    assert {reason for reason in skipped if "`make " not in reason} <= _SKIPPED, skipped


def test_every_command_explains_itself() -> None:
    listed = _bidbox("--help").stdout.decode("cp1252")
    names = re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE)
    assert {"deploy", "download", "export", "sim", "watch"} <= set(names)
    script = "\n".join((
        "from click.testing import CliRunner",
        "from bidbox_host.cli import cli",
        f"for name in {names!r}:",
        "    done = CliRunner().invoke(cli, [name, '--help'])",
        "    assert done.exit_code == 0, (name, done.exception)",
    ))
    done = _windows("-c", script)
    assert done.returncode == 0, done.stderr.decode("cp1252")


def test_what_needs_the_virtual_board_says_so_in_one_line() -> None:
    for name in ("sim", "demo"):
        done = _bidbox(name)
        assert done.returncode == 1
        (told,) = done.stderr.decode("cp1252").splitlines()
        assert "needs Linux x86-64 or macOS arm64" in told


@pytest.mark.skipif(sys.platform == "win32", reason="the name of a folder by Unix's rules")
def test_letters_that_the_console_lacks_are_printed_plainly(tmp_path: Path) -> None:
    folder = tmp_path / "Łódź ♠"
    folder.mkdir()
    done = _bidbox("verify", str(folder / "none.bidlog"))
    assert done.returncode == 1 and b"Traceback" not in done.stderr
    assert b"\xa3\xf3dz" not in done.stderr and "ód".encode("cp1252") in done.stderr
    script = "import click, sys; from bidbox_host.printing import print_anything as p;" \
             " p(sys.stdout); click.echo('1\u2660 \u25cf caf\u00e9 \u0141')"
    assert _windows("-c", script).stdout == "1S o café ?\n".encode("cp1252")


def test_json_is_the_same_bytes_whatever_the_console_speaks() -> None:
    done = _bidbox("rule", "--json", "1♠ 2♥")
    assert done.returncode == 0, done.stderr.decode("cp1252")
    assert done.stdout.isascii()


def test_a_file_is_named_so_that_windows_takes_it() -> None:
    hello = Hello("0.1.0", "a:b/..\\NUL?", "esp32_table", "table", "2017", 1, 1, 1, 2, "", 7)
    assert file_name(hello, 1, 2) == "table-07-a_b____NUL_-1-2.bidlog"


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)", NoPort),
        ("PermissionError(13, 'Access is denied.', None, 5)", PortBusy),
        ("OSError(22, 'The parameter is incorrect.', None, 87)", NotAPort),
    ],
)
def test_a_com_port_that_cannot_be_opened_is_told_as_any_other(said: str, error: type) -> None:
    """The words are those of pyserial's serialwin32."""
    raised = serial.SerialException(f"could not open port 'COM3': {said}")
    reason = ports._reason("COM3", raised)
    assert type(reason) is error and reason.format_message().startswith("COM3: ")


def _answering(server: socket.socket) -> None:
    """Be a device that says hello to whoever asks, and acknowledges what else he says."""
    line, _ = server.accept()

    def answer(table: int, sequence: int, body: bytes) -> None:
        code, _ = messages.unpack(body)
        reply = messages.pack(messages.ACK, (sequence, 0))
        if code == messages.ASK:
            about = ("0.1.0", "aa", "esp32_table", "table", "2017", 1, 1, 1, 0, "")
            reply = messages.pack(messages.HELLO, (sequence, messages.MAJOR, 0, *about))
        line.sendall(lines.encode(12, sequence, reply))

    decoder = lines.Decoder(answer, lambda text, torn: None)
    with line:
        while data := line.recv(1000):
            decoder.feed(data)


def test_the_link_needs_no_pseudo_terminal() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_answering, args=(server,), daemon=True)
        thread.start()
        with Port(f"socket://127.0.0.1:{server.getsockname()[1]}") as port:
            session = Session(port)
            assert session.open(live=False).table == 12
            session.request(messages.HEARTBEAT)
        thread.join(5)
    assert not thread.is_alive()
