"""HMAC-SHA-256, and the seals that chain one board of the journal to the next.

Keys and seals are bytes. A device without a key seals with the empty one: that shows damage, but
anybody could make such a seal.
"""

from hashlib import sha256

SIZE = 32  # bytes of a seal
NO_SEAL = bytes(SIZE)  # stands before the first board of a journal

_BLOCK = 64  # bytes, of SHA-256
_BOARD = b"bidbox board\n"
_CLOSING = b"bidbox closing\n"
_KEY_ID = b"bidbox key id\n"


class Hmac:
    """HMAC-SHA-256 (RFC 2104) of what update() is given, piece by piece."""

    def __init__(self, key):
        if len(key) > _BLOCK:
            key = sha256(key).digest()
        inner = bytearray(b"\x36" * _BLOCK)
        outer = bytearray(b"\x5c" * _BLOCK)
        for i in range(len(key)):
            inner[i] ^= key[i]
            outer[i] ^= key[i]
        self._outer = outer
        self._inner = sha256(inner)

    def update(self, data):
        self._inner.update(data)

    def digest(self):
        """Return the 32 bytes; nothing may be added afterwards."""
        outer = sha256(self._outer)
        outer.update(self._inner.digest())
        return outer.digest()


def hmac_sha256(key, data):
    code = Hmac(key)
    code.update(data)
    return code.digest()


def key_id(key):
    """Return a number of 32 bits that names a key without telling it; 0 for no key."""
    return int.from_bytes(hmac_sha256(key, _KEY_ID)[:4], "little") or 1 if key else 0


def same(one, other):
    """Compare two seals in a time that does not tell where they differ."""
    difference = len(one) ^ len(other)
    for i in range(min(len(one), len(other))):
        difference |= one[i] ^ other[i]
    return not difference


def begin_board(key, before):
    """Return an Hmac for a board, whose digest is the content of the SEAL record that ends it.

    before: the content of the SEAL before. It wants the bytes of all records after that one, in
    order of number, then those of the SEAL record with an empty seal.
    """
    code = Hmac(key)
    code.update(_BOARD)
    code.update(before)
    return code


def begin_closing(key, seal):
    """Return an Hmac for a closing statement: it wants the bytes of the records after the last
    SEAL, whose content is `seal`, then those of the CLOSING record with an empty seal.
    """
    code = Hmac(key)
    code.update(_CLOSING)
    code.update(seal)
    return code
