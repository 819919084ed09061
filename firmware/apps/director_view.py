"""What the director's display shows: one case with its question, or the tables in trouble."""

from micropython import const

from bidbox import messages, phrases, verdicts
from bidbox.calls import NOBODY, SEATS

_SAID_MS = const(1500)
_ROOM = const(3)  # tables in trouble on a display; each has its lamp beside
_TURNS = (phrases.OWN_TURN, phrases.LHOS_TURN, phrases.PARTNERS_TURN, phrases.RHOS_TURN)


class DirectorView:
    """Draws on one display; sent() and no_answer() are shown for a moment."""

    def __init__(self, canvas, clock, words=phrases.ENGLISH):
        self._canvas = canvas
        self._clock = clock
        self._words = words
        self._said = -1
        self._said_at = 0

    def sent(self):
        self._say(phrases.SENT)

    def no_answer(self):
        self._say(phrases.NO_ANSWER)

    def stale(self):
        """Whether what was said for a moment is to be taken back."""
        if self._said >= 0 and self._clock.since(self._said_at) >= _SAID_MS:
            self._said = -1
            return True
        return False

    def draw(self, case, place, count, tables, troubles):
        """Draw a case, number `place` of `count`; None: how many tables there are, and troubles.

        troubles: (phrase, its arguments) of each table with which something is wrong.
        """
        canvas = self._canvas
        canvas.fill(0)
        if case is None:
            if not troubles:
                canvas.label(self._phrase(phrases.QUIET), 0, 2, 2)
            for i in range(min(_ROOM, len(troubles))):
                phrase, arguments = troubles[i]
                upper, lower = phrases.lines(self._phrase(phrase) % arguments)
                canvas.label(upper, 0, 2 * i)
                canvas.label(lower, 0, 2 * i + 1)
            canvas.label(self._phrase(phrases.TABLES) % tables, 0, 7)
        else:
            canvas.label(self._phrase(phrases.TABLE_BOARD) % (case.table, case.board), 0, 0)
            if case.event == messages.NO_EVENT:
                canvas.label(self._phrase(phrases.CALLS_DIRECTOR) % SEATS[case.seat], 0, 2, 2)
            else:
                self._draw_alert(case)
            canvas.label(self._phrase(case.question[0]), 0, 6)
            canvas.label(self._phrase(phrases.NEXT_YES_NO), 0, 7)
            if count > 1:
                canvas.label("%d/%d" % (place + 1, count), 104, 6)
        if self._said >= 0:
            canvas.fill_rect(0, 48, 128, 16, 0)
            canvas.label(self._phrase(self._said), 0, 6, 2)
        canvas.show()

    def _draw_alert(self, case):
        canvas = self._canvas
        canvas.label(self._phrase(phrases.FIRST_KIND + case.kind), 0, 1)
        canvas.label(SEATS[case.seat], 0, 2, 2, 12)
        canvas.call(case.call, 16, 2, 16)
        if case.turn < len(_TURNS):
            canvas.label(self._phrase(_TURNS[case.turn]), 56, 2)
        if case.insufficient and case.kind != verdicts.INSUFFICIENT:
            canvas.label(self._phrase(phrases.ALSO_INSUFFICIENT), 56, 3)
        canvas.label(self._phrase(phrases.LAW) % case.law, 0, 4)
        if case.may_accept < NOBODY:
            canvas.label(self._phrase(phrases.MAY_ACCEPT) % SEATS[case.may_accept], 0, 5)
        else:
            canvas.label(self._phrase(phrases.NO_ACCEPTANCE), 0, 5)

    def _phrase(self, index):
        return phrases.phrase(self._words, index)

    def _say(self, phrase):
        self._said = phrase
        self._said_at = self._clock.ms()
