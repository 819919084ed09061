"""Boards as JSON: every record raw, the adjudicator's request and answer, and all in sentences."""

import json
from collections.abc import Sequence
from typing import Any

from bidbox_host.chronicle import chronicle
from bidbox_host.explain import explanation
from bidbox_host.export.heading import Heading
from bidbox_host.export.rows import in_words, kind_word, moment, rows
from bidbox_host.replay import Judged
from bidbox_host.text import Catalogue

EXTENSION = "json"
FORMAT = 1


def render(boards: Sequence[Judged], heading: Heading, texts: Catalogue) -> bytes:
    """Return one JSON document, UTF-8, that holds the boards in the order given."""
    document = {
        "format": FORMAT,
        "generator": heading.generator,
        "event": heading.event,
        "site": heading.site,
        "boards": [_board(judged, texts) for judged in boards],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _board(judged: Judged, texts: Catalogue) -> dict[str, Any]:
    board = judged.board
    standing = {s.event for s in judged.standing}
    final = judged.final
    return {
        "board": board.number,
        "dealer": board.dealer,
        "vulnerable": board.vulnerability,
        "table": board.table,
        "laws": board.laws,
        "opened": moment(board, 0),
        "closed": board.closed,
        "device": in_words(board.device) if board.device else None,
        "session": in_words(board.session) if board.session else None,
        "opening": in_words(board.opening),
        "auction": [
            {"seat": s.seat, "call": s.call, "event": s.event, "ms": s.ms} for s in judged.standing
        ],
        "contract": final["contract"],
        "doubled": final["doubled"],
        "declarer": final["declarer"],
        "passed_out": final["passed_out"],
        "events": [
            {
                "record": row.entry.record.number,
                "kind": kind_word(row.entry.record),
                "ms": row.entry.ms,
                "time": moment(board, row.entry.ms),
                "event": row.entry.event,
                "tempo_ms": row.tempo,
                "standing": row.entry.event in standing if row.tempo is not None else None,
                "alerted": row.entry.event in judged.alerted if row.tempo is not None else None,
                "fields": in_words(row.entry.record),
            }
            for row in rows(board)
        ],
        "request": board.request,
        "answer": judged.answer,
        "explanation": explanation(board.request, judged.answer, texts),
        "chronicle": chronicle(judged, texts),
    }
