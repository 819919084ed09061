"""A few keys on pins of their own, to ground: the director's next, yes and no.

Knows neither seats nor what a key means. Polled every 10 ms, believed after three samples.
"""

import asyncio

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

_PERIOD_MS = const(10)
_SURE = const(3)
_PASSES = const(0xFFFFFF)


class Buttons:
    """`pins` are input Pins pulled up. on_key(index, pressed, ms) is called for each edge."""

    def __init__(self, pins: "list[Pin]", clock, on_key):
        self._pins = pins
        self._clock = clock
        self._on_key = on_key
        self._counts = bytearray(len(pins))
        self._pressed = bytearray(len(pins))
        for i in range(len(pins)):
            # Down since before the start: told only once it was let go.
            self._counts[i] = _SURE
            self._pressed[i] = 1
        self._muted = bytearray(self._pressed)
        self.passes = 0

    def held(self, index: int) -> bool:
        return self._pressed[index] == 1

    async def run(self):
        while True:
            self.scan()
            self.passes = (self.passes + 1) & _PASSES
            await asyncio.sleep_ms(_PERIOD_MS)

    def scan(self):
        for i in range(len(self._pins)):
            count = self._counts[i]
            if self._pins[i].value() == 0:
                count = min(_SURE, count + 1)
            elif count > 0:
                count -= 1
            self._counts[i] = count
            if count == _SURE and not self._pressed[i]:
                self._pressed[i] = 1
                self._on_key(i, True, self._clock.ms())
            elif count == 0 and self._pressed[i]:
                self._pressed[i] = 0
                if self._muted[i]:
                    self._muted[i] = 0
                else:
                    self._on_key(i, False, self._clock.ms())
