"""What the director may be asked about a board now: words, and the answers that yes and no are.

Rows of data for the dialogue at the table. What an open irregularity asks at first is the
dialogue that his own device has too (dialogue.py). Knows no key and no display.
"""

from apps import dialogue
from bidbox import answers, phrases, stages, verdicts
from bidbox import items as its
from bidbox.calls import NOBODY, SEATS

NO_ANSWER = -1  # no: the next question

# The adjudicator's questions: words, yes, no. Q2 is dialogue.py's; Q8 and Q13 are no yes or no.
_QUESTIONS = {
    "Q1": ("Q1 UNINTENDED?", answers.UNINTENDED, NO_ANSWER),
    "Q3": ("Q3 OPENED? NO:/CALLED OVER", answers.OPENED, answers.CALLED_OVER),
    "Q4": ("Q4 LHO CALLED/OVER THE LATER?", answers.ACCEPTED, answers.NOT_ACCEPTED),
    "Q5": ("Q5 ARTIFICIAL?", answers.ARTIFICIAL, answers.NOT_ARTIFICIAL),
    "Q6": (
        "Q6 SAME/DENOMINATION?",
        answers.SAME_DENOMINATION,
        answers.NOT_SAME_DENOMINATION,
    ),
    "Q7": ("Q7 COMPARABLE?", answers.COMPARABLE, answers.NOT_COMPARABLE),
}
_TERMS = ("AT NEXT TURN?", "TO THE END?")  # must_pass: 1 next, 2 rest


class Row:
    """A question. `item`: the irregularity it is about, or None; a, b: as the answer has them."""

    def __init__(self, words, yes, no=NO_ANSWER, item=None, a=0, b=0):
        self.words = words
        self.yes = yes
        self.no = no
        self.item = item
        self.a = a
        self.b = b


def rows(board_life):
    """Return all that can be asked: the newest irregularity first, then what is always asked."""
    found: list = []
    if not stages.is_answerable(board_life):
        return found
    adjudicator = board_life.adjudicator
    slip = False
    for i in range(adjudicator.item_count - 1, -1, -1):
        item = adjudicator.item(i)
        asked = [question[0] for question in adjudicator.questions(item)]
        first = []
        if item[its.STATUS] == verdicts.OPEN:
            for phrase, what, value in dialogue.questions(item[its.KIND]):
                if what == dialogue.ANSWER and (
                    value not in (answers.NOT_ACCEPTED, answers.ACCEPTED)
                    or "Q2" in asked
                    or item[its.MAY_ACCEPT] == NOBODY
                ):
                    first.append(Row(phrases.phrase(phrases.ENGLISH, phrase), value))
        found += first[:-1]
        for name in asked:
            if name in _QUESTIONS:
                found.append(Row(*_QUESTIONS[name]))
        found += first[-1:]  # the false alarm
        for row in found:
            if row.item is None:
                row.item = item
        slip = slip or "Q1" in asked
    if board_life.calls and not slip:
        found.append(Row("LAST CALL/UNINTENDED?", answers.UNINTENDED))
    if adjudicator.event_count > board_life.calls:
        found.append(Row("TAKE BACK THE/LAST ANSWER?", answers.TAKE_BACK))
    if adjudicator.over:
        found.append(Row("AUCTION PERIOD/OVER?", answers.AUCTION_PERIOD_OVER))
    else:
        found.append(Row("MUST A PLAYER/PASS?", answers.MUST_PASS))
    found.append(Row("BOARD NUMBER/WRONG?", answers.BOARD))
    return found


def must_pass():
    """Return the rows that MUST_PASS opens: for each seat, at his next turn or to the end."""
    return [
        Row("%s MUST PASS/%s" % (SEATS[seat], _TERMS[term - 1]), answers.MUST_PASS, a=seat, b=term)
        for term in (1, 2)
        for seat in range(4)
    ]
