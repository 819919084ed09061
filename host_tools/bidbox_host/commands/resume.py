"""`bidbox resume`: a running board goes on at another table unit."""

import re
from pathlib import Path
from typing import Any

import click

from bidbox import answers, boards, calls
from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.journal import read_log
from bidbox_host.link import copies, running
from bidbox_host.link.errors import LinkError
from bidbox_host.link.port import Port
from bidbox_host.link.running import Running
from bidbox_host.link.session import Hello, Session
from bidbox_host.rule.parse import parse_word
from bidbox_host.text import catalogue


@click.command()
@click.argument("units", metavar="[OLD] NEW", nargs=-1, required=True)
@click.option("--typed", metavar="AUCTION", help="The auction so far, where no copy is left.")
@click.option("--board", type=click.IntRange(1, boards.HIGHEST), help="With --typed: its number.")
@click.option(
    "--dealer",
    type=click.Choice(list(calls.SEATS), case_sensitive=False),
    help="With --typed: the dealer, if not by the number.",
)
def command(
    units: tuple[str, ...], typed: str | None, board: int | None, dealer: str | None
) -> None:
    """Go on with OLD's running board on the unit at port NEW, in mid-auction.

    \b
    OLD is   the old unit's port, if it still answers; else
             its table number or device id: the copy that `bidbox watch` keeps; or
             a file: a log, a partial download (.part), or a copied journal.
    bidbox resume /dev/ttyUSB0 /dev/ttyUSB1
    bidbox resume 12 /dev/ttyUSB1
    bidbox resume --board 7 --typed "1H 1D not_accepted W:2D" /dev/ttyUSB1

    Calls keep their times; the new log says from which device they came, or that they were
    entered again. Calls typed go round from the dealer; name the seat of one that does not, such
    as that of a call made anew after a ruling: W:2D. The director's answers are words, those of
    `bidbox answer`.
    """
    if typed is not None:
        new = _typed_units(units, board)
    elif len(units) != 2:
        raise UsageError("give OLD and NEW: bidbox resume 12 /dev/ttyUSB1; or --typed AUCTION")
    elif board is not None or dealer is not None:
        raise UsageError("--board and --dealer go with --typed")
    else:
        new = units[1]
    found = _found(units[0]) if typed is None else None
    with Port(new) as port:
        session = Session(port)
        hello = session.open(live=False)
        if hello.role != "table":
            raise UsageError(f"{new}: is a director's device; give the port of a table unit")
        if found is None:
            assert typed is not None and board is not None
            found = _typed(typed, board, dealer, hello)
        elif found.device == hello.device:
            raise UsageError(f"{new}: is the same unit; it goes on by itself after a restart")
        running.send(session, found)
    _told(found, hello, new)


def _typed_units(units: tuple[str, ...], board: int | None) -> str:
    if len(units) != 1:
        raise UsageError("with --typed give one port, that of the new unit")
    if board is None:
        raise UsageError("with --typed give the board: --board 7")
    return units[0]


def _found(old: str) -> Running:
    """Return the running board behind a port, a table number, a device's id or a path."""
    path = Path(old)
    if path.is_dir() or path.is_file():
        return running.of_log(read_log(path), running.COPY)
    copy = copies.find(old)
    if copy is not None:
        return running.of_log(read_log(copy), running.COPY)
    if re.fullmatch(r"\d+|[0-9a-f]{12}", old.lower()):
        raise BidboxError(
            f"{old}: no copy of that unit's board is here (there are: {copies.listed()});"
            " type the auction: `resume --typed`"
        )
    try:
        with Port(old) as port:
            session = Session(port)
            session.open(live=False)
            return running.of_session(session)
    except LinkError as error:
        raise BidboxError(
            f"{error.format_message()}; or give its table number for the copy that is here"
            f" (there are: {copies.listed()})"
        ) from error


def _typed(text: str, board: int, dealer: str | None, hello: Hello) -> Running:
    first = running.dealer_of(board) if dealer is None else calls.parse_seat(dealer.upper())
    texts = catalogue("en")
    seat = calls.SEATS[first]
    events: list[dict[str, Any]] = []
    for word in re.split(r"[\s,]+", text.strip()):
        if word.lower() in answers.ANSWERS:
            events.append({"director": word.lower()})
        elif word:
            event = parse_word(word, seat, texts)
            events.append(event)
            seat = calls.SEATS[calls.lho(calls.parse_seat(event["seat"]))]
    return running.typed(events, board, first, hello.laws)


def _told(found: Running, hello: Hello, new: str) -> None:
    count = f"{found.calls} call{'' if found.calls == 1 else 's'}"
    origin = f"from device {found.device}" if found.device else "re-entered"
    click.echo(
        f"{new}: board {found.number} goes on at table {hello.table}, device {hello.device}:"
        f" {count} {origin}"
    )
    if found.source == running.UNIT:
        click.echo("The old unit still has the board open: switch it off.")
