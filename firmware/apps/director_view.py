"""What the director's display shows: one case with its question, or the tables in trouble."""

from micropython import const

from bidbox import messages, phrases, verdicts
from bidbox.calls import NOBODY, SEATS

_SAID_MS = const(1500)
_TOLD_MS = const(10000)
_WIDE = const(16)  # letters
_ROOM = const(3)  # tables in trouble on a display; each has its lamp beside
_TURNS = (phrases.OWN_TURN, phrases.LHOS_TURN, phrases.PARTNERS_TURN, phrases.RHOS_TURN)


class DirectorView:
    """Draws on one display; sent() and no_answer() are shown for a moment, told() for longer."""

    def __init__(self, canvas, clock, words=phrases.ENGLISH):
        self._canvas = canvas
        self._clock = clock
        self._words = words
        self._said = ""
        self._said_at = 0
        self._table = 0  # whose words they are, 0: the director's device's own

    def sent(self):
        self._say(phrases.SENT)

    def no_answer(self):
        self._say(phrases.NO_ANSWER)

    def told(self, table, text):
        """Show a table's words while no case is open: a key must not act on what they hide."""
        if text:
            self._say_text(text, table)

    def stale(self):
        """Whether what was said for a moment is to be taken back."""
        lasts = _TOLD_MS if self._table else _SAID_MS
        if self._said and self._clock.since(self._said_at) >= lasts:
            self._said = ""
            self._table = 0
            return True
        return False

    def draw(self, case, place, count, tables, troubles):
        """Draw a case, number `place` of `count`; None: how many tables there are, and troubles.

        troubles: (phrase, its arguments) of each table with which something is wrong; of this
        device itself, number 0, the lower line is enough.
        """
        canvas = self._canvas
        canvas.fill(0)
        if case is None and self._table:
            self._draw_told()
        elif case is None:
            if not troubles:
                canvas.label(self._phrase(phrases.QUIET), 0, 2, 2)
            for i in range(min(_ROOM, len(troubles))):
                phrase, arguments = troubles[i]
                upper, lower = phrases.lines(self._phrase(phrase) % arguments)
                canvas.label(upper if arguments[0] else "", 0, 2 * i)
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
        if self._said and not self._table:
            canvas.fill_rect(0, 48, 128, 16, 0)
            canvas.label(self._said, 0, 6, 2)
        canvas.show()

    def _draw_told(self):
        self._canvas.label(self._phrase(phrases.TABLE) % self._table, 0, 0)
        rest = self._said
        for page in range(1, 8):
            end = len(rest) if len(rest) <= _WIDE else rest.rfind(" ", 0, _WIDE + 1)
            end = end if end > 0 else _WIDE
            self._canvas.label(rest[:end], 0, page)
            rest = rest[end:].lstrip()

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
        self._say_text(self._phrase(phrase), 0)

    def _say_text(self, text, table):
        self._said = text
        self._said_at = self._clock.ms()
        self._table = table
