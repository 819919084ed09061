"""From keys to a selection: level and denomination in either order, replacement, numbers."""

from bidbox import keys
from bidbox.calls import NO_CALL, call_name, parse_call
from bidbox.selection import NO_NUMBER, Selection


def _after(names, numbering=False):
    selection = Selection()
    for name in names.split():
        selection.press(keys.NAMES.index(name), numbering)
    return selection


def _call(names):
    call = _after(names).call
    return "" if call == NO_CALL else call_name(call)


def test_level_and_denomination_in_either_order():
    assert _call("1 H") == "1H"
    assert _call("H 1") == "1H"
    assert _call("NT 7") == "7N"


def test_every_call_can_be_keyed():
    for number in range(38):
        selection = Selection()
        for key in keys.keys_of_call(call_name(number)):
            selection.press(key)
        assert selection.call == number == parse_call(call_name(number))


def test_a_new_key_replaces_its_like():
    assert _call("1 H S") == "1S"
    assert _call("1 H 2") == "2H"
    assert _call("H 3 C 4") == "4C"


def test_pass_double_and_redouble_replace_all():
    assert _call("1 H PASS") == "P"
    assert _call("1 H X") == "X"
    assert _call("X XX") == "XX"
    assert _call("PASS 1") == ""
    assert _call("PASS H 2") == "2H"


def test_half_a_bid_is_not_a_call():
    for names in ("1", "H", "X 1", "PASS NT"):
        assert _after(names).call == NO_CALL
        assert _after(names).half
    assert not _after("").half
    assert not _after("1 H").half


def test_cancel_clears_and_says_whether_there_was_anything():
    selection = _after("2 D")
    assert selection.press(keys.CANCEL)
    assert selection.empty
    assert not selection.press(keys.CANCEL)


def test_the_directors_key_keeps_the_selection():
    selection = _after("2 D TD")
    assert selection.td
    assert call_name(selection.call) == "2D"
    selection.press(keys.CLUBS)
    assert not selection.td
    assert call_name(selection.call) == "2C"


def test_plain_digits_are_a_number_until_another_key():
    assert _after("1 7").number == 17
    assert _after("7").number == 7
    assert _after("1 H").number == NO_NUMBER
    assert _after("H 1").number == NO_NUMBER
    assert _after("1 PASS").number == NO_NUMBER


def test_numbering_reads_all_ten_digits():
    assert _after("1 C", True).number == 18
    assert _after("2 H", True).number == 20
    assert _after("D", True).number == 9
    assert _after("H 7", True).number == 7
    assert _after("1 C", True).call == NO_CALL


def test_a_number_too_long_starts_anew():
    assert _after("2 5 5", True).number == 255
    assert _after("2 5 6", True).number == 6
