"""The host's link against the firmware's own console and host link behind a pseudo-terminal."""

import time

import pytest
from bidbox import messages, records
from bidbox_host.link.download import confirm, download
from bidbox_host.link.errors import NoAnswer, NoPort, PortBusy, Refused, VersionMismatch
from bidbox_host.link.port import Port
from bidbox_host.link.session import Session, Text
from bidbox_host.link.shelf import Shelf

from tests.unit.fake_device import BYTES_A_SECOND, FakeDevice, Noise, evening


def _download(device, shelf=None):
    with Port(device.port) as port:
        session = Session(port)
        session.open(live=False)
        began = time.monotonic()
        result = download(session, shelf or Shelf())
        return result, time.monotonic() - began, session


def _exact(result, store):
    return list(result.records) == [store.held[n] for n in range(store.first, store.last + 1)]


def test_hello_tells_who_is_there():
    with FakeDevice(evening(1)) as device, Port(device.port) as port:
        hello = Session(port).open(live=False)
        assert (hello.table, hello.role, hello.laws, hello.boot) == (12, "table", "2017", 3)
        assert (hello.first, hello.last) == (1, device.store.last)
        assert hello.session == "Tuesday, section A"


def test_a_clean_download_is_exact_and_fast():
    with FakeDevice(evening(), rate=BYTES_A_SECOND) as device:
        result, seconds, _ = _download(device)
        assert _exact(result, device.store)
        print(seconds, device.store.last, sum(map(len, device.store.held.values())))
