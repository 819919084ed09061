"""The serial console as the host's link: one task reads lines and writes lines, a slice a tick.

Knows lines and messages, not what they ask for. Says nothing before open() and falls silent again
when no line has come for 3 s. Output is best effort: what does not fit is dropped and counted.
Bytes of the REPL or of print() may stand between lines; the host tells them apart.
"""

import asyncio
import select

from micropython import const

from bidbox import lines, messages
from bidbox.outbox import Outbox

_TICK_MS = const(10)  # 260 bytes of input ring are 22 ms at 115,200 baud
_INPUT = const(260)  # bytes read in a tick at most
_SLICE = const(100)  # bytes written in a tick at most, to leave the scan its time
_LINES = const(6)  # lines waiting
_AHEAD = const(2)  # of them streamed records
_SILENCE_MS = const(3000)
_SEQUENCES = const(1000)
LIVE_LINE = 100  # bytes of a live event's line at most


class Console:
    """The device's end of the serial line.

    stdin and stdout are binary streams; clock has ms() and since(t). To be set before run():
    on_message(table, sequence, code, fields), with code 0 for what is no message of this version;
    source(), called when nothing waits, returns the next (code, fields) or None.
    """

    def __init__(self, stdin, stdout, clock, table=0, label=None):
        self._stdin = stdin
        self._stdout = stdout
        self.clock = clock
        self.table = table
        poll = select.poll()
        poll.register(stdin, select.POLLIN)
        self._poll = getattr(poll, "ipoll", poll.poll)
        self._decoder = lines.Decoder(self._on_line)
        self._outbox = Outbox(8, label)
        self._waiting: list = []  # lines
        self._written = 0
        self._sequence = 0
        self._heard = 0
        self.linked = False
        self.dropped = 0
        self.on_message = None
        self.source = None

    def post(self, code, table, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0):
        """Send a message at the next tick; no heap allocation. Nothing happens without a host."""
        if self.linked:
            self._outbox.put(code, table, a, b, c, d, e, f, g, h, i)

    def send(self, code, fields, table=-1):
        """Queue a message; return False if it was dropped. ValueError if it cannot be written."""
        if not self.linked:
            return False
        if len(self._waiting) == _LINES:
            self.dropped += 1
            return False
        line = lines.encode(
            self.table if table < 0 else table, self._sequence, messages.pack(code, fields)
        )
        self._sequence = (self._sequence + 1) % _SEQUENCES
        self._waiting.append(line)
        return True

    def log(self, text):
        """Send text for the host to show, in pieces that fit."""
        while text:
            self.send(messages.LOG, (text[:48],))
            text = text[48:]

    def open(self):
        """A host is there: speak until it has been silent for 3 s."""
        self.linked = True
        self._heard = self.clock.ms()

    def shut(self):
        """Forget what waits and be silent until open()."""
        self.linked = False
        self._waiting.clear()
        self._written = 0
        while self._outbox.take():
            pass

    @property
    def lost(self):
        """Messages dropped since the start."""
        return self.dropped + self._outbox.dropped

    def step(self):
        """Do one tick: read what is there, then write at most one slice."""
        self._read()
        if not self.linked:
            return
        if self.clock.since(self._heard) > _SILENCE_MS:
            self.shut()
            return
        self._fill()
        self._write()

    async def run(self):
        due = self.clock.ms()
        while True:
            try:
                self.step()
            except OSError:
                self.shut()
            late = self.clock.since(due)
            if late > 5 * _TICK_MS:
                due = self.clock.ms()
            due = self.clock.add(due, _TICK_MS)
            wait = -self.clock.since(due)
            await asyncio.sleep_ms(wait if wait > 0 else 0)

    def _read(self):
        for _ in range(_INPUT):
            ready = False
            for event in self._poll(0):
                ready = bool(event[1] & select.POLLIN)
            if not ready:
                return
            data = self._stdin.read(1)
            if not data:
                return
            self._decoder.feed_byte(data[0])

    def _on_line(self, table, sequence, body):
        self._heard = self.clock.ms()
        try:
            code, fields = messages.unpack(body)
        except ValueError:
            code = 0
            fields = ()
        if self.on_message:
            self.on_message(table, sequence, code, fields)

    def _fill(self):
        while len(self._waiting) < _LINES and len(self._outbox):
            table, code, fields = self._outbox.take()
            try:
                self.send(code, fields, table)
            except (ValueError, TypeError):
                self.dropped += 1
        while len(self._waiting) < _AHEAD and self.source:
            message = self.source()
            if not message:
                break
            self.send(message[0], message[1])

    def _write(self):
        room = _SLICE
        while self._waiting and room:
            line = self._waiting[0]
            piece = line[self._written : self._written + room]
            self._stdout.write(piece)
            room -= len(piece)
            self._written += len(piece)
            if self._written == len(line):
                self._waiting.pop(0)
                self._written = 0
        flush = getattr(self._stdout, "flush", None)
        if flush:
            flush()
