"""What the director's later answers say of earlier calls: the reason to tell the story again."""

from __future__ import annotations

from dataclasses import dataclass, field

from .state import Case


@dataclass(frozen=True)
class Slip:
    """25A: the call of event `target` was not intended; that of `successor` takes its place."""

    target: int
    answered: int
    successor: int | None
    verdict: Case | None


@dataclass(frozen=True)
class Readings:
    """What the director's answers say of earlier calls, each under the answer's own event."""

    slips: dict[int, Slip] = field(default_factory=dict)
    meant: dict[int, tuple[int, str]] = field(default_factory=dict)
    dealers: dict[int, str] = field(default_factory=dict)
    taken_back: dict[int, int] = field(default_factory=dict)
    fine: dict[int, Case] = field(default_factory=dict)

    def consumed(self, event: int) -> bool:
        return (event in self.slips or event in self.meant or event in self.dealers
                or event in self.taken_back or event in self.fine)


class ToldAgain(Exception):
    """The story has to be told from the start, with these readings."""

    def __init__(self, readings: Readings) -> None:
        super().__init__()
        self.readings = readings
