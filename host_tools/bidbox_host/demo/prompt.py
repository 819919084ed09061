"""The words that a person types to a simulated table, and what the table shows in return."""

from collections.abc import Callable

from bidbox import calls, keys
from bidbox_host.demo.stage import Stage
from bidbox_host.errors import BidboxError
from bidbox_host.rule.parse import parse_call

_CALL_KEYS = ("PASS", "X", "XX")  # keys that, typed alone, mean the call

HELP = """\
N 1H        North keys 1H and OK (seats N E S W; calls P X XX 1C to 7N)
N ok        North presses OK alone: opens the board, or faces the lead
N td        North holds TD for a second: the director is called, or no longer needed
N 1 H       North presses keys without OK: 1 to 7, C D H S NT PASS X XX CANCEL OK
N alert     North presses ALERT; "N stop": STOP
board 7     board 7 is keyed and opened
away        two players put their cards away: the auction is closed as it is
show N      North's display; "show" alone: the director's
d yes       a key of the director's device: next, yes or no
wait 5      five seconds pass
quit        ends the simulation (Ctrl-C too)"""


class Quit(Exception):
    """The person has had enough."""


class Prompt:
    """Does one typed line after the other on a Stage; `say` prints."""

    def __init__(self, stage: Stage, say: Callable[[str], None]) -> None:
        self._stage = stage
        self._say = say
        self._seen = {"table": 0, "director": 0}
        self.report()

    def do(self, line: str) -> None:
        """Do what a line says; BidboxError if it says nothing known."""
        words = line.split()
        if not words:
            return
        word = words[0].lower()
        if word in ("quit", "exit", "q") and len(words) == 1:
            raise Quit
        if word in ("help", "?"):
            self._say(HELP)
        elif word == "board" and len(words) == 2 and words[1].isdigit():
            self._board(int(words[1]))
        elif word == "away" and len(words) == 1:
            self._stage.cards_away()
        elif word == "show" and len(words) <= 2:
            self._show(words[1:])
        elif word == "wait" and len(words) == 2 and words[1].isdigit():
            self._stage.wait(1000 * int(words[1]))
        elif word == "d" and len(words) == 2 and words[1].lower() in ("next", "yes", "no"):
            self._stage.director_key(words[1].lower())
        elif word.upper() in calls.SEATS and len(words) > 1:
            self._keys(word.upper(), [w.upper() for w in words[1:]])
        else:
            raise BidboxError(f"{line.strip()!r} is no command: help lists them.")
        self._stage.wait(400)
        self.report()

    def report(self) -> None:
        """Say which lamps and buzzers have changed since the last time."""
        for name, device in (("table", self._stage.table), ("director", self._stage.director)):
            new = device.trace[self._seen[name] :]
            self._seen[name] += len(new)
            buzzes = [o.value for o in new if o.name == "buzzer" and isinstance(o.value, list)]
            heard = [hz for hz, duty in buzzes if duty]
            if heard:
                self._say(f"{name}: buzzer, {len(heard)} x {heard[0]} Hz")

    def _board(self, number: int) -> None:
        if not 0 < number < 256:
            raise BidboxError(f"there is no board {number}: 1 to 255.")
        self._stage.open_board(number)

    def _show(self, seats: list[str]) -> None:
        if not seats:
            self._say(self._stage.director.display(0).text())
            return
        seat = seats[0].upper()
        if seat not in calls.SEATS:
            raise BidboxError(f"{seats[0]!r} is no seat: N, E, S or W.")
        self._say(self._stage.table.display(seat).text())

    def _keys(self, seat: str, words: list[str]) -> None:
        call = parse_call(words[0]) if len(words) == 1 else None
        if words == ["TD"]:
            self._stage.hold(seat, "TD")
        elif call and (words[0] in _CALL_KEYS or words[0] not in keys.NAMES):
            if call[0] in "89":
                raise BidboxError(f"{call} cannot be keyed: a bid is at most 7N.")
            self._stage.call(seat, call)
        else:
            for word in words:
                if word not in keys.NAMES:
                    raise BidboxError(f"{word!r} is no call and no key: help lists both.")
            self._stage.press(seat, *words)
