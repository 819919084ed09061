"""Facts about the message list: complete, unambiguous, and what is packed comes back."""

from bidbox import message_names, messages


def _fails(function, *arguments):
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def _samples(code, size):
    values = []
    for kind in message_names.MESSAGES[code]:
        if kind == "u":
            values.append((0, 7, 65535, 4294967295)[size])
        elif kind == "U":
            values.extend(range(size))
        elif kind == "s":
            values.append(("", "a, b*c~d%e", "Käse 24€ \n\x00", "27")[size])
        else:
            values.append((b"", b"\x00", b"\xff\x00\x7e", bytes(range(60)))[size])
    return tuple(values)


def test_every_message_comes_back_as_it_was():
    for code in message_names.MESSAGES:
        for size in range(4):
            values = _samples(code, size)
            body = messages.pack(code, values)
            assert messages.unpack(body) == (code, values)


def test_a_body_holds_neither_star_nor_mark_nor_control_byte():
    for code in message_names.MESSAGES:
        for size in range(4):
            for byte in messages.pack(code, _samples(code, size)):
                assert 0x20 <= byte < 0x7E
                assert byte != 0x2A


def test_letters_are_printable_and_stand_for_one_message_each():
    names = [message_names.name(code) for code in message_names.MESSAGES]
    assert len(set(names)) == len(names)
    for code in message_names.MESSAGES:
        assert len(message_names.name(code)) > 1
        assert len(message_names.field_names(code)) == len(message_names.MESSAGES[code])
    for code in message_names.MESSAGES:
        assert 0x20 < code < 0x7E
        assert code not in b",*~%"


def test_golden_bodies():
    assert messages.pack(messages.HEARTBEAT, ()) == b"B"
    assert messages.pack(messages.GET, (200, 1, 9, 12, 12)) == b"G,200,1,9,12,12"
    assert messages.pack(messages.RECORDS, (5, b"\x01\x02")) == b"R,5,AQI"
    assert messages.pack(messages.LOG, ("50 %, \u2660",)) == b"l,50 %25%2C %E2%99%A0"
    alert = (7, 1, 1, 4, 1, 0, 1, "27", 2)
    assert messages.pack(messages.ALERT, alert) == b"!,7,1,1,4,1,0,1,27,2"


def test_wrong_fields_are_refused_when_packed():
    assert _fails(messages.pack, messages.TIME, ())
    assert _fails(messages.pack, messages.TIME, (1, 2))
    assert _fails(messages.pack, messages.TIME, (-1,))
    assert _fails(messages.pack, messages.TIME, (1 << 32,))
    assert _fails(messages.pack, 1, ())


def test_wrong_bodies_are_refused_and_later_fields_left_out():
    for body in (b"", b"T", b"T,", b"T,x", b"T,-1", b"T,4294967296", b"T,99999999999", b"z,1",
                 b"TT,1", b"l,%", b"l,%2", b"l,%zz", b"l,%FF"):
        assert _fails(messages.unpack, body), body
    assert messages.unpack(b"T,1,of a later version") == (messages.TIME, (1,))


def test_names():
    assert message_names.name(messages.TD_CALL) == "td_call"
    assert message_names.name(0x7A) == "z"
    assert message_names.field_names(messages.GET) == ("length", "ranges")
