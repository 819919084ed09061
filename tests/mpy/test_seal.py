"""HMAC-SHA-256 against the vectors of RFC 4231."""

from bidbox import seal

VECTORS = (
    (b"\x0b" * 20, b"Hi There",
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50,
     "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First",
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
)  # fmt: skip


def test_hmac_vectors():
    for key, data, expected in VECTORS:
        assert seal.hmac_sha256(key, data).hex() == expected


def test_hmac_in_pieces():
    for key, data, expected in VECTORS:
        code = seal.Hmac(key)
        for i in range(len(data)):
            code.update(data[i : i + 1])
        assert code.digest().hex() == expected


def test_key_id_names_the_key():
    assert seal.key_id(b"") == 0
    assert seal.key_id(b"a" * 32) != seal.key_id(b"b" * 32)


def test_same():
    assert seal.same(b"\x01\x02", b"\x01\x02")
    assert not seal.same(b"\x01\x02", b"\x01\x03")
    assert not seal.same(b"\x01\x02", b"\x01")


def test_board_and_closing_seals_differ():
    assert seal.begin_board(b"k", seal.NO_SEAL).digest() != (
        seal.begin_closing(b"k", seal.NO_SEAL).digest()
    )
