"""Checks a downloaded log: whole, unaltered, from which device and by which table of laws.

The chain of seals proves it with the device's key; without the key the rest is checked and the
report says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple

from bidbox import journal, records, seal
from bidbox.records import Record
from bidbox_host.journal.keys import Keys
from bidbox_host.journal.log import Entry, Log

PROVED = "the seals prove it"
NO_KEY_HERE = "not proved: the key of this device is not in the keys file"
NO_KEY_AT_ALL = "not proved: sealed without a key, which shows damage but not forgery"
NOTHING_SEALED = "not proved: nothing in it is sealed"


class _Finding(NamedTuple):
    """Something wrong. `lost`: records that are not there account for it, nothing else need."""

    text: str
    lost: bool = False


@dataclass(frozen=True)
class Report:
    """What verify() found. `problems` are sentences; `proof` is one of the four above."""

    name: str
    device: Record | None  # the latest DEVICE record
    first: int
    last: int
    boards: int  # sealed
    unsealed: int  # boards without a seal
    closed: datetime | None  # when the closing statement was made, None if the device had no time
    open_ended: bool
    proof: str
    problems: tuple[str, ...]
    lost: int = 0  # numbers that are missing between first and last
    only_lost: bool = False  # missing records account for every problem

    @property
    def ok(self) -> bool:
        """Whole as far as could be checked, and closed."""
        return not self.problems and not self.open_ended

    @property
    def proved(self) -> bool:
        return self.ok and self.proof == PROVED

    @property
    def verdict(self) -> str:
        if self.problems:
            return "NOT whole and unaltered"
        if self.open_ended:
            return "open-ended: nothing shows that it is all the device had recorded"
        return "whole and unaltered" if self.proved else "whole"

    def as_json(self) -> dict[str, Any]:
        device = self.device
        return {
            "log": self.name,
            "ok": self.ok,
            "proved": self.proved,
            "verdict": self.verdict,
            "proof": self.proof,
            "open_ended": self.open_ended,
            "device": device.device if device else None,
            "table": device.table if device else None,
            "firmware": device.firmware if device else None,
            "laws": device.laws if device else None,
            "table_crc": f"{device.table_crc:08x}" if device else None,
            "first": self.first,
            "last": self.last,
            "boards": self.boards,
            "unsealed": self.unsealed,
            "closed": self.closed.isoformat() if self.closed else None,
            "problems": list(self.problems),
            "lost": self.lost,
            "only_lost": self.only_lost,
        }


def verify(log: Log, keys: Keys, device: str = "") -> Report:
    """Check a log with the keys that are here; `device`: the one it must be from, if given."""
    check = _Check(log, keys)
    findings = [
        *(_Finding(str(problem)) for problem in log.problems),
        *map(_Finding, check.whose(device)),
        *check.chain(),
        *check.closings(),
    ]
    statement = log.closings[-1].record if log.closings else None
    return Report(
        name=log.name,
        device=log.devices[-1] if log.devices else None,
        first=log.first,
        last=log.last,
        boards=sum(r.kind == records.SEAL for r in log.records),
        unsealed=sum(not board.sealed for board in log.boards),
        closed=datetime.fromtimestamp(statement.seconds, UTC)
        if statement is not None and statement.seconds
        else None,
        open_ended=statement is None or log.tail > 0,
        proof=check.proof(),
        problems=tuple(finding.text for finding in findings),
        lost=len(check.missing),
        only_lost=bool(findings) and all(finding.lost for finding in findings),
    )


class _Check:
    def __init__(self, log: Log, keys: Keys) -> None:
        self._log = log
        self._keys = keys
        self._checked: set[str] = set()
        self._seals = {e.record.number: e for e in log.entries if e.record.kind == records.SEAL}
        ends = [(e.record.first, e.record.last) for e in log.closings]
        first = min([log.first, *(a for a, _ in ends)])
        last = max([log.last, *(b for _, b in ends)])
        held = {record.number for record in log.records}
        self.missing = frozenset(range(first, last + 1)) - held if log.records else frozenset()

    def proof(self) -> str:
        for words in (NO_KEY_HERE, NO_KEY_AT_ALL, PROVED):
            if words in self._checked:
                return words
        return NOTHING_SEALED

    def whose(self, wanted: str) -> Iterator[str]:
        if not self._log.records:
            yield "it holds no records"
            return
        names = sorted({r.device for r in self._log.devices})
        if not names:
            yield "no record names the device"
        elif len(names) > 1:
            yield f"it mixes records of devices {', '.join(names)}"
        elif wanted and names != [wanted]:
            yield f"it is from device {names[0]}, not {wanted}"
        for name in names:
            keyless = any(r.device == name and not r.key_id for r in self._log.devices)
            if keyless and self._keys.newest(name) is not None:
                yield f"device {name} has a key, but this log is sealed without one"

    def _key_at(self, number: int) -> bytes | None:
        """Return the key in force at a record, None if it is not here."""
        device = self._log.device_at(number)
        key = self._keys.find(device.device, device.key_id) if device else None
        if key is None:
            self._checked.add(NO_KEY_HERE)
        else:
            self._checked.add(PROVED if key else NO_KEY_AT_ALL)
        return key

    def _anchors(self) -> dict[int, bytes]:
        """Return the seals that are said to stand before a record, by its number."""
        found = {1: seal.NO_SEAL}
        said = [(entry.record.first, entry.record.before) for entry in self._log.closings]
        for number, before in (*self._log.anchors, *said):
            if before:
                found.setdefault(number, before)
        return found

    def chain(self) -> Iterator[_Finding]:
        anchors = self._anchors()
        before: bytes | None = None
        unit: list[Entry] = []
        gap = False
        number = self._log.first - 1
        for entry in self._log.entries:
            record = entry.record
            anchor = anchors.get(record.number)
            if anchor is not None and not unit:
                if before is not None and not seal.same(before, anchor):
                    text = f"record {record.number}: the statement names another seal before it"
                    yield _Finding(text, gap)
                before = anchor
            if record.number != number + 1:
                gap = True
            number = record.number
            if record.kind != records.SEAL:
                unit.append(entry)
                continue
            yield from self._unit(unit, entry, before, gap)
            before, unit, gap = record.seal, [], False
        yield from self._rest(unit, number)

    def _unit(
        self, unit: list[Entry], end: Entry, before: bytes | None, gap: bool
    ) -> Iterator[_Finding]:
        """Check one seal. A gap under a seal that fits was lost on the device before it sealed."""
        what = _named(unit, end)
        key = self._key_at(end.record.number)
        fits: bool | None = None
        if key is not None and before is not None:
            code = seal.begin_board(key, before)
            for entry in unit:
                code.update(entry.raw)
            fits = end.raw == journal.pack_seal(end.record.number, end.record.ms, code)
        lost = [
            f"{a.record.number + 1} to {b.record.number - 1}"
            for a, b in pairwise([*unit, end])
            if b.record.number != a.record.number + 1
        ]
        if gap and fits:
            where = f" (records {', '.join(lost)})" if lost else ""
            text = f"{what}: records{where} were lost on the device before it was sealed"
            yield _Finding(text, True)
        elif gap:
            where = f" {', '.join(lost)}" if lost else " before it"
            yield _Finding(f"{what}: records{where} are missing", True)
        elif fits is False:
            text = f"{what}: the seal does not fit: something in it or before it was changed"
            yield _Finding(text)
        elif key is not None and before is None:
            text = f"{what}: the seal before it is not known, so its own cannot be checked"
            yield _Finding(text, True)

    def _rest(self, unit: list[Entry], last: int) -> Iterator[_Finding]:
        for a, b in pairwise(unit):
            if b.record.number != a.record.number + 1:
                text = f"records {a.record.number + 1} to {b.record.number - 1} are missing"
                yield _Finding(text, True)
        if unit and unit[0].record.number - 1 not in self._seals:
            first = unit[0].record.number
            if first != self._log.first:
                yield _Finding(f"records before {first} are missing", True)

    def closings(self) -> Iterator[_Finding]:
        covered = 0
        for entry in self._log.closings:
            record = entry.record
            yield from self._closing(entry)
            if covered and record.first > covered + 1:
                text = f"no statement covers records {covered + 1} to {record.first - 1}"
                yield _Finding(text)
            covered = max(covered, record.last)
        if self._log.closings and not self._log.tail and self._log.last > covered:
            text = f"records {covered + 1} to {self._log.last} stand before a statement that"
            yield _Finding(f"{text} does not cover them")
        if self._log.closings:
            first = min(e.record.first for e in self._log.closings)
            if self._log.first < first:
                text = f"no statement covers records {self._log.first} to {first - 1}"
                yield _Finding(text)

    def _closing(self, entry: Entry) -> Iterator[_Finding]:
        log, record = self._log, entry.record
        what = f"the closing statement of records {record.first} to {record.last}"
        device = log.device_at(record.last)
        if device is not None and record.device != device.device:
            text = f"{what} is from device {record.device}, the records are from {device.device}"
            yield _Finding(text)
            return
        if record.first < log.first:
            text = f"records {record.first} to {log.first - 1} are missing at the beginning"
            yield _Finding(text, True)
        if record.last > log.last:
            text = f"records {log.last + 1} to {record.last} are missing at the end"
            yield _Finding(text, True)
        sealed = [n for n in self._seals if record.first <= n <= record.last]
        missing = [n for n in self.missing if record.first <= n <= record.last]
        unseen = record.boards - len(sealed)
        if unseen:
            text = f"{what} counts {record.boards} sealed boards, the log has {len(sealed)}"
            yield _Finding(text, 0 < unseen <= len(missing))
        key = self._key_at(record.last)
        if key is None:
            return
        last_seal = (
            self._seals[max(sealed)].record.seal if sealed else record.before or seal.NO_SEAL
        )
        code = seal.begin_closing(key, last_seal)
        after = max(sealed) if sealed else record.first - 1
        for one in log.entries:
            if after < one.record.number <= record.last:
                code.update(one.raw)
        if entry.raw != journal.pack_closing(record.number, record.fields[:-1], code):
            text = f"{what} does not fit: it or a record that it covers was changed"
            yield _Finding(text, any(number > after for number in missing))


def _named(unit: list[Entry], end: Entry) -> str:
    first = unit[0].record.number if unit else end.record.number
    opened = [e.record for e in unit if e.record.kind == records.BOARD]
    name = f"board {opened[-1].board}" if opened else "sealed records"
    return f"{name} (records {first} to {end.record.number})"
