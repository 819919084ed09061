"""The buzzer: a few short patterns, the same for every seat, never for the battery.

Takes a machine.PWM that was made with duty_u16=0, for one made without arguments sounds at once.
Silence is a duty of 0; the PWM is never stopped.
"""

import asyncio

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import PWM

NOTHING = const(0)
IRREGULARITY = const(1)
DIRECTOR_CALLED = const(2)
ALERT = const(3)
CALL = const(4)
TEST = const(5)
NAMES = (
    "nothing", "irregularity at the table", "director called", "irregularity at a table",
    "a table calls the director", "test",
)  # fmt: skip

# Hz and ms in turn; 0 Hz is a pause. A later pattern of the list is not cut off by an earlier one.
PATTERNS: tuple = (
    (),
    (2000, 120),
    (2000, 60, 0, 60, 2000, 60),
    (2400, 150, 0, 100, 2400, 150),
    (1800, 250, 0, 100, 2400, 250),
    (1000, 200, 2000, 200, 3000, 200),
)

# Duty by volume 0 to 3; a square wave is loudest at one half.
_DUTIES = (0, 1000, 5000, 32768)
_QUIET_MS = const(1000)  # how long the task waits when there is nothing to play
_PASSES = const(0xFFFFFF)


class Buzzer:
    """request(pattern) sounds at once and allocates nothing; run() plays on and ends it."""

    def __init__(self, pwm: "PWM", volume: int = 1):
        self._pwm = pwm
        self._event = asyncio.Event()
        self.playing = NOTHING
        self._place = 0
        self._fresh = False
        self.volume = volume  # 0 to 3
        self.passes = 0
        pwm.duty_u16(0)

    def request(self, pattern: int):
        """Play a pattern, unless a more important one is playing."""
        if pattern < self.playing or pattern == NOTHING:
            return
        self.playing = pattern
        self._place = 0
        self._fresh = True
        self._sound(PATTERNS[pattern][0])
        self._event.set()

    def silence(self):
        """Stop at once."""
        self.playing = NOTHING
        self._pwm.duty_u16(0)

    async def run(self):
        self.silence()
        while True:
            self.passes = (self.passes + 1) & _PASSES
            if self.playing == NOTHING:
                await self._wait(_QUIET_MS)
                continue
            self._fresh = False
            steps = PATTERNS[self.playing]
            await self._wait(steps[self._place + 1])
            if self._fresh or self.playing == NOTHING:
                continue
            self._place += 2
            if self._place < len(steps):
                self._sound(steps[self._place])
            else:
                self.silence()

    async def _wait(self, ms: int):
        """Wait `ms`, or less if a pattern is asked for."""
        if self._fresh:
            return
        self._event.clear()
        try:
            await asyncio.wait_for_ms(self._event.wait(), ms)
        except asyncio.TimeoutError:  # noqa: UP041
            pass

    def _sound(self, hz: int):
        pwm = self._pwm
        if hz:
            pwm.freq(hz)
            pwm.duty_u16(_DUTIES[self.volume])
        else:
            pwm.duty_u16(0)
