"""Answers the host: hello, records by number, director's answers, clock, settings, erasing.

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
_PIECE_HEAD = const(34)
_SHORTEST = const(40)  # bytes: no line is asked to be shorter
_RANGES = const(16)
_LOST = const(500)  # records searched in a tick for the end of a range that cannot be read

_OF_JOURNAL = (messages.GET, messages.DOWNLOADED, messages.ERASE, messages.CLOSING)
_FAILED = "failed, see the device's text"


class HostLink:
    """The device's side of a conversation; see docs/LINK.md."""

    def __init__(self, console, device):
        self._console = console
        self._device = device
        self._host = -1
        self._asked = -1  # sequence of the last request, whose repeat gets the same reply
        self._reply = None
        self._live = 0  # next record to send by itself; 0 for none
        self._length = lines.LIMIT
        self._ranges = []  # flat: from, to, from, to
        self._get = 0
        self._ending = False
        self._piece = 0  # bytes already sent of a record too long for a line
        self._piece_live = False
        self._statement = b""
        self._nonce = None
        self._sealing = -1  # next byte of the statement to send; -1 for none
        self._sealed_for = 0
        self._time_set = None
        self._does = {
            messages.HEARTBEAT: self._heartbeat,
            messages.GET: self._get_records,
            messages.ANSWER: self._answer,
            messages.TIME: self._time,
            messages.DOWNLOADED: self._downloaded,
            messages.ERASE: self._erase,
            messages.CLOSING: self._closing,
            messages.SERVICE: self._service,
            messages.READ: self._read,
            messages.CONFIG: self._configure,
            messages.ACKNOWLEDGE: self._acknowledge,
            messages.RESUME: self._resume,
            messages.TEST: self._test,
        }
        console.on_message = self.on_message
        console.source = self.source

    def on_message(self, table, sequence, code, fields):
        """Take one message of the host; whatever it holds, an answer or silence is all."""
        try:
            if code == messages.ASK:
                self._hello(sequence, fields)
                return
            if not self._console.linked:
                return
            if sequence != self._asked:
                self._asked = sequence
                self._reply = None
                self._reply = self._do(table, sequence, code, fields)
            elif self._reply is None:
                return
            elif code == messages.CLOSING:
                self._sealing = 0
            self._console.send(self._reply[0], self._reply[1])
        except Exception as error:
            self._console.log("host link: %s %s" % (type(error).__name__, error))

    def source(self):
        """Return the next (code, fields) to stream, or None. Live records go first."""
        store = self._device.store
        try:
            if self._sealing >= 0:
                return self._sealed()
            turn = self._piece_live if self._piece else True
            if store and turn and self._live and self._live <= store.last:
                return self._records(store, self._live, store.last, LIVE_LINE, True)
            if store and self._ranges:
                return self._records(
                    store, self._ranges[0], self._ranges[1], self._length, False
                )
        except Exception as error:
            self._ranges = []
            self._live = 0
            self._sealing = -1
            self._console.log("host link: %s %s" % (type(error).__name__, error))
            return None
        if self._ending:
            self._ending = False
            return messages.END, (self._get,)
        return None

    def _hello(self, sequence, fields):
        major, _, live, host = fields
        self._console.open()
        store = self._device.store
        last = store.last if store else 0
        if host != self._host:
            self._host = host
            self._asked = -1
            self._reply = None
            self._live = 0
            self._ranges = []
            self._ending = False
            self._sealing = -1
            self._piece = 0
        if not live or store is None:
            self._live = 0
        elif not self._live:
            self._live = last + 1
        about = self._device.hello()
        rest = (sequence, messages.MAJOR, messages.MINOR) + tuple(about[:7])
        rest += (store.first if store else 1, last)
        session = about[7]
        while True:
            try:
                self._console.send(messages.HELLO, rest + (session,))
                break
            except ValueError:
                if not session:
                    raise
                session = session[:-4]
        if major != messages.MAJOR:
            self._live = 0

    def _do(self, table, sequence, code, fields):
        does = self._does.get(code)
        if does is None:
            return messages.REFUSED, (sequence, "not understood")
        if code in _OF_JOURNAL and self._device.store is None:
            return messages.REFUSED, (sequence, "this device keeps no journal")
        try:
            reply = does(table, sequence, fields)
        except Exception as error:
            self._console.log("host link: %s %s" % (type(error).__name__, error))
            return messages.REFUSED, (sequence, _FAILED)
        if reply is None:
            store = self._device.store
            return messages.ACK, (sequence, store.last if store else 0)
        if isinstance(reply, str):
            return messages.REFUSED, (sequence, reply[:100])
        return reply

    def _ask(self, method, *arguments):
        does = getattr(self._device, method, None)
        if does is None:
            return "this device cannot do that"
        return does(*arguments)

    def _heartbeat(self, table, sequence, fields):
        return None

    def _get_records(self, table, sequence, fields):
        store = self._device.store
        length = fields[0]
        ranges = list(fields[1:])
        if len(ranges) % 2 or len(ranges) > 2 * _RANGES:
            return "ranges come in pairs, at most 16"
        self._length = min(max(length, _SHORTEST), lines.LIMIT)
        self._ranges = []
        number = 0
        for i in range(0, len(ranges), 2):
            first = number + ranges[i]
            number = first + ranges[i + 1]
            if 0 < first < number and first <= store.last:
                self._ranges.append(first)
                self._ranges.append(min(number - 1, store.last))
        self._get = sequence
        self._ending = True
        if not self._piece_live:
            self._piece = 0
        return None

    def _answer(self, table, sequence, fields):
        return self._ask("answer", table, *fields)

    def _acknowledge(self, table, sequence, fields):
        return self._ask("acknowledge", table, *fields)

    def _time(self, table, sequence, fields):
        self._time_set = (fields[0], self._console.clock.ms())
        return self._ask("set_time", fields[0])

    def _unix(self):
        """Return the Unix time by the host's last word, 0 if it never gave it."""
        if self._time_set is None:
            return 0
        seconds, tick = self._time_set
        return seconds + self._console.clock.since(tick) // 1000

    def _service(self, table, sequence, fields):
        return self._ask("service", bool(fields[0]))

    def _resume(self, table, sequence, fields):
        return self._ask("resume", *fields)

    def _read(self, table, sequence, fields):
        value = self._ask("setting", fields[0])
        if value is None:
            return "no such setting"
        return messages.SETTING, (sequence, fields[0], value)

    def _test(self, table, sequence, fields):
        found = self._ask("test", *fields)
        return found if isinstance(found, str) else (messages.TESTED, (sequence,) + found)

    def _configure(self, table, sequence, fields):
        return self._ask("configure", fields[0], fields[1])

    def _downloaded(self, table, sequence, fields):
        self._device.store.downloaded(fields[0])
        return None

    def _erase(self, table, sequence, fields):
        self._device.store.erase(fields[0])
        return None

    def _closing(self, table, sequence, fields):
        if fields[0] != self._nonce:
            self._statement = self._device.store.closing(fields[0], self._unix())
            self._nonce = fields[0]
        self._sealing = 0
        self._sealed_for = sequence
        return None

    def _sealed(self):
        at = self._sealing
        size = len(self._statement)
        data = self._statement[at : at + (lines.LIMIT - _PIECE_HEAD - 6) * 3 // 4]
        self._sealing = at + len(data)
        if self._sealing >= size:
            self._sealing = -1
        return messages.SEALED, (self._sealed_for, size, at, data)

    def _records(self, store, first, last, length, live):
        spare = length - _HEAD - len(str(first))
        room = spare * 3 // 4
        out = bytearray()
        before = -1
        number = first
        while number <= last:
            record = None if self._piece else self._held(store, number)
            if record is None:
                break
            size = len(out)
            before = bulk.add(out, record, before)
            if len(out) > room:
                out = out[:size]
                break
            number += 1
        if number > first:
            self._sent(number, live)
            return messages.RECORDS, (first, bytes(out))
        record = self._held(store, first)
        if record is None:
            return self._missing(store, first, last, live)
        at = self._piece
        data = record[at : at + max(length - _PIECE_HEAD - len(str(first)), 12) * 3 // 4]
        self._piece = at + len(data)
        self._piece_live = live
        if self._piece >= len(record):
            self._sent(first + 1, live)
        return messages.PIECE, (first, len(record), at, data)

    def _held(self, store, number):
        if not store.first <= number <= store.last:
            return None
        try:
            return store.read(number)
        except (OSError, ValueError, LookupError):
            return None

    def _missing(self, store, first, last, live):
        number = first
        if number < store.first:
            number = min(store.first, last + 1)
        else:
            end = min(last, first + _LOST)
            while number <= end and self._held(store, number) is None:
                number += 1
        self._sent(number, live)
        return messages.LOST, (first, number - 1)

    def _sent(self, number, live):
        self._piece = 0
        self._piece_live = False
        if live:
            self._live = number
        elif number > self._ranges[1]:
            self._ranges = self._ranges[2:]
        else:
            self._ranges[0] = number
