"""A port with no Bidbox device behind it, or one of another version: the host names what it is."""

import os
import threading

import pytest

from bidbox import lines, messages
from bidbox_host.link.errors import (
    FlashCorrupt,
    NoAnswer,
    NoPort,
    NotAPort,
    NotBidbox,
    PortBusy,
    VersionMismatch,
)
from bidbox_host.link.port import Port
from bidbox_host.link.session import Session
from tests.unit.fake_device import FakeDevice, pty, tty


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """These devices answer at once, or never."""
    monkeypatch.setattr("bidbox_host.link.session.TIMEOUT", 0.15)


class _Other:
    """Something else behind a port: says `banner` at once and `answer` to whatever comes."""

    def __init__(self, answer=lambda data: b"", banner=b""):
        self._outer, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._answer = answer
        os.write(self._outer, banner)
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        while True:
            try:
                data = os.read(self._outer, 1000)
            except OSError:
                return
            if data == b"\x00end":
                return
            reply = self._answer(data)
            if reply:
                os.write(self._outer, reply)

    def __enter__(self):
        self._thread.start()
        return self.port

    def __exit__(self, *_):
        os.write(self._slave, b"\x00end")
        self._thread.join()
        os.close(self._slave)
        os.close(self._outer)


def _open(port_name):
    with Port(port_name) as port:
        return Session(port).open(live=False, attempts=3)


def test_a_port_that_is_not_there():
    with pytest.raises(NoPort, match="there is no such port"):
        Port("/dev/ttyNOPE7")


def test_a_file_is_no_port(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotAPort, match="is no serial port"):
        Port(str(tmp_path / "file"))


def test_a_port_that_another_program_has_open():
    with FakeDevice() as device, Port(device.port):
        with pytest.raises(PortBusy, match="busy"):
            Port(device.port)


def test_a_device_that_does_not_answer():
    with _Other() as name, pytest.raises(NoAnswer, match="does not answer"):
        _open(name)


def test_another_programs_device():
    chatter = _Other(lambda data: b"$GPGGA,123519,4807.038,N\r\n")
    with chatter as name, pytest.raises(NotBidbox, match="not as a Bidbox device"):
        _open(name)


def test_a_device_that_echoes():
    with _Other(lambda data: data) as name, pytest.raises(NotBidbox):
        _open(name)


def test_a_bare_prompt():
    prompt = _Other(lambda data: data.replace(b"\n", b"\r\nSyntaxError: invalid syntax\r\n>>> "))
    with prompt as name, pytest.raises(NotBidbox, match="MicroPython runs there, without Bidbox"):
        _open(name)


def test_a_corrupt_file_system_is_recognised():
    text = b"The filesystem appears to be corrupted. If you had important data there, you\r\n"
    with _Other(lambda data: text) as name, pytest.raises(FlashCorrupt, match="corrupt"):
        _open(name)


def test_a_device_of_another_version_is_refused():
    fields = (2, 0, "7.1.0", "aa", "esp32_table", "table", "2017", 1, 1, 1, 0, "")

    def answer(data):
        found = []
        lines.Decoder(lambda *line: found.append(line)).feed(data)
        replies = (messages.pack(messages.HELLO, (line[1], *fields)) for line in found)
        return b"".join(lines.encode(12, 0, reply) for reply in replies)

    with _Other(answer) as name, pytest.raises(VersionMismatch, match=r"7\.1\.0.*update"):
        _open(name)
