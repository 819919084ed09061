"""Boards as CSV: one row a record, with tempo and, for a call, what the adjudicator said of it."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from bidbox import records
from bidbox_host.chronicle import answer_text
from bidbox_host.explain import Case, cases, in_full
from bidbox_host.export.heading import Heading
from bidbox_host.export.rows import Row, in_words, kind_word, moment, rows
from bidbox_host.replay import Judged
from bidbox_host.text import Catalogue

EXTENSION = "csv"
COLUMNS = (
    "table",
    "board",
    "dealer",
    "record",
    "event",
    "kind",
    "seat",
    "call",
    "ms",
    "tempo_ms",
    "time",
    "standing",
    "alerted",
    "irregularity",
    "law",
    "status",
    "outcome",
    "may_accept",
    "detail",
    "explanation",
)


def render(boards: Sequence[Judged], heading: Heading, texts: Catalogue) -> bytes:
    """Return one CSV file, UTF-8 with a header line, that holds the boards in the order given."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS)
    table.writeheader()
    for judged in boards:
        table.writerows(_rows(judged, texts))
    return out.getvalue().encode()


def _rows(judged: Judged, texts: Catalogue) -> Iterator[dict[str, Any]]:
    board = judged.board
    found = cases(board.request, judged.answer)
    standing = {s.event for s in judged.standing}
    for row in rows(board):
        record = row.entry.record
        line = {
            "table": board.table,
            "board": board.number,
            "dealer": board.dealer,
            "record": record.number,
            "event": row.entry.event,
            "kind": kind_word(record),
            "seat": row.entry.seat,
            "ms": row.entry.ms,
            "tempo_ms": row.tempo,
            "time": moment(board, row.entry.ms),
        }
        if record.kind == records.CALL:
            line |= {
                "standing": "yes" if row.entry.event in standing else "no",
                "alerted": "yes" if row.entry.event in judged.alerted else "no",
            }
            line |= _verdicts([c for c in found if c.verdict["event"] == row.entry.event], texts)
        elif record.kind == records.ANSWER:
            event = board.request["events"][row.entry.event]
            line["explanation"] = answer_text(event, texts)
        yield line | _detail(row)


def _detail(row: Row) -> dict[str, Any]:
    fields = in_words(row.entry.record)
    fields.pop("seat", None)
    call = fields.pop("call", None)
    fields.pop("verdict", None)
    detail = "; ".join(f"{name}={_flat(value)}" for name, value in fields.items() if value)
    return {"call": call, "detail": detail}


def _flat(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _verdicts(found: Sequence[Case], texts: Catalogue) -> dict[str, str]:
    verdicts = [case.verdict for case in found]
    sentences = [sentence for case in found for sentence in in_full(case, texts)]
    return {
        "irregularity": _joined(v["kind"] for v in verdicts),
        "law": _joined(v["law"] for v in verdicts),
        "status": _joined(v["status"] for v in verdicts),
        "outcome": _joined(v["outcome"] for v in verdicts),
        "may_accept": _joined(v["may_accept"] for v in verdicts),
        "explanation": " ".join(sentences),
    }


def _joined(values: Iterator[str | None]) -> str:
    return ", ".join(value for value in values if value)
