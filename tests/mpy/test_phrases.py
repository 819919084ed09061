"""The short phrases of the displays: none missing, none too long for two lines of sixteen."""

from bidbox import phrases


def _indexes():
    return [
        value
        for name, value in phrases.__dict__.items()
        if name[0] != "_" and isinstance(value, int) and name != "FIRST_KIND"
    ]


def test_every_index_has_its_phrase():
    count = len(phrases.ENGLISH.split("\n")) - 1
    assert sorted(_indexes()) == list(range(count))
    assert count <= 80
    assert phrases.phrase(phrases.ENGLISH, phrases.PRESS_OK) == "PRESS OK"
    assert phrases.phrase(phrases.ENGLISH, count - 1) == phrases.ENGLISH.split("\n")[count - 1]


def test_a_phrase_fits_two_lines():
    for number in ("7", "12", "255"):
        for words in phrases.ENGLISH.split("\n"):
            words = words.replace("%%", "%").replace("%d", number)
            words = words.replace("%s", "N", 1).replace("%s", "All")
            for line in phrases.lines(words):
                assert len(line) <= 16, words


def test_a_line_ends_with_a_word():
    assert phrases.lines("BOARD 7 WAS/SKIPPED") == ("BOARD 7 WAS", "SKIPPED")
    assert phrases.lines("BOARD 12 WAS SKIPPED") == ("BOARD 12 WAS", "SKIPPED")
    assert phrases.lines("SETTINGS DAMAGED") == ("SETTINGS DAMAGED", "")
    assert phrases.lines("") == ("", "")


def test_kinds_of_irregularity_have_theirs():
    words = phrases.phrase(phrases.ENGLISH, phrases.FIRST_KIND + 1)
    assert words == "INSUFFICIENT"
    assert phrases.phrase(phrases.ENGLISH, phrases.FIRST_KIND + 8) == "AFTER THE END"
