"""TCA9548A: the switch that puts one of eight channels on the I2C trunk.

Knows nothing of what hangs on a channel. Methods raise OSError when the chip does not answer.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C, Pin


class TCA9548A:
    """The switch at `address`; `reset` is the Pin at its RESET input, or None."""

    def __init__(self, i2c: "I2C", address: int = 0x70, reset: "Pin | None" = None):
        self._i2c = i2c
        self._address = address
        self._reset = reset
        self._mask = bytearray(1)
        self.resets = 0
        if reset is not None:
            reset.value(1)

    def select(self, channel: int):
        """Connect channel 0 to 7 alone. Allocates nothing unless the bus is held.

        A channel selected before may have been shorted since; RESET takes it off the trunk, and
        the write is tried once more.
        """
        self._mask[0] = 1 << channel
        try:
            self._i2c.writeto(self._address, self._mask)
        except OSError:
            self.reset()
            self._i2c.writeto(self._address, self._mask)

    def free(self) -> bool:
        """Disconnect all channels after an error; return False if only RESET could."""
        self._mask[0] = 0
        try:
            self._i2c.writeto(self._address, self._mask)
        except OSError:
            self.reset()
            return False
        return True

    def answers(self) -> bool:
        """Return whether the switch itself acknowledges; leaves all channels off."""
        self._mask[0] = 0
        try:
            self._i2c.writeto(self._address, self._mask)
        except OSError:
            return False
        return True

    def reset(self):
        """Pulse RESET, which disconnects every channel whatever state the bus is in."""
        if self._reset is not None:
            self._reset.value(0)
            self._reset.value(1)
        self.resets += 1
