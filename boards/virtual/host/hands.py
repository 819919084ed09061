"""What a person or a mishap does to a device: keys, cords, the battery; all at a device time."""

from typing import TYPE_CHECKING, Any

from bidbox import calls, keys

from . import frames
from .as_built import as_built
from .errors import VirtualBoardError

if TYPE_CHECKING:
    from .world import World

_MS = 1_000_000
_DIRECTOR_KEYS = ("next", "yes", "no")


class Hands:
    """A part of Device. Seats are 0 to 3 or N, E, S, W; `after_ms` counts from the world's time.

    Nothing happens until time passes.
    """

    world: "World"
    board: dict[str, Any]
    names: dict[str, str]
    _down: set[tuple[int, int]]

    def _send(self, kind: int, time_ns: int, payload: bytes = b"") -> None:
        raise NotImplementedError

    def press(self, seat: int | str, key: int | str, after_ms: float = 0) -> None:
        """Press a key (name or index of bidbox/keys.py; director: next, yes, no) and hold it."""
        self._key(seat, key, True, after_ms)

    def release(self, seat: int | str, key: int | str, after_ms: float = 0) -> None:
        self._key(seat, key, False, after_ms)

    def tap(self, seat: int | str, key: int | str, ms: float = 40, after_ms: float = 0) -> float:
        """Press and release a key; return when it is up, in ms from now."""
        self.press(seat, key, after_ms)
        self.release(seat, key, after_ms + ms)
        return after_ms + ms

    def type(
        self, seat: int | str, what: str, after_ms: float = 0, *, key_ms: float = 60,
        ok: bool = True,
    ) -> float:  # fmt: skip
        """Key a call ("1H", "P", "X", "XX") and OK, `key_ms` a key; return the time it takes.

        Time must pass for it to happen: world.run(table.type("N", "1H")).
        """
        for key in (*keys.keys_of_call(what), *((keys.OK,) if ok else ())):
            self.tap(seat, key, key_ms * 2 / 3, after_ms)
            after_ms += key_ms
        return after_ms

    def number(
        self, seat: int | str, number: int, after_ms: float = 0, *, key_ms: float = 60,
        ok: bool = True,
    ) -> float:  # fmt: skip
        """Key a number by the small legends and OK; return the time it takes."""
        digits = [keys.DIGITS.index(int(digit)) for digit in str(number)]
        for key in (*digits, *((keys.OK,) if ok else ())):
            self.tap(seat, key, key_ms * 2 / 3, after_ms)
            after_ms += key_ms
        return after_ms

    def at(self, after_ms: float, statement: str) -> None:
        """Run a statement in the VM at a device time, such as "virtual.brown_out(2)"."""
        with self.world.hub.lock:
            self._send(frames.DO, self._time(after_ms), as_built(statement, self.names))

    def unplug(self, seat: int | str, after_ms: float = 0) -> None:
        """Pull a seat unit's cord."""
        self.at(after_ms, f"virtual.unplug({seat_number(seat)})")

    def plug(self, seat: int | str, after_ms: float = 0) -> None:
        self.at(after_ms, f"virtual.plug({seat_number(seat)})")

    def short(self, seat: int | str, shorted: bool = True, after_ms: float = 0) -> None:
        """Short a seat unit's bus lines, or heal them."""
        self.at(after_ms, f"virtual.short({seat_number(seat)}, {shorted})")

    def brown_out(self, seat: int | str, after_ms: float = 0) -> None:
        """Have a seat unit's key chip lose its settings."""
        self.at(after_ms, f"virtual.brown_out({seat_number(seat)})")

    def swap(self, seat: int | str, other: int | str, after_ms: float = 0) -> None:
        """Exchange two seat units."""
        self.at(after_ms, f"virtual.swap({seat_number(seat)}, {seat_number(other)})")

    def battery(self, millivolts: int, after_ms: float = 0) -> None:
        """Set the cell's voltage."""
        self.at(after_ms, f"virtual.set_battery({millivolts})")

    def _time(self, after_ms: float) -> int:
        return self.world.hub.now + int(after_ms * _MS)

    def _key(self, seat: int | str, key: int | str, down: bool, after_ms: float) -> None:
        number = _key_number(key, bool(self.board["SEAT_UNITS"]))
        with self.world.hub.lock:
            where = (seat_number(seat), number)
            (self._down.add if down else self._down.discard)(where)
            self._send(frames.KEY, self._time(after_ms), bytes((*where, down)))


def seat_number(seat: int | str) -> int:
    return calls.parse_seat(seat) if isinstance(seat, str) else seat


def _key_number(key: int | str, is_table: bool) -> int:
    names = keys.NAMES if is_table else _DIRECTOR_KEYS
    if isinstance(key, int):
        return key
    if key not in names:
        raise VirtualBoardError(f"no key is called {key!r}: {', '.join(names)}")
    return names.index(key)
