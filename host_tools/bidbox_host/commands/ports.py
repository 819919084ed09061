"""`bidbox ports`: the serial ports, and which of them a Bidbox device answers on."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

import click

from bidbox_host.link.errors import LinkError
from bidbox_host.link.port import Port, PortInfo, listed
from bidbox_host.link.session import Hello, Session

_ATTEMPTS = 3


@dataclass(frozen=True)
class _Found:
    info: PortInfo
    hello: Hello | None
    error: str


@click.command()
@click.option(
    "--port", "extra", multiple=True, metavar="PORT", help="A port to ask that is not listed."
)
@click.option("--no-ask", is_flag=True, help="Only list the ports, open none.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a port.")
def command(extra: tuple[str, ...], no_ask: bool, as_json: bool) -> None:
    """List the serial ports and the Bidbox devices on them."""
    infos = listed(extra)
    if not infos and not as_json:
        click.echo("No serial port found: plug a device in, or name one with --port.")
        return
    with ThreadPoolExecutor(max(1, len(infos))) as pool:
        found = list(pool.map(lambda info: _ask(info, no_ask), infos))
    for one in found:
        click.echo(json.dumps(_as_json(one)) if as_json else _told(one))
    if any(one.error and one.info.name in extra for one in found):
        raise SystemExit(1)


def _ask(info: PortInfo, no_ask: bool) -> _Found:
    if no_ask:
        return _Found(info, None, "")
    try:
        with Port(info.name) as port:
            return _Found(info, Session(port).open(live=False, attempts=_ATTEMPTS), "")
    except LinkError as error:
        return _Found(info, None, error.format_message())


def _told(one: _Found) -> str:
    hello = one.hello
    if hello is None:
        about = one.error or f"{one.info.name}: {one.info.description or 'not asked'}"
        return about
    who = f"table {hello.table}" if hello.role == "table" else f"director's device {hello.table}"
    held = max(0, hello.last - hello.first + 1)
    return (
        f"{one.info.name}: {who}, {hello.board}, firmware {hello.firmware},"
        + (f" Laws {hello.laws}," if hello.laws else "")
        + f" device {hello.device}, {held} records"
        + (f", {hello.session}" if hello.session else "")
    )


def _as_json(one: _Found) -> dict[str, object]:
    return {
        "port": one.info.name,
        "description": one.info.description,
        "serial_number": one.info.serial_number,
        "device": asdict(one.hello) if one.hello else None,
        "error": one.error or None,
    }
