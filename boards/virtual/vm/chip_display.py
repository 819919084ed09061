"""SSD1309: a 128 x 64 display behind I2C with its RAM, addressing modes and commands."""

_WIDTH = 128
_PAGES = 8
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x23: 1, 0x26: 6, 0x27: 6, 0x29: 6, 0x2A: 6, 0x81: 1, 0x91: 4,
    0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xDC: 1, 0xFD: 1,
}  # fmt: skip
_SPECKS = b"\x10\x42\x00\x81\x24\x00\x08\x51\x02\x00\x90"


class SSD1309:
    """One display. With `specks` its RAM holds some after power-on: a real one holds anything.

    `changed(chip, first, last)` is called after a transaction that changed RAM,
    `switched(chip)` after one that changed on, inverse, contrast, start, all_on or flipped."""

    specks = False

    def __init__(self, address=0x3C):
        self.address = address
        self.ram = bytearray(_WIDTH * _PAGES)
        self.changed = None
        self.switched = None
        self.bad_commands = 0
        self._command = bytearray(8)
        self.power_on()

    def power_on(self):
        for i in range(len(self.ram)):
            self.ram[i] = _SPECKS[i * 7 % len(_SPECKS)] if self.specks else 0
        self.on = False
        self.inverse = False
        self.all_on = False
        self.contrast = 0x7F
        self.start_line = 0
        self.offset = 0
        self.flipped = False  # COM scan direction C8
        self.mirrored = False  # segment remap A1
        self.locked = False
        self.mode = 2  # page addressing
        self.column = self.page = 0
        self.first_column = self.first_page = 0
        self.last_column = _WIDTH - 1
        self.last_page = _PAGES - 1
        self._count = 0
        self._need = 0
        self._state = 0
        self._first = _WIDTH * _PAGES
        self._last = -1
        self._switch = False

    # As seen from the bus.
    def start_write(self):
        self._state = 0  # 0: a control byte comes; then data or command, one byte (+ 0x80) or all
        return True

    def write(self, byte):
        if self._state == 0:
            self._state = 1 + (byte & 0xC0)
            return
        if self._state & 0x40:
            self._data(byte)
        else:
            self._command_byte(byte)
        if self._state & 0x80:
            self._state = 0

    def start_read(self):
        return True

    def read(self):
        return 0x00 if self.on else 0x40

    def stop(self, wrote):
        if self._last >= 0:
            if self.changed is not None:
                self.changed(self, self._first, self._last)
            self._first = _WIDTH * _PAGES
            self._last = -1
        if self._switch:
            self._switch = False
            if self.switched is not None:
                self.switched(self)

    def _data(self, byte):
        index = self.page * _WIDTH + self.column
        if self.ram[index] != byte:
            self.ram[index] = byte
            if index < self._first:
                self._first = index
            if index > self._last:
                self._last = index
        if self.mode == 2:
            self.column = (self.column + 1) & (_WIDTH - 1)
        elif self.mode == 0:
            if self.column != self.last_column:
                self.column = (self.column + 1) & (_WIDTH - 1)
            else:
                self.column = self.first_column
                self.page = self.first_page if self.page == self.last_page else self.page + 1 & 7
        elif self.page != self.last_page:
            self.page = self.page + 1 & 7
        else:
            self.page = self.first_page
            full = self.column == self.last_column
            self.column = self.first_column if full else self.column + 1 & (_WIDTH - 1)

    def _command_byte(self, byte):
        if self._count == 0:
            self._need = _ARGUMENTS.get(byte, 0)
        self._command[self._count] = byte
        self._count += 1
        if self._count > self._need:
            self._count = 0
            if not self.locked or self._command[0] == 0xFD:
                self._obey(self._command[0], self._command[1], self._command[2])

    def _obey(self, command, first, second):
        if command == 0xFD:
            self.locked = bool(first & 4)
        elif command < 0x10:
            self.column = (self.column & 0xF0) | command
        elif command < 0x20:
            self.column = (self.column & 0x0F) | (command & 7) << 4
        elif command == 0x20:
            self.mode = first & 3
        elif command == 0x21:
            self.first_column = self.column = first & 127
            self.last_column = second & 127
        elif command == 0x22:
            self.first_page = self.page = first & 7
            self.last_page = second & 7
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 7
        elif not self._obey_switch(command, first) and command not in _ARGUMENTS:
            if command not in (0x2E, 0x2F, 0xE3):
                self.bad_commands += 1

    def _obey_switch(self, command, first):
        self._switch = True
        if command == 0x81:
            self.contrast = first
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 63
        elif command == 0xA0 or command == 0xA1:
            self.mirrored = command == 0xA1
        elif command == 0xA4 or command == 0xA5:
            self.all_on = command == 0xA5
        elif command == 0xA6 or command == 0xA7:
            self.inverse = command == 0xA7
        elif command == 0xAE or command == 0xAF:
            self.on = command == 0xAF
        elif command == 0xC0 or command == 0xC8:
            self.flipped = command == 0xC8
        elif command == 0xD3:
            self.offset = first & 63
        else:
            self._switch = False
            return False
        return True
