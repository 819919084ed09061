"""The walk through a device's parts: what all of them need, asking a person above all."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bidbox import calls, checks, keys
from bidbox_host.link.session import Hello
from bidbox_host.selftest.items import FAILED, PASSED, SKIPPED, Item, Report
from bidbox_host.selftest.person import Person
from bidbox_host.selftest.probe import Press, Probe
from bidbox_host.text import Catalogue

Found = TypeVar("Found")
_PAUSE = 0.08  # seconds between two looks at keys and keyboard
_DIRECTOR_KEYS = ("next", "yes", "no")
_YES = {"y": True, "yes": True, "n": False, "no": False}


@dataclass
class Walk:
    """`patience`: seconds that a person may take over one step. `alone`: nobody is asked."""

    probe: Probe
    hello: Hello
    person: Person
    texts: Catalogue
    report: Report
    patience: float = 60.0
    alone: bool = False
    units: tuple[int, ...] = ()  # what each place was when it was looked at last
    explained: bool = False  # how to answer

    @property
    def is_table(self) -> bool:
        return self.hello.role == "table"

    @property
    def key_names(self) -> tuple[str, ...]:
        return keys.NAMES if self.is_table else _DIRECTOR_KEYS

    def place(self, number: int) -> str:
        """Return a place in words: a seat, or the director's device."""
        if self.is_table:
            return str(self.texts.seat(calls.SEATS[number]))
        return self.texts("selftest.here")

    def add(
        self, part: str, where: str, name: str, result: str, found: str = "", remedy: str = ""
    ) -> Item:
        """Put an item into the report and, but for single keys, tell of it."""
        item = self.report.add(Item(part, where, name, result, found, remedy))
        if part != "keys" or not name:
            said = self.texts.words(f"selftest.result.{result}")
            head = " ".join(word for word in (where, name) if word)
            self.person.tell(f"  {head or self.texts(f'selftest.part.{part}')}: {said}"
                             + (f": {found}" if found else ""))  # fmt: skip
            if remedy:
                self.person.tell(f"    {remedy}")
        return item

    def judge(
        self, part: str, where: str, name: str, answer: bool | None, wrong: str, remedy: str
    ) -> None:
        """Add what a person answered: yes, no, or None for neither."""
        if answer is None:
            self.add(part, where, name, SKIPPED, self.texts("selftest.found.not_answered"))
        elif answer:
            self.add(part, where, name, PASSED)
        else:
            self.add(part, where, name, FAILED, wrong, remedy)

    def wait(
        self, seconds: float, look: Callable[[list[Press], str | None], Found | None]
    ) -> Found | None:
        """Look at keys and typed lines until `look` returns something; None after `seconds`."""
        limit = time.monotonic() + seconds
        while True:
            found = look(self.probe.presses(), self.person.typed())
            if found is not None:
                return found
            if time.monotonic() > limit:
                return None
            time.sleep(_PAUSE)

    def rest(self, seconds: float) -> list[Press]:
        """Let the device go on for a while; return the keys pressed meanwhile."""
        limit = time.monotonic() + seconds
        found = self.probe.presses()
        while time.monotonic() < limit:
            time.sleep(_PAUSE)
            found += self.probe.presses()
        return found

    def ask(
        self, question: str, again: Callable[[], None] | None = None, place: int | None = None
    ) -> bool | None:
        """Ask yes or no, by keyboard or the device's own keys; None if it is left open.

        again: done once more when the person wants it. place: whose keys count; None: anybody's.
        """
        if not self.explained:
            self.explained = True
            how = "selftest.ask.how" if self.is_table else "selftest.ask.how_director"
            self.person.tell(self.texts(how))
        prompt = self.texts.words("selftest.ask.choices" if again is None else
                                  "selftest.ask.choices_again")  # fmt: skip
        self.person.tell(f"{question} {prompt} ", end="")
        yes, no = (keys.OK, keys.DOUBLE) if self.is_table else (1, 2)

        def look(presses: list[Press], line: str | None) -> str | None:
            for press in presses:
                if place in (None, press.place) and press.key in (yes, no):
                    self.person.tell("")
                    return "y" if press.key == yes else "n"
            return line

        while True:
            line = self.wait(self.patience, look)
            if line is None:
                self.person.tell("")
                return None
            if line in _YES:
                return _YES[line]
            if line == "s":
                return None
            if line == "r" and again is not None:
                again()
            self.person.tell(prompt + " ", end="")

    def answers(self, place: int) -> bool:
        """Return whether the keys of a place can be asked."""
        return not self.units or self.units[place] in (checks.NO_DISPLAY, checks.WHOLE)
