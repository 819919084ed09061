"""`bidbox demo`: boards on a virtual table's keys, from key to PBN, checked at every step."""

import sys
import time
from importlib.metadata import version
from pathlib import Path

import click
from rich.console import Console

from bidbox_host.demo.check import differences, judged_boards
from bidbox_host.demo.sequence import Sequence, all_sequences
from bidbox_host.demo.stage import HEAP, Heard, Stage, make_world
from bidbox_host.errors import BidboxError
from bidbox_host.export import pbn
from bidbox_host.export.heading import Heading
from bidbox_host.journal.keys import Keys
from bidbox_host.link.saving import Saved, save
from bidbox_host.replay import Judged
from bidbox_host.text import catalogue

_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/demo"),
    show_default=True,
    help="Where log and PBN files go.",
)
@click.option("--board", "numbers", type=int, multiple=True, help="Only this board (repeatable).")
@click.option(
    "--displays",
    is_flag=True,
    help="Show the director's display at each irregularity, 128 letters wide.",
)
def command(output: Path, numbers: tuple[int, ...], displays: bool) -> None:
    """Play boards on the keys of a virtual table and check what comes of them.

    Real auctions and irregular ones: each irregularity is shown with its Law, the offender, who
    may accept and what lamp and buzzer did; then the log is downloaded over the serial port, held
    against what was pressed, and written as PBN.
    """
    sequences = [s for s in all_sequences() if not numbers or s.board in numbers]
    if not sequences:
        raise BidboxError("the demonstration has no such board: leave --board out to see all.")
    began = time.monotonic()
    output.mkdir(parents=True, exist_ok=True)
    for old in [*output.glob("*.pbn"), *output.glob("*.bidlog")]:
        old.unlink()
    problems, saved = _play(sequences, output, displays)
    judged = judged_boards(saved.path)
    problems += differences(sequences, judged)
    if not saved.report.ok:
        problems.append(f"the log does not verify: {saved.report.verdict}")
    files = _export(judged, output)
    _tell_end(saved, files, time.monotonic() - began)
    if problems:
        for problem in problems:
            click.echo(f"DIFFERS: {problem}", err=True)
        click.echo(f"Error: {len(problems)} differences.", err=True)
        sys.exit(1)
    click.echo("All is as it was pressed.")


def _play(sequences: list[Sequence], output: Path, displays: bool) -> tuple[list[str], Saved]:
    problems: list[str] = []
    console = Console(highlight=False)
    with make_world("jump") as world:
        stage = Stage(world, heap=HEAP)
        stage.listen()
        for sequence in sequences:
            console.print(
                f"[bold]Board {sequence.board}[/], dealer {_NAMES[sequence.dealer]}:"
                f" {sequence.prose}"
            )
            played = stage.play(sequence, lambda heard: _tell(console, heard, displays))
            console.print(f"  {_result(sequence)}")
            problems += [f"board {sequence.board} ({sequence.name}): {p}" for p in played.problems]
        stage.hang_up()
        console.print(f"Downloading the log from {stage.table.port} ...")
        with world.flowing(100):
            saved = save(stage.table.port, output, Keys(), set_clock=False)
    return problems, saved


def _tell(console: Console, heard: Heard, displays: bool) -> None:
    alarm, signal = heard.alarm, heard.signal
    accept = f"{_NAMES[alarm.may_accept]} may accept" if alarm.may_accept else "nobody may accept"
    turn = f"{alarm.turn} turn" if alarm.turn else "after the end"
    console.print(
        f"  [red]{_NAMES[alarm.seat]} {alarm.call}[/]: {alarm.kind.replace('_', ' ')}"
        f" ({turn}), Law {alarm.law}, {accept}"
    )
    red, green, blue = signal.lamp
    table = f"lamp [rgb({red},{green},{blue})]●[/] {signal.lamp}, {_sound(signal.buzzes)}"
    red, green, blue = signal.director_lamp
    director = (
        f"lamp [rgb({red},{green},{blue})]●[/] {signal.director_lamp},"
        f" {_sound(signal.director_buzzes)}"
    )
    console.print(f"    table: {table}")
    told = "told" if heard.director else "not told"
    console.print(f"    director's device: {director}; its host was {told}")
    if displays:
        console.print(signal.director_display, markup=False, soft_wrap=True)


def _sound(buzzes: list[tuple[int, int]]) -> str:
    if not buzzes:
        return "no sound"
    return f"{len(buzzes)} buzz{'es' if len(buzzes) > 1 else ''} of {buzzes[0][0]} Hz"


def _result(sequence: Sequence) -> str:
    if sequence.closed == "incomplete":
        return "-> incomplete"
    if sequence.contract is None:
        return "-> passed out"
    declarer = _NAMES[sequence.declarer or "N"]
    deemed = ", the missing passes deemed" if sequence.closed == "deemed" else ""
    return f"-> {sequence.contract} by {declarer}{deemed}"


def _export(judged: list[Judged], output: Path) -> list[Path]:
    heading = Heading(f"Bidbox {version('bidbox')}", "Demonstration")
    texts = catalogue("en")
    files = []
    for one in judged:
        path = output / f"board-{one.board.number:02}.pbn"
        path.write_bytes(pbn.render([one], heading, texts))
        files.append(path)
    path = output / "all.pbn"
    path.write_bytes(pbn.render(judged, heading, texts))
    return [*files, path]


def _tell_end(saved: Saved, files: list[Path], seconds: float) -> None:
    count = saved.last - saved.first + 1
    click.echo(f"{saved.path}: {count} records in {saved.seconds:.1f} s; {saved.report.verdict}")
    click.echo(f"{files[-1]} and {len(files) - 1} more: the boards as PBN")
    click.echo(f"{seconds:.1f} s in all")
