"""Seats and calls as small integers."""

from bidbox import calls


def test_every_call_has_one_name_and_is_read_back():
    names = [calls.call_name(code) for code in range(calls.HIGHEST_CALL + 1)]
    assert len(names) == 48
    assert names[:4] == ["P", "X", "XX", "1C"]
    assert names[calls.HIGHEST_BID] == "7N"
    assert names[calls.HIGHEST_CALL] == "9N"
    for code in range(len(names)):
        assert calls.parse_call(names[code]) == code


def test_bids_rise_by_denomination_and_then_by_level():
    assert calls.parse_call("1S") < calls.parse_call("1N") < calls.parse_call("2C")
    assert calls.level(calls.parse_call("3D")) == 3
    assert calls.denomination(calls.parse_call("3D")) == calls.DIAMONDS


def test_no_other_name_is_a_call():
    for name in ("", "p", "1", "0C", "1NT", "1Z", "XXX", "10C"):
        try:
            calls.parse_call(name)
        except ValueError:
            continue
        raise AssertionError(name)


def test_the_left_hand_opponent_is_next_clockwise():
    assert calls.lho(calls.NORTH) == calls.EAST
    assert calls.lho(calls.WEST) == calls.NORTH
    assert calls.partner(calls.EAST) == calls.WEST
    assert calls.rho(calls.NORTH) == calls.WEST
