"""The running app's side of a deployment, over the link: who it is, and that it shall wait."""

import time
from dataclasses import dataclass

from bidbox import messages
from bidbox.laws import edition_2007, edition_2017
from bidbox_host.deploy.errors import CorruptFlash
from bidbox_host.deploy.layout import Version
from bidbox_host.link.errors import FlashCorrupt, LinkError, PortError
from bidbox_host.link.port import Port, wait_for
from bidbox_host.link.session import Hello, Session

START_S = 25.0  # from reset to hello, at most
_PAUSE_S = 0.2
_BUILD = 8  # hex digits of a version's name that a device tells
_CRC = {module.EDITION: int(module.CRC, 16) for module in (edition_2007, edition_2017)}


@dataclass(frozen=True)
class Expected:
    """What the hello of a device must say after a deployment."""

    version: Version
    table: int
    laws: str

    def differs(self, hello: Hello) -> str:
        """Return, in words, what is not as expected; "" if all is."""
        version = self.version
        wanted = [
            ("firmware", told(version), hello.firmware),
            ("board", version.board, hello.board),
            ("table", self.table, hello.table),
        ]
        if version.role == "table":
            wanted += [
                ("Laws", self.laws, hello.laws),
                ("table of the Laws", _CRC[self.laws], hello.tables),
            ]
        return "; ".join(f"{n} is {is_!r}, not {w!r}" for n, w, is_ in wanted if is_ != w)


def told(version: Version) -> str:
    """Return what a device that runs this version calls its firmware."""
    return f"{version.firmware}+{version.name[:_BUILD]}"


def enter_service(name: str) -> tuple[Hello | None, bool]:
    """Ask a running app to let the watchdog wait; return its hello, if any, and whether it will.

    Errors of the port, and CorruptFlash.
    """
    with Port(name) as port:
        session = Session(port)
        try:
            session.open(live=False)
            session.request(messages.SERVICE, (1,))
        except FlashCorrupt as error:
            raise CorruptFlash(name) from error
        except PortError:
            raise
        except LinkError:
            return session.hello, False
        return session.hello, True


def hello_after(
    name: str, serial_number: str | None, limit_s: float = START_S
) -> tuple[Hello | None, str]:
    """Wait until the device says hello after its restart; return it, or None and why."""
    until = time.monotonic() + limit_s
    why = "does not answer"
    while time.monotonic() < until:
        port = wait_for(name, serial_number, _PAUSE_S, until)
        if port is None:
            return None, "did not come back to its port"
        with port:
            session = Session(port)
            try:
                return session.open(live=False, attempts=4), ""
            except LinkError:
                text = " / ".join(session.device_text)[-120:]
                why = "does not answer" + (f'; it last said "{text}"' if text else "")
        time.sleep(_PAUSE_S)
    return None, why
