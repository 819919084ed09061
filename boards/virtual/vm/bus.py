"""An I2C bus with chips on it: who answers, what a transaction costs, how it fails.

Time: 9 bits a byte, one for a start or repeated start, one for a stop, at the bus frequency.
Nothing here allocates, so that a scan can run under heap_lock() as on a board.
"""

import errno

import vclock


class Bus:
    """`chips` sit on the trunk; `mux` (or None) has more behind its channels."""

    def __init__(self):
        self.chips = []
        self.mux = None
        self.freq = 400000
        self.timeout_us = 50000
        self.shorted = False
        self.transactions = 0
        self.busy_ns = 0
        self._bit_ns = 2500
        self._wrote = False

    def set_freq(self, freq, timeout_us):
        self.freq = freq
        self.timeout_us = timeout_us
        self._bit_ns = 1000000000 // freq

    def _pass(self, bits):
        ns = bits * self._bit_ns
        self.busy_ns += ns
        vclock.spend(ns)

    def _check(self):
        """A line that is held low ends every transaction in a time-out."""
        self.transactions += 1
        if self.shorted or (self.mux is not None and self.mux.stuck()):
            self.busy_ns += self.timeout_us * 1000
            vclock.spend(self.timeout_us * 1000)
            raise OSError(errno.ETIMEDOUT)

    def _chip(self, index):
        """Return chip number `index` of those now connected, or None: trunk, mux, channels."""
        count = len(self.chips)
        if index < count:
            return self.chips[index]
        index -= count
        mux = self.mux
        if mux is None:
            return None
        if index == 0:
            return mux
        index -= 1
        for i in range(8):
            if mux.control >> i & 1:
                chips = mux.channels[i]
                if index < len(chips):
                    return chips[index]
                index -= len(chips)
        return None

    def _start(self, address, writes):
        self._check()
        self._wrote = writes
        answered = False
        index = 0
        chip = self._chip(0)
        while chip is not None:
            if chip.address == address and (chip.start_write() if writes else chip.start_read()):
                answered = True
            index += 1
            chip = self._chip(index)
        if not answered:
            if self.mux is not None:
                self.mux.stop(False)
            self._pass(11)
            raise OSError(errno.ENODEV)
        self._pass(10)

    def start_write(self, address):
        """Address chips for writing. OSError(ENODEV) if none answers."""
        self._start(address, True)

    def write(self, address, buffer):
        """Write the bytes of a buffer to the chips addressed."""
        index = 0
        chip = self._chip(0)
        while chip is not None:
            if chip.address == address:
                for byte in buffer:
                    chip.write(byte)
            index += 1
            chip = self._chip(index)
        self._pass(9 * len(buffer))

    def write_byte(self, address, byte):
        index = 0
        chip = self._chip(0)
        while chip is not None:
            if chip.address == address:
                chip.write(byte)
            index += 1
            chip = self._chip(index)
        self._pass(9)

    def start_read(self, address):
        """Address chips for reading. OSError(ENODEV) if none answers."""
        self._start(address, False)

    def read_into(self, address, buffer):
        """Fill a buffer; where several chips answer, a low bit of any wins."""
        for i in range(len(buffer)):
            value = 0xFF
            index = 0
            chip = self._chip(0)
            while chip is not None:
                if chip.address == address:
                    value &= chip.read()
                index += 1
                chip = self._chip(index)
            buffer[i] = value
        self._pass(9 * len(buffer))

    def stop(self, address):
        """End the transaction. The switch, which may connect others now, hears of it last."""
        wrote = self._wrote
        mux = self.mux
        index = 0
        chip = self._chip(0)
        while chip is not None:
            if chip.address == address and chip is not mux:
                chip.stop(wrote)
            index += 1
            chip = self._chip(index)
        if mux is not None:
            mux.stop(wrote)
        self._pass(1)
