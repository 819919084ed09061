"""Makes the firmware's table of a law source: total, unambiguous, packed, always the same bytes.

Words of the source are found under their names in bidbox.lawtable and bidbox.verdicts, so that
there is one vocabulary; what a row says is taken from the source alone.
"""

import binascii
from dataclasses import dataclass
from itertools import product

from bidbox import lawtable, verdicts
from bidbox_host.laws.source import Row, Source, SourceError

AUCTIONS = ("empty", "passes", "bid")
OVER = ("over, defender", "over, other")
TURNS = ("own", "RHO", "partner", "LHO", "RHO to pass")
DUTIES = ("none", "pass", "repeat", "no double")
CALLS = ("pass", "bid", "insufficient", "X", "bad X", "XX", "bad XX", "above seven")
NO_IRREGULARITY = {
    "regular": lawtable.REGULAR_CELL,
    "deemed in rotation": lawtable.DEEMED_CELL,
    "duty not met": lawtable.UNMET_CELL,
    "nothing": lawtable.NOTHING_CELL,
}
SPECIAL = (
    "opened or called over",
    "third pass out of rotation",
    "second insufficient bid",
)


@dataclass(frozen=True)
class Table:
    """A compiled edition: what the firmware module holds, by name."""

    edition: str
    parts: dict[str, bytes]

    @property
    def crc(self) -> str:
        """CRC-32 over edition and parts, eight hex digits."""
        packed = self.edition.encode() + b"".join(self.parts.values())
        return f"{binascii.crc32(packed):08x}"

    @property
    def detection_size(self) -> int:
        return sum(len(part) for name, part in self.parts.items() if name in _DETECTION)

    @property
    def size(self) -> int:
        return sum(len(part) for part in self.parts.values())

    @property
    def _leads_by_suits(self) -> bool:
        return self.parts["EFFECTS"][lawtable.RESTRICTION_BY_SUITS] != lawtable.NO_LABEL

    def module(self) -> str:
        """Return the text of the firmware module."""
        lines = [
            f'"""The Laws of {self.edition}, made by `bidbox laws compile`; not to be edited."""',
            "",
            f'EDITION = "{self.edition}"',
            f'CRC = "{self.crc}"',
            f"LEADS_BY_SUITS = {self._leads_by_suits}",
        ]
        for name, part in self.parts.items():
            lines += _assignment(name, part)
        return "\n".join(lines) + "\n"


_DETECTION = ("ROWS", "CELLS", "CELL_KINDS", "CELL_LAWS", "CELL_STATES", "ASKS")


def _assignment(name: str, part: bytes) -> list[str]:
    pieces = [part[at : at + 20] for at in range(0, len(part), 20)] or [b""]
    body = ['    b"' + "".join(f"\\x{byte:02x}" for byte in piece) + '"' for piece in pieces]
    return [f"{name} = (", *body, ")"]


def word(text: str) -> str:
    """Return the name under which bidbox.lawtable holds a word of a source."""
    return "".join(c if c.isalnum() else "_" for c in text.upper().replace(",", ""))


def _number(text: str, where: str) -> int:
    value = getattr(lawtable, word(text), None)
    if not isinstance(value, int):
        raise SourceError(f"{where}: no such word: {text}")
    return value


