"""The command line: finds a sub-command by name and imports its module only when it is asked
for.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from bidbox_host.printing import print_anything

COMMANDS = {
    "adjudicate": "Judge auctions, one JSON request a line.",
    "answer": "Give a table the director's answer, or list what is asked there.",
    "config": "Show or change a device's settings.",
    "deploy": "Put firmware and settings on a device, over its cable.",
    "demo": "Play boards with irregularities on the virtual table and check the log.",
    "download": "Download a device's log.",
    "draw": "Draw wiring, keypad legends and the evening card, to print.",
    "export": "Write a downloaded log as PBN, CSV or JSON.",
    "flash": "Put MicroPython on a bare ESP32, with esptool.",
    "laws": "Show, compile, check or compare the tables of the Laws.",
    "ports": "List serial ports and the Bidbox devices on them.",
    "resume": "Go on with a running board on another table unit.",
    "rule": "Lead a director through a ruling, without any device.",
    "selftest": "Try each key, display, lamp and other part of a device, with a report.",
    "sim": "Run a virtual table and director's device that stay up.",
    "verify": "Check that a downloaded log is whole and unaltered.",
    "watch": "Show a table's or a director's device's events as they happen.",
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return import_module(f"bidbox_host.commands.{cmd_name}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.command(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bidbox")
def cli() -> None:
    """Bidbox: the electronic bidding box's host tool."""


def main() -> None:
    """Run the command line; no traceback reaches the user for what he or a device did."""
    print_anything(sys.stdout, sys.stderr)
    try:
        cli(standalone_mode=True)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:  # a full disk, a file that cannot be read to its end
        _complain(error)
        sys.exit(1)


def _complain(error: OSError) -> None:
    where = f"{error.filename}: " if error.filename else ""
    click.echo(f"Error: {where}{error.strerror or error}", err=True)
    if sys.__stdout__ is None:
        return
    with suppress(OSError):  # what cannot be written would be tried again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
