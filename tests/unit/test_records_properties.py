"""The record codec under anything: whole, split, joined, damaged, and garbage between."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bidbox import journal, records
from bidbox.records import Record
from bidbox_host.journal import parse_log
from bidbox_host.journal.log import MAGIC

_VALUES = {
    "u": st.integers(0, 2**32 - 1),
    "i": st.integers(-1, 2**31),
    "s": st.text(max_size=12),
    "b": st.binary(max_size=40),
}
_NUMBERS = st.integers(1, records.MAX_NUMBER)
_IN_SEQUENCE = [k for k in range(1, len(records.NAMES)) if k not in records.OUTSIDE]


@st.composite
def some_record(draw: st.DrawFn, kinds: list[int] | None = None) -> Record:
    kind = draw(st.sampled_from(kinds or list(range(1, len(records.NAMES)))))
    types = records._TYPES[kind]
    fields = [draw(_VALUES[letter]) for letter in types]
    return Record(draw(_NUMBERS), kind, draw(st.integers(0, 2**31)), *fields)


@given(some_record())
def test_reads_back_what_was_written(record: Record) -> None:
    data = records.encode(record)
    assert records.decode(data) == (record, len(data))
    assert data[0] == len(data) <= records.MAX_RECORD
    assert records.number_at(data, 0) == record.number


@given(st.lists(some_record(), max_size=8), st.data())
def test_split_anywhere_it_waits_for_the_rest(found: list[Record], data: st.DataObject) -> None:
    whole = b"".join(records.encode(r) for r in found)
    cut = data.draw(st.integers(0, len(whole)))
    at, read = 0, []
    for end in (cut, len(whole)):
        while True:
            record, after = records.decode(whole[:end], at)
            if record is None:
                assert after == records.TRUNCATED
                break
            read.append(record)
            at = after
    assert read == found


@given(st.binary(max_size=400))
def test_garbage_gives_an_error_value_and_never_raises(garbage: bytes) -> None:
    record, after = records.decode(garbage)
    assert (record is None) == (after < 0)
    start, end = journal.next_record(garbage, 0)
    assert 0 <= start <= len(garbage) and (end == 0 or start < end <= len(garbage))


@given(
    st.lists(some_record(_IN_SEQUENCE), min_size=1, max_size=6, unique_by=lambda r: r.number),
    st.lists(st.binary(min_size=1, max_size=20), min_size=6, max_size=6),
)
def test_records_are_found_between_garbage(found: list[Record], garbage: list[bytes]) -> None:
    found = sorted(found, key=lambda r: r.number)
    raw = [records.encode(r) for r in found]
    mixed = b"".join(junk + data for data, junk in zip(raw, garbage, strict=False))
    log = parse_log(MAGIC + mixed)
    assert list(log.records) == found
    assert len(log.problems) == len(found)
    places = [p.offset for p in log.problems]
    assert places[0] == len(MAGIC)


@given(some_record(), st.data())
def test_a_changed_byte_is_no_record(record: Record, data: st.DataObject) -> None:
    raw = bytearray(records.encode(record))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    assert records.decode(bytes(raw))[0] is None


@settings(max_examples=50)
@given(st.lists(some_record(_IN_SEQUENCE), max_size=40), st.integers(1, 300))
def test_read_in_pieces_as_a_segment_is(found: list[Record], size: int) -> None:
    whole = b"".join(records.encode(r) for r in found)
    size += records.MAX_RECORD
    at, read = 0, []
    while at < len(whole):
        piece = whole[at : at + size]
        final = at + len(piece) >= len(whole)
        done = 0
        while True:
            start, after = journal.next_record(piece, done, final)
            if not after:
                break
            read.append(records.decode(piece, start)[0])
            done = after
        assert start == done
        at += done
    assert read == found
