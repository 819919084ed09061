"""Facts about records on the way: what arrives is byte for byte what the journal holds."""

from bidbox import bulk, records


def _journal():
    packed = [
        records.pack(1, records.DEVICE, 0, (1, "a1b2c3", 12, 3, "0.1", "esp32_table", 1, "2017",
                                            0xCBF43926)),
        records.pack(2, records.BOARD, 0, (7, 2, 1)),
        records.pack(3, records.CALL, 5210, (2, 0)),
        records.pack(4, records.CALL, 5210, (3, 37, 1, 5, 90)),
        records.pack(5, records.CALL, 433000, (0, 4)),
        records.pack(6, records.STOP, 433010, ()),
        records.pack(7, records.SEAL, 433020, (bytes(range(32)),)),
        records.pack(8, records.BOARD, 0, (8, 3)),
        records.pack(9, records.FAULT, 70, (1, 2, "Käse" * 10)),
    ]
    return packed


def _run(packed):
    out = bytearray()
    before = -1
    for record in packed:
        before = bulk.add(out, record, before)
    return out


def test_records_come_back_as_they_were():
    packed = _journal()
    assert bulk.unpack(_run(packed), 1) == packed
    assert bulk.unpack(bytes(_run(packed[3:])), 4) == packed[3:]


def test_a_call_takes_at_most_five_bytes_within_a_run():
    packed = _journal()
    assert len(_run(packed[2:3])) <= 5
    assert len(_run(packed[1:3])) - len(_run(packed[1:2])) <= 5


def test_numbers_of_any_size():
    for number in (1, 127, 128, 16384, 0xFFFFFFFE):
        packed = [records.pack(number, records.CALL, 7, (1, 5)),
                  records.pack(number + 1, records.CALL, 9, (2, 0))]
        assert bulk.unpack(_run(packed), number) == packed


def test_a_record_of_a_later_kind_travels_as_it_stands():
    from binascii import crc32

    record = bytearray((0, 200, 5, 9, 1, 2, 3))
    record[0] = len(record) + 4
    record.extend(crc32(record).to_bytes(4, "little"))
    packed = [bytes(record), records.pack(6, records.CALL, 12, (1, 5))]
    assert bulk.unpack(_run(packed), 5) == packed


def test_no_damage_raises_anything_but_value_error():
    run = bytes(_run(_journal()))
    for cut in range(len(run)):
        for data in (run[:cut], run[:cut] + b"\xff" + run[cut + 1 :], run[cut:], b"\x00" + run):
            try:
                bulk.unpack(data, 1)
            except ValueError:
                pass
