"""Boards as PBN 2.1 in export format: what stands in tags and Auction, the rest in a comment.

`^I` and `^S` mark an insufficient bid and a skipped player only where they were accepted: where
they are in the standing auction. What was withdrawn, ruled or enforced has no mark in PBN and is
told in a comment before the Auction tag. `$13` (corrected by hand) is not used: readers that know
no marks must load every file without `^I` and `^S`; a call corrected under Law 25A has a note.
"""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bidbox import calls
from bidbox_host.chronicle import chronicle, clock
from bidbox_host.export.heading import UNKNOWN, Heading
from bidbox_host.replay import Judged, Standing
from bidbox_host.text import Catalogue

EXTENSION = "pbn"
LINE = 80
HIGHEST_NOTE = 32
UNKNOWN_DATE = "????.??.??"


def render(boards: Sequence[Judged], heading: Heading, texts: Catalogue) -> bytes:
    """Return one PBN file, Latin-1, that holds the boards in the order given."""
    lines = ["% PBN 2.1", "% EXPORT"]
    for judged in boards:
        lines += ["", *_game(judged, heading, texts)]
    text = "".join(f"{line}\r\n" for line in [*lines, ""])
    return text.encode("latin-1", "replace")


def _game(judged: Judged, heading: Heading, texts: Catalogue) -> list[str]:
    board = judged.board
    contract, declarer, result = _contract(judged)
    local = board.opened_at and datetime.fromtimestamp(board.opened_at).astimezone()
    tags = [
        ("Event", _event(judged, heading)),
        ("Site", heading.site),
        ("Date", f"{local:%Y.%m.%d}" if local else _session_date(judged)),
        ("Board", str(board.number)),
        ("West", UNKNOWN),
        ("North", UNKNOWN),
        ("East", UNKNOWN),
        ("South", UNKNOWN),
        ("Dealer", board.dealer),
        ("Vulnerable", board.vulnerability),
        ("Deal", "N:- - - -"),  # no hand is known, whoever dealt
        ("Scoring", heading.scoring),
        ("Declarer", declarer),
        ("Contract", contract),
        ("Result", result),
        *_supplemental(judged, heading.generator),
    ]
    notes = _notes(judged, texts)
    return [
        *(_tag(name, value) for name, value in tags),
        *_comment(chronicle(judged, texts)),
        _tag("Auction", board.dealer),
        *_auction(judged, notes),
        *(_tag("Note", f"{number}:{text}") for text, number in notes.numbers.items()),
        *_times(judged.standing),
    ]


def _event(judged: Judged, heading: Heading) -> str:
    """Return the event's name: as the organiser says now, else as the table was told."""
    session = judged.board.session
    if heading.event == UNKNOWN and session is not None and session.name:
        return session.name
    return heading.event


def _session_date(judged: Judged) -> str:
    """Return the session's date as PBN writes one; question marks if it was not set as one."""
    session = judged.board.session
    if session is not None and re.fullmatch(r"\d{4}[-.]\d\d[-.]\d\d", session.date):
        return session.date.replace("-", ".")
    return UNKNOWN_DATE


def _tag(name: str, value: str) -> str:
    escaped = _plain(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _plain(text: str) -> str:
    """Return the text without tabs, line ends and braces, which mean something to PBN."""
    return re.sub(r"\s+", " ", text).replace("{", "(").replace("}", ")")


def _supplemental(judged: Judged, generator: str) -> list[tuple[str, str]]:
    board = judged.board
    tags = {"Generator": generator}
    if board.table is not None:
        tags["Table"] = str(board.table)
    if board.session is not None:
        tags |= {
            name: value
            for name, value in (
                ("Section", board.session.section),
                ("Session", board.session.name),
            )
            if value
        }
    if board.opened_at:
        opened = datetime.fromtimestamp(board.opened_at, UTC)
        tags["Time"] = f"{opened.astimezone():%H:%M:%S}"
        tags["UTCDate"] = f"{opened:%Y.%m.%d}"
        tags["UTCTime"] = f"{opened:%H:%M:%S}"
    return sorted(tags.items())


def _contract(judged: Judged) -> tuple[str, str, str]:
    """Return the values of Contract, Declarer and Result; the tricks are never known to Bidbox."""
    final = judged.final
    if final["passed_out"]:
        return "Pass", "", ""
    if not final["over"]:
        return UNKNOWN, UNKNOWN, UNKNOWN
    return token(final["contract"]) + "X" * final["doubled"], final["declarer"], UNKNOWN


def token(call: str) -> str:
    """Return a call as PBN spells it."""
    if call == "P":
        return "Pass"
    return call.replace("N", "NT")


def _comment(sentences: Sequence[str]) -> list[str]:
    if not sentences:
        return []
    lines = [
        line
        for sentence in sentences
        for line in textwrap.wrap(_plain(sentence), LINE - 4, subsequent_indent="  ")
    ]
    return ["{", *lines, "}"]


@dataclass(frozen=True)
class _Notes:
    by_event: dict[int, str]
    numbers: dict[str, int]

    def reference(self, event: int | None) -> str:
        number = self.numbers.get(self.by_event.get(event, ""), 0) if event is not None else 0
        return f" ={number}=" if number else ""


def _notes(judged: Judged, texts: Catalogue) -> _Notes:
    """Give each standing call that wants a note its text; equal texts share a number, 1 to 32."""
    by_event: dict[int, str] = {}
    for standing in judged.standing:
        remarks = []
        if standing.event in judged.alerted:
            remarks.append(texts.words("pbn.alerted"))
        if standing.event in judged.corrected:
            first = texts.call(judged.corrected[standing.event])
            remarks.append(texts.words("pbn.corrected", call=first))
        if standing.event is not None and remarks:
            by_event[standing.event] = "; ".join(remarks)
    distinct = list(dict.fromkeys(by_event.values()))[:HIGHEST_NOTE]
    return _Notes(by_event, {text: number for number, text in enumerate(distinct, start=1)})


def _auction(judged: Judged, notes: _Notes) -> list[str]:
    """Return the section's lines: four players a line from the dealer, `*` if it is unfinished."""
    cells: list[str] = []
    turn = calls.parse_seat(judged.board.dealer)
    last_bid = -1
    passes = 0
    for standing in judged.standing:
        seat, call = calls.parse_seat(standing.seat), calls.parse_call(standing.call)
        cells += ["^S"] * ((seat - turn) & 3)
        insufficient = calls.is_bid(call) and call <= last_bid
        mark = "^I " if insufficient else ""
        cells.append(mark + token(standing.call) + notes.reference(standing.event))
        if calls.is_bid(call):
            last_bid = call
        passes = passes + 1 if call == calls.PASS else 0
        turn = calls.lho(seat)
    ended = passes >= (3 if last_bid > 0 else 4)  # a director may end it before (Law 22)
    if not (ended and judged.answer["state"]["over"]):
        cells.append("*")
    return [" ".join(cells[i : i + 4]) for i in range(0, len(cells), 4)]


def _times(standing: Sequence[Standing]) -> list[str]:
    """Return a row a standing call: time since the one before, time since the board was opened.

    Whole seconds; an implied pass, which nobody pressed, takes none. `^S` is no call: no row.
    """
    if not standing:
        return []
    rows = []
    total = 0
    for call in standing:
        now = total if call.ms is None else max(total, call.ms // 1000)
        rows.append(f"{clock(now - total)} {clock(now)}")
        total = now
    return [_tag("AuctionTimeTable", "Time;TotalTime"), *rows]
