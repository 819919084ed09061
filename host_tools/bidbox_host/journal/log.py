"""A downloaded log (.bidlog), a copied journal directory or a flash image, as records.

Reads whatever can be read and lists the rest; only what is no log at all is an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bidbox import journal, records
from bidbox.records import Record
from bidbox_host.errors import BidboxError

MAGIC = b"BIDLOG%d\n" % records.FORMAT
_STEM = b"BIDLOG"
_BLOCK = 4096  # bytes, of a flash chip


@dataclass(frozen=True)
class Entry:
    """A sound record, its bytes and where they stand in the file."""

    offset: int
    raw: bytes
    record: Record


@dataclass(frozen=True)
class Gap:
    """Record numbers, first to last, that the log does not hold."""

    first: int
    last: int

    def __str__(self) -> str:
        if self.first == self.last:
            return f"record {self.first} is missing"
        return f"records {self.first} to {self.last} are missing"


@dataclass(frozen=True)
class Problem:
    """Something wrong with the file itself, and the byte where it begins."""

    offset: int
    text: str

    def __str__(self) -> str:
        return f"byte {self.offset}: {self.text}"


@dataclass(frozen=True)
class Board:
    """What was recorded from one BOARD up to the SEAL, or to the next BOARD if none came."""

    opening: Record
    records: tuple[Record, ...]
    sealed: bool

    @property
    def first(self) -> int:
        return self.records[0].number

    @property
    def last(self) -> int:
        return self.records[-1].number


@dataclass(frozen=True)
class Log:
    """The records of a log in order of number, each once, and what stands beside them."""

    name: str
    entries: tuple[Entry, ...]
    closings: tuple[Entry, ...]  # in order of the file
    problems: tuple[Problem, ...]
    tail: int = 0  # records that stand behind the last closing statement
    anchors: tuple[tuple[int, bytes], ...] = ()  # record number, the seal said to be before it

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return tuple(entry.record for entry in self.entries)

    @cached_property
    def devices(self) -> tuple[Record, ...]:
        """The DEVICE records: one for each start, and for each change of what they say."""
        return tuple(r for r in self.records if r.kind == records.DEVICE)

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        pairs = zip(self.records, self.records[1:], strict=False)
        return tuple(Gap(a.number + 1, b.number - 1) for a, b in pairs if b.number > a.number + 1)

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        return tuple(_boards(self.records))

    @property
    def first(self) -> int:
        """The number of the oldest record, 0 if there is none."""
        return self.records[0].number if self.records else 0

    @property
    def last(self) -> int:
        return self.records[-1].number if self.records else 0

    def device_at(self, number: int) -> Record | None:
        """Return the DEVICE record in force at a record; if none is before it, the first after."""
        before = [r for r in self.devices if r.number <= number]
        return before[-1] if before else (self.devices[0] if self.devices else None)


def read_log(path: Path | str) -> Log:
    """Read a .bidlog file, a copy of a device's journal directory, or an image of its flash.

    BidboxError if there is none, it is no log, or a later version wrote it.
    """
    path = Path(path)
    try:
        if path.is_dir():
            return _parse_directory(path)
        data = path.read_bytes()
        if is_image(data):
            return _salvage(data, path.name)
        return parse_log(data, path.name)
    except OSError as error:
        raise BidboxError(f"{path}: {error.strerror or error}: give the path of a log") from error


def parse_log(data: bytes, name: str = "log") -> Log:
    """Read the bytes of a .bidlog file; errors as read_log()."""
    if data[: len(MAGIC)] != MAGIC:
        if data[: len(_STEM)] == _STEM and data[len(_STEM) : len(_STEM) + 1].isdigit():
            raise BidboxError(f"{name} is a log of another version: use a newer bidbox")
        raise BidboxError(f"{name} is not a Bidbox log: its first line is not BIDLOG1")
    return _Reader(name).read(data, len(MAGIC), strict=True).log()


class _Reader:
    """Gathers records from one file, or from many that may hold the same record."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._found: dict[int, Entry] = {}
        self._closings: list[Entry] = []
        self._problems: list[Problem] = []
        self._highest = 0
        self._tail = 0
        self.anchors: list[tuple[int, bytes]] = []

    def read(self, data: bytes, at: int, *, strict: bool) -> "_Reader":
        """Read records; `strict` wants each once and in rising order, as in a download."""
        while at < len(data):
            start, after = journal.next_record(data, at)
            if start > at:
                reason = records.REASONS[-max(-2, min(-1, records.extent(data, at)))]
                self._problem(at, f"{start - at} bytes are {reason}")
            if not after:
                break
            self._take(start, data[start:after], strict)
            at = after
        return self

    def found(self, start: int, raw: bytes) -> None:
        """Take a record that was found by itself."""
        self._take(start, raw, strict=False)

    def _take(self, start: int, raw: bytes, strict: bool) -> None:
        record, reason = records.decode(raw)
        if record is None:
            self._problem(start, f"a record is {records.REASONS[-reason]}")
            return
        entry = Entry(start, raw, record)
        if record.kind == records.CLOSING:
            self._closings.append(entry)
            self._tail = 0
            return
        if record.kind in records.OUTSIDE:
            if strict:
                self._problem(start, f"a {records.kind_name(record.kind)} does not belong here")
            return
        self._tail += 1
        known = self._found.get(record.number)
        if known is not None and known.raw != raw:
            self._problem(start, f"there are two different records {record.number}")
            return
        if strict and known is not None:
            self._problem(start, f"record {record.number} stands here again")
        elif strict and record.number < self._highest:
            self._problem(start, f"record {record.number} stands behind {self._highest}")
        self._highest = max(self._highest, record.number)
        self._found.setdefault(record.number, entry)

    def _problem(self, offset: int, text: str) -> None:
        self._problems.append(Problem(offset, text))

    def log(self) -> Log:
        entries = tuple(self._found[number] for number in sorted(self._found))
        return Log(
            self._name,
            entries,
            tuple(self._closings),
            tuple(self._problems),
            self._tail,
            tuple(self.anchors),
        )