class _Labels:
    """Law labels in the order in which they are first met."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def index(self, text: str) -> int:
        if text == "-":
            return lawtable.NO_LABEL
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def packed(self) -> bytes:
        return "".join(f"{text}\n" for text in self.texts).encode()


def _choices(cell: str, values: tuple[str, ...], where: str) -> tuple[str, ...]:
    if cell in ("any", "any on"):
        return values
    chosen = tuple(value.strip() for value in cell.split("/"))
    for value in chosen:
        if value not in values:
            raise SourceError(f"{where}: {value} is none of {', '.join(values)}")
    return chosen


def expand(source: Source) -> dict[tuple[str, str, str, str], Row]:
    """Return the row that covers each case (auction, turn, duty, call).

    SourceError names the first case that no row covers, or that two rows do.
    """
    covered: dict[tuple[str, str, str, str], Row] = {}
    for row in source.calls:
        auction, turn, duty, call = row.cells[:4]
        if auction.startswith("over"):
            cases = product(
                _choices(auction, OVER, row.where),
                ("-",),
                ("-",),
                _choices(call, CALLS, row.where),
            )
        else:
            cases = product(
                _choices(auction, AUCTIONS, row.where),
                _choices(turn, TURNS, row.where),
                _choices(duty, DUTIES, row.where),
                _choices(call, CALLS, row.where),
            )
        for case in cases:
            if case in covered:
                raise SourceError(
                    f"{row.where}: {_case(case)} is also covered at {covered[case].where}"
                )
            covered[case] = row
    for case in all_cases():
        if case not in covered:
            raise SourceError(f"edition {source.edition}: no row covers {_case(case)}")
    return covered


def all_cases() -> list[tuple[str, str, str, str]]:
    """Return the whole feature space of [calls], in the order of the packed rows."""
    going_on = [
        (auction, turn, duty, call)
        for auction in AUCTIONS
        for duty in DUTIES
        for turn in TURNS
        for call in CALLS
    ]
    return going_on + [(auction, "-", "-", call) for auction in OVER for call in CALLS]


def _case(case: tuple[str, str, str, str]) -> str:
    auction, turn, duty, call = case
    return f"auction {auction}, turn {turn}, duty {duty}, call {call}"


def compile_source(source: Source) -> Table:
    """Compile a law source; SourceError where it is not total, not unambiguous or not
    understood.
    """
    labels = _Labels()
    states = _states(source)
    parts = _pack_calls(source, states, labels)
    parts |= _pack_states(source, states)
    parts |= _pack_rulings(source, states, labels)
    parts["EFFECTS"] = _pack_effects(source, labels)
    parts["DOUBTS"] = _pack_doubts(source, labels)
    parts["LABELS"] = labels.packed()
    return Table(source.edition, parts)


def _states(source: Source) -> dict[str, int]:
    states = {"settled": lawtable.SETTLED}
    for row in source.states:
        if row.cells[0] in states:
            raise SourceError(f"{row.where}: the state {row.cells[0]} stands twice")
        states[row.cells[0]] = len(states)
    return states


def _state(states: dict[str, int], name: str, where: str) -> int:
    if name not in states:
        raise SourceError(f"{where}: no such state: {name}")
    return states[name]


def _pack_calls(source: Source, states: dict[str, int], labels: _Labels) -> dict[str, bytes]:
    covered = expand(source)
    cells: list[tuple[int, int, int]] = [(0, lawtable.NO_LABEL, 0)] * len(NO_IRREGULARITY)
    codes: list[int] = []
    for case in all_cases():
        row = covered[case]
        verdict, law, becomes = row.cells[4:]
        if verdict in NO_IRREGULARITY:
            code = NO_IRREGULARITY[verdict]
            cells[code] = (0, labels.index(law) if code else lawtable.NO_LABEL, 0)
        else:
            if verdict not in verdicts.KINDS:
                raise SourceError(f"{row.where}: no such verdict: {verdict}")
            cell = (
                verdicts.KINDS.index(verdict),
                labels.index(law),
                _state(states, becomes, row.where),
            )
            if cell not in cells:
                cells.append(cell)
            code = cells.index(cell)
        codes.append(code)
    rows = [bytes(codes[at : at + len(CALLS)]) for at in range(0, len(codes), len(CALLS))]
    packed: list[bytes] = []
    for row_cells in rows:
        if row_cells not in packed:
            packed.append(row_cells)
    if len(packed) * len(CALLS) > 256:
        raise SourceError(
            f"edition {source.edition}: {len(packed)} different rows, at most 32 fit"
        )
    return {
        "ROWS": bytes(packed.index(row_cells) * len(CALLS) for row_cells in rows),
        "CELLS": b"".join(packed),
        "CELL_KINDS": bytes(cell[0] for cell in cells),
        "CELL_LAWS": bytes(cell[1] for cell in cells),
        "CELL_STATES": bytes(cell[2] for cell in cells),
    }


def _pack_states(source: Source, states: dict[str, int]) -> dict[str, bytes]:
    asks = [0]
    doubts = [lawtable.NO_LABEL]
    known = {row.cells[0] for row in source.doubts}
    for row in source.states:
        bits = lawtable.OPEN if row.cells[1] == "open" else 0
        doubt = lawtable.NO_LABEL
        for name in row.cells[2].split(","):
            name = name.strip()
            if name in known:
                doubt = _number(name, row.where)
            elif name != "-":
                bits |= _number(name, row.where)
        asks.append(bits)
        doubts.append(doubt)
    special = bytes(_state(states, name, f"edition {source.edition}") for name in SPECIAL)
    return {"ASKS": bytes(asks), "STATE_DOUBTS": bytes(doubts), "SPECIAL": special}


_CALL_WORDS = {
    "-": 0,
    "stands": lawtable.STANDS,
    "pass": lawtable.PASS_SUBSTITUTED,
    "replaces the first": lawtable.REPLACES_THE_FIRST,
    "void": lawtable.VOID,
    "replacement cancelled": lawtable.REPLACEMENT_CANCELLED,
    "restored": lawtable.RESTORED,
    "pass, void": lawtable.PASS_SUBSTITUTED_VOID,
    "tried call stands": lawtable.TRIED_CALL_STANDS,
}


def _pack_rulings(source: Source, states: dict[str, int], labels: _Labels) -> dict[str, bytes]:
    by_state: dict[int, dict[int, bytes]] = {number: {} for number in states.values()}
    reached = {
        _state(states, row.cells[6], row.where) for row in source.calls if row.cells[6] != "-"
    }
    reached |= {states[name] for name in SPECIAL}
    for row in source.rulings:
        name, when, law, call, status, duties, becomes = row.cells
        state = _state(states, name, row.where)
        trigger = _number(when, row.where)
        if trigger in by_state[state]:
            raise SourceError(f"{row.where}: {name} has two rows for `{when}`")
        if call not in _CALL_WORDS:
            raise SourceError(f"{row.where}: no such thing can happen to a call: {call}")
        if status not in verdicts.STATUSES:
            raise SourceError(f"{row.where}: no such status: {status}")
        bits = 0
        for duty in duties.split(","):
            if duty.strip() != "-":
                bits |= _number(duty.strip(), row.where)
        settled = _state(states, becomes, row.where)
        reached.add(settled)
        by_state[state][trigger] = bytes(
            (
                trigger,
                labels.index(law),
                _CALL_WORDS[call] << 3 | verdicts.STATUSES.index(status),
                bits,
                settled,
            )
        )
    for name, number in states.items():
        if number not in reached and number != lawtable.SETTLED:
            raise SourceError(f"edition {source.edition}: nothing leads to the state {name}")
    first: list[int] = []
    packed = b""
    for number in range(len(states)):
        first.append(len(packed) // lawtable.RULING_SIZE)
        packed += b"".join(by_state[number][trigger] for trigger in sorted(by_state[number]))
    first.append(len(packed) // lawtable.RULING_SIZE)
    return {"FIRST_RULINGS": bytes(first), "RULINGS": packed}


def _pack_effects(source: Source, labels: _Labels) -> bytes:
    packed = bytearray([lawtable.NO_LABEL] * lawtable.EFFECTS)
    for row in source.effects:
        packed[_number(row.cells[0], row.where)] = labels.index(row.cells[1])
    return bytes(packed)


def _pack_doubts(source: Source, labels: _Labels) -> bytes:
    packed = bytearray([lawtable.NO_LABEL] * (2 * lawtable.DOUBTS))
    for row in source.doubts:
        at = 2 * _number(row.cells[0], row.where)
        packed[at] = labels.index(row.cells[1])
        packed[at + 1] = labels.index(row.cells[2])
    if lawtable.NO_LABEL in packed:
        missing = packed.index(lawtable.NO_LABEL) // 2
        raise SourceError(f"edition {source.edition}: [doubts] lacks number {missing}")
    return bytes(packed)
