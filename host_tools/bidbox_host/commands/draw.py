"""`bidbox draw`: wiring diagrams, keypad legends and the evening card as SVG, to print."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bidbox_host.drawing import card, legend, seat, wiring
from bidbox_host.drawing.boards import load
from bidbox_host.errors import BidboxError, UsageError

_KINDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "wiring": wiring.draw,
    "seat": seat.draw,
    "legend": legend.for_board,
    "card": card.for_board,
}


@click.command()
@click.argument("kind", type=click.Choice(list(_KINDS)))
@click.argument("board", default="esp32_table")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--left", is_flag=True, help="A legend for left hands.")
def command(kind: str, board: str, output: Path | None, left: bool) -> None:
    """Draw a BOARD's wiring, the inside of its seat units, keypad legends or the evening card.

    BOARD is a folder's name under boards/ (esp32_table if none is given) or the path of a
    board.py.
    """
    if left and kind != "legend":
        raise UsageError("--left is for legends only: leave it out")
    data = load(board)
    drawing = legend.for_board(data, left=True) if left else _KINDS[kind](data)
    path = output or Path(f"{data['NAME']}-{kind}{'-left' if left else ''}.svg")
    try:
        path.write_text(drawing, encoding="utf-8", newline="\n")
    except OSError as error:
        why = f"{path} cannot be written ({error.strerror}): name a file with -o"
        raise BidboxError(why) from error
    click.echo(f"{path}: print it at 100 %, never fitted to the page")
