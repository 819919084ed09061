"""From a port to a verified log on disk, and only then the word to the device that it is safe."""

import time
from dataclasses import dataclass
from pathlib import Path

from bidbox import messages
from bidbox_host.journal import Report, log_bytes, parse_log, verify, write_log
from bidbox_host.journal.keys import Keys
from bidbox_host.link.download import Downloaded, Progress, confirm, download
from bidbox_host.link.errors import LinkError, Refused, Restarted
from bidbox_host.link.partial import Partial
from bidbox_host.link.port import Port
from bidbox_host.link.session import Hello, Session
from bidbox_host.link.shelf import Shelf
from bidbox_host.places import file_part

EXTENSION = ".bidlog"
_KEEP_EVERY = 64  # records


@dataclass(frozen=True)
class Saved:
    """A log on disk. `confirmed`: the device knows that it may drop its own copy."""

    path: Path
    hello: Hello
    first: int
    last: int
    resumed: int  # records that an earlier, broken-off download had left
    seconds: float
    report: Report
    confirmed: bool
    erased: bool


def file_name(hello: Hello, first: int, last: int) -> str:
    return f"{_stem(hello)}-{first}-{last}{EXTENSION}"


def save(
    port_name: str,
    target: Path,
    keys: Keys,
    *,
    erase: bool = False,
    set_clock: bool = True,
    accept_damage: bool = False,
    progress: Progress | None = None,
) -> Saved:
    """Download to target, a directory or a file, and verify; errors as link.errors.

    The device is told that its log is safe only if it verified; what did not is on disk all the
    same. With `erase` the device then removes it. With `accept_damage` records that the device has
    lost are no hindrance; anything else that is wrong still is.
    """
    began = time.monotonic()
    with Port(port_name) as port:
        session = Session(port)
        hello = session.open(live=False)
        if set_clock:
            _set_clock(session)
        folder = target if target.is_dir() else target.parent
        with Partial(folder / f"{_stem(hello)}{EXTENSION}.part") as partial:
            shelf = Shelf()
            resumed = partial.load(shelf, hello.first, hello.last)
            got, report = _fetch(session, shelf, partial, keys, progress)
            if resumed and not report.ok:
                # What was left over may be of another journal, so all is fetched anew.
                partial.discard()
                resumed = 0
                got, report = _fetch(session, Shelf(), partial, keys, progress)
            path = target
            if target.is_dir():
                path = target / file_name(hello, got.first, got.last)
            write_log(path, got.records, got.statement)
            partial.discard()
        safe = report.ok or (accept_damage and report.only_lost and not report.open_ended)
        if safe:
            confirm(session, got.last, erase)
        seconds = time.monotonic() - began
    return Saved(
        path, hello, got.first, got.last, resumed, seconds, report, safe, safe and erase
    )


def _fetch(
    session: Session, shelf: Shelf, partial: Partial, keys: Keys, progress: Progress | None
) -> tuple[Downloaded, Report]:
    assert session.hello is not None
    first, last = session.hello.first, session.hello.last
    kept = len(shelf)

    def on_progress(done: int, whole: int) -> None:
        nonlocal kept
        if len(shelf) - kept >= _KEEP_EVERY:
            partial.add(shelf, first, last)
            kept = len(shelf)
        if progress:
            progress(done, whole)

    try:
        got = _patiently(session, shelf, on_progress)
    except BaseException:
        partial.add(shelf, first, last)
        raise
    log = parse_log(log_bytes(got.records, got.statement), session.name)
    return got, verify(log, keys, session.hello.device)


def _patiently(session: Session, shelf: Shelf, progress: Progress) -> Downloaded:
    """Download; a device that was restarted meanwhile is asked again, once."""
    try:
        return download(session, shelf, progress)
    except Restarted:
        device = session.hello.device if session.hello else ""
        if session.open(live=False).device != device:
            raise
        return download(session, shelf, progress)


def _set_clock(session: Session) -> None:
    try:
        session.request(messages.TIME, (int(time.time()),))
    except Refused:
        pass  # a device without a clock to set is no reason to leave its log


def _stem(hello: Hello) -> str:
    return f"table-{hello.table:02}-{file_part(hello.device)}"


__all__ = ["EXTENSION", "LinkError", "Saved", "file_name", "save"]
