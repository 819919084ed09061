"""The flash chip as a block device for VfsLfs2: NOR rules, counts, wear and power cuts.

Runs in the VM and in CPython. Knows nothing of file systems; the image is a file, so that a device
that is killed comes back to the same flash, or bytes in memory.
"""

from array import array

_BLANK = 0xFF
_EIO = 5
_ERASE_US = 45000  # typical 4 KiB sector of a NOR chip
_PROGRAM_US = 700  # typical page of 256 bytes


class RamImage:
    """The bytes of a chip, in memory."""

    def __init__(self, content):
        self._bytes = content if isinstance(content, bytearray) else bytearray(content)

    def read_into(self, at, buffer):
        buffer[:] = memoryview(self._bytes)[at : at + len(buffer)]

    def write(self, at, data):
        self._bytes[at : at + len(data)] = data

    def content(self):
        return self._bytes

    def close(self):
        pass


class FileImage:
    """The bytes of a chip, in a file that is written through at once; made blank if missing."""

    def __init__(self, path, size):
        try:
            self._file = open(path, "r+b", buffering=0)
        except OSError:
            blank = b"\xff" * 4096
            with open(path, "wb") as file:
                for _ in range(size // 4096):
                    file.write(blank)
            self._file = open(path, "r+b", buffering=0)
        found = self._file.seek(0, 2)
        if found != size:
            raise ValueError("%s has %d bytes, the chip has %d" % (path, found, size))

    def read_into(self, at, buffer):
        self._file.seek(at)
        self._file.readinto(buffer)

    def write(self, at, data):
        self._file.seek(at)
        self._file.write(data)

    def content(self):
        self._file.seek(0)
        return bytearray(self._file.read())

    def close(self):
        self._file.close()


class Flash:
    """A chip of `blocks` blocks of `block_size` bytes.

    path: the image's file; None keeps it in memory, filled with `content` or blank.
    Counts reads, read_bytes, programs, program_bytes, erases, wear (erases of each block) and
    overwrites (bytes programmed that were not blank: zero for a sound file system).
    """

    def __init__(self, blocks=512, block_size=4096, path=None, content=None):
        self.blocks = blocks
        self.block_size = block_size
        if path is not None:
            self.image = FileImage(path, blocks * block_size)
        elif content is not None:
            self.image = RamImage(content)
        else:
            self.image = RamImage(b"\xff" * (blocks * block_size))
        self.wear = array("I", [0] * blocks)
        self.powered = True
        self.on_cut = None  # called without arguments when the power fails
        self.on_change = None  # called with ("program" | "erase", address, bytes or None)
        self._blank = b"\xff" * block_size
        self.refuse = 0  # so many of the next programs and erases fail, while reads go on
        self._left = -1
        self._torn = 0
        self.reset_counts()

    def reset_counts(self):
        self.reads = 0
        self.read_bytes = 0
        self.programs = 0
        self.program_bytes = 0
        self.erases = 0
        self.overwrites = 0

    def busy_us(self):
        """Return the time, in us, that a typical chip takes for what was counted."""
        return self.erases * _ERASE_US + self.program_bytes * _PROGRAM_US // 256

    def cut_after(self, operations, torn=0):
        """Fail the power after so many more programs and erases: then all gives an error.

        torn: 0 to 255, the 256ths of the next operation that still reach the chip.
        """
        self._left = operations
        self._torn = torn

    def restore_power(self):
        self.powered = True
        self._left = -1

    def readblocks(self, block, buffer, offset=0):
        # An error is returned, not raised: an exception would jump through the C code of littlefs.
        if not self.powered:
            return -_EIO
        self.image.read_into(block * self.block_size + offset, buffer)
        self.reads += 1
        self.read_bytes += len(buffer)
        return 0

    def writeblocks(self, block, buffer, offset=None):
        at = block * self.block_size
        if offset is None:
            for i in range(len(buffer) // self.block_size):
                if not self._erase(block + i):
                    return -_EIO
            offset = 0
        return 0 if self._program(at + offset, buffer) else -_EIO

    def ioctl(self, request, argument):
        if request == 4:
            return self.blocks
        if request == 5:
            return self.block_size
        if request == 6 and not self._erase(argument):
            return -_EIO
        return 0

    def _spend(self):
        """Return how much of the coming operation happens, in 256ths; -1: it is refused."""
        if not self.powered:
            return 0
        if self.refuse:
            self.refuse -= 1
            return -1
        if self._left < 0:
            return 256
        if self._left:
            self._left -= 1
            return 256
        return self._torn

    def _cut(self):
        if self.powered:
            self.powered = False
            if self.on_cut is not None:
                self.on_cut()
        return False

    def _erase(self, block):
        at = block * self.block_size
        part = self._spend()
        if part < 0:
            return False
        if part < 256:
            self.image.write(at, memoryview(self._blank)[: self.block_size * part >> 8])
            return self._cut()
        self.image.write(at, self._blank)
        self.erases += 1
        self.wear[block] += 1
        if self.on_change is not None:
            self.on_change("erase", at, None)
        return True

    def _program(self, at, data):
        part = self._spend()
        if part < 0:
            return False
        if part < 256:
            self._clear_bits(at, bytes(data)[: len(data) * part >> 8])
            return self._cut()
        self._clear_bits(at, data)
        self.programs += 1
        self.program_bytes += len(data)
        if self.on_change is not None:
            self.on_change("program", at, bytes(data))
        return True

    def _clear_bits(self, at, data):
        old = bytearray(len(data))
        self.image.read_into(at, old)
        if old != self._blank[: len(data)]:
            for i in range(len(data)):
                if old[i] != _BLANK:
                    self.overwrites += 1
                old[i] &= data[i]
            data = old
        self.image.write(at, data)
