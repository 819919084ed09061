"""The store on littlefs that is damaged, in the way, dead or of a later version: what it says."""

import os

from store_session import JOURNAL, Mounted, contents, fresh, play, stop, write

from bidbox import records
from drivers.running_board import board_records

VM_ONLY = True
VM_HEAP = "16M"


def _flip(path, at, bits):
    """Change bits of one byte of a file of the journal."""
    file = open(JOURNAL + path, "r+b")
    content = bytearray(file.read())
    content[at] ^= bits
    file.seek(0)
    file.write(content)
    file.close()


def test_a_later_version_is_set_aside_and_said():
    mounted = fresh()
    play(mounted.store, 1)
    mounted.store.close()
    write("/segments/000002.seg", b"BIDSEG2\nsomething else")
    kept = sorted(os.listdir(JOURNAL + "/segments"))
    store = mounted.start()
    assert "a journal of a later version is kept as /flash/journal-newer" in store.state
    assert sorted(os.listdir(JOURNAL + "-newer/segments")) == kept
    assert store.last >= 1 and store.first == 1
    assert records.decode(store.read(2))[0].kind == records.FAULT
    stop(store)
    # Once more: the first one is not written over.
    mounted.store.close()
    write("/segments/000002.seg", b"BIDSEG10\n")
    assert "/flash/journal-newer-2" in mounted.start().state
    mounted.close()


def test_a_damaged_segment_is_said_and_the_rest_is_read():
    mounted = fresh()
    for board in range(1, 6):
        play(mounted.store, board)
    before = contents(mounted.store)
    last = mounted.store.last
    mounted.store.close()
    _flip("/segments/000001.seg", 500, 0x10)
    store = mounted.start()
    assert "segment 1 is damaged" in store.state
    lost = [n for n in range(1, last + 1) if store.read(n) is None]
    assert len(lost) == 1
    for number in range(1, last + 1):
        assert number in lost or store.read(number) == before[number - 1]
    for board in range(6, 12):
        play(store, board)
    assert os.listdir(JOURNAL + "/segments") == ["000001.seg", "000002.seg"]
    assert store.read(store.last) is not None
    mounted.close()


def test_a_segment_of_nonsense_is_kept_aside():
    mounted = fresh()
    play(mounted.store, 1)
    before = contents(mounted.store)
    mounted.store.close()
    write("/segments/000001.seg", b"\x00" * 300)
    store = mounted.start()
    assert "000001.seg.bad" in store.state
    assert [store.read(n) for n in range(1, len(before) + 1)] == before
    assert stop(store) == store.last
    mounted.close()


def test_a_damaged_page_is_said_and_the_rest_is_read():
    mounted = fresh()
    play(mounted.store, 1)
    before = contents(mounted.store)
    mounted.store.close()
    _flip("/pages/odd/1", 20, 1)
    store = mounted.start()
    assert "damaged bytes" in store.state
    lost = [n for n in range(1, len(before) + 1) if store.read(n) is None]
    assert len(lost) == 1
    assert store.last > len(before) + 1  # numbers that may have been used are passed over
    assert stop(store) == store.last
    state = mounted.start().state
    assert "damaged bytes" in state and state.count("lost") == 1, state
    mounted.close()


def test_a_damaged_note_of_downloads_erases_nothing():
    mounted = fresh()
    play(mounted.store, 1)
    mounted.store.downloaded(5)
    assert mounted.start().host_has == 5
    mounted.store.close()
    for content in (b"", b"\x00" * 20, records.pack(9, records.STOP, 0, (1,))):
        write("/downloaded", content)
        assert mounted.start().host_has == 0
    mounted.close()


def test_a_file_in_the_way_stops_recording_and_nothing_else():
    mounted = Mounted(format=True)
    file = open(JOURNAL, "wb")
    file.write(b"not a directory")
    file.close()
    store = mounted.start()
    assert "cannot be opened" in store.state
    assert (store.first, store.last, store.read(1), list(board_records(store))) == (1, 0, None, [])
    try:
        stop(store)
        raise AssertionError("recorded nowhere")
    except OSError:
        pass
    os.remove(JOURNAL)
    assert stop(store) == 2  # behind the DEVICE record
    assert store.state == ""
    mounted.close()


def test_a_dead_chip_never_raises_at_start():
    mounted = fresh()
    play(mounted.store, 1)
    for left in range(0, 12):
        mounted.flash.cut_after(left)
        store = mounted.start()
        try:
            for _ in range(12):
                stop(store)
        except OSError:
            assert store.state
        mounted.flash.restore_power()
    mounted.close()


def test_a_write_that_failed_is_tried_again():
    mounted = fresh()
    store = mounted.store
    stop(store)
    before = contents(store)
    for refused in (1, 2, 5):
        mounted.flash.refuse = refused
        try:
            stop(store)
            raise AssertionError("recorded by a chip that refused it")
        except OSError:
            assert "cannot be written" in store.state
        mounted.flash.refuse = 0
        assert stop(store) == len(before) + 1
        assert store.state == ""
        assert contents(store)[:-1] == before
        before = contents(store)
    mounted.close()
