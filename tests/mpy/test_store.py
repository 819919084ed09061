"""The store on littlefs: recording, sealing, room for what comes, and reading."""

import os

from store_session import (
    DEVICE,
    JOURNAL,
    KEY,
    PLACE,
    Mounted,
    board_events,
    contents,
    fresh,
    play,
    stop,
)

from bidbox import journal, records
from drivers.recovery import set_device
from drivers.running_board import board_records
from drivers.store import Store, StoreFull

VM_ONLY = True
VM_HEAP = "16M"

_SMALL = {"limit": 4000, "segment": 1000, "reserve": 8192}


def test_what_is_appended_is_read():
    mounted = fresh()
    store = mounted.store
    assert (store.first, store.last, store.boot, store.state) == (1, 1, 1, "")
    number = store.append(records.CALL, 1200, 3, 20, 1, 0, 0)
    assert number == 2 == store.last
    assert records.decode(store.read(2))[0] == records.Record(
        2, records.CALL, 1200, 3, 20, 1, 0, 0
    )
    assert store.read(0) is None and store.read(3) is None
    mounted.close()


def test_the_running_board_comes_back():
    mounted = fresh()
    play(mounted.store, 1)
    assert list(board_records(mounted.store)) == []
    for kind, ms, fields in board_events(2)[:-1]:
        mounted.store.append(kind, ms, *fields)
    before = list(board_records(mounted.store))
    assert (before[0].kind, before[0].board, len(before)) == (records.BOARD, 2, 16)
    store = mounted.start()
    assert store.boot == 2
    # The start's own record stands in the board that it came into.
    after = list(board_records(store))
    assert after[:-1] == before and after[-1].kind == records.DEVICE
    mounted.close()


def test_the_device_is_recorded_when_it_changes():
    mounted = fresh()
    store = mounted.store
    set_device(store, DEVICE)
    assert store.last == 1
    turned = dict(DEVICE)
    turned["turned"] = 1
    set_device(store, turned)
    record = records.decode(store.read(2))[0]
    assert (record.kind, record.turned, record.boot) == (records.DEVICE, 1, 1)
    mounted.close()


def test_every_segment_begins_with_the_device():
    mounted = fresh(segment=1000)
    for board in range(1, 21):
        play(mounted.store, board)
    segments = mounted.store.segments
    assert len(segments) >= 4
    for segment in segments:
        if segment.last >= segment.first:
            assert mounted.store.read(segment.first)[1] == records.DEVICE
    mounted.close()


def test_boards_move_to_segments_four_at_a_time():
    mounted = fresh()
    for board in range(1, 4):
        play(mounted.store, board)
    assert mounted.store.archived == 0
    play(mounted.store, 4)
    assert mounted.store.archived == mounted.store.last
    before = contents(mounted.store)
    assert None not in before
    assert contents(mounted.start(None)) == before
    mounted.close()


def test_a_long_board_takes_as_many_pages_as_it_needs():
    mounted = fresh()
    store = mounted.store
    store.append(records.BOARD, 0, 1, 0, 0, 0, 1, 0)
    for i in range(512):
        store.append(records.CALL, i * 900, i & 3, i % 38, 0, 0, 0)
    assert len(list(board_records(mounted.start()))) == 514
    mounted.store.end_board(600000)
    assert stop(mounted.store) == mounted.store.last
    mounted.close()


def test_nearly_full_is_said_before_full_and_the_running_board_goes_on():
    mounted = fresh(**_SMALL)
    store = mounted.store
    said = []
    board = 0
    full_at = 0
    while not full_at and board < 60:
        board += 1
        try:
            play(store, board)
        except StoreFull:
            full_at = board
        if store.state and store.state[:16] not in said:
            said.append(store.state[:16])
    assert said[0].startswith("journal nearly") and said[1].startswith("journal full"), said
    assert 15 < full_at < 40
    # What belongs to a running board is still taken, and nothing was lost.
    assert stop(store) == store.last
    assert None not in contents(store)
    assert store.first == 1
    # After a download there is room again: the oldest segments make it, none was erased.
    store.downloaded(store.last)
    assert "full" not in store.state
    play(store, full_at)
    for board in range(1, 30):
        play(store, board)
        store.downloaded(store.last)
    assert store.first > 1 and store.state == ""
    assert None not in contents(store)
    mounted.close()


def test_rotation_drops_only_what_the_host_has():
    mounted = fresh(**_SMALL)
    store = mounted.store
    for board in range(1, 9):
        play(store, board)
    has = store.segments[0].last
    store.downloaded(has)
    try:
        for board in range(9, 60):
            play(store, board)
    except StoreFull:
        pass
    assert store.first == has + 1
    assert store.read(has) is None and store.read(has + 1) is not None
    mounted.close()


