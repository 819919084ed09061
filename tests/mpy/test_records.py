"""The record codec: what is written is read back, and no damage passes for a record."""

from bidbox import records
from bidbox.records import Record, decode, encode, pack

SAMPLES = (
    Record(1, records.DEVICE, 40, 1, "a0b1c2d3e4f5", 12, 3, "0.1.0", "esp32_table", 1, "2017",
           0xFEDCBA98, 0, 1, 0, 50, 0x89ABCDEF),
    Record(2, records.SESSION, 0, "Club évening", "2026-03-04", "A", 1, 26, 2),
    Record(3, records.BOARD, 0, 7, 2, 1, 0, 4, 3600000),
    Record(4, records.CALL, 5120, 0, 5, 0, 0, 0),
    Record(5, records.CALL, 65000, 3, 47, 8, 7, 300),
    Record(6, records.ALERT, 66000, 1, 1, -1),
    Record(7, records.STOP, 66001, 2),
    Record(8, records.TD, 70000, 2, 3),
    Record(9, records.ANSWER, 71000, 20, -1, 0, 0, b"\x00\x01\xff"),
    Record(10, records.ANSWER, 71500, 1, 0, 0, 0, b""),
    Record(11, records.BOARD_CORRECTED, 100, 8, 3),
    Record(12, records.PERIOD, 90000, 1, 3),
    Record(13, records.CLOSED, 90001, 2),
    Record(14, records.TIME, 90002, 1772600000, 1, 123456),
    Record(15, records.REFUSED, 12, 1, 5, 1),
    Record(16, records.RESTART, 13, 4),
    Record(17, records.FAULT, 14, 3, 9, "seat unit"),
    Record(2097152, records.SEAL, 400000, bytes(range(32))),
    Record(2097153, records.CLOSING, 0, "a0b1c2d3e4f5", 1, 2097152, 3, 1772600000, 4,
           bytes(32), b"12345678", bytes(range(32))),
    Record(records.MAX_NUMBER, records.DOWNLOADED, 0, 77),
    Record(900, records.SEGMENT, 0, 1, 4, 61, bytes(range(32))),
    Record(18, records.RESUMED, 0, "a0b1c2d3e4f5", 1, 800, 830, 28, 95000, 1772600000),
)  # fmt: skip


def test_each_kind_reads_back():
    for record in SAMPLES:
        data = encode(record)
        assert decode(data) == (record, len(data)), record


def test_every_kind_has_a_sample():
    kinds = [record.kind for record in SAMPLES]
    for kind in range(1, len(records.NAMES)):
        assert kind in kinds, records.NAMES[kind]


def test_records_read_back_one_after_the_other():
    data = b"".join([encode(record) for record in SAMPLES])
    at = 0
    for record in SAMPLES:
        found, at = decode(data, at)
        assert found == record
    assert at == len(data)
    assert decode(data, at) == (None, records.TRUNCATED)


def test_fields_are_attributes():
    call = decode(pack(9, records.CALL, 1200, (3, 20, 1)))[0]
    assert (call.seat, call.call, call.verdict, call.flags, call.gap) == (3, 20, 1, 0, 0)
    try:
        call.dealer  # noqa: B018
    except AttributeError:
        return
    raise AssertionError("a call has no dealer")


def test_a_regular_call_is_small():
    # Record 100,000 of the journal, four minutes into a board.
    assert len(pack(100000, records.CALL, 240000, (3, 20))) == 14
    assert len(pack(1000, records.CALL, 15000, (3, 20, 0, 0, 0))) == 12


def test_golden_bytes():
    data = pack(300, records.CALL, 1000, (2, 13))
    assert data.hex() == "0c04ac02e807020dad0ddf88"


def test_every_single_bit_error_is_found():
    for record in SAMPLES:
        data = bytearray(encode(record))
        for bit in range(8 * len(data)):
            data[bit >> 3] ^= 1 << (bit & 7)
            found, reason = decode(data)
            assert found is None and reason < 0, (record, bit)
            data[bit >> 3] ^= 1 << (bit & 7)


def test_every_cut_is_found():
    for record in SAMPLES:
        data = encode(record)
        for length in range(len(data)):
            assert decode(data[:length]) == (None, records.TRUNCATED)


def test_blank_flash_is_no_record():
    assert decode(bytes(64))[0] is None
    assert decode(b"\xff" * 300)[0] is None


def _checked(body):
    body = bytearray(body)
    body[0] = len(body) + 4
    body.extend(records.crc32(body).to_bytes(4, "little"))
    return bytes(body)


def test_an_unknown_kind_keeps_its_content():
    record, after = decode(_checked(b"\x00\x7e\x05\x06abc"))
    assert (record.number, record.kind, record.ms, record.content) == (5, 0x7E, 6, b"abc")
    assert after == 11


def test_fields_of_a_later_version_are_passed_over():
    record = decode(_checked(b"\x00\x06\x05\x06\x02\x09"))[0]
    assert record == Record(5, records.STOP, 6, 2)


def test_right_crc_and_wrong_fields_is_malformed():
    for body in (b"\x00\x10\x05\x06\x20abc", b"\x00\x02\x05\x06\x02\xff\xfe", b"\x00\x06\x00\x06",
                 b"\x00\x06\x05\xff", b"\x00\x00\x05\x05", b"\x00\x06\x05\x06\x80"):  # fmt: skip
        data = _checked(body)
        assert decode(data) == (None, records.MALFORMED), body


def _refused(*arguments):
    try:
        pack(*arguments)
    except ValueError:
        return True
    return False


def test_what_no_record_holds_is_refused():
    assert _refused(0, records.STOP, 0, (1,))
    assert _refused(1 << 32, records.STOP, 0, (1,))
    assert _refused(1, 99, 0, ())
    assert _refused(1, 0, 0, ())
    assert _refused(1, records.STOP, 0, (1, 2))
    assert _refused(1, records.STOP, -1, (1,))
    assert _refused(1, records.SEAL, 0, (bytes(250),))


def test_each_field_has_a_name_and_a_type():
    for kind in range(1, len(records.NAMES)):
        names = records.fields_of(kind)
        assert len(names) == len(set(names)) == len(records._TYPES[kind]), records.NAMES[kind]
    assert len(records.NAMES) == len(records._TYPES)
