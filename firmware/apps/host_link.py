"""Answers the host: records by number, and what requests.py does for it.

Holds no rules and knows no driver but the console. `device` is whatever the box or the director's
device is; each method returns None when done, or a short reason why not (it may be missing):

    hello() -> (firmware, device id, board, role, laws, table CRC, boot count, session name)
    store: first, last, read(number) -> encoded record; downloaded(upto), erase(upto),
        closing(nonce, unix seconds or 0) -> encoded closing statement;
        or None for a device without a journal
    answer(table, board, code, of, a, b, extra)     a director's answer (bidbox.answers)
    acknowledge(table, board, event, what)          messages.SEEN, ON_THE_WAY, ARRIVED
    set_time(unix seconds)      service(on)         resume(part, parts, records)
    setting(name) -> text or None                   configure(name, value)
    test(what, a, b) -> numbers                     of the self-test (bidbox.checks)
"""

from micropython import const

from bidbox import bulk, lines, messages
from drivers.console import LIVE_LINE

_HEAD = const(24)  # bytes of a record line beside its data, with short numbers
PIECE_HEAD = const(34)
_SHORTEST = const(40)  # bytes: no line is asked to be shorter
_RANGES = const(16)


class HostLink:
    """The device's side of a conversation; see docs/LINK.md.

    Beside this class only requests.py uses what is here.
    """

    def __init__(self, console, device):
        self.console = console
        self.device = device
        self.host = -1
        self.statement = b""
        self.nonce = None
        self.time_set = None
        self.forget()
        console.on_message = self.on_message
        console.source = self.source

    def forget(self):
        """Begin a conversation."""
        self.asked = -1  # sequence of the last request, whose repeat gets the same reply
        self.reply = None
        self.live = 0  # next record to send by itself; 0 for none
        self.length = lines.LIMIT
        self.ranges = []  # flat: from, to, from, to
        self.get = 0
        self.ending = False
        self.piece = 0  # bytes already sent of a record too long for a line
        self.piece_live = False
        self.sealing = -1  # next byte of the statement to send; -1 for none
        self.sealed_for = 0

    def on_message(self, table, sequence, code, fields):
        """Take one message of the host; whatever it holds, an answer or silence is all."""
        try:
            if code == messages.ASK:
                from apps.requests import hello

                hello(self, sequence, fields)
                return
            if not self.console.linked:
                return
            if sequence != self.asked:
                self.asked = sequence
                self.reply = None
                self.reply = self._do(table, sequence, code, fields)
            elif self.reply is None:
                return
            elif code == messages.CLOSING:
                self.sealing = 0
            self.console.send(self.reply[0], self.reply[1])
        except Exception as error:
            self._failed(error)

    def _do(self, table, sequence, code, fields):
        """Do what a request asks; return the reply as (code, fields)."""
        store = self.device.store
        try:
            if code == messages.HEARTBEAT:
                reply = None
            elif code == messages.GET and store:
                reply = self._get(sequence, fields)
            elif code == messages.ANSWER:  # it loads much, and needs no requests.py beside it
                reply = self.device.answer(table, *fields)
            else:
                from apps import requests

                reply = requests.do(self, table, sequence, code, fields)
        except Exception as error:
            self._failed(error)
            reply = "failed, see the device's text"
        if reply is None:
            return messages.ACK, (sequence, store.last if store else 0)
        if isinstance(reply, str):
            return messages.REFUSED, (sequence, reply[:100])
        return reply

    def _failed(self, error):
        self.console.log("host link: %s %s" % (type(error).__name__, error))

    def source(self):
        """Return the next (code, fields) to stream, or None. Live records go first."""
        store = self.device.store
        try:
            if self.sealing >= 0:
                from apps.requests import sealed

                return sealed(self)
            turn = self.piece_live if self.piece else True
            if store and turn and self.live and self.live <= store.last:
                return self._records(store, self.live, store.last, LIVE_LINE, True)
            if store and self.ranges:
                return self._records(store, self.ranges[0], self.ranges[1], self.length, False)
        except Exception as error:
            self.ranges = []
            self.live = 0
            self.sealing = -1
            self._failed(error)
            return None
        if self.ending:
            self.ending = False
            return messages.END, (self.get,)
        return None

    def _get(self, sequence, fields):
        last = self.device.store.last
        ranges = fields[1:]
        if len(ranges) % 2 or len(ranges) > 2 * _RANGES:
            return "ranges come in pairs, at most 16"
        self.length = min(max(fields[0], _SHORTEST), lines.LIMIT)
        self.ranges = []
        number = 0
        for i in range(0, len(ranges), 2):
            first = number + ranges[i]
            number = first + ranges[i + 1]
            if 0 < first < number and first <= last:
                self.ranges.append(first)
                self.ranges.append(min(number - 1, last))
        self.get = sequence
        self.ending = True
        if not self.piece_live:
            self.piece = 0
        return None

    def _records(self, store, first, last, length, live):
        spare = length - _HEAD - len(str(first))
        room = spare * 3 // 4
        out = bytearray()
        before = -1
        number = first
        while number <= last:
            record = None if self.piece else self.held(number)
            if record is None:
                break
            size = len(out)
            before = bulk.add(out, record, before)
            if len(out) > room:
                out = out[:size]
                break
            number += 1
        if number > first:
            self.sent(number, live)
            return messages.RECORDS, (first, bytes(out))
        record = self.held(first)
        if record is None:
            from apps.requests import lost

            return lost(self, first, last, live)
        at = self.piece
        data = record[at : at + max(length - PIECE_HEAD - len(str(first)), 12) * 3 // 4]
        self.piece = at + len(data)
        self.piece_live = live
        if self.piece >= len(record):
            self.sent(first + 1, live)
        return messages.PIECE, (first, len(record), at, data)

    def held(self, number):
        """Return a record as its bytes, None for one that is not held or cannot be read."""
        store = self.device.store
        if not store.first <= number <= store.last:
            return None
        try:
            return store.read(number)
        except (OSError, ValueError, LookupError):
            return None

    def sent(self, number, live):
        """All records before `number` were sent, of the live ones or of the range asked for."""
        self.piece = 0
        self.piece_live = False
        if live:
            self.live = number
        elif number > self.ranges[1]:
            self.ranges = self.ranges[2:]
        else:
            self.ranges[0] = number
