"""`bidbox sim`: a virtual table and director's device in real time, with ports for any program."""

import signal
import sys
import threading
from pathlib import Path

import click

from bidbox_host.demo.prompt import HELP, Prompt, Quit
from bidbox_host.demo.stage import HEAP, Stage, make_world
from bidbox_host.errors import BidboxError


@click.command()
@click.option("--table", default=12, show_default=True, type=click.IntRange(1, 199))
@click.option(
    "--flash",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the devices' flash in this directory from one simulation to the next.",
)
@click.option(
    "--signals",
    type=click.Choice(("table", "director", "delayed", "off")),
    default="table",
    show_default=True,
)
def command(table: int, flash: Path | None, signals: str) -> None:
    """Run a virtual table and a virtual director's device until you quit.

    Prints their serial ports: `bidbox watch PORT` and `bidbox download PORT` work on them from
    another terminal. Then type calls, such as `N 1H` and `E 1D`; `help` lists what else.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    with make_world("real", flash) as world:
        stage = Stage(world, table, {"signals": signals}, heap=HEAP, keep_flash=flash is not None)
        click.echo(f"table {table:<10} {stage.table.port}")
        click.echo(f"director         {stage.director.port}")
        click.echo(HELP)
        try:
            _prompt(Prompt(stage, click.echo))
        except (Quit, KeyboardInterrupt):
            click.echo("The simulation has ended.")


def _prompt(prompt: Prompt) -> None:
    """Do what is typed; when standard input ends, stay up, but not at a terminal's Ctrl-D."""
    typed = sys.stdin.isatty()
    while True:
        if typed:
            click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            break
        try:
            prompt.do(line)
        except BidboxError as error:
            click.echo(f"Error: {error.format_message()}", err=True)
    if not typed:
        click.echo("Nothing more to read: the devices stay up until they are interrupted.")
        threading.Event().wait()


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt
