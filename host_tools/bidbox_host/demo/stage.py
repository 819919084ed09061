"""A virtual table and director's device on which sequences are played with keys, and watched."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bidbox import answers, calls, keys, messages, verdicts
from bidbox.life import STATES
from bidbox_host.demo.sequence import Alarm, Sequence, Step
from bidbox_host.demo.tap import Tap
from bidbox_host.errors import BidboxError
from bidbox_host.link.port import Port
from bidbox_host.link.session import Message

if TYPE_CHECKING:
    from virtual_board import Output, World

HEAP = 200 * 1024  # bytes for the firmware in the VM, whose objects are twice a chip's
BOARDS = ("esp32_table", "esp32_director")  # folders of boards/: of the table, of the director
_KEY_MS = 60  # a key down and up, in time that jumps
_REAL_KEY_MS = 180  # the same in real time, in which a busy machine may miss a scan
_OK_VOID_MS = 1600  # a second OK at a seat is void for 1.5 s
_SETTLE_MS = 250  # past window, radio and record
_DRAW_MS = 300  # past a new picture on all displays


def make_world(clock: str, workdir: Path | None = None) -> "World":
    """Return a virtual_board.World; BidboxError if there is none in this environment."""
    try:
        from virtual_board import World
        from virtual_board.errors import VirtualBoardError
    except ImportError as error:
        raise BidboxError(f"the virtual board is not here ({error}): make venv") from error
    try:
        return World(clock, workdir)
    except VirtualBoardError as error:
        raise BidboxError(str(error)) from error


@dataclass(frozen=True)
class Signal:
    """What answered a call within a moment: lamp and buzzer at the table, and the radio's end."""

    lamp: tuple[int, int, int]
    buzzes: list[tuple[int, int]]  # Hz, duty
    director_lamp: tuple[int, int, int]
    director_buzzes: list[tuple[int, int]]
    director_display: str  # half blocks


@dataclass(frozen=True)
class Heard:
    """An irregularity as table and director's device told it over their serial links."""

    alarm: Alarm
    table: list[Message]
    director: list[Message]
    signal: Signal


