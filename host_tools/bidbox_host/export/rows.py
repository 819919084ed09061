"""What every export that lists events shares: a record's fields in words, tempo, time of day.

Tempo is the time since the call before, whoever made it, withdrawn or not; it is never judged.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bidbox import answers, calls, records, verdicts
from bidbox.records import Record
from bidbox_host.replay import Board, Entry

_FLAGS = (
    (records.AFTER_TD, "after the director was called"),
    (records.ORDER_UNCERTAIN, "order uncertain"),
    (records.SIMULTANEOUS, "simultaneous"),
)
_WORDS = {
    (records.BOARD, "how"): records.BOARD_HOWS,
    (records.TD, "what"): records.TD_WHATS,
    (records.ANSWER, "code"): answers.ANSWERS,
    (records.PERIOD, "how"): records.PERIOD_HOWS,
    (records.CLOSED, "how"): records.CLOSED_HOWS,
    (records.RESUMED, "source"): records.RESUMED_SOURCES,
    (records.REFUSED, "why"): records.REFUSED_WHYS,
    (records.CALL, "verdict"): verdicts.KINDS,
}


@dataclass(frozen=True)
class Row:
    """An entry and its tempo: milliseconds since the call before, None for what is no call."""

    entry: Entry
    tempo: int | None


def rows(board: Board) -> Iterator[Row]:
    """Yield a board's entries as the log has them; the first call's tempo is from the opening."""
    last = 0
    for entry in board.entries:
        if entry.kind == records.CALL:
            yield Row(entry, entry.ms - last)
            last = entry.ms
        else:
            yield Row(entry, None)


def kind_word(record: Record) -> str:
    """Return the kind of a record as exports spell it: call, board_corrected, kind_99."""
    return records.kind_name(record.kind).lower().replace(" ", "_")


def in_words(record: Record) -> dict[str, Any]:
    """Return a record's fields with seats, calls and codes spelled out and bytes as hex digits."""
    fields = {}
    for name in records.fields_of(record.kind):
        fields[name] = _word(record.kind, name, getattr(record, name))
    return fields


def _word(kind: int, name: str, value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if name in ("seat", "dealer") and 0 <= value < len(calls.SEATS):
        return calls.SEATS[value]
    if name == "call" and 0 <= value <= calls.HIGHEST_CALL:
        return calls.call_name(value)
    if name == "flags":
        return [word for bit, word in _FLAGS if value & bit]
    words = _WORDS.get((kind, name), ())
    return words[value] if isinstance(value, int) and 0 <= value < len(words) else value


def moment(board: Board, ms: int) -> str | None:
    """Return the UTC time of day of a moment of the board, None if the device had no clock."""
    if board.opened_at is None:
        return None
    when = datetime.fromtimestamp(board.opened_at + ms / 1000, UTC)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
