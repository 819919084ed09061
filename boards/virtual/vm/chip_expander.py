"""MCP23017: 16 pins behind I2C, and the matrix of keys that is soldered to them.

Registers, bank modes, sequential addressing, interrupt flags and power-on state as in the data
sheet; the interrupt pins themselves are not wired on a seat unit. GPA7 and GPB7 are outputs only.
Rows of the matrix are port A bits 0 to 4, columns port B bits 0 to 3. A pressed key connects its
row with its column, whoever drives what: so three keys of a rectangle ghost the fourth.
"""

ROWS = 5
COLUMNS = 4
_IODIR = 0
_IPOL = 2
_GPINTEN = 4
_DEFVAL = 6
_INTCON = 8
_IOCON = 10
_GPPU = 12
_INTF = 14
_INTCAP = 16
_GPIO = 18
_OLAT = 20
_BANK = 0x80
_SEQOP = 0x20
_WRITABLE_IOCON = 0xFE
_GROUNDED = (0x20, 0)  # GPA5 has a resistor of 100 kilohm to ground


class MCP23017:
    """One chip. `keys[row]` is the mask of columns whose key is down in that row.

    floating: what inputs read that nothing pulls, 0x00 or 0xFF; a real one reads anything.
    """

    floating = 0x00

    def __init__(self, address=0x20):
        self.address = address
        self.keys = bytearray(ROWS)
        self.conflicts = 0  # times that keys tied a high output to a low one
        self.registers = bytearray(22)
        self._levels = bytearray(2)
        self._seen = bytearray(2)  # the ports as they were read last
        self.power_on()

    def power_on(self):
        for i in range(22):
            self.registers[i] = 0xFF if i < 2 else 0
        self._pointer = 0
        self._addressed = False
        self._stale = True
        self._seen[0] = self._seen[1] = 0

    def set_key(self, row, column, down):
        if down:
            self.keys[row] |= 1 << column
        else:
            self.keys[row] &= ~(1 << column)
        self._stale = True
        if self.registers[_GPINTEN] | self.registers[_GPINTEN + 1]:
            self.level(0)

    # As seen from the bus.
    def start_write(self):
        self._addressed = False
        return True

    def write(self, byte):
        if not self._addressed:
            self._addressed = True
            self._pointer = byte
            return
        index = self._index()
        if index == _IOCON or index == _IOCON + 1:
            self.registers[_IOCON] = self.registers[_IOCON + 1] = byte & _WRITABLE_IOCON
        elif _GPIO <= index < _GPIO + 2:
            self.registers[index + 2] = byte
            self._stale = True
        elif 0 <= index and not _INTF <= index < _GPIO:
            self.registers[index] = byte
            self._stale = True
        self._advance()

    def start_read(self):
        return True

    def read(self):
        index = self._index()
        value = 0
        if _GPIO <= index < _GPIO + 2:
            port = index - _GPIO
            value = self.level(port) ^ (self.registers[_IPOL + port] & self.registers[port])
            self._clear(port)
        elif index >= 0:
            value = self.registers[index]
            if _INTCAP <= index < _INTCAP + 2:
                self._clear(index - _INTCAP)
        self._advance()
        return value

    def stop(self, wrote):
        pass

    def _index(self):
        """Return the register the pointer means, in the order of BANK = 0; -1 if there is none."""
        pointer = self._pointer
        if not self.registers[_IOCON] & _BANK:
            return pointer if pointer < 22 else -1
        if pointer & 0xEF > 10:
            return -1
        return ((pointer & 0x0F) << 1) + (pointer >> 4)

    def _advance(self):
        control = self.registers[_IOCON]
        if not control & _SEQOP:
            self._pointer += 1
            if control & _BANK:
                if self._pointer & 0x0F > 10:
                    self._pointer = 0x10 if self._pointer < 0x10 else 0
            elif self._pointer > 21:
                self._pointer = 0
        elif not control & _BANK:
            self._pointer ^= 1

    # The pins.
    def level(self, port):
        """Return the levels of the 8 pins of port A (0) or B (1)."""
        if self._stale:
            self._stale = False
            self._settle()
        return self._levels[port]

    def _settle(self):
        registers = self.registers
        for port in range(2):
            inputs = registers[_IODIR + port]
            pulled = registers[_GPPU + port] & inputs & 0x7F
            self._levels[port] = registers[_OLAT + port] & ~inputs | pulled | self._floats(port)
        for row in range(ROWS):
            if self.keys[row]:
                self._settle_row(row)
        for port in range(2):
            self._interrupt(port)

    def _floats(self, port):
        return self.floating & self.registers[_IODIR + port] & ~_GROUNDED[port] & 0x7F

    def _clear(self, port):
        """Reading GPIO or INTCAP ends an interrupt; a level that still differs begins one anew."""
        self._seen[port] = self._levels[port]
        self.registers[_INTF + port] = 0
        self._interrupt(port)

    def _interrupt(self, port):
        """Keep the port's levels at the first change that asks for it."""
        registers = self.registers
        by_default = registers[_INTCON + port]
        against = (registers[_DEFVAL + port] & by_default) | (self._seen[port] & ~by_default)
        enabled = registers[_GPINTEN + port] & registers[_IODIR + port]
        changed = (self._levels[port] ^ against) & enabled
        if changed and not registers[_INTF + port]:
            registers[_INTF + port] = changed
            registers[_INTCAP + port] = self._levels[port]

    def _settle_row(self, row):
        rows = 1 << row
        columns = self.keys[row]
        grown = True
        while grown:
            grown = False
            for other in range(ROWS):
                if not rows >> other & 1 and self.keys[other] & columns:
                    rows |= 1 << other
                    columns |= self.keys[other]
                    grown = True
        registers = self.registers
        driven_a = rows & ~registers[_IODIR]
        driven_b = columns & ~registers[_IODIR + 1]
        high = (driven_a & registers[_OLAT]) | (driven_b & registers[_OLAT + 1])
        low = (driven_a & ~registers[_OLAT]) | (driven_b & ~registers[_OLAT + 1])
        if high and low:
            self.conflicts += 1
        pulled = rows & (registers[_GPPU] | self._floats(0))
        pulled |= columns & (registers[_GPPU + 1] | self._floats(1))
        if low or not (high or pulled):
            self._levels[0] &= ~rows
            self._levels[1] &= ~columns
        else:
            self._levels[0] |= rows
            self._levels[1] |= columns
