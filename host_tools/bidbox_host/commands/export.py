"""`bidbox export`: a downloaded log as PBN, CSV or JSON."""

from collections import Counter
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import click

from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.export import FORMATS, export_module
from bidbox_host.export.heading import UNKNOWN, Heading
from bidbox_host.journal import read_log
from bidbox_host.replay import Judged, boards_of, judge
from bidbox_host.text import catalogue


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--to", "format_", type=click.Choice(FORMATS), required=True, help="The format.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A file for all boards, or a directory for a file a board; default: beside the log.",
)
@click.option("--board", "numbers", type=int, multiple=True, help="Only this board (repeatable).")
@click.option("--event", default=UNKNOWN, help="The event's name, which no device knows.")
@click.option("--site", default=UNKNOWN, help="Where it was played.")
@click.option("--scoring", default=UNKNOWN, help="The form of scoring, as PBN names it.")
@click.option("--language", default="en", show_default=True, metavar="CODE")
def command(
    log: Path,
    format_: str,
    output: Path | None,
    numbers: tuple[int, ...],
    event: str,
    site: str,
    scoring: str,
    language: str,
) -> None:
    """Write the boards of a downloaded LOG as PBN, CSV or JSON.

    -o takes all boards into one file, or a file a board into a directory: one that exists, or a
    name without an ending such as .pbn.
    """
    form = export_module(format_)
    texts = catalogue(language)
    heading = Heading(f"Bidbox {version('bidbox')}", event, site, scoring)
    found = read_log(log)
    judged = [judge(board) for board in boards_of(found.records)]
    chosen = [j for j in judged if not numbers or j.board.number in numbers]
    if not chosen:
        wanted = "no such board" if judged else "no board"
        raise BidboxError(f"{log} holds {wanted}: nothing to export.")
    for problem in (*found.problems, *found.gaps):
        click.echo(f"{log}: {problem}; what can be read is exported.", err=True)
    for path, group in _files(output or log.with_suffix(f".{form.EXTENSION}"), chosen, form):
        _write(path, form.render(group, heading, texts))
        click.echo(str(path))


def _files(
    output: Path, judged: list[Judged], form: ModuleType
) -> list[tuple[Path, list[Judged]]]:
    """Return the files to write, each with its boards; a board met twice keeps both files."""
    if not output.is_dir() and output.suffix:
        return [(output, judged)]
    met: Counter[str] = Counter()
    files = []
    for one in judged:
        name = f"board-{one.board.number:02}"
        if one.board.table is not None:
            name = f"table-{one.board.table:02}-{name}"
        met[name] += 1
        again = f"-{met[name]}" if met[name] > 1 else ""
        files.append((output / f"{name}{again}.{form.EXTENSION}", [one]))
    return files


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        why = error.strerror or error
        raise UsageError(f"{path} cannot be written: {why}: choose another place.") from error
