"""The radio air between the devices of a world: who hears a frame, what is lost."""

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .device import Device

BROADCAST = b"\xff" * 6
SHORTEST_NS = 500_000  # no frame arrives sooner than this after it was sent
TRIES = 5  # the chip repeats a unicast frame that was not acknowledged


@dataclass(frozen=True)
class RadioFrame:
    """A frame as sent: device time in ms, sender, destination, message, names of the receivers."""

    ms: float
    sender: str
    destination: bytes
    message: bytes
    heard_by: tuple[str, ...]


@dataclass
class Air:
    """`loss` is the chance, 0 to 1, that a frame on the air is not heard; each repetition draws
    again. `apart` holds pairs of device names that are out of each other's range. `frames` is
    all that was sent."""

    loss: float = 0.0
    doubled: float = 0.0  # the chance that a unicast frame arrives twice (a lost acknowledgement)
    seed: int = 3
    frames: list[RadioFrame] = field(default_factory=list)
    apart: set[frozenset[str]] = field(default_factory=set)
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def separate(self, one: str, other: str, apart: bool = True) -> None:
        """Take two devices, by name, out of each other's range, or bring them back."""
        (self.apart.add if apart else self.apart.discard)(frozenset((one, other)))

    def tries(self, sender: str, receiver: str, unicast: bool) -> int:
        """Return at which try a frame was heard; 0 if never."""
        if frozenset((sender, receiver)) in self.apart:
            return 0
        for attempt in range(1, TRIES + 1 if unicast else 2):
            if self._random.random() >= self.loss:
                return attempt
        return 0

    def carry(
        self,
        sender: "Device",
        others: "list[Device]",
        time: int,
        destination: bytes,
        channel: int,
        message: bytes,
    ) -> int:
        """Bring a frame sent at `time` (ns) to whoever hears it; return the tries it took or 0."""
        unicast = destination != BROADCAST
        heard = []
        most = 0
        for other in others:
            if not other.alive or destination not in (BROADCAST, other.mac):
                continue
            if other.state.get("wlan") != channel or not other.state.get("espnow"):
                continue
            tries = self.tries(sender.name, other.name, unicast)
            most = max(most, tries)
            if tries:
                heard.append(other.name)
                arrival = time + tries * air_ns(len(message))
                other.hear(sender.mac, channel, message, arrival)
                if unicast and self._random.random() < self.doubled:
                    other.hear(sender.mac, channel, message, arrival + 1_000_000)
        self.frames.append(
            RadioFrame(time / 1e6, sender.name, destination, message, tuple(heard))
        )
        return most


def air_ns(size: int) -> int:
    """Return how long a message of so many bytes is on the air, in ns; as vm/vespnow.py."""
    return 192_000 + (size + 43) * 8_000
