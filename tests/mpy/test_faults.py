"""Faults in words: each code has some of its own, a seat's are told with the seat."""

from bidbox import faults
from bidbox.calls import NOBODY, WEST


def test_every_code_has_words_of_its_own():
    codes = list(range(faults.UNIT_BACK, faults.WRONG_CODE + 1))
    codes += range(faults.SETTINGS, faults.RADIO + 1)
    codes += [faults.KEY_STUCK, faults.KEY_FREE + 19]
    words = [faults.fault_words(code, NOBODY) for code in codes]
    assert len(set(words)) == len(codes), words
    assert not [told for told in words if "unknown" in told], words


def test_a_seat_is_named_and_the_text_put_behind():
    gone = "seat unit does not answer: check its cord"
    assert faults.fault_words(faults.UNIT_GONE, WEST) == "W: " + gone
    assert faults.fault_words(faults.UNIT_GONE, NOBODY) == gone
    assert faults.fault_words(faults.JOURNAL, NOBODY, "page 3 lost") == "journal: page 3 lost"
    assert faults.fault_words(faults.KEY_STUCK + 17, WEST) == "W: key OK is held down or stuck"
    assert faults.fault_words(30, NOBODY) == "unknown fault 30"
