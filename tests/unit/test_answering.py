"""`bidbox answer`: words become the answer that journal and link hold, or a line says why not."""

import pytest

from bidbox import answers, calls
from bidbox_host.errors import UsageError
from bidbox_host.link.answering import ARGUMENTS, NAMES, Answer, parse
from bidbox_host.replay import answer_event


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ARGUMENTS])
def test_an_answer_by_its_name_alone(name):
    assert parse((name,)) == Answer(NAMES.index(name))
    assert parse((name.upper().replace("_", "-"),)).name == name


@pytest.mark.parametrize(
    ("words", "event"),
    [
        ("entered S 2NT", {"director": "entered", "seat": "S", "call": "2N"}),
        ("entered west pass", {"director": "entered", "seat": "W", "call": "P"}),
        ("must_pass S rest", {"director": "must_pass", "seat": "S", "how": "rest"}),
        ("must_pass N next", {"director": "must_pass", "seat": "N", "how": "next"}),
        ("board 7", {"director": "board", "dealer": "S", "number": 7}),
        ("board 7 E", {"director": "board", "dealer": "E", "number": 7}),
        ('ruling {"turn":"S"}', {"director": "ruling", "state": {"turn": "S"}}),
    ],
)
def test_what_is_sent_is_read_back_as_the_same_event(words, event):
    answer = parse(words.split(" ", 1 if words.startswith("ruling") else -1))
    assert answer_event(answer.code, -1, answer.a, answer.b, answer.state) == event


def test_seats_and_calls_are_the_links_numbers():
    assert parse(("entered", "E", "1H")) == Answer(
        answers.ENTERED, calls.EAST, calls.parse_call("1H")
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("maybe",), "there are not_accepted"),
        (("accepted", "S"), "give accepted alone"),
        (("entered", "S"), "entered SEAT CALL"),
        (("entered", "Q", "1H"), "entered SEAT CALL"),
        (("entered", "S", "8H2"), "entered SEAT CALL"),
        (("must_pass", "S", "always"), "SEAT next|rest"),
        (("board",), "NUMBER [DEALER]"),
        (("board", "0"), "NUMBER [DEALER]"),
        (("board", "256"), "NUMBER [DEALER]"),
        (("board", "7", "E", "E"), "NUMBER [DEALER]"),
        (("ruling",), "give ruling JSON"),
        (("ruling", "{"), "is not JSON"),
        (("ruling", "[]"), "a ruling has a state"),
        (("ruling", '{"turn":"Q"}'), "N, E, S or W"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, said):
    with pytest.raises(UsageError) as refused:
        parse(words)
    assert said in refused.value.format_message()
    assert "\n" not in refused.value.format_message()
