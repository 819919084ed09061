"""`bidbox config`: a device's settings, shown, changed, and the old ones kept."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from bidbox_host.errors import UsageError
from bidbox_host.link import settings
from bidbox_host.link.port import Port
from bidbox_host.link.session import Hello, Session
from bidbox_host.link.settings import Value
from bidbox_host.places import folder

_KEYS = "\n".join(f"  {name:<11} {about}" for name, about in settings.ABOUT.items())


@click.command(epilog="\b\nKEYs:\n" + _KEYS)
@click.argument("port", metavar="PORT")
@click.argument(
    "what", type=click.Choice(("get", "set", "restore")), required=False, default="get"
)
@click.argument("words", nargs=-1, metavar="[KEY...|KEY=VALUE...|FILE]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(port: str, what: str, words: tuple[str, ...], as_json: bool) -> None:
    """Show the settings of the device at PORT, or set some.

    \b
    bidbox config PORT                      all settings
    bidbox config PORT get mode signals     some
    bidbox config PORT set session="Tuesday pairs" date=2026-03-14 first=1 last=26
    bidbox config PORT restore FILE         those of a backup

    Before a change the old settings are kept in a file. What takes effect only when the device
    starts is named.
    """
    wanted: Callable[[str], dict[str, Value]]
    if what == "get":
        names = _names(words)
        hello, found = _read(port, names)
        _show(hello, found, as_json)
        return
    if what == "set":
        new = dict(settings.parse(word) for word in words)
        if not new:
            raise UsageError("set what? give KEY=VALUE, such as mode=prevent")

        def wanted(role: str) -> dict[str, Value]:
            return new
    else:
        if len(words) != 1:
            raise UsageError("restore what? give the file that an earlier change has named")
        old = settings.restored(Path(words[0]))

        def wanted(role: str) -> dict[str, Value]:
            return {n: v for n, v in old.items() if n in settings.names_for(role)}

    _change(port, wanted, as_json)


def _names(words: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(word.replace("-", "_") for word in words)
    for name in names:
        if name not in settings.ABOUT:
            raise UsageError(
                f"{name}: there is no such setting; the keys are {', '.join(settings.ABOUT)}"
            )
    return names


def _read(port_name: str, names: tuple[str, ...]) -> tuple[Hello, dict[str, Value]]:
    with Port(port_name) as port:
        session = Session(port)
        hello = session.open(live=False)
        return hello, settings.read(session, names or settings.names_for(hello.role))


def _show(hello: Hello, found: Mapping[str, Value], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"device": hello.device, "settings": found}))
        return
    click.echo(f"device {hello.device}, {hello.board}, firmware {hello.firmware}")
    for name, value in found.items():
        click.echo(f"  {name:<11} {_word(value):<20} {settings.ABOUT[name]}")


def _change(
    port_name: str, wanted: Callable[[str], dict[str, Value]], as_json: bool
) -> None:
    with Port(port_name) as port:
        session = Session(port)
        hello = session.open(live=False)
        old = settings.read(session, settings.names_for(hello.role))
        new = wanted(hello.role)
        settings.check(hello.role, old, new)
        changed = {n: v for n, v in new.items() if old.get(n) != v}
        backup = None
        if changed:
            backup = settings.back_up(folder("settings"), hello.device, old)
            settings.write(session, changed)
    later = [name for name in changed if settings.needs_restart(name)]
    if as_json:
        report = {"device": hello.device, "changed": changed, "after_restart": later}
        click.echo(json.dumps({**report, "backup": str(backup) if backup else None}))
        return
    for name, value in changed.items():
        click.echo(f"{name}: {_word(old.get(name, ''))} -> {_word(value)}")
    if not changed:
        click.echo("Nothing to change: the device has these settings already.")
        return
    click.echo(f"The old settings are in {backup}")
    if later:
        click.echo(
            f"Switch the device off and on: {', '.join(later)} "
            f"take{'s' if len(later) == 1 else ''} effect when it starts."
        )


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "-"