@dataclass
class Played:
    """What came of a sequence on the stage."""

    sequence: Sequence
    heard: list[Heard] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Stage:
    """Plays sequences on a World's devices, whose time jumps. `world` is a virtual_board.World."""

    def __init__(
        self, world: "World", table: int = 12, config: dict[str, Any] | None = None, *,
        boards: tuple[str | Path, str | Path] = BOARDS, **options: Any,
    ) -> None:  # fmt: skip
        self.world = world
        self.number = table
        self._key_ms = _KEY_MS if world.hub.jump else _REAL_KEY_MS
        self.table = world.start(boards[0], {"table": table, **(config or {})}, **options)
        self.director = world.start(boards[1], {"table": 200}, **options)
        self._ok_at: dict[str, float] = {}
        self._lines: dict[str, Tap] = {}
        self._lamp = (table - 1) % len(self.director.state.get("lamp") or [0] * 8)
        self.wait(1500)

    # Serial links

    def listen(self) -> None:
        """Open both ports as a host does; from now on what is told is kept."""
        for name, device in (("table", self.table), ("director", self.director)):
            tap = Tap(Port(device.port))
            tap.open(self.world.ms)
            self._lines[name] = tap
        self.wait(100)
        for name, tap in self._lines.items():
            if not tap.of(messages.HELLO):
                raise BidboxError(f"the virtual {name} does not answer on its port")

    def hang_up(self) -> None:
        for tap in self._lines.values():
            tap.port.close()
        self._lines = {}

    def line(self, name: str) -> Tap:
        """Return the Tap on "table" or "director"."""
        return self._lines[name]

    def wait(self, ms: float) -> None:
        """Let time pass, with the links alive."""
        while ms > 0:
            part = min(ms, 200)
            self.world.run(part)
            ms -= part
            for tap in self._lines.values():
                tap.pump(self.world.ms)

    # Keys

    def press(self, seat: str, *names: str) -> None:
        """Tap keys one after the other; OK waits until the seat's last one is long enough ago."""
        for name in names:
            if name == "OK":
                self._ready(seat)
            self.wait(self.table.tap(seat, name, self._key_ms * 2 / 3) + self._key_ms * 2 / 3)

    def call(self, seat: str, call: str) -> None:
        self._ready(seat, -self._key_ms * len(keys.keys_of_call(call)))
        self.wait(self.table.type(seat, call, key_ms=self._key_ms))
        self._ok_at[seat] = self.world.ms

    def hold(self, seat: str, *names: str, ms: float = 1100) -> None:
        """Hold keys of a seat down together."""
        for name in names:
            self.table.press(seat, name)
        self.wait(ms)
        for name in names:
            self.table.release(seat, name)

    def director_key(self, name: str) -> None:
        """Press next, yes or no."""
        self.wait(self.director.tap(0, name, 60) + 60)
        self.wait(_SETTLE_MS)

    def open_board(self, number: int, seat: str = "N") -> None:
        """Have the board proposed, type its number if another is, and open it with OK."""
        state, proposal = self.life()
        if state == "play" or state == "idle":
            self.press(seat, "OK")
            self.wait(_SETTLE_MS)
            state, proposal = self.life()
        if proposal != number:
            self.type_number(seat, number)
        other = calls.SEATS[calls.lho(calls.parse_seat(seat))]
        self.press(other, "OK")
        self.wait(_SETTLE_MS)

    def type_number(self, seat: str, number: int) -> None:
        """Key a board's number with CANCEL held, which reads all keys as digits, and OK."""
        self.table.press(seat, "CANCEL")
        self.wait(self._key_ms)
        for digit in str(number):
            self.press(seat, keys.NAMES[keys.DIGITS.index(int(digit))])
        self.table.release(seat, "CANCEL")
        self.wait(self._key_ms)
        self.press(seat, "OK")
        self.wait(_SETTLE_MS)

    def life(self) -> tuple[str, int]:
        """Return the state of the table's board and the number it proposes."""
        state, proposal = self.table.eval(
            "(wiring.running.life.state, wiring.running.life.proposal)"
        )
        return STATES[state], proposal

    def _ready(self, seat: str, ahead: float = 0) -> None:
        gone = self.world.ms - self._ok_at.get(seat, -1e9)
        self.wait(_OK_VOID_MS + ahead - gone)
        self._ok_at[seat] = self.world.ms

    # Sequences

    def play(self, sequence: Sequence, told: Callable[[Heard], None] | None = None) -> Played:
        """Play a board from its number to its end; `told` is called for each irregularity."""
        played = Played(sequence)
        self.open_board(sequence.board)
        for step in sequence.steps:
            start = {name: len(tap.heard) for name, tap in self._lines.items()}
            began = self.world.ms
            self._do(step, sequence)
            self.wait(_SETTLE_MS)
            alerts = {
                name: tap.of(messages.ALERT, start[name]) for name, tap in self._lines.items()
            }
            if step.alarm is None:
                for name, found in alerts.items():
                    if found:
                        played.problems.append(f"{step.text}: the {name} gave a false alarm")
            else:
                self.wait(_DRAW_MS)
                heard = Heard(step.alarm, alerts["table"], alerts["director"], self._see(began))
                played.heard.append(heard)
                played.problems += [f"{step.text}: {p}" for p in _differences(heard)]
                if told:
                    told(heard)
        self._end(sequence, played)
        return played

    def _do(self, step: Step, sequence: Sequence) -> None:
        if len(step.calls) > 1:
            self._together(step)
        elif step.calls:
            call = step.calls[0]
            if not call.keys:
                self.press(call.seat, "OK")
            elif call.ok:
                self.call(call.seat, call.call)
            else:
                self.wait(self.table.type(call.seat, call.call, key_ms=self._key_ms, ok=False))
        elif step.word == "director":
            self.director_key(step.argument)
        elif step.word == "host":
            code = answers.ANSWERS.index(step.argument)
            fields = (sequence.board, code, messages.NO_EVENT, 0, 0, b"")
            self.line("director").send(messages.ANSWER, fields, self.number)
        elif step.word == "TD":
            self.hold(step.argument, "TD")
        elif step.word == "cards away":
            self.cards_away()
        else:
            self.press(step.argument, step.word)

    def _together(self, step: Step) -> None:
        """Press OK at several seats within one scan or two, in the order of the step."""
        for call in step.calls:
            self._ready(call.seat)
            self.wait(self.table.type(call.seat, call.call, key_ms=self._key_ms, ok=False))
        for place, call in enumerate(step.calls):
            self.table.tap(call.seat, "OK", 60, after_ms=10 * place)
            self._ok_at[call.seat] = self.world.ms
        self.wait(200)

    def cards_away(self) -> None:
        """Have two players hold CANCEL and OK for two seconds."""
        for seat in ("N", "S"):
            for key in ("CANCEL", "OK"):
                self.table.press(seat, key)
                self.wait(self._key_ms)
        self.wait(2200)
        for seat in ("N", "S"):
            for key in ("CANCEL", "OK"):
                self.table.release(seat, key)
        self.wait(self._key_ms)

    def _end(self, sequence: Sequence, played: Played) -> None:
        """Face the lead, or return the hands, if the auction came to its end."""
        state, _ = self.life()
        if sequence.closed == "complete":
            if state != "clarification":
                played.problems.append(f"the auction has not ended: the table says {state}")
            leader = "N"
            if sequence.declarer:
                leader = calls.SEATS[calls.lho(calls.parse_seat(sequence.declarer))]
            self.press(leader, "OK")
            self.wait(_SETTLE_MS)
            state, _ = self.life()
            if state != "play":
                played.problems.append("the lead does not end the auction period")

    def _see(self, began: float) -> Signal:
        return Signal(
            _lit(self.table.trace, began, 0) or self.table.lamp(),
            _buzzes(self.table.trace, began),
            _lit(self.director.trace, began, self._lamp) or self.director.lamp(self._lamp),
            _buzzes(self.director.trace, began),
            self.director.display(0).text(),
        )


