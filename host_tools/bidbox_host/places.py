"""Where this program keeps things between two runs: settings it replaced, running boards."""

import os
from pathlib import Path

import click

from bidbox_host.errors import BidboxError

_VARIABLE = "BIDBOX_FOLDER"


def file_part(text: str) -> str:
    """Return what a device calls itself as part of a file's name that every system takes."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in text)


def folder(name: str) -> Path:
    """Return a folder of the user's, made if it is not there; $BIDBOX_FOLDER moves them all.

    BidboxError if it cannot be made.
    """
    named = os.environ.get(_VARIABLE)
    path = (Path(named) if named else Path(click.get_app_dir("bidbox"))) / name
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BidboxError(
            f"{path} cannot be made: {error.strerror or error}; set {_VARIABLE} to another folder"
        ) from error
    return path
