"""Messages between tables and director's devices over ESP-NOW: sealed, acknowledged, repeated.

One task. A table speaks to every director's device that answers its seek, by unicast; a director's
device speaks to a table by broadcast that names it. Knows messages, not what they lead to.
"""

import asyncio

from micropython import const

from bidbox import frames, messages
from bidbox.outbox import Outbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from espnow import ESPNow

_TICK_MS = const(10)
_RECEIVED = const(6)  # frames opened in a step at most: opening one takes about 1 ms
_PENDING = const(12)
_FIRST_RETRY_MS = const(20)
_LONGEST_RETRY_MS = const(1000)
_ATTEMPTS = const(14)  # about 9 s, if nothing at all is heard of the receiver
_MOST_ATTEMPTS = const(40)  # about 35 s, if something is
_GONE_MS = const(8000)
_DOUBT = const(4)  # attempts without an answer: perhaps the receiver was started again
_SEEK_MS = const(1000)  # between seeks at the start, and while nobody is known
_SEEKS = const(5)
_SEEK_AGAIN_MS = const(30000)
_SOON_MS = const(15)
_BROADCAST = b"\xff\xff\xff\xff\xff\xff"


class _Pending:
    """A message on its way to one receiver."""

    def __init__(self):
        self.destination = 0  # 0: free
        self.counter = 0
        self.body = b""
        self.frame = b""
        self.salt = b""
        self.attempts = 0
        self.since = 0
        self.wait = 0


