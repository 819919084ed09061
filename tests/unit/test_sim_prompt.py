"""What a person types to `bidbox sim` becomes the keys that he means."""

from types import SimpleNamespace

import pytest

from bidbox_host.demo.prompt import Prompt
from bidbox_host.errors import BidboxError


class _Hands:
    """Takes what the prompt does at the table, and writes it down."""

    def __init__(self) -> None:
        self.table = SimpleNamespace(trace=[])
        self.director = SimpleNamespace(trace=[])
        self.done: list[tuple[str, ...]] = []

    def wait(self, ms: float) -> None:
        pass

    def call(self, seat: str, call: str) -> None:
        self.done.append(("call", seat, call))

    def press(self, seat: str, *keys: str) -> None:
        self.done.append(("press", seat, *keys))

    def hold(self, seat: str, key: str) -> None:
        self.done.append(("hold", seat, key))


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("N 1H", ("call", "N", "1H")),
        ("n 1nt", ("call", "N", "1N")),
        ("E P", ("call", "E", "P")),
        ("e pass", ("call", "E", "P")),
        ("S X", ("call", "S", "X")),
        ("s dbl", ("call", "S", "X")),
        ("W xx", ("call", "W", "XX")),
        ("N ok", ("press", "N", "OK")),
        ("N D", ("press", "N", "D")),
        ("N 1 H", ("press", "N", "1", "H")),
        ("N PASS OK", ("press", "N", "PASS", "OK")),
        ("N alert", ("press", "N", "ALERT")),
        ("N td", ("hold", "N", "TD")),
    ],
)
def test_a_line_is_keyed_as_meant(line: str, done: tuple[str, ...]) -> None:
    hands = _Hands()
    Prompt(hands, print).do(line)
    assert hands.done == [done]


@pytest.mark.parametrize("line", ["N 8C", "N 9N", "N 1Z", "Q 1H", "N", "N 1 H Z", "board 300"])
def test_what_cannot_be_keyed_is_refused(line: str) -> None:
    hands = _Hands()
    with pytest.raises(BidboxError):
        Prompt(hands, print).do(line)
    assert hands.done == []
