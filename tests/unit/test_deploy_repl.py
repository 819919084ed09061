"""What mpremote alone would wait for without end."""

import pytest
from mpremote.transport import TransportError

from bidbox_host.deploy.repl import _EXCHANGE, _Bounded


class _Chatterbox:
    """A port behind which something sends without pause."""

    def read(self, size: int = 1) -> bytes:
        return b"x" * size

    def inWaiting(self) -> int:
        return 4096


def test_a_device_that_sends_without_end_is_given_up() -> None:
    port = _Bounded(_Chatterbox())
    port.begin()
    taken = 0
    with pytest.raises(TransportError):
        while port.inWaiting():
            taken += len(port.read(port.inWaiting()))
    assert taken <= _EXCHANGE


def test_each_exchange_has_the_whole_bound() -> None:
    port = _Bounded(_Chatterbox())
    for _ in range(3):
        port.begin()
        assert len(port.read(_EXCHANGE)) == _EXCHANGE
