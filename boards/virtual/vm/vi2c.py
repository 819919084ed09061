"""machine.I2C and machine.SoftI2C on a modelled bus; signatures as on the ESP32."""

import errno

from bus import Bus

_buses = {}  # (scl, sda) pin numbers -> Bus


def add_bus(scl, sda, bus):
    _buses[(scl, sda)] = bus


def _number(pin):
    return pin if isinstance(pin, int) else pin.number


class I2C:
    """Needs scl and sda: a board says which. Pins without a bus find no chip at all."""

    def __init__(self, id=-1, *, scl=None, sda=None, freq=400000, timeout=50000):
        if scl is None or sda is None:
            raise ValueError("I2C(%s): name scl and sda" % id)
        self._connect(scl, sda, freq, timeout)

    def _connect(self, scl, sda, freq, timeout):
        self.bus = _buses.get((_number(scl), _number(sda))) or Bus()
        self.bus.set_freq(freq, timeout)

    def init(self, *, scl=None, sda=None, freq=400000, timeout=50000):
        if scl is not None:
            self._connect(scl, sda, freq, timeout)
        self.bus.set_freq(freq, timeout)

    def deinit(self):
        pass

    def scan(self):
        found = []
        for address in range(8, 0x78):
            try:
                self.bus.start_write(address)
            except OSError as error:
                if error.args[0] == errno.ETIMEDOUT:
                    break
                continue
            self.bus.stop(address)
            found.append(address)
        return found

    def readfrom(self, addr, nbytes, stop=True):
        buffer = bytearray(nbytes)
        self.readfrom_into(addr, buffer, stop)
        return bytes(buffer)

    def readfrom_into(self, addr, buf, stop=True):
        bus = self.bus
        bus.start_read(addr)
        bus.read_into(addr, buf)
        if stop:
            bus.stop(addr)

    def writeto(self, addr, buf, stop=True):
        bus = self.bus
        bus.start_write(addr)
        bus.write(addr, buf)
        if stop:
            bus.stop(addr)
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        bus = self.bus
        bus.start_write(addr)
        count = 0
        for buffer in vector:
            bus.write(addr, buffer)
            count += len(buffer)
        if stop:
            bus.stop(addr)
        return count

    def _address(self, addr, memaddr, addrsize):
        bus = self.bus
        bus.start_write(addr)
        shift = addrsize - 8
        while shift >= 0:
            bus.write_byte(addr, memaddr >> shift & 0xFF)
            shift -= 8

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buffer = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buffer, addrsize=addrsize)
        return bytes(buffer)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        self._address(addr, memaddr, addrsize)
        self.readfrom_into(addr, buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self._address(addr, memaddr, addrsize)
        self.bus.write(addr, buf)
        self.bus.stop(addr)


class SoftI2C(I2C):
    """The same bus by software; the first two arguments are the pins."""

    def __init__(self, scl, sda, *, freq=400000, timeout=50000):
        self._connect(scl, sda, freq, timeout)
