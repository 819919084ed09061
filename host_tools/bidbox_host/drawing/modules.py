"""The ESP32 boards as they lie on the bench: header pins in their order, from Espressif's guides.

Read in the guides' sources (esp-dev-kits, esp-idf); other makers' boards differ. Left and
right as seen from above with the aerial on top and the USB socket below.
"""

from dataclasses import dataclass

from bidbox_host.errors import BidboxError


@dataclass(frozen=True)
class Module:
    """A name to buy it by and the labels of both headers from top to bottom.

    A GPIO's label is its number, perhaps behind "IO".
    """

    name: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    gpio_of: dict[str, int]  # labels that do not say their number

    def place(self, gpio: int) -> tuple[str, int]:
        """Return "left" or "right" and the index from the top of a GPIO's pin."""
        for side, labels in (("left", self.left), ("right", self.right)):
            for index, label in enumerate(labels):
                if self.gpio(label) == gpio:
                    return side, index
        raise BidboxError(f"{self.name} does not lead GPIO {gpio} out: change board.py")

    def gpio(self, label: str) -> int:
        """Return the GPIO of a header's label, -1 for power and the like."""
        number = label.removeprefix("IO")
        return int(number) if number.isdigit() else self.gpio_of.get(label, -1)


MODULES = {
    # ESP32-DevKitC V4 user guide, headers J2 and J3.
    "esp32": Module(
        "ESP32-DevKitC V4",
        (
            "3V3", "EN", "VP", "VN", "34", "35", "32", "33", "25", "26", "27", "14", "12", "GND",
            "13", "D2", "D3", "CMD", "5V",
        ),
        (
            "GND", "23", "22", "TX", "RX", "21", "GND", "19", "18", "5", "17", "16", "4", "0",
            "2", "15", "D1", "D0", "CLK",
        ),
        {"VP": 36, "VN": 39, "TX": 1, "RX": 3, "D2": 9, "D3": 10, "CMD": 11, "D1": 8, "D0": 7,
         "CLK": 6},
    ),
    # ESP32-C3-DevKitM-1 user guide, headers J1 and J3.
    "esp32c3": Module(
        "ESP32-C3-DevKitM-1",
        (
            "GND", "3V3", "3V3", "IO2", "IO3", "GND", "RST", "GND", "IO0", "IO1", "IO10", "GND",
            "5V", "5V", "GND",
        ),
        (
            "GND", "TX", "RX", "GND", "IO9", "IO8", "GND", "IO7", "IO6", "IO5", "IO4", "GND",
            "IO18", "IO19", "GND",
        ),
        {"TX": 21, "RX": 20},
    ),
}  # fmt: skip


def module_of(board: dict) -> Module:
    """Return the module a board.py is made for; BidboxError if its headers are not known."""
    chip = board["CHIP"]
    if chip not in MODULES:
        raise BidboxError(f"no drawing for the chip {chip}: add its headers to drawing/modules.py")
    return MODULES[chip]
