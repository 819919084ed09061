"""Download of a journal over a session: asks for what is missing until nothing is.

Ends with every record from first to last and the device's sealed statement, or with an error.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from bidbox import messages, records
from bidbox_host.link.errors import Empty, Incomplete, WrongJournal
from bidbox_host.link.session import Message, Session
from bidbox_host.link.shelf import Shelf, joined, ranges_for

_QUIET = 0.2  # seconds without a byte: the device has sent what was asked for, or the end was lost
_VAIN = 4  # requests without a new record: see whether the device is there at all
_STUCK = 20.0  # seconds without a new record: give up
_SHORTER = 0.6
_NONCE = 8  # bytes

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Downloaded:
    """A whole journal as it was when the device sealed the statement."""

    first: int
    last: int
    records: tuple[bytes, ...]
    statement: bytes  # an encoded CLOSING record
    nonce: bytes
    lost: tuple[int, ...]  # numbers that the device itself could not read


def fetch(
    session: Session, shelf: Shelf, first: int, last: int, progress: Progress | None = None
) -> None:
    """Fill the shelf from first to last; Incomplete if the device stops answering with records."""
    moved = time.monotonic()
    vain = 0
    while missing := shelf.missing(first, last):
        if time.monotonic() - moved > _STUCK:
            count = sum(to - of + 1 for of, to in missing)
            raise Incomplete(session.name, count, "the device sends no more records")
        length = session.quality.wished_length()
        session.send(messages.GET, (length, *ranges_for(missing, length)))
        if _listen(session, shelf, last, length, lambda: _tell(progress, shelf, first, last)):
            moved = time.monotonic()
            vain = 0
        elif (vain := vain + 1) % _VAIN == 0:
            session.request(messages.HEARTBEAT)
    _tell(progress, shelf, first, last)


def closing(session: Session, nonce: bytes) -> bytes:
    """Ask for the sealed statement of what the device holds now; return the encoded record."""
    pieces: dict[int, bytes] = {}
    begun = time.monotonic()
    while time.monotonic() - begun < _STUCK:
        session.request(messages.CLOSING, (nonce,))
        quiet = time.monotonic()
        while time.monotonic() - quiet < _QUIET:
            for message in session.receive(_QUIET / 4):
                quiet = time.monotonic()
                if isinstance(message, Message) and message.code == messages.SEALED:
                    _, size, offset, data = message.fields
                    pieces[offset] = data
                    statement = joined(pieces, size)
                    if statement is not None and records.extent(statement) == size:
                        return statement
    raise Incomplete(session.name, 0, "the device does not seal its statement")


def download(session: Session, shelf: Shelf, progress: Progress | None = None) -> Downloaded:
    """Fetch everything that the device of an open session holds, and its statement."""
    hello = session.hello
    assert hello is not None
    if hello.first > hello.last:
        raise Empty(session.name)
    fetch(session, shelf, hello.first, hello.last, progress)
    if any(shelf.is_lost(number) for number in range(hello.first, hello.last + 1)):
        shelf.forget_lost()  # a bad moment of the flash is no damage
        fetch(session, shelf, hello.first, hello.last, progress)
    while True:
        nonce = secrets.token_bytes(_NONCE)
        statement = closing(session, nonce)
        sealed, after = records.decode(statement)
        if after < 0 or sealed.kind != records.CLOSING or sealed.nonce != nonce:
            raise WrongJournal(session.name, "the device's closing statement is not readable")
        if not shelf.missing(sealed.first, sealed.last):
            break
        fetch(session, shelf, sealed.first, sealed.last, progress)
    numbers = range(sealed.first, sealed.last + 1)
    return Downloaded(
        sealed.first,
        sealed.last,
        tuple(r for r in (shelf.get(n) for n in numbers) if r is not None),
        statement,
        nonce,
        tuple(n for n in numbers if shelf.is_lost(n)),
    )


def confirm(session: Session, upto: int, erase: bool) -> None:
    """Tell the device that all up to a number is safe here; have it erased only if so asked."""
    session.request(messages.DOWNLOADED, (upto,))
    if erase:
        session.request(messages.ERASE, (upto,))


def _listen(
    session: Session, shelf: Shelf, last: int, length: int, tell: Callable[[], None]
) -> bool:
    """Take what comes until END, or quiet, or until lines should be much shorter than asked for.

    Return whether anything was new.
    """
    new = False
    heard = time.monotonic()
    seen = session.quality.bytes
    while time.monotonic() - heard < _QUIET:
        before = len(shelf)
        for message in session.receive(0.02):
            if not isinstance(message, Message):
                continue
            if message.code == messages.END:
                return new or len(shelf) > before
            if message.code == messages.LOST:
                new = True
            shelf.take(message, last)
        if len(shelf) > before:
            new = True
            tell()
        if session.quality.bytes != seen:
            seen = session.quality.bytes
            heard = time.monotonic()
            if session.quality.wished_length() < length * _SHORTER:
                break
    return new


def _tell(progress: Progress | None, shelf: Shelf, first: int, last: int) -> None:
    if progress:
        missing = sum(to - of + 1 for of, to in shelf.missing(first, last))
        progress(last - first + 1 - missing, last - first + 1)
