"""`bidbox deploy`: the firmware, settings and key of a device, by one command."""

import json
import sys
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from bidbox import messages
from bidbox.settings import SETTINGS, allowed
from bidbox_host.deploy import firmware, greeting
from bidbox_host.deploy.deployment import Outcome, Wish, deploy
from bidbox_host.deploy.layout import Release
from bidbox_host.deploy.settings import SIGNALS
from bidbox_host.errors import UsageError
from bidbox_host.journal.keys import load_keys

_MEANING = {
    "table": "lamp, buzzer and displays at the table, and the director's device",
    "director": "the director's device alone",
    "delayed": "as table, but only after the next call",
    "off": "nothing is signalled, all is recorded",
}


_BOARDS = f"What the device is: {', '.join(firmware.boards()) or 'a folder of boards/'}."


@click.command()
@click.argument("port")
@click.option("--board", required=True, help=_BOARDS)
@click.option("--table", type=int, help="Table number, 1 to 199; a director's device: 200 to 254.")
@click.option("--laws", type=click.Choice(["2017", "2007"]), help="Edition of the Laws.")
@click.option("--signals", type=click.Choice(SIGNALS), help="Who is told of an irregularity.")
@click.option("--session", help="The session's name.")
@click.option("--first", type=int, help="The session's first board.")
@click.option("--last", type=int, help="The session's last board.")
@click.option("--new-key", is_flag=True, help="Give it a new key, even if its log is not here.")
@click.option("--force", is_flag=True, help="Whatever board or program was on it.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(
    port: str, board: str, table: int | None, laws: str | None, signals: str | None,
    session: str | None, first: int | None, last: int | None, new_key: bool, force: bool,
    dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Put firmware and settings on the device at PORT, and see that it runs.

    Only what differs is sent. Broken off at any moment, the device runs the version before or the
    new one; deploy again. Its log is not touched.
    """
    data = firmware.board_data(board)
    given = {"laws": laws, "signals": signals, "session": session, "first": first, "last": last}
    settings = {name: value for name, value in given.items() if value is not None}
    for name, value in settings.items():
        if not allowed(name, value):
            raise UsageError(f"--{name} cannot be {value!r}")
    wish = Wish(
        board, str(data["CHIP"]), _number(str(data["ROLE"]), table), settings,
        new_key=new_key, force=force, dry_run=dry_run,
    )  # fmt: skip
    keys = load_keys()
    release = firmware.release_for(board)
    with _Screen() as screen:
        outcome = deploy(port, release, wish, keys, screen.ask_signals, screen)
    if as_json:
        click.echo(json.dumps(_as_json(port, outcome)))
    else:
        for line in _told(port, release, outcome):
            click.echo(line)


def _number(role: str, table: int | None) -> int:
    if role == "director":
        least, most = messages.FIRST_DIRECTOR, messages.EVERYBODY - 1
        number = least if table is None else table
    else:
        least, most = 1, messages.LAST_TABLE
        if table is None:
            raise UsageError("a table needs its number: give --table N")
        number = table
    if not least <= number <= most:
        raise UsageError(f"--table {number}: a {role}'s number is {least} to {most}")
    return number


class _Screen:
    """Shows on standard error how a deployment goes, and asks what nobody has said."""

    def __init__(self) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bars.add_task("deploy", total=None)

    def __enter__(self) -> "_Screen":
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def step(self, words: str) -> None:
        self._bars.update(self._task, description=words)

    def total(self, count: int) -> None:
        self._bars.update(self._task, total=count)

    def wrote(self, count: int) -> None:
        self._bars.advance(self._task, count)

    def ask_signals(self) -> str:
        """Ask who is to be told of an irregularity; UsageError if nobody answers."""
        self._bars.stop()
        click.echo("When a call is irregular, who is told?", err=True)
        for name, meaning in _MEANING.items():
            click.echo(f"  {name:<9} {meaning}", err=True)
        try:
            answer = click.prompt(
                "Signals", type=click.Choice(SIGNALS), default="table", err=True
            )
        except click.Abort:
            raise UsageError(
                f"nobody said who is told of an irregularity: --signals {'|'.join(SIGNALS)}"
            ) from None
        self._bars.start()
        return answer


def _told(port: str, release: Release, outcome: Outcome) -> list[str]:
    plan, version, settings = outcome.plan, release.version, outcome.settings
    before = outcome.before
    values = settings.values
    sent = [f"  send {path}, {len(content)} bytes" for path, content in plan.sends]
    copied = [f"  copy {target} from {source}" for source, target in plan.copies]
    removed = [f"  remove {path}" for path in plan.removes]
    if outcome.hello is None:
        lines = [f"{port}: would become {_name(release)}, nothing was changed", *removed]
        lines += [*copied, *sent]
    else:
        lines = [f"{port}: runs {_name(release)}"]
    was = greeting.told(before) if before else "nothing of Bidbox's"
    lines += [
        f"before: {was}" + (" (the same)" if before and before.name == version.name else ""),
        f"size: {release.size / 1024:.1f} KiB in {len(release.content) + 1} files;"
        f" {plan.bytes_sent} bytes {'sent' if outcome.hello else 'to send'},"
        f" {plan.kept + len(plan.copies)} files were there; {outcome.free // 1024} KiB free",
    ]
    if version.role == "table":
        lines += [
            f"signals: {values['signals']} ({_MEANING.get(values['signals'], 'unknown')})",
            f"Laws: {values.get('laws', '2017')}",
            f"director's code at the table: {values.get('code', SETTINGS['code'][0])}"
            f" (another: bidbox config {port} set code=...)",
        ]
    return lines + list(settings.notes)


def _name(release: Release) -> str:
    version = release.version
    return f"{greeting.told(version)} for {version.board}"


def _as_json(port: str, outcome: Outcome) -> dict[str, Any]:
    plan, hello, before = outcome.plan, outcome.hello, outcome.before
    values = outcome.settings.values
    return {
        "port": port,
        "deployed": hello is not None,
        "firmware": greeting.told(plan.release.version),
        "before": greeting.told(before) if before else None,
        "device": hello.device if hello else None,
        "table": values["table"],
        "laws": values.get("laws", "2017"),
        "signals": values.get("signals"),
        "new_key": outcome.settings.key_is_new,
        "bytes": plan.release.size,
        "bytes_sent": plan.bytes_sent,
        "free": outcome.free,
        "notes": list(outcome.settings.notes),
    }
