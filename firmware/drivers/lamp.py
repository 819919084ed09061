"""Lamps that tell a table's state by colour and, for eyes that see no colours, by rhythm.

Knows WS2812 pixels and the states below; not why a table is in one. No lamp stands for a seat.
"""

import asyncio

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from neopixel import NeoPixel

OFF = const(0)
IDLE = const(1)
RECORDING = const(2)
IRREGULARITY = const(3)
DIRECTOR_CALLED = const(4)
DIRECTOR_COMING = const(5)
FAULT = const(6)
BATTERY_LOW = const(7)
STATES = (
    "off", "idle", "recording", "irregularity open", "director called", "director on the way",
    "fault", "battery low",
)  # fmt: skip

# red, green, blue at full brightness, and twenty tenths of a second, # lit, repeated.
PATTERNS = (
    ((0, 0, 0), "...................."),
    ((0, 90, 0), "#..................."),  # a wink: the device lives
    ((0, 120, 0), "####################"),
    ((255, 0, 0), "##..##..##..##..##.."),  # the quickest rhythm, 2.5 a second
    ((0, 0, 255), "########..########.."),  # long, short gap
    ((0, 160, 160), "##..##.............."),  # two knocks
    ((255, 90, 0), "##..##..##.........."),  # three knocks
    ((200, 0, 200), "##########.........."),  # slow: one second each
)

_STEP_MS = const(100)
_STEPS = const(20)
_BRIGHTEST = const(15)
_PASSES = const(0xFFFFFF)


def lamps(pixels: "NeoPixel", count: int = 1, brightness: int = 8) -> "Lamps":
    """Return a row of dark lamps, with the patterns above in a brightness of 1 to 15."""
    masks = []
    colours = []
    for colour, rhythm in PATTERNS:
        masks.append(sum([1 << i for i in range(_STEPS) if rhythm[i] == "#"]))
        colours.append(
            tuple([(part * brightness + _BRIGHTEST - 1) // _BRIGHTEST for part in colour])
        )
    return Lamps(pixels, count, tuple(masks), tuple(colours))


class Lamps:
    """`count` pixels of a neopixel.NeoPixel: one for a table, or a director's row, one a table.

    `masks`: a bit for each step in which a state's lamp is lit; `colours`: by state. All rhythms
    share one beat, so that equal states blink together. show() allocates nothing.
    """

    def __init__(self, pixels: "NeoPixel", count: int, masks: tuple, colours: tuple):
        self._pixels = pixels
        self._states = bytearray(count)
        self._masks = masks
        self._colours = colours
        self._lit = bytearray(count)
        self._step = 0
        self.passes = 0
        for lamp in range(count):
            pixels[lamp] = colours[OFF]
        pixels.write()

    def show(self, state: int, lamp: int = 0):
        """Give a lamp a state; a new state is seen at once and its rhythm begins with light."""
        if self._states[lamp] == state:
            return
        self._states[lamp] = state
        self._lit[lamp] = 1
        self._pixels[lamp] = self._colours[state]
        self._pixels.write()

    def state(self, lamp: int = 0) -> int:
        return self._states[lamp]

    async def run(self):
        while True:
            await asyncio.sleep_ms(_STEP_MS)
            self.beat()
            self.passes = (self.passes + 1) & _PASSES

    def beat(self):
        """Go on by a tenth of a second."""
        self._step = (self._step + 1) % _STEPS
        # Once a round all is written anew: a pixel that missed a write heals.
        changed = self._step == 0
        for lamp in range(len(self._states)):
            state = self._states[lamp]
            lit = self._masks[state] >> self._step & 1
            if lit != self._lit[lamp]:
                self._lit[lamp] = lit
                self._pixels[lamp] = self._colours[state if lit else OFF]
                changed = True
        if changed:
            self._pixels.write()