def test_erase_wants_the_hosts_word():
    mounted = fresh()
    store = mounted.store
    for board in range(1, 6):
        play(store, board)
    last = store.last
    try:
        store.erase(last)
        raise AssertionError("erased what nobody has")
    except ValueError as error:
        assert "not confirmed" in str(error)
    assert store.first == 1 and store.read(1) is not None
    store.downloaded(last)
    assert store.erase(last) == last + 1
    names = os.listdir(JOURNAL + "/pages/even") + os.listdir(JOURNAL + "/pages/odd")
    assert len(names) == 1  # the DEVICE record with which the new segment begins
    assert len(os.listdir(JOURNAL + "/segments")) == 1
    store = mounted.start()
    assert (store.first, store.boot) == (last + 1, 2)
    mounted.close()


def test_erase_keeps_a_running_board():
    mounted = fresh()
    store = mounted.store
    for board in range(1, 6):
        play(store, board)
    for kind, ms, fields in board_events(6)[:5]:
        store.append(kind, ms, *fields)
    store.downloaded(store.last)
    running = list(board_records(store))
    store.erase(store.last)
    assert [r for r in board_records(store) if r.kind != records.DEVICE] == running
    assert [r for r in board_records(mounted.start(None)) if r.kind != records.DEVICE] == running
    mounted.close()


def test_flash_filled_by_others():
    mounted = fresh(reserve=16384)
    store = mounted.store
    play(store, 1)
    file = open(PLACE + "/filler", "wb")
    try:
        while True:
            file.write(bytes(4096))
            file.flush()
    except OSError:
        pass
    try:
        file.close()
    except OSError:
        pass
    known = contents(store)
    refused = 0
    for _ in range(200):
        try:
            stop(store)
        except OSError as error:
            assert isinstance(error, StoreFull), error
            assert "no room" in store.state
            refused += 1
    assert contents(store)[: len(known)] == known
    assert None not in contents(store)
    for board in range(2, 14):
        try:
            play(store, board)
        except StoreFull:
            break
    assert "full" in store.state
    before = contents(store)
    os.remove(PLACE + "/filler")
    store.downloaded(0)
    play(store, 14)
    assert contents(store)[: len(before)] == before
    mounted.close()


def test_the_closing_statement_covers_what_is_held():
    mounted = fresh()
    play(mounted.store, 1)
    play(mounted.store, 2)
    stop(mounted.store)
    data = mounted.store.closing(b"0123456789abcdef+", 1772600000)
    assert len(data) <= 128  # one line of the link
    record = records.decode(data)[0]
    assert (record.device, record.first, record.last) == ("a0b1c2d3e4f5", 1, mounted.store.last)
    assert (record.boards, record.seconds, record.boot) == (2, 1772600000, 1)
    assert record.nonce == b"0123456789abcdef" and len(record.seal) == 32
    assert mounted.store.closing(b"other") != mounted.store.closing(b"nonce")
    mounted.close()


def test_an_evening_leaves_no_more_in_memory():
    import gc

    mounted = fresh(limit=12000, segment=2000)
    used = []
    for board in range(1, 131):
        play(mounted.store, board)
        if board % 26 == 0:
            mounted.store.downloaded(mounted.store.last)
            gc.collect()
            used.append(gc.mem_alloc())
    assert used[-1] - used[1] < 2048, used
    mounted.close()


def test_no_key_seals_too():
    mounted = Mounted(format=True)
    store = mounted.store = Store(JOURNAL, DEVICE)
    play(store, 1)
    assert records.decode(store.read(1))[0].key_id == 0
    assert records.decode(store.read(store.last))[0].kind == records.SEAL
    mounted.close()


def test_pages_keep_to_the_size_that_needs_no_erase():
    mounted = fresh()
    for board in range(1, 6):
        play(mounted.store, board, 20)
        for lane in ("/pages/even", "/pages/odd"):
            for name in os.listdir(JOURNAL + lane):
                assert os.stat(JOURNAL + lane + "/" + name)[6] <= journal.PAGE
    assert KEY  # the seals are real ones
    mounted.close()


def test_reading_in_any_order_reads_the_chip_little():
    mounted = fresh()
    for board in range(1, 41):
        play(mounted.store, board)
    store = mounted.start(None)
    numbers = range(store.first, store.last + 1)
    rising = [store.read(number) for number in numbers]
    assert None not in rising
    assert b"".join(rising) != b""
    for number in (7, 500, 3, 502, 499, store.last, 1, store.last - 1):
        assert store.read(number) == rising[number - 1]
    mounted.flash.reset_counts()
    falling = [store.read(number) for number in reversed(numbers)]
    falling.reverse()
    assert falling == rising
    assert mounted.flash.read_bytes < 60 * 4096, mounted.flash.read_bytes
    mounted.flash.reset_counts()
    assert [store.read(number) for number in numbers] == rising
    assert store.read(5) == store.read(5) == rising[4]
    assert mounted.flash.read_bytes < 30 * 4096, mounted.flash.read_bytes
    mounted.close()
