"""TCA9548A: an I2C switch with one control register, a bit a channel, and a RESET pin.

Of several bytes written the last one counts; channels are connected by the next stop on the bus.
"""

CHANNELS = 8


class TCA9548A:
    """The switch at one address; `channels` holds a list of chips for each channel."""

    def __init__(self, address):
        self.address = address
        self.channels = [[] for _ in range(CHANNELS)]
        self.shorted = [False] * CHANNELS
        self.held = False  # the RESET pin is low
        self.power_on()

    def power_on(self):
        self.control = 0
        self._next = 0

    def reset_pin(self, level):
        """Follow the RESET pin: low clears the register and keeps the chip silent."""
        self.held = not level
        if self.held:
            self.control = 0
            self._next = 0

    def stuck(self):
        """Tell whether a shorted channel is switched on, which holds the whole bus low."""
        for i in range(CHANNELS):
            if self.shorted[i] and self.control >> i & 1:
                return True
        return False

    # As seen from the bus: every chip has these five.
    def start_write(self):
        return not self.held

    def write(self, byte):
        self._next = byte

    def start_read(self):
        return not self.held

    def read(self):
        return self._next

    def stop(self, wrote):
        if not self.held:
            self.control = self._next
