"""Properties of the codec and of what is made of its lines: whole, split, joined, in garbage."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bidbox import bulk, lines, message_names, messages, records
from bidbox_host.link.quality import Quality
from bidbox_host.link.session import Message
from bidbox_host.link.shelf import Shelf, joined, ranges_for

_FIELDS = {
    "u": st.integers(0, messages.MOST),
    "s": st.text(max_size=12),
    "b": st.binary(max_size=20),
}


def _fields(code):
    kinds = message_names.MESSAGES[code]
    single = st.tuples(*(_FIELDS[kind] for kind in kinds if kind != "U"))
    if "U" in kinds:
        more = st.lists(_FIELDS["u"], max_size=6).map(tuple)
        return st.tuples(single, more).map(lambda both: both[0] + both[1])
    return single


_MESSAGES = st.sampled_from(sorted(message_names.MESSAGES)).flatmap(
    lambda code: st.tuples(st.just(code), _fields(code))
)
_BODIES = _MESSAGES.map(lambda m: messages.pack(*m)).filter(lambda body: len(body) < 170)
_LINES = st.tuples(st.integers(0, 255), st.integers(0, 9999), _BODIES)
_TEXT = st.one_of(
    st.sampled_from([b">>> ", b"Traceback (most recent call last):\r\n", b"\n", b"~", b"*"]),
    st.binary(max_size=30).map(lambda data: data.replace(b"~", b"") + b"\n"),
)


def _decode(pieces):
    found, text = [], []
    decoder = lines.Decoder(lambda *line: found.append(line), lambda data, _: text.append(data))
    for piece in pieces:
        decoder.feed(piece)
    decoder.end()
    return found, text


def _cut(data, cuts):
    at = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(at)]


@given(_MESSAGES)
def test_what_is_packed_comes_back(message):
    assert messages.unpack(messages.pack(*message)) == message


@given(st.binary(max_size=120))
def test_no_body_raises_anything_but_value_error(body):
    try:
        code, fields = messages.unpack(body)
    except ValueError:
        return
    messages.pack(code, fields)


@given(st.lists(_LINES, max_size=5), st.lists(st.integers(0, 2000), max_size=8))
def test_lines_joined_and_cut_anywhere_come_back_in_order(sent, cuts):
    stream = b"".join(lines.encode(*line) for line in sent)
    assert _decode(_cut(stream, cuts)) == (sent, [])


@given(st.lists(st.one_of(_LINES, _TEXT), max_size=8), st.lists(st.integers(0, 2000), max_size=4))
def test_text_between_lines_costs_no_line(parts, cuts):
    stream = b"".join(p if isinstance(p, bytes) else lines.encode(*p) for p in parts)
    found, text = _decode(_cut(stream, cuts))
    assert found == [p for p in parts if not isinstance(p, bytes)]
    assert all(len(piece) <= lines.LIMIT for piece in text)


@given(st.lists(_LINES, min_size=1, max_size=4), st.data())
def test_damage_costs_the_lines_it_hits_and_makes_up_none(sent, data):
    stream = bytearray(b"".join(lines.encode(*line) for line in sent))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(stream) - 1))
        how = data.draw(st.sampled_from(["change", "drop", "double"]))
        if how == "change":
            stream[at] = data.draw(st.integers(0, 255))
        elif how == "drop":
            del stream[at]
        else:
            stream.insert(at, stream[at])
        if not stream:
            return
    found, _ = _decode([bytes(stream)])
    remaining = iter(sent)
    assert all(any(line == other for other in remaining) for line in found)


@given(st.binary(max_size=1000))
def test_garbage_is_text(garbage):
    found, _ = _decode([garbage])
    assert found == []


@given(
    st.integers(1, records.MAX_NUMBER - 20),
    st.lists(
        st.tuples(
            st.sampled_from([records.CALL, records.STOP, records.BOARD, records.TIME]),
            st.integers(0, 10_000_000),
            st.integers(0, 300),
        ),
        min_size=1,
        max_size=12,
    ),
)
def test_records_come_back_from_a_run_byte_for_byte(first, content):
    packed = [
        records.pack(first + n, kind, ms, (value,)) for n, (kind, ms, value) in enumerate(content)
    ]
    run, before = bytearray(), -1
    for record in packed:
        before = bulk.add(run, record, before)
    assert bulk.unpack(bytes(run), first) == packed


@given(st.binary(max_size=80), st.integers(1, 1000))
def test_no_run_raises_anything_but_value_error(data, first):
    try:
        found = bulk.unpack(data, first)
    except ValueError:
        return
    for n, record in enumerate(found):
        assert records.extent(record) == len(record)
        assert records.number_at(record, 0) == first + n


@given(st.sets(st.integers(1, 300)), st.integers(48, 200))
def test_a_get_names_what_is_missing_and_little_else(missing, length):
    shelf = Shelf()
    for number in range(1, 301):
        if number not in missing:
            shelf.put(number, b"x")
    flat = ranges_for(shelf.missing(1, 300), length)
    asked, number = [], 0
    for skip, count in zip(flat[::2], flat[1::2], strict=True):
        asked += range(number + skip, number + skip + count)
        number += skip + count
    line = lines.encode(0, 9999, messages.pack(messages.GET, (length, *flat)))
    assert len(line) <= lines.LIMIT
    assert asked == sorted(set(asked))
    if missing:
        assert asked[0] == min(missing)
        assert asked[-1] in missing


@given(st.binary(min_size=1, max_size=255), st.integers(1, 90), st.randoms())
def test_pieces_in_any_order_and_any_number_make_the_whole(whole, size, chance):
    pieces = {at: whole[at : at + size] for at in range(0, len(whole), size)}
    order = list(pieces) * 2
    chance.shuffle(order)
    got = {}
    for at in order:
        got[at] = pieces[at]
        assert joined(got, len(whole)) in (None, whole)
    assert joined(got, len(whole)) == whole


def test_a_shelf_keeps_each_record_once_and_tells_what_is_new():
    packed = [records.pack(n, records.CALL, 10 * n, (1, 5)) for n in (1, 2, 3)]
    run, before = bytearray(), -1
    for record in packed:
        before = bulk.add(run, record, before)
    message = Message(12, messages.RECORDS, (1, bytes(run)))
    shelf = Shelf()
    assert shelf.take(message) == [1, 2, 3]
    assert shelf.take(message) == []
    assert shelf.missing(1, 5) == [(4, 5)]
    assert shelf.take(Message(12, messages.LOST, (4, 4))) == []
    assert shelf.missing(1, 5) == [(5, 5)]
    assert [shelf.get(number) for number in (1, 2, 3)] == packed


def test_lines_are_wished_shorter_the_noisier_the_line():
    clean, rare, noisy = Quality(), Quality(), Quality()
    for n in range(200):
        clean.add(200, 1, 0)
        rare.add(200, n % 100 != 0, n % 100 == 0)
        noisy.add(66, n % 2, 1 - n % 2)
    assert clean.wished_length() == rare.wished_length() == lines.LIMIT
    assert 55 <= noisy.wished_length() <= 85
    assert 0.007 < noisy.loss < 0.014
