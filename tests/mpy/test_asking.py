"""What the director is asked at a seat: the newest irregularity first, in words that fit."""

from apps import asking
from bidbox import answers, phrases, stages
from bidbox import items as its
from bidbox.adjudicator import Adjudicator
from bidbox.calls import NORTH, parse_call, parse_seat
from bidbox.laws import edition_2007, edition_2017
from bidbox.life import Life

VM_ONLY = True
VM_BOARD = "esp32_table"
VM_HEAP = "400k"


def _after(words, edition=edition_2017):
    """Return a Life after calls like "N 1H" and answers like "not_accepted"."""
    box = Life(Adjudicator(edition))
    stages.propose(box, 1)
    box.begin(box.proposal, box.opening)
    words = words.split()
    while words:
        word = words.pop(0)
        if word in answers.ANSWERS:
            assert stages.answer(box, answers.ANSWERS.index(word)), word
        else:
            box.call(parse_seat(word), parse_call(words.pop(0)))
    return box


def _asked(words, edition=edition_2017):
    return [row.words for row in asking.rows(_after(words, edition))]


_ALWAYS = ["LAST CALL/UNINTENDED?", "MUST A PLAYER/PASS?", "BOARD NUMBER/WRONG?"]


def test_nothing_is_asked_before_the_first_board():
    box = Life(Adjudicator(edition_2017))
    assert asking.rows(box) == []


def test_a_regular_auction_leaves_what_can_always_be_said():
    assert _asked("N 1H") == _ALWAYS
    assert _asked("") == _ALWAYS[1:]
    over = _asked("N 1H E P S P W P")
    assert over == ["LAST CALL/UNINTENDED?", "AUCTION PERIOD/OVER?", "BOARD NUMBER/WRONG?"]


def test_not_accepted_comes_first_and_accepted_only_where_it_can_be_said():
    assert _asked("N 1S E 1H")[:4] == [
        "NOT ACCEPTED?", "ACCEPTED?", "Q1 UNINTENDED?", "FALSE ALARM?",
    ]  # fmt: skip
    assert _asked("S 1H")[:3] == ["NOT ACCEPTED?", "Q1 UNINTENDED?", "FALSE ALARM?"]


def test_what_nobody_accepts_is_cancelled():
    asked = _asked("N 1H E P S X")
    assert asked[0] == "CANCELLED?"
    assert "NOT ACCEPTED?" not in asked


def test_the_adjudicators_questions_come_with_yes_and_no():
    cases = (
        ("N 1S E 1H not_accepted E 2D", "Q7 COMPARABLE?", "comparable", "not_comparable"),
        ("N 1S E 1H not_accepted E 2H", "Q6 SAME/DENOMINATION?", "same_denomination",
         "not_same_denomination"),
        ("W 1H N 1S", "Q3 OPENED? NO:/CALLED OVER", "opened", "called_over"),
    )  # fmt: skip
    for words, wanted, yes, no in cases:
        for row in asking.rows(_after(words)):
            if row.words == wanted:
                assert (answers.ANSWERS[row.yes], answers.ANSWERS[row.no]) == (yes, no)
                assert row.item is not None
                break
        else:
            raise AssertionError((words, _asked(words)))


def test_an_answer_can_be_taken_back():
    assert "TAKE BACK THE/LAST ANSWER?" in _asked("N 1S E 1H not_accepted")
    assert "TAKE BACK THE/LAST ANSWER?" not in _asked("N 1S E 1H")


def test_the_newest_irregularity_is_asked_about_first():
    rows = asking.rows(_after("N 1S E 1H not_accepted E 2D S P W P N 2C"))
    events = [row.item[its.EVENT] for row in rows if row.item is not None]
    assert events[0] > events[-1]


def test_every_answer_offered_is_taken():
    for edition in (edition_2017, edition_2007):
        for words in (
            "N 1H", "N 1S E 1H", "N 1S E 1H not_accepted E 2D", "N 1S E 1H not_accepted E 2H",
            "S 1H", "W 1H N 1S", "N 1H E P S X", "N 1H E P S XX", "N P E 1H W 1S", "W P",
            "N 1H E P S P W P N X", "N 1H S 2H", "N 1H N 1S",
        ):  # fmt: skip
            count = len(asking.rows(_after(words, edition)))
            for i in range(count):
                for answer in ("yes", "no"):
                    box = _after(words, edition)
                    row = asking.rows(box)[i]
                    code = getattr(row, answer)
                    if code != asking.NO_ANSWER and code not in (answers.MUST_PASS, answers.BOARD):
                        of = -1 if row.item is None else row.item[its.EVENT]
                        assert stages.answer(box, code, of), (words, row.words, answer)


def test_words_fit_the_display():
    found = [words for words, _, _ in asking._QUESTIONS.values()]
    found += [row.words for row in asking.must_pass()]
    found += _asked("N 1S E 1H not_accepted") + _asked("N 1H E P S P W P")
    for words in found:
        for line in phrases.lines(words):
            assert len(line) <= 16, words


def test_a_player_can_be_made_to_pass_once_or_to_the_end():
    rows = asking.must_pass()
    assert [(row.a, row.b) for row in rows] == [(s, t) for t in (1, 2) for s in range(4)]
    assert rows[0].words == "N MUST PASS/AT NEXT TURN?"
    assert rows[0].a == NORTH
