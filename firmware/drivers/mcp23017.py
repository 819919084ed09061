"""MCP23017 as key matrix: five rows read on port A, four columns driven on port B.

Knows registers, not keys or time. Methods raise OSError when the chip does not answer and
allocate nothing but set_up().

A column is driven low or left open, never driven high: two keys of a row would join a low and a
high output. GPA7 and GPB7 are outputs, as the data sheet of 2022 demands.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

_IODIRA = const(0x00)
_IODIRB = const(0x01)
_GPIOA = const(0x12)
_OLATA = const(0x14)
_EIO = const(5)

_ROWS_IN = const(0x1F)  # value of IODIRA; a reset leaves 0xFF
_COLUMNS = const(0x0F)

_ROW_BITS = const(0x1F)
# GPA5 is driven high, so each read of the rows also tells whether the chip still has its settings.
# A resistor of 100 kilohm from GPA5 to ground on the seat unit makes that certain.
_MARK = const(0x20)

# Registers 0x00 to 0x0D in pairs A, B: direction, polarity, interrupts (3), IOCON, pull-ups.
_SETTINGS = b"\x1f\x00\x1f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x1f\x0f"


_byte = bytearray(1)  # what is being read or written; one chip after the other


class MCP23017:
    def __init__(self, i2c: "I2C", address: int = 0x20):
        self._i2c = i2c
        self._address = address
        self._mark = 0

    def set_up(self):
        """Write all settings, read them back: columns driven low. OSError if they differ."""
        i2c = self._i2c
        address = self._address
        i2c.writeto_mem(address, _OLATA, b"\x20\x00")
        i2c.writeto_mem(address, _IODIRA, _SETTINGS)
        if i2c.readfrom_mem(address, _IODIRA, len(_SETTINGS)) != _SETTINGS:
            raise OSError(_EIO)
        i2c.readfrom_mem_into(address, _GPIOA, _byte)
        self._mark = _byte[0] & _MARK  # if the chip does not show it, do without

    def any_row(self) -> int:
        """Return the rows, 5 bits, that a closed key joins to any driven column; -1 after a reset.

        A reset is noticed here only by the mark; settled() makes sure.
        """
        byte = _byte
        self._i2c.readfrom_mem_into(self._address, _GPIOA, byte)
        value = byte[0]
        if value & _MARK != self._mark:
            return -1
        return value & _ROW_BITS

    def column(self, column: int) -> int:
        """Drive column 0 to 3 alone; return its rows, 5 bits, a closed key as 1."""
        byte = _byte
        byte[0] = _COLUMNS & ~(1 << column)
        self._i2c.writeto_mem(self._address, _IODIRB, byte)
        self._i2c.readfrom_mem_into(self._address, _GPIOA, byte)
        return byte[0] & _ROW_BITS

    def all_columns(self):
        """Drive all columns low, for any_row()."""
        byte = _byte
        byte[0] = 0
        self._i2c.writeto_mem(self._address, _IODIRB, byte)

    def settled(self) -> bool:
        """Return whether the chip still has its settings."""
        byte = _byte
        self._i2c.readfrom_mem_into(self._address, _IODIRA, byte)
        return byte[0] == _ROWS_IN
