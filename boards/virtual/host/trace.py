"""What a device has put out, with device times; and the state that follows from it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .display import DisplayState


@dataclass(frozen=True)
class Output:
    """One change of an output: device time in ms, name, value.

    Names: lamp (list of red, green, blue), buzzer (Hz, duty 0 to 65535), display:N (a dict of
    on, inverse, contrast ...), draw:N (offset in the RAM, bytes), radio (destination, message),
    the function of a pin in board.py, or what the board has no name for (pin:4, wlan, espnow).
    """

    ms: float
    name: str
    value: Any


@dataclass
class Outputs:
    """Collects a device's outputs; `names` maps raw names ("pwm:19") to the board's ("buzzer")."""

    names: dict[str, str]
    display_count: int
    trace: list[Output] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    displays: list[DisplayState] = field(default_factory=list)
    listeners: list[Callable[[Output], None]] = field(default_factory=list)

    def power_off(self, time: int) -> None:
        """Forget all state, as chips do; outputs that were on are recorded as off."""
        for name, value in list(self.state.items()):
            if name == "buzzer" and value[1]:
                self.add(time, name, [value[0], 0])
            if name == "lamp":
                self.add(time, name, [[0, 0, 0]] * len(value))
        self.state = {}
        self.displays = [DisplayState() for _ in range(self.display_count)]

    def changed(self, time: int, payload: bytes) -> None:
        """Take a TRACE frame."""
        raw, _, value = payload.partition(b"\0")
        name = self.names.get(raw.decode(), raw.decode())
        decoded = json.loads(value)
        if name.startswith("display:"):
            self.displays[int(name[8:])].switch(decoded)
        self.add(time, name, decoded)

    def drawn(self, time: int, payload: bytes) -> None:
        """Take a DRAWN frame."""
        if payload[0] >= len(self.displays):
            return  # firmware of another board draws where this one has no panel
        start = payload[1] | payload[2] << 8
        self.displays[payload[0]].draw(start, payload[3:])
        self.add(time, f"draw:{payload[0]}", (start, payload[3:]))

    def add(self, time: int, name: str, value: Any) -> None:
        output = Output(time / 1e6, name, value)
        self.state[name] = value
        self.trace.append(output)
        for listener in self.listeners:
            listener(output)


def board_names(board: dict[str, Any]) -> dict[str, str]:
    """Return raw name -> the board's name, from the data of a board.py."""
    names = {f"pin:{number}": name for name, number in board["PINS"].items()}
    for key, raw, name in (("LAMP", "pixels", "lamp"), ("BUZZER", "pwm", "buzzer")):
        if board.get(key):
            number = board["PINS"][board[key]["pin"]]
            names[f"{raw}:{number}"] = name
            names.pop(f"pin:{number}", None)
    return names