def _lit(trace: list["Output"], began: float, index: int) -> tuple[int, int, int] | None:
    """Return the last colour, not dark, that a lamp was given since then."""
    for output in reversed(trace):
        if output.ms < began:
            return None
        if output.name == "lamp" and any(output.value[index]):
            return tuple(output.value[index])
    return None


def _buzzes(trace: list["Output"], began: float) -> list[tuple[int, int]]:
    return [
        tuple(output.value)
        for output in trace
        if output.ms >= began
        and output.name == "buzzer"
        and isinstance(output.value, list)
        and output.value[1]
    ]


def _differences(heard: Heard) -> list[str]:
    """Return in words where what was told is not what must be told."""
    found = []
    for name, alerts in (("table", heard.table), ("director", heard.director)):
        if len(alerts) != 1:
            found.append(f"the {name} told of {len(alerts)} irregularities")
            continue
        told = alerts[0].named()
        wanted = heard.alarm
        accept = told["may_accept"]
        got = Alarm(
            calls.SEATS[told["seat"]],
            calls.call_name(told["call"]),
            verdicts.KINDS[told["kind"]],
            verdicts.TURNS[told["turn"]],
            told["law"],
            calls.SEATS[accept] if accept < calls.NOBODY else None,
            wanted.simultaneous,
            wanted.status,
            wanted.outcome,
        )
        if got != wanted:
            found.append(f"the {name} told {got}, not {wanted}")
    if not heard.signal.buzzes:
        found.append("no buzz at the table")
    if not heard.signal.director_buzzes:
        found.append("no sound at the director's device")
    return found