def is_image(data: bytes) -> bool:
    """Return whether these bytes are a flash chip's, read out whole."""
    return data[: len(_STEM)] != _STEM and len(data) >= 2 * _BLOCK and not len(data) % _BLOCK


def _salvage(data: bytes, name: str) -> Log:
    """Find records wherever they stand in a flash image, whatever became of its file system.

    littlefs leaves old copies of pages about: the same record is found many times.
    """
    reader = _Reader(name)
    at = 0
    for block in range(0, len(data), _BLOCK):
        at = max(at, block)
        if data.count(0xFF, block, block + _BLOCK) == _BLOCK:
            continue
        while at < min(block + _BLOCK, len(data)):
            # Kinds first: it is cheaper than a CRC, and most bytes are none.
            if at + 1 < len(data) and 0 < data[at + 1] < len(records.NAMES):
                after = records.extent(data, at)
                if after > 0:
                    reader.found(at, data[at:after])
                    at = after
                    continue
            at += 1
    return reader.log()


def _parse_directory(path: Path) -> Log:
    """Read segments/*.seg and pages/* of a journal; the same record may stand in both."""
    segments = sorted(path.glob("segments/*.seg*"))
    pages = sorted(p for p in path.glob("pages/*/*") if p.name.isdigit())
    if not segments and not pages:
        raise BidboxError(f"{path} is not a copy of a journal: it has no segments and no pages")
    reader = _Reader(path.name)
    for file in segments:
        data = file.read_bytes()
        start, at = journal.read_segment_start(data)
        if at == journal.NEWER:
            raise BidboxError(f"{file} is of a later version: use a newer bidbox")
        if start is not None:
            reader.anchors.append((start.number, start.before))
        reader.read(data, at if start is not None else 0, strict=False)
    for file in pages:
        reader.read(file.read_bytes(), 0, strict=False)
    return reader.log()


def _boards(found: tuple[Record, ...]) -> Iterator[Board]:
    opening: Record | None = None
    inside: list[Record] = []
    for record in found:
        if record.kind == records.BOARD:
            if opening is not None:
                yield Board(opening, tuple(inside), sealed=False)
            opening, inside = record, []
        inside.append(record)
        if record.kind == records.SEAL:
            if opening is not None:
                yield Board(opening, tuple(inside), sealed=True)
            opening, inside = None, []
    if opening is not None:
        yield Board(opening, tuple(inside), sealed=False)
