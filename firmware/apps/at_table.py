"""The director's dialogue on a seat's display: his code, then questions answered by keys.

+ (on S) goes to the next question, OK is yes, X is no, CANCEL ends it. What he answers is an
answer like any other (table.py); which questions there are says asking.py.
"""

from micropython import const

from apps import asking
from apps.panel import Panel
from bidbox import answers, boards, faults, keys, messages, phrases
from bidbox import items as its
from bidbox.calls import SEATS

_NEXT = const(13)  # the key S, whose small legend is +
_WRONG = const(3)  # wrong codes until it is blocked
_BLOCKED_MS = const(60000)
_LONGEST = const(8)  # digits


class Dialogue(Panel):
    """Opened by TD held for three seconds."""

    def __init__(self, table, socket):
        Panel.__init__(self, table, socket)
        self._code = ""
        self._open = False
        self._rows = []
        self._place = 0
        self._events = -1  # of the board when the rows were made
        self._board = False  # a board's number is being typed
        if table.wrong_codes >= _WRONG:
            if table.clock.since(table.blocked_at) < _BLOCKED_MS:
                self.leave("BLOCKED FOR/A MINUTE")
            else:
                table.wrong_codes = 0

    def key(self, socket, key):
        """Before the code is given, a player's key ends this and is his own."""
        if socket != self.socket:
            return False
        if self._open or 1 <= keys.DIGITS[key] <= 7 or key == keys.OK or key == keys.CANCEL:
            return Panel.key(self, socket, key)
        self.over = True
        return False

    def pressed(self, key):
        if not self._open:
            self._give_code(key)
        elif self._board:
            self._give_number(key)
        elif key == _NEXT:
            self._go_on()
        elif self._rows and (key == keys.OK or key == keys.DOUBLE):
            row = self._rows[self._place]
            answer = row.yes if key == keys.OK else row.no
            if answer == asking.NO_ANSWER:
                self._go_on()
            elif answer == answers.BOARD:
                self._board = True
                self.number = 0
            elif answer == answers.MUST_PASS and not row.b:
                self._rows = asking.must_pass()
                self._place = 0
            else:
                self._answer(answer, row.item, row.a, row.b)

    def _give_code(self, key):
        table = self.table
        if key != keys.OK:
            if len(self._code) < _LONGEST:
                self._code += keys.NAMES[key]
        elif self._code == table.config["code"]:
            table.wrong_codes = 0
            self._open = True
            table.after_td = True
            from apps.answering import acknowledge

            acknowledge(table, messages.ARRIVED)
        elif not self._code:
            self.over = True
        else:
            self._code = ""
            table.wrong_codes += 1
            table.blocked_at = table.clock.ms()
            if table.wrong_codes < _WRONG:
                self.say("WRONG CODE")
            else:
                self.leave("WRONG CODE:/BLOCKED A MINUTE")
                seat = table.seat_at(self.socket)
                table.faults.say(faults.WRONG_CODE, seat, "wrong code, blocked for a minute")

    def _give_number(self, key):
        if key == keys.OK:
            self._board = False
            if 0 < self.number <= boards.HIGHEST:
                self._answer(answers.BOARD, None, boards.dealer(self.number), self.number)
        else:
            self.type(key)

    def _answer(self, code, item, a, b):
        from apps.answering import answer

        of = messages.NO_EVENT if item is None else item[its.EVENT]
        refused = answer(self.table, 0, code, of, a, b)
        self.say("NOT POSSIBLE NOW" if refused else "RECORDED")
        self._events = -1

    def _go_on(self):
        self._place = (self._place + 1) % max(1, len(self._rows))

    def end(self):
        if self._open and not self.table.life.open_item():
            self.table.after_td = False

    def draw(self):
        if not self._open:
            self.write("DIRECTOR'S CODE?", 1)
            self.canvas.label("*" * len(self._code), 0, 4, 2)
            self.canvas.label("OK        CANCEL", 0, 7)
            return
        canvas = self.canvas
        board_life = self.table.life
        canvas.label("DIRECTOR B. %d" % board_life.board, 0, 0)
        if self._board:
            self.write("BOARD %d?" % self.number, 3)
            canvas.label("OK        CANCEL", 0, 7)
            return
        if not self._rows:
            self.write("NO BOARD IS OPEN", 3)
            return
        row = self._rows[self._place]
        item = row.item
        if item is not None:
            canvas.label(
                phrases.phrase(phrases.ENGLISH, phrases.FIRST_KIND + item[its.KIND]), 0, 1
            )
            canvas.label(SEATS[item[its.SEAT]], 0, 2, 2, 12)
            canvas.call(item[its.CALL], 16, 2, 16)
            law = board_life.adjudicator.label(item[its.LAW])
            canvas.label(phrases.phrase(phrases.ENGLISH, phrases.LAW) % law, 64, 2)
        self.write(row.words, 4)
        canvas.label("OK YES      X NO", 0, 6)
        canvas.label("+ NEXT    CANCEL", 0, 7)

    def step(self):
        adjudicator = self.table.life.adjudicator
        if self._open and self._events != adjudicator.event_count:
            self._events = adjudicator.event_count
            self._rows = asking.rows(self.table.life)
            self._place = 0
            self._board = False
            self.stale = True
        return Panel.step(self)
