"""`bidbox selftest`: leads a person through the parts of a device and keeps a report."""

import json
import sys
import time
from pathlib import Path

import click

from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.link.port import Port
from bidbox_host.link.session import Session
from bidbox_host.selftest import report as reports
from bidbox_host.selftest.items import PARTS, Report
from bidbox_host.selftest.parts import TESTS
from bidbox_host.selftest.person import AtTerminal
from bidbox_host.selftest.probe import Probe
from bidbox_host.selftest.walk import Walk
from bidbox_host.text import Catalogue, catalogue

_UNSAID = "it has not ended"


@click.command()
@click.argument("port", metavar="PORT")
@click.option("--only", metavar="PART,...", help=f"Of {', '.join(PARTS)}; all if not given.")
@click.option("--unattended", "--yes", "alone", is_flag=True,
              help="Ask nobody; what needs eyes, ears or fingers is skipped.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="A report to keep, as text.")  # fmt: skip
@click.option("--patience", type=click.FloatRange(1, 600), default=60, show_default=True,
              metavar="SECONDS", help="How long a step waits for you.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True,
              help="One JSON object on standard output; questions on standard error.")  # fmt: skip
@click.option("--language", default="en", show_default=True, metavar="CODE")
def command(
    port: str,
    only: str | None,
    alone: bool,
    output: Path | None,
    patience: float,
    as_json: bool,
    language: str,
) -> None:
    """Try each part of the device at PORT: of a table or a director's device.

    \b
    bidbox selftest PORT -o table-12.txt
    bidbox selftest PORT --only keys,displays
    bidbox selftest PORT --unattended --json

    The device shows which key to press; a wrong one is named, and the wire that explains it. What
    only you can see or hear you confirm, here or by OK and X on the keys. No call is made and the
    log stays as it is. It is refused while a board is open. Ctrl-C leaves the device as it was.

    Exit status: 0 all passed, 1 something failed or it was broken off, 2 wrongly asked.
    """
    parts = _parts(only)
    texts = catalogue(language)
    if output is not None and (output.is_dir() or not output.parent.is_dir()):
        raise UsageError(f"{output}: give a file in a folder that exists")
    with Port(port) as opened:
        session = Session(opened)
        report = Report(session.open(live=False))
        walk = Walk(
            Probe(session), report.hello, AtTerminal(as_json), texts, report, patience, alone
        )
        failure = _run(walk, parts, output)
    if as_json:
        click.echo(json.dumps(reports.document(report)))
    else:
        click.echo(reports.total(report, texts))
        if output is not None:
            click.echo(str(output))
    if failure is not None:
        raise failure
    sys.exit(0 if report.good else 1)


def _parts(only: str | None) -> list[str]:
    wanted = PARTS if only is None else [word.strip() for word in only.split(",")]
    for word in wanted:
        if word not in PARTS:
            raise UsageError(f"--only {word}: no such part; there are {', '.join(PARTS)}")
    return [part for part in PARTS if part in wanted]


def _run(walk: Walk, parts: list[str], output: Path | None) -> BidboxError | None:
    """Walk through the parts; return what broke it off, if anything but the person did.

    BidboxError if it could not even begin.
    """
    report, texts = walk.report, walk.texts
    begun = False
    try:
        with walk.probe.open():
            begun = True
            report.broken_off = _UNSAID
            _save(report, output, texts)
            hello = report.hello
            walk.person.tell(texts("selftest.begins", board=hello.board, device=hello.device))
            _, walk.units = walk.probe.units()
            for part in parts:
                walk.person.tell(texts(f"selftest.part.{part}"))
                TESTS[part](walk)
                _save(report, output, texts)
        report.broken_off = ""
    except KeyboardInterrupt:
        report.broken_off = "Ctrl-C"
        walk.person.tell("")
    except BidboxError as error:
        if not begun or isinstance(error, UsageError):
            raise
        report.broken_off = error.message
        return error
    finally:
        if begun:
            report.ended = time.time()
            _save(report, output, texts)
    return None


def _save(report: Report, output: Path | None, texts: Catalogue) -> None:
    if output is not None:
        reports.write(output, reports.text(report, texts))
