"""Radio frames: a message with who, to whom, a counter and 8 bytes of HMAC-SHA-256.

A frame counts once, and only in the life of both ends: its HMAC covers the receiver's salt, which
is new at every start, and its epoch, which rises at every start of the sender. docs/RADIO.md says
why. Knows no radio and no time; what a message says is not known here but for SEEK and HERE.

    version      1 byte
    destination  1 byte
    sender       1 byte
    epoch        4 bytes, big-endian; how often the sender was started
    counter      4 bytes, big-endian; of the frames from this sender to this destination
    salt         4 bytes, of the sender's start
    message      as in a line of the serial link, at most BODY bytes
    HMAC         8 bytes, over the receiver's salt and all the above
"""

from bidbox import messages, seal

LIMIT = 250  # bytes of a frame that every ESP-NOW chip takes
BODY = 227

VERSION = 0xB1
SALT = 4  # bytes
NO_SALT = bytes(SALT)
_HEAD = 15
_TAG = 8
_WINDOW = 30  # counters behind the highest that may still come; the bits fit a small integer
_FIRST_WORDS = (messages.SEEK, messages.HERE)

# What open() found.
FOREIGN = 0  # not ours, not for us, damaged, forged, or of a life that is over
NEW = 1
REPEAT = 2  # taken before: acknowledge it again, nothing else
STALE = 3  # genuine, but the sender counts its starts lower than it did before
FIRST_WORD = 4  # SEEK, or HERE with our salt: tells who is there


class Peer:
    """What is known of another device in its present life."""

    def __init__(self, epoch, salt):
        self.begin(epoch, salt)

    def begin(self, epoch, salt):
        self.epoch = epoch
        self.salt = salt
        self.highest = 0
        self._seen = 0  # bit n: highest - n has come

    def take(self, counter):
        """Take a counter; return NEW, REPEAT, or FOREIGN if it is too far behind to tell."""
        ahead = counter - self.highest
        if ahead > 0:
            self._seen = ((self._seen << ahead) & ((1 << _WINDOW) - 1)) if ahead < _WINDOW else 0
            self._seen |= 1
            self.highest = counter
            return NEW
        bit = -ahead
        if bit >= _WINDOW:
            return FOREIGN
        if self._seen >> bit & 1:
            return REPEAT
        self._seen |= 1 << bit
        return NEW


class Frames:
    """Seals and opens the frames of one device.

    me: 1 to 254; epoch: higher than at every start before; salt: SALT random bytes of this start.
    After open() has returned something but FOREIGN, sender, counter, epoch, salt and body say what
    was in the frame.
    """

    def __init__(self, me, key, epoch, salt):
        self.me = me
        self.epoch = epoch
        self.own_salt = salt
        self._key = key
        self._counters = {}
        self.peers = {}
        self.sender = 0
        self.counter = 0
        self.sender_epoch = 0
        self.salt = NO_SALT
        self.body = b""

    def next_counter(self, destination):
        counter = self._counters.get(destination, 0) + 1
        self._counters[destination] = counter
        return counter

    def begin_epoch(self, epoch):
        """Count this start as a later one, because a peer knows of later ones."""
        self.epoch = epoch
        self._counters = {}

    def knows(self, other):
        return other in self.peers

    def seal(self, destination, body, counter, salt=None):
        """Return the frame for a peer that is known, or for anybody, or for the one of that salt.

        ValueError for a body over BODY bytes.
        """
        if len(body) > BODY:
            raise ValueError("message of %d bytes, at most %d" % (len(body), BODY))
        if salt is None:
            peer = self.peers.get(destination)
            salt = peer.salt if peer else NO_SALT
        frame = bytes((VERSION, destination, self.me))
        frame += self.epoch.to_bytes(4, "big") + counter.to_bytes(4, "big") + self.own_salt
        frame += body
        return frame + self._tag(salt, frame)

    def open(self, frame):
        """Look at what came by radio; return FOREIGN, NEW, REPEAT, STALE or FIRST_WORD."""
        size = len(frame) - _TAG
        if size <= _HEAD or len(frame) > LIMIT or frame[0] != VERSION:
            return FOREIGN
        if frame[2] == self.me or frame[1] not in (self.me, messages.EVERYBODY):
            return FOREIGN
        content = bytes(frame[:size])
        tag = bytes(frame[size:])
        bound = seal.same(tag, self._tag(self.own_salt, content))
        if not bound and not seal.same(tag, self._tag(NO_SALT, content)):
            return FOREIGN
        self.sender = content[2]
        self.sender_epoch = int.from_bytes(content[3:7], "big")
        self.counter = int.from_bytes(content[7:11], "big")
        self.salt = content[11:_HEAD]
        self.body = content[_HEAD:]
        if not bound:
            return FIRST_WORD if self.body[0] == messages.SEEK else FOREIGN
        return self._judge()

    def _judge(self):
        peer = self.peers.get(self.sender)
        if peer is None:
            peer = self.peers[self.sender] = Peer(self.sender_epoch, self.salt)
        elif self.sender_epoch > peer.epoch:
            peer.begin(self.sender_epoch, self.salt)
        elif self.sender_epoch < peer.epoch or self.salt != peer.salt:
            return STALE
        found = peer.take(self.counter)
        if self.body[0] in _FIRST_WORDS:
            return FIRST_WORD if found == NEW else FOREIGN
        return found

    def known_epoch(self, sender):
        """Return the epoch in which a device was last heard, 0 if it never was."""
        peer = self.peers.get(sender)
        return peer.epoch if peer else 0

    def _tag(self, salt, data):
        code = seal.Hmac(self._key)
        code.update(salt)
        code.update(data)
        return code.digest()[:_TAG]
