"""What the director is asked first, as data: for each occasion, questions and what yes sends.

A new answer is a new row here; nothing else knows the questions.
"""

from micropython import const

from bidbox import answers, messages, phrases, verdicts

ACKNOWLEDGE = const(0)  # yes sends ACKNOWLEDGE with the value
ANSWER = const(1)  # yes sends ANSWER with the value as its code

_COMING = (phrases.ASK_COMING, ACKNOWLEDGE, messages.ON_THE_WAY)
_FALSE_ALARM = (phrases.ASK_FALSE_ALARM, ANSWER, answers.FALSE_ALARM)
_NOT_ACCEPTED = (phrases.ASK_NOT_ACCEPTED, ANSWER, answers.NOT_ACCEPTED)
_CANCELLED = (phrases.ASK_CANCELLED, ANSWER, answers.CANCELLED)

# Not accepted is offered before accepted: acceptance is the table's to say. An insufficient bid
# can be accepted in words (27A1), the others by calling alone (29A, 25B1).
_DECLARED = (
    _COMING,
    _NOT_ACCEPTED,
    (phrases.ASK_ACCEPTED, ANSWER, answers.ACCEPTED),
    _FALSE_ALARM,
)
_BY_CALLING = (_COMING, _NOT_ACCEPTED, _FALSE_ALARM)
_NEVER_ACCEPTED = (_COMING, _CANCELLED, _FALSE_ALARM)

CALLED = (_COMING, (phrases.ASK_ARRIVED, ACKNOWLEDGE, messages.ARRIVED))

# By kind of irregularity (verdicts.py).
QUESTIONS = {
    verdicts.INSUFFICIENT: _DECLARED,
    verdicts.OUT_OF_ROTATION: _BY_CALLING,
    verdicts.CHANGE_OF_CALL: _BY_CALLING,
    verdicts.INADMISSIBLE_DOUBLE: _NEVER_ACCEPTED,
    verdicts.INADMISSIBLE_REDOUBLE: _NEVER_ACCEPTED,
    verdicts.MUST_PASS_VIOLATION: _NEVER_ACCEPTED,
    verdicts.ABOVE_SEVEN: _NEVER_ACCEPTED,
    verdicts.CALL_AFTER_END: _NEVER_ACCEPTED,
}


def questions(kind):
    """Return the questions for an irregularity of a kind; CALLED for none."""
    return QUESTIONS.get(kind, CALLED)
