"""`bidbox watch`: what happens at the tables, as it happens, through unplugging and restarts."""

import queue
import sys
import threading

import click

from bidbox_host.errors import BidboxError
from bidbox_host.link.copies import Copy
from bidbox_host.link.follow import Anew, Connected, Event, Follower, Recorded
from bidbox_host.link.session import Text
from bidbox_host.live.known import Known
from bidbox_host.live.show import Json, Plain, Screen, Show
from bidbox_host.text import catalogue

_ENDED = None


@click.command()
@click.argument("ports", metavar="PORT...", nargs=-1, required=True)
@click.option("--plain", is_flag=True, help="Plain lines, as when the output is no terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--no-clock", is_flag=True, help="Do not set the devices' clocks.")
@click.option("--language", default="en", show_default=True, metavar="CODE")
def command(
    ports: tuple[str, ...], plain: bool, as_json: bool, no_clock: bool, language: str
) -> None:
    """Show what happens at the device at each PORT until interrupted.

    A device that is unplugged is waited for; what it recorded meanwhile is shown when it is back.
    A copy of what was recorded is kept, from which `bidbox resume` can go on if a unit dies.
    """
    texts = catalogue(language)
    all_known = {port: Known(port, texts) for port in ports}
    stop = threading.Event()
    heard: queue.Queue[tuple[str, Event | BidboxError | None]] = queue.Queue()
    threads = [
        threading.Thread(target=_follow, args=(port, stop, not no_clock, heard), daemon=True)
        for port in all_known
    ]
    show: Show
    if as_json:
        show = Json()
    elif plain or not sys.stdout.isatty():
        show = Plain()
    else:
        show = Screen(list(all_known.values()))
    failed = False
    running = len(threads)
    for thread in threads:
        thread.start()
    try:
        with show:
            while running:
                port, event = _next(heard)
                if event is _ENDED:
                    running -= 1
                elif isinstance(event, BidboxError):
                    failed = True
                    click.echo(f"Error: {event.format_message()}", err=True)
                else:
                    show.tell(all_known[port], all_known[port].take(event))
    except KeyboardInterrupt:
        pass
    finally:
        stop.set()
        for thread in threads:
            thread.join(timeout=2)
    if failed:
        sys.exit(1)


def _next(
    heard: "queue.Queue[tuple[str, Event | BidboxError | None]]",
) -> tuple[str, Event | BidboxError | None]:
    while True:
        try:
            return heard.get(timeout=0.5)  # a wait without end would not see Ctrl-C on Windows
        except queue.Empty:
            continue


def _follow(
    port: str,
    stop: threading.Event,
    set_clock: bool,
    heard: "queue.Queue[tuple[str, Event | BidboxError | None]]",
) -> None:
    try:
        copy: Copy | None = None
        for event in Follower(port, stop, set_clock).events():
            heard.put((port, event))
            if isinstance(event, Connected | Anew) and event.hello.role == "table":
                copy = Copy(event.hello) if copy is None or isinstance(event, Anew) else copy
            elif isinstance(event, Recorded) and copy is not None and not copy.failed:
                copy.add(event.record)
                if copy.failed:
                    heard.put((port, Text(f"no copy is kept: {copy.failed}", False)))
    except BidboxError as error:
        heard.put((port, error))
    finally:
        heard.put((port, _ENDED))
