"""Pages and segments as bytes: starts, versions, damage and the chain of seals."""

from bidbox import journal, records, seal


def _records(first, last):
    return [records.pack(n, records.STOP, 10 * n, (n & 3,)) for n in range(first, last + 1)]


def test_segment_start_reads_back():
    start = journal.segment_start(400, 7, 26, b"s" * 32)
    head, at = journal.read_segment_start(start + b"whatever follows")
    assert at == len(start) < 64
    assert (head.number, head.boot, head.boards, head.before) == (400, 7, 26, b"s" * 32)


def test_segment_of_a_later_version_is_told_from_damage():
    assert journal.read_segment_start(b"BIDSEG2\n")[1] == journal.NEWER
    assert journal.read_segment_start(b"BIDSEG17\nof another form")[1] == journal.NEWER
    later = records.pack(400, records.SEGMENT, 0, (2, 7, 26, b"s" * 32))
    assert journal.read_segment_start(b"BIDSEG2\n" + later)[1] == journal.NEWER
    assert journal.read_segment_start(b"BIDSEG17 no line")[1] == records.DAMAGED
    assert journal.read_segment_start(b"")[1] == records.DAMAGED
    start = bytearray(journal.segment_start(400, 7, 26, b"s" * 32))
    for bit in range(8 * len(start)):
        start[bit >> 3] ^= 1 << (bit & 7)
        at = journal.read_segment_start(start)[1]
        # Damage to the first line alone changes nothing that the record does not say.
        assert at == records.DAMAGED if bit >= 64 else at in (len(start), records.DAMAGED), bit
        start[bit >> 3] ^= 1 << (bit & 7)


def test_sound_records_are_found_around_damage():
    one, two, three = _records(1, 3)
    page = bytearray(one + two + three)
    assert [row[0] for row in journal.sound_records(page)[0]] == [1, 2, 3]
    page[len(one) + 3] ^= 4
    found, damaged = journal.sound_records(page)
    assert [row[0] for row in found] == [1, 3]
    assert damaged == len(two)
    assert page[found[1][1] : found[1][2]] == three


def test_next_record_asks_for_more_only_if_more_may_come():
    data = b"".join(_records(1, 2))
    half = data[:-3]
    start, after = journal.next_record(half, 0)
    assert (start, after) == (0, len(data) // 2)
    assert journal.next_record(half, after, False) == (after, 0)
    assert journal.next_record(half, after, True) == (len(half), 0)


def test_chain_follows_numbers_boots_and_seals():
    chain = journal.Chain()
    assert (chain.last, chain.boot, chain.boards, chain.seal) == (0, 0, 0, seal.NO_SEAL)
    chain.note(records.pack(1, records.DEVICE, 0, (1, "d", 1, 5)))
    assert not chain.note(records.pack(2, records.STOP, 0, (1,)))
    assert chain.note(records.pack(3, records.SEAL, 0, (b"x" * 32,)))
    assert not chain.note(records.pack(99, records.DOWNLOADED, 0, (1,)))
    assert (chain.last, chain.boot, chain.boards, chain.sealed) == (3, 5, 1, 3)
    assert chain.seal == b"x" * 32


def test_golden_seal():
    """The example of docs/JOURNAL.md."""
    code = seal.begin_board(bytes(range(32)), seal.NO_SEAL)
    code.update(records.pack(1, records.BOARD, 0, (7, 2, 0, 0, 1, 0)))
    code.update(records.pack(2, records.CALL, 1000, (2, 13)))
    data = journal.pack_seal(3, 2000, code)
    assert data.hex() == GOLDEN, data.hex()


GOLDEN = "2a1003d00f2097e4158e93823b9bb8d19f9606de4215ea9cccfe83070fc3f073615ffd9c3ab90989f208"
