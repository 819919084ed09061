"""Errors that a user may meet: one line that names the thing and the remedy, and an exit
status.
"""

import click


class BidboxError(click.ClickException):
    """Something was wrong with what was asked or found; exit status 1."""

    exit_code = 1


class UsageError(BidboxError):
    """The command was given something it cannot take; exit status 2."""

    exit_code = 2
