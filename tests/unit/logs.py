"""Logs for tests: the records that a table would have written for a request of the adjudicator."""

from collections.abc import Iterable
from typing import Any

from bidbox import answers, calls, records
from bidbox.records import Record

OPENED = 1_790_000_000  # Unix seconds
_CLOCK = 61_000  # the device's own clock when the board was opened, milliseconds


def log_of(
    *requests: dict[str, Any],
    step: int = 1500,
    dated: bool = True,
    closed: str | None = "complete",
    alerts: Iterable[int] = (),
) -> list[Record]:
    """Return a whole log with a board for each request; a call or answer every `step` ms."""
    log: list[Record] = []

    def write(kind: int, ms: int, *fields: Any) -> None:
        log.append(Record(len(log) + 1, kind, ms, *fields))

    laws = requests[0]["laws"]
    write(records.DEVICE, 0, 1, "box12", 12, 1, "0.1.0", "virtual", 1, laws, 77, 0, 0, 0, 50, 0)
    if dated:
        write(records.TIME, 0, OPENED, 0, _CLOCK)
    for number, request in enumerate(requests, start=1):
        dealer = calls.parse_seat(request["dealer"])
        write(records.BOARD, 0, number, dealer, 0, 0, 1, _CLOCK)
        for event, entry in enumerate(request["events"]):
            _write_event(write, entry, (event + 1) * step)
        end = (len(request["events"]) + 1) * step
        for event in alerts:
            write(records.ALERT, end, 0, 1, event)
        if closed:
            write(records.CLOSED, end, records.CLOSED_HOWS.index(closed))
        write(records.SEAL, end, bytes(32))
    return log


def _write_event(write: Any, entry: dict[str, Any], ms: int) -> None:
    if "director" in entry:
        code = answers.ANSWERS.index(entry["director"])
        write(records.ANSWER, ms, code, entry.get("of", -1), 0, 0, b"")
        return
    flags = records.SIMULTANEOUS if "with" in entry else 0
    seat, call = calls.parse_seat(entry["seat"]), calls.parse_call(entry["call"])
    write(records.CALL, ms, seat, call, 0, flags, 0)


def request(dealer: str, auction: str, *, laws: str = "2017") -> dict[str, Any]:
    """Return a request of words: `1H` goes round from the dealer, `S:2D` names the seat.

    `+not_accepted` is the director's answer, `+unintended@0` one about event 0.
    """
    events: list[dict[str, Any]] = []
    seat = dealer
    for word in auction.split():
        if word.startswith("+"):
            name, _, of = word[1:].partition("@")
            events.append({"director": name} | ({"of": int(of)} if of else {}))
            continue
        named, colon, call = word.rpartition(":")
        seat = named if colon else seat
        events.append({"seat": seat, "call": call})
        seat = calls.SEATS[calls.lho(calls.parse_seat(seat))]
    return {"id": "test", "laws": laws, "dealer": dealer, "events": events}
