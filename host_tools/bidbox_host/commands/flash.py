"""`bidbox flash`: MicroPython onto a bare ESP32, with esptool as a program."""

import sys
from pathlib import Path

import click

from bidbox_host.deploy import chip as chips
from bidbox_host.errors import UsageError


@click.command()
@click.argument("port")
@click.option(
    "--image",
    required=True,
    type=click.Path(path_type=Path),
    help="MicroPython's .bin for the board, from micropython.org/download.",
)
@click.option("--chip", required=True, type=click.Choice(sorted(chips.CHIPS)), help="The chip.")
@click.option("--erase", is_flag=True, help="Erase all of the flash first, the log with it.")
@click.option("--dry-run", is_flag=True, help="Check image and chip, and write nothing.")
def command(port: str, image: Path, chip: str, erase: bool, dry_run: bool) -> None:
    """Write MicroPython to the board at PORT; the files on it stay, unless --erase.

    The image is checked before anything is written: for this chip, whole, not too large.
    """
    found = chips.read_image(image, chip)
    if erase and not dry_run and sys.stdin.isatty():
        click.confirm("Erase all of the flash, with any log that is on it?", abort=True, err=True)
    elif erase and not dry_run:
        raise UsageError("--erase loses the log: it is done only for somebody who confirms it")
    flash = chips.probe(port, chip)
    chips.fits(found, flash)
    if dry_run:
        click.echo(f"{port}: {flash.chip} with {flash.size >> 20} MB; {found.told} fits")
        return
    chips.write(port, chip, found, erase)
    click.echo(f"{port}: {found.told} is written and verified; now `bidbox deploy {port} …`")