class Radio:
    """The radio of a table (me 1 to 199) or director's device (200 to 254).

    espnow: an active ESPNow object. clock: ms(), since(t). epoch: higher than at every start
    before; salt: frames.SALT random bytes. keep_epoch(n) is called if a peer knows of a later
    epoch; from the next start on it must be higher than n. To be set before run():
    on_message(sender, code, fields), which must not wait; on_lost(destination, code), or None:
    a message was given up, for its receiver has not answered for 9 s.
    """

    def __init__(
        self,
        espnow: "ESPNow",
        clock,
        key: bytes,
        me: int,
        epoch: int,
        salt: bytes,
        label=None,
        keep_epoch=None,
    ):
        self._espnow = espnow
        self._clock = clock
        self._me = me
        self._frames = frames.Frames(me, key, epoch, salt)
        self._keep_epoch = keep_epoch
        self._outbox = Outbox(8, label)
        self._pending: list = []  # at most _PENDING, made when they are needed
        self._addresses: dict[int, bytes] = {}  # of director's devices: id -> MAC
        self._heard: dict[int, int] = {}  # id -> when
        self._seek_at = clock.ms()
        self._seek_in = _SOON_MS + me % 16 * 8
        self._seeks = 0
        self._work = asyncio.Event()
        self.works = True  # as apps.no_radio does not
        self.on_message = None
        self.on_lost = None
        self.unanswered = 0  # messages given up
        self.refused = 0  # frames that were forged, damaged or of a life that is over
        self._add(_BROADCAST)

    @property
    def is_director(self):
        return self._me >= messages.FIRST_DIRECTOR

    def post(self, code, table, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0):
        """Send a message: from a table to all directors, from a director to `table`.

        No heap allocation. Return False if there was no room for it.
        """
        done = self._outbox.put(code, table, a, b, c, d, e, f, g, h, i)
        self._work.set()
        return done

    def knows(self, other):
        """Return whether a device has been heard since the start."""
        return self._frames.knows(other)

    def silence(self, other):
        """Return the ms since a device was last heard, -1 if it never was."""
        heard = self._heard.get(other)
        return -1 if heard is None else self._clock.since(heard)

    @property
    def lost(self):
        """Messages dropped for want of room or given up for want of an answer."""
        return self._outbox.dropped + self.unanswered

    async def run(self):
        ticks = asyncio.create_task(self._tick())
        try:
            while True:
                await self._work.wait()
                self._work.clear()
                try:
                    self.step()
                except OSError:
                    pass  # the chip's buffers are full; what is pending is sent again
        finally:
            ticks.cancel()

    async def _tick(self):
        while True:
            self._work.set()
            await asyncio.sleep_ms(_TICK_MS)

    def step(self):
        """Take what has come, then send what is due."""
        for _ in range(_RECEIVED):
            if not self._espnow.any():
                break
            mac, frame = self._espnow.recv(0)
            if not frame:
                break
            try:
                self._receive(mac, frame)
            except ValueError:
                self.refused += 1
        while len(self._outbox) and self._room():
            table, code, fields = self._outbox.take()
            try:
                self._begin(table, messages.pack(code, fields))
            except (ValueError, TypeError):
                self.unanswered += 1
        for pending in self._pending:
            if pending.destination and self._clock.since(pending.since) >= pending.wait:
                self._send(pending)
        if self._clock.since(self._seek_at) >= self._seek_in:
            self._seek()

    # Receiving

    def _receive(self, mac, frame):
        told = self._frames
        found = told.open(frame)
        if found == frames.FOREIGN:
            self.refused += 1
            return
        sender = told.sender
        if found == frames.STALE:
            self._here(told.known_epoch(sender), sender)
            return
        if found == frames.FIRST_WORD:
            self._first_word(mac, sender)
            return
        self._heard[sender] = self._clock.ms()
        code, fields = messages.unpack(told.body)
        if code == messages.ACK:
            self._acknowledged(sender, fields[0])
            return
        self._transmit(
            sender,
            told.seal(
                sender,
                messages.pack(messages.ACK, (told.counter, 0)),
                told.next_counter(sender),
            ),
        )
        if found == frames.NEW and self.on_message:
            self.on_message(sender, code, fields)

    def _first_word(self, mac, sender):
        told = self._frames
        code, fields = messages.unpack(told.body)
        if code == messages.HERE:
            # Sealed for our present life, so the address is the sender's; a SEEK may be a replay.
            if sender >= messages.FIRST_DIRECTOR:
                self._address(sender, mac)
            self._heard[sender] = self._clock.ms()
            if fields[0] > told.epoch or (fields[0] == told.epoch and fields[1]):
                told.begin_epoch(fields[0] + 1)
                if self._keep_epoch:
                    self._keep_epoch(told.epoch)
            for pending in self._pending:
                if pending.destination == sender:
                    pending.wait = 0
            return
        if (sender >= messages.FIRST_DIRECTOR) == self.is_director:
            return
        self._here(0, sender)
        peer = told.peers.get(sender)
        if peer is None or peer.salt != told.salt:
            self._seek_at = self._clock.ms()
            self._seek_in = _SOON_MS + self._me % 16 * 8

    def _here(self, stale, sender):
        """Tell a sender who we are, sealed for its present life."""
        told = self._frames
        body = messages.pack(
            messages.HERE, (told.known_epoch(sender), 1 if stale else 0)
        )
        frame = told.seal(sender, body, told.next_counter(sender), told.salt)
        self._transmit(sender, frame)

    def _acknowledged(self, sender, counter):
        for pending in self._pending:
            if pending.destination == sender and pending.counter == counter:
                pending.destination = 0

    # Sending

    def _room(self):
        """Whether every receiver of a next message finds a free place."""
        free = _PENDING
        for pending in self._pending:
            if pending.destination:
                free -= 1
        if self.is_director:
            return free > 0
        return 0 < len(self._addresses) <= free

    def _begin(self, table, body):
        if len(body) > frames.BODY:
            self.unanswered += 1
            return
        receivers = (table,) if self.is_director else tuple(self._addresses)
        for receiver in receivers:
            for pending in self._pending:
                if not pending.destination:
                    break
            else:
                pending = _Pending()
                self._pending.append(pending)
            pending.destination = receiver
            pending.body = body
            pending.frame = b""
            pending.attempts = 0
            pending.since = self._clock.ms()
            pending.wait = 0

    def _send(self, pending):
        destination = pending.destination
        if pending.attempts >= _ATTEMPTS and self._hopeless(pending):
            pending.destination = 0
            self.unanswered += 1
            self._forget(destination)
            if self.on_lost:
                self.on_lost(destination, pending.body[0])
            return
        told = self._frames
        peer = told.peers.get(destination)
        if peer is not None and (not pending.frame or peer.salt != pending.salt):
            # The receiver has begun a new life, so a frame for the old one cannot have arrived.
            pending.counter = told.next_counter(destination)
            pending.salt = peer.salt
            pending.frame = told.seal(destination, pending.body, pending.counter)
        pending.attempts += 1
        pending.since = self._clock.ms()
        wait = _FIRST_RETRY_MS << min(pending.attempts - 1, 6)
        pending.wait = min(wait, _LONGEST_RETRY_MS) + (self._me * 5 + pending.attempts * 3) % 16
        if pending.frame:
            self._transmit(destination, pending.frame)
        if not pending.frame or pending.attempts % _DOUBT == 0:
            self._seek_at = self._clock.ms()
            self._seek_in = 0

    def _hopeless(self, pending):
        silence = self.silence(pending.destination)
        return silence < 0 or silence > _GONE_MS or pending.attempts >= _MOST_ATTEMPTS

    def _transmit(self, destination, frame):
        mac = self._addresses.get(destination, _BROADCAST)
        try:
            self._espnow.send(mac, frame, False)
        except OSError:
            pass  # no room in the chip: it is sent again if it matters

    def _seek(self):
        told = self._frames
        frame = told.seal(
            messages.EVERYBODY,
            messages.pack(messages.SEEK, ()),
            told.next_counter(messages.EVERYBODY),
            frames.NO_SALT,
        )
        self._transmit(messages.EVERYBODY, frame)
        self._seek_at = self._clock.ms()
        self._seeks += 1
        often = self._seeks < _SEEKS or not (self.is_director or self._addresses)
        self._seek_in = (_SEEK_MS if often else _SEEK_AGAIN_MS) + self._me % 16 * 8

    def _address(self, director, mac):
        if self.is_director or self._addresses.get(director) == mac:
            return
        self._forget(director)
        self._add(mac)
        self._addresses[director] = mac

    def _forget(self, director):
        mac = self._addresses.pop(director, None)
        if mac is not None:
            try:
                self._espnow.del_peer(mac)
            except OSError:
                pass
            self._seek_in = min(self._seek_in, _SEEK_MS)

    def _add(self, mac):
        try:
            self._espnow.add_peer(mac)
        except OSError:
            pass  # it is there already
