"""Lines of the serial link: how a message is wrapped so that it survives a shared, noisy line.

Both ends use this one codec (docs/LINK.md). It knows nothing of what a message says.
A line is `~table,sequence,body*CRC-32` and LF, at most LIMIT bytes, printable ASCII only.
"""

from binascii import crc32

LIMIT = 200  # bytes of a line with its mark and LF, either way

MARK = 0x7E  # ~
STAR = 0x2A  # *
_LF = 0x0A
_DIGITS = 8
# USB-Serial/JTAG stalls after a transfer that is a whole number of packets of 64 bytes.
_PACKET = 64


def encode(table, sequence, body):
    """Return the line, bytes with LF, that carries body; ValueError if it would exceed LIMIT."""
    payload = ("%d,%d," % (table, sequence)).encode() + body
    line = b"~" + payload + ("*%08X" % crc32(payload)).encode()
    size = len(line) + 1
    if size % _PACKET == 0:
        line += b" "
        size += 1
    if size > LIMIT:
        raise ValueError("line of %d bytes, at most %d" % (size, LIMIT))
    return line + b"\n"


class Decoder:
    """Finds lines in a stream of bytes, however it is cut, and sets the rest apart as text.

    on_line(table, sequence, body) is called as soon as a line's CRC is complete and right.
    on_text(data, torn) gets everything else, a text line at a time and at most LIMIT bytes;
    torn says that it began with the mark, so it was a line once, or met another start mark.
    """

    def __init__(self, on_line, on_text=None):
        self._on_line = on_line
        self._on_text = on_text
        self._buffer = bytearray(LIMIT)
        self._view = memoryview(self._buffer)
        self._length = 0
        self._marked = False
        self._star = -1
        self.lines = 0
        self.torn = 0

    def feed(self, data):
        """Take the next bytes, any number of them."""
        for byte in data:
            self.feed_byte(byte)

    def feed_byte(self, byte):
        if byte == MARK:
            self._flush()
            self._marked = True
            return
        if byte == _LF:
            self._flush()
            return
        if self._length == LIMIT:
            self._flush()
        if not self._marked and self._on_text is None:
            return
        self._buffer[self._length] = byte
        self._length += 1
        if not self._marked:
            return
        if self._star < 0:
            if byte == STAR:
                self._star = self._length - 1
        elif self._length == self._star + 1 + _DIGITS and self._whole():
            self._deliver()

    def end(self):
        """Hand over what is left when the stream has ended or been quiet for long."""
        self._flush()

    def _flush(self):
        length = self._length
        torn = self._marked
        self._length = 0
        self._marked = False
        self._star = -1
        if torn and length:
            self.torn += 1
        if self._on_text is not None and length:
            data = bytes(self._view[:length])
            if torn:
                self._on_text(b"~" + data, True)
            elif data.strip():
                self._on_text(data, False)

    def _whole(self):
        try:
            crc = int(str(self._view[self._star + 1 : self._length], "ascii"), 16)
        except ValueError:
            return False
        return crc == crc32(self._view[: self._star])

    def _deliver(self):
        body = bytes(self._view[: self._star])
        first = body.find(b",")
        second = body.find(b",", first + 1)
        table = _number(body[:first]) if first > 0 else -1
        sequence = _number(body[first + 1 : second]) if second > 0 else -1
        if table < 0 or sequence < 0:
            self._flush()
            return
        self._length = 0
        self._marked = False
        self._star = -1
        self.lines += 1
        self._on_line(table, sequence, body[second + 1 :])


def _number(digits):
    """Return the number that at most five digits spell, -1 if they do not."""
    if not 0 < len(digits) < 6:
        return -1
    value = 0
    for digit in digits:
        if not 48 <= digit <= 57:
            return -1
        value = value * 10 + digit - 48
    return value
