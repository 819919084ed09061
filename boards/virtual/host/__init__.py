"""The virtual board seen from the host: MicroPython VMs on ptys, and the world around them.

    from virtual_board import World

    with World(clock="jump") as world:
        table = world.start(board="esp32_table", config={"table": 12}, name="table12")
        world.run(1000)                        # a second of device time, as fast as it goes
        world.run(table.type("N", "1H"))       # two keys and OK, 60 ms each
        table.lamp(), table.buzzer(), table.display("E").text(), table.trace
        table.kill(); table.restart()          # a power cut; the flash stays
        table.port                             # a serial port for any program

In jump mode time stands still but for run(), run_until() and flowing(); a device answers on its
port while time stands still, as far as it need not wait. boards/virtual/README.md says more.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .device import Device
    from .display import DisplayState
    from .errors import NoVM, VirtualBoardError, VMTimeout
    from .picture import picture
    from .trace import Output
    from .world import World

__all__ = [
    "Device", "DisplayState", "NoVM", "Output", "VMTimeout", "VirtualBoardError", "World",
    "picture",
]  # fmt: skip
_PLACES = {
    "Device": "device", "DisplayState": "display", "NoVM": "errors", "Output": "trace",
    "VMTimeout": "errors", "VirtualBoardError": "errors", "World": "world", "picture": "picture",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import on demand: where there are no ptys, only what needs them is missing."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{_PLACES[name]}")
    except ModuleNotFoundError as error:
        if error.name not in ("termios", "fcntl", "tty"):
            raise
        raise ImportError("it needs Linux x86-64 or macOS arm64") from error
    globals()[name] = value = getattr(module, name)
    return value
