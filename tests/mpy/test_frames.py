"""Facts about radio frames: what is genuine and fresh is taken once, and nothing else ever."""

from bidbox import frames, messages
from bidbox.frames import FIRST_WORD, FOREIGN, NEW, REPEAT, STALE, Frames

KEY = b"sixteen byte key"
HELLO = messages.pack(messages.STATUS, ("idle", 0, 255, "", 0))


def _met(table_epoch=1, director_epoch=1, table_salt=b"tttt", director_salt=b"dddd"):
    """A table and a director's device that know each other."""
    table = Frames(12, KEY, table_epoch, table_salt)
    director = Frames(200, KEY, director_epoch, director_salt)
    _meet(table, director)
    return table, director


def _meet(table, director):
    seek = _say(table, messages.EVERYBODY, messages.pack(messages.SEEK, ()))
    assert director.open(seek) == FIRST_WORD
    known = director.known_epoch(director.sender)
    here = director.seal(
        director.sender,
        messages.pack(messages.HERE, (known, 0)),
        director.next_counter(director.sender),
        director.salt,
    )
    assert table.open(here) == FIRST_WORD
    assert table.knows(200)


def _say(sender, destination, body=HELLO):
    return sender.seal(destination, body, sender.next_counter(destination))


def test_hmac_is_that_of_rfc_4231():
    from bidbox.seal import hmac_sha256

    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?")[:8].hex() == "5bdcc146bf60754e"


def test_a_golden_frame():
    frame = Frames(12, KEY, 7, b"tttt").seal(200, b"s", 3)
    assert len(frame) == 15 + 1 + 8
    assert frame[:16] == b"\xb1\xc8\x0c\x00\x00\x00\x07\x00\x00\x00\x03tttts"
    assert frame[16:].hex() == "ba3e57aa628cea0b"


def test_a_message_arrives_once():
    table, director = _met()
    frame = _say(table, 200)
    assert director.open(frame) == NEW
    assert (director.sender, director.body) == (12, HELLO)
    assert director.open(frame) == REPEAT
    assert director.open(frame) == REPEAT


def test_frames_that_overtake_each_other_are_taken_once_each():
    table, director = _met()
    sent = [_say(table, 200) for _ in range(20)]
    order = [5, 4, 19, 0, 1, 18, 7]
    for i in order:
        assert director.open(sent[i]) == NEW
    for i in order:
        assert director.open(sent[i]) == REPEAT


def test_a_frame_far_behind_is_not_taken():
    table, director = _met()
    old = _say(table, 200)
    for _ in range(40):
        assert director.open(_say(table, 200)) == NEW
    assert director.open(old) == FOREIGN


def test_what_is_said_to_others_does_not_age_what_is_said_to_one():
    table, director = _met()
    other = Frames(13, KEY, 1, b"oooo")
    _meet(other, director)
    assert director.open(_say(table, 200)) == NEW
    assert director.open(_say(other, 200)) == NEW
    late = _say(director, 12)
    for _ in range(40):
        assert other.open(_say(director, 13)) == NEW
    assert table.open(_say(director, 12)) == NEW
    assert table.open(late) == NEW


def test_every_changed_byte_makes_a_frame_foreign():
    table, director = _met()
    frame = _say(table, 200)
    for i in range(len(frame)):
        for change in (1, 0x80):
            damaged = bytearray(frame)
            damaged[i] ^= change
            assert director.open(damaged) == FOREIGN
    for size in range(len(frame)):
        assert director.open(frame[:size]) == FOREIGN
    assert director.open(frame) == NEW


def test_another_key_another_destination_and_our_own_echo_are_foreign():
    table, director = _met()
    stranger = Frames(12, b"another key", 9, b"tttt")
    stranger.peers = table.peers
    assert director.open(_say(stranger, 200)) == FOREIGN
    assert director.open(_say(table, 201)) == FOREIGN
    frame = _say(table, 200)
    assert table.open(frame) == FOREIGN


def test_a_rebooted_table_is_heard_and_its_old_frames_are_not():
    table, director = _met()
    old = [_say(table, 200) for _ in range(3)]
    assert director.open(old[0]) == NEW
    table = Frames(12, KEY, 2, b"uuuu")
    _meet(table, director)
    assert director.open(_say(table, 200)) == NEW
    assert director.open(old[0]) == STALE
    assert director.open(old[2]) == STALE
    assert director.open(_say(table, 200)) == NEW


def test_frames_from_before_the_receivers_start_are_foreign():
    table, director = _met()
    old = _say(table, 200)
    director = Frames(200, KEY, 2, b"eeee")
    assert director.open(old) == FOREIGN
    # nor does the table's seek of that time open a way for them
    assert director.open(old) == FOREIGN
    _meet(table, director)
    assert director.open(old) == FOREIGN
    assert director.open(_say(table, 200)) == NEW


def test_an_old_answer_of_the_director_does_nothing_to_a_table_started_since():
    table, director = _met()
    assert director.open(_say(table, 200)) == NEW
    answer = _say(director, 12, messages.pack(messages.ANSWER, (7, 0, 1, 0, 0, b"")))
    assert table.open(answer) == NEW
    table = Frames(12, KEY, 2, b"uuuu")
    _meet(table, director)
    assert table.open(answer) == FOREIGN


def test_a_device_that_lost_its_count_of_starts_is_told():
    table, director = _met(table_epoch=9)
    assert director.open(_say(table, 200)) == NEW
    table = Frames(12, KEY, 1, b"uuuu")
    _meet(table, director)
    assert director.open(_say(table, 200)) == STALE
    table.begin_epoch(director.known_epoch(12) + 1)
    assert director.open(_say(table, 200)) == NEW


def test_only_a_seek_is_heard_from_one_who_does_not_know_us():
    director = Frames(200, KEY, 1, b"dddd")
    table = Frames(12, KEY, 1, b"tttt")
    assert director.open(_say(table, 200)) == FOREIGN
    assert director.open(_say(table, 200, messages.pack(messages.HERE, (0, 0)))) == FOREIGN
    assert director.open(_say(table, 255, messages.pack(messages.SEEK, ()))) == FIRST_WORD


def test_a_here_said_to_another_life_is_foreign():
    table, director = _met()
    body = messages.pack(messages.HERE, (0, 0))
    here = director.seal(12, body, director.next_counter(12), b"oldt")
    assert table.open(here) == FOREIGN


def test_no_frame_is_over_250_bytes():
    table, _ = _met()
    assert len(_say(table, 200, b"l" * frames.BODY)) == frames.LIMIT
    try:
        _say(table, 200, b"l" * (frames.BODY + 1))
    except ValueError:
        return
    raise AssertionError("no error")


def test_garbage_is_foreign():
    _, director = _met()
    state = 1
    for size in range(260):
        data = bytearray(size)
        for i in range(size):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            data[i] = state >> 16 & 0xFF
        if size:
            data[0] = frames.VERSION
        assert director.open(data) == FOREIGN
