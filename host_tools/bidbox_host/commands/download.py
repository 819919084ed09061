"""`bidbox download`: the logs of one or several devices, verified and written to files."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.journal.keys import load_keys
from bidbox_host.link.saving import Saved, save


@click.command()
@click.argument("ports", metavar="PORT...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("."),
    help="A directory, or with one port a file; default: this directory.",
)
@click.option("--erase", is_flag=True, help="Erase the log on the device once it is safe here.")
@click.option(
    "--accept-damage",
    is_flag=True,
    help="Let the device drop its log though it has lost records of it: what is left is saved.",
)
@click.option("--no-clock", is_flag=True, help="Do not set the device's clock.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a port on standard output.")
def command(
    ports: tuple[str, ...],
    output: Path,
    erase: bool,
    accept_damage: bool,
    no_clock: bool,
    as_json: bool,
) -> None:
    """Download the log of the device at each PORT; broken off, the next download goes on.

    The log is verified and on disk before the device learns that it may drop its own copy.
    """
    if len(ports) > 1 and not output.is_dir():
        raise UsageError(f"{output}: is no directory, and several logs go there; make one.")
    if not output.is_dir() and not output.resolve().parent.is_dir():
        raise UsageError(f"{output}: there is no such directory; make one.")
    keys = load_keys()

    def one(port: str, tell: Callable[[int, int], None]) -> Saved:
        return save(
            port,
            output,
            keys,
            erase=erase,
            set_clock=not no_clock,
            accept_damage=accept_damage,
            progress=tell,
        )

    failed = False
    for port, done in _all(ports, one):
        error = done.exception()
        if isinstance(error, BidboxError):
            failed = True
            click.echo(f"Error: {error.format_message()}", err=True)
            if as_json:
                click.echo(json.dumps({"port": port, "error": error.format_message()}))
            continue
        saved = done.result()
        failed = failed or not saved.confirmed
        if as_json:
            click.echo(json.dumps(_as_json(port, saved)))
        else:
            for line in _told(port, saved):
                click.echo(line)
    if failed:
        sys.exit(1)


def _all(
    ports: tuple[str, ...], one: Callable[[str, Callable[[int, int], None]], Saved]
) -> list[tuple[str, Future[Saved]]]:
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} records"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bars, ThreadPoolExecutor(len(ports)) as pool:
        found = []
        for port in ports:
            task = bars.add_task(port, total=1)

            def tell(done: int, whole: int, task: Any = task) -> None:
                bars.update(task, completed=done, total=whole)

            found.append((port, pool.submit(one, port, tell)))
        return found


def _told(port: str, saved: Saved) -> list[str]:
    report = saved.report
    count = saved.last - saved.first + 1 - report.lost
    lines = [
        f"{saved.path}: {count} records of table {saved.hello.table}, {report.boards} boards"
        f" sealed, in {saved.seconds:.1f} s; {report.verdict}; {report.proof}"
    ]
    if saved.resumed:
        lines.append(f"{port}: went on from {saved.resumed} records of a download broken off")
    lines += [f"{saved.path}: {problem}" for problem in report.problems]
    if saved.erased:
        lines.append(f"{port}: erased up to record {saved.last}")
    elif not saved.confirmed and report.only_lost:
        lines.append(
            f"{port}: has lost up to {report.lost} records and keeps the rest, which is saved:"
            " `bidbox download --accept-damage` lets it go"
        )
    elif not saved.confirmed:
        lines.append(f"{port}: keeps its log, since this copy did not verify")
    return lines


def _as_json(port: str, saved: Saved) -> dict[str, Any]:
    return {
        "port": port,
        "path": str(saved.path),
        "device": saved.hello.device,
        "table": saved.hello.table,
        "first": saved.first,
        "last": saved.last,
        "resumed": saved.resumed,
        "seconds": round(saved.seconds, 3),
        "confirmed": saved.confirmed,
        "erased": saved.erased,
        "verify": saved.report.as_json(),
    }
