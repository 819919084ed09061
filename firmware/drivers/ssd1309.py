"""SSD1309: a display of 128 x 64 pixels behind I2C, written in slices of one page.

Knows the chip's commands, not what is shown. Methods raise OSError when nobody answers.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

    from drivers.tca9548a import TCA9548A

_COMMAND = const(0x00)  # control bytes
_DATA = const(0x40)

_START = (
    b"\xfd\x12"  # take commands
    b"\xd5\xa0\xa8\x3f\xd3\x00\x40"  # clock, 64 lines, no offset
    b"\x20\x02"  # page addressing
    b"\xa1\xc8\xda\x12"  # as the module is mounted
    b"\xd9\x82\xdb\x34\xa4\xa6"
)
_CONTRAST = const(0x81)
_ON = const(0xAF)

# What is being written; one chip after the other.
_place = bytearray(3)


class SSD1309:
    """The chip at `address`, on `channel` of the switch `mux` or, without one, on the trunk."""

    def __init__(
        self, i2c: "I2C", address: int = 0x3C, mux: "TCA9548A | None" = None, channel: int = 0
    ):
        self._i2c = i2c
        self._address = address
        self._mux = mux
        self._channel = channel

    def start(self):
        """Set the chip up. Its RAM holds anything: one that is dark stays so till contrast()."""
        self._select()
        self._i2c.writeto_mem(self._address, _COMMAND, _START)

    def contrast(self, value: int):
        """Set the contrast, 0 to 255, and show what the RAM holds."""
        self._select()
        place = _place
        place[0] = _CONTRAST
        place[1] = value
        place[2] = _ON
        self._i2c.writeto_mem(self._address, _COMMAND, place)

    def write(self, page: int, column: int, data: "bytes | bytearray | memoryview"):
        """Write up to 32 bytes, each eight pixels of `page`, from `column` on: 1 ms at 400 kHz."""
        self._select()
        place = _place
        place[0] = 0xB0 | page
        place[1] = column & 15
        place[2] = 0x10 | column >> 4
        self._i2c.writeto_mem(self._address, _COMMAND, place)
        self._i2c.writeto_mem(self._address, _DATA, data)

    def _select(self):
        if self._mux is not None:
            self._mux.select(self._channel)
