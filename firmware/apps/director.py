"""The director's device: what tables tell, by lamps, sound and display; answers by three keys.

Passes everything on to its own serial link. Knows messages and the dialogue (dialogue.py), no law.
"""

import asyncio

from micropython import const

from apps import dialogue
from bidbox import faults, messages, phrases, verdicts
from bidbox.calls import NO_CALL, NOBODY
from drivers import buzzer, lamp
from drivers.battery import FIRST_WARNING

_STEP_MS = const(50)
_CASES = const(16)
_SILENT_MS = const(40000)  # a table tells its state at least every ten seconds
_NEXT = const(0)
_YES = const(1)
_NO = const(2)
_PASSES = const(0x3FFFFFFF)


class Case:
    """What one table wants the director for; `event` is NO_EVENT for a call of the director."""

    def __init__(self, table, board, event, seat):
        self.table = table
        self.board = board
        self.event = event
        self.seat = seat
        self.call = NO_CALL
        self.kind = verdicts.REGULAR
        self.turn = verdicts.NO_TURN
        self.insufficient = 0
        self.law = ""
        self.may_accept = NOBODY
        self.place = 0  # of the question asked
        self.coming = False

    @property
    def questions(self):
        return dialogue.questions(self.kind)

    @property
    def question(self):
        return self.questions[self.place]


class Director:
    """`view` shows a case (director_view.py); `lamps` one state a table, `count` of them."""

    def __init__(self, clock, radio, console, lamps, count, sound, view):
        self.clock = clock
        self.radio = radio
        self.console = console
        self._lamps = lamps
        self._count = count
        self._sound = sound
        self._view = view
        self.cases = []
        self.selected = 0
        self.battery = None  # its own
        self.tables = {}  # table -> the last STATUS
        self._stale = True
        self.panel = None  # the self-test, while it has keys, lamps and display
        self.passes = 0

    # Messages

    def on_message(self, sender, code, fields):
        """Take a table's message and pass it on to the host."""
        self.console.post(code, sender, *fields)
        if code == messages.ALERT:
            self._alert(sender, fields)
        elif code == messages.TD_CALL:
            self._td_call(sender, fields)
        elif code == messages.STATUS:
            self._status(sender, fields)
        elif code == messages.LOG:
            self._view.told(sender, fields[0])
            self._stale = True
        self._light()

    def on_lost(self, table, code):
        self.console.log("table %d does not answer by radio" % table)
        self._view.no_answer()
        self._stale = True

    def _alert(self, table, fields):
        board, event, seat, call, kind, turn, insufficient, law, may_accept = fields
        case = self._find(table, event)
        if case is None:
            case = self._new(table, board, event, seat)
            if case is None:
                return
        case.call = call
        case.kind = kind
        case.turn = turn
        case.insufficient = insufficient
        case.law = law
        case.may_accept = may_accept
        self._sound.request(buzzer.ALERT)

    def _td_call(self, table, fields):
        board, seat, on = fields
        case = self._find(table, messages.NO_EVENT, seat)
        if not on:
            self._drop(case)
        elif case is None and self._new(table, board, messages.NO_EVENT, seat):
            self._sound.request(buzzer.CALL)

    def _status(self, table, fields):
        """Take off the list what is settled at a table, or was on another board."""
        self.tables[table] = fields
        is_open = messages.OPEN in fields[0].split()
        for case in list(self.cases):
            if case.table == table and (
                case.board != fields[1] or (case.event != messages.NO_EVENT and not is_open)
            ):
                self._drop(case)
        self._stale = True

    def _find(self, table, event, seat=-1):
        for case in self.cases:
            if case.table == table and case.event == event and seat in (-1, case.seat):
                return case
        return None

    def _new(self, table, board, event, seat):
        self._stale = True
        if len(self.cases) == _CASES:
            self.console.log("more than %d cases are open" % _CASES)
            return None
        case = Case(table, board, event, seat)
        self.cases.append(case)
        return case

    def _drop(self, case):
        if case in self.cases:
            place = self.cases.index(case)
            self.cases.remove(case)
            if place < self.selected or self.selected >= len(self.cases):
                self.selected = max(0, self.selected - 1)
        self._stale = True

    def redraw(self):
        self._stale = True

    # Keys

    @property
    def case(self):
        """The case on the display, or None."""
        return self.cases[self.selected] if self.cases else None

    def on_key(self, key, pressed, ms):
        if self.panel is not None:
            if pressed:
                self.panel.key(0, key)
            return
        case = self.case
        if not pressed or case is None:
            return
        if key == _NEXT:
            self.selected = (self.selected + 1) % len(self.cases)
        elif key == _NO:
            case.place = (case.place + 1) % len(case.questions)
        elif key == _YES:
            self._send(case)
        self._stale = True
        self._light()

    def _send(self, case):
        _, what, value = case.question
        if what == dialogue.ACKNOWLEDGE:
            self.acknowledge(case.table, case.board, case.event, value)
            if value == messages.ON_THE_WAY:
                case.place += 1
                return
        else:
            of = case.event
            self.answer(case.table, case.board, value, of, 0, 0)
        self._drop(case)
        self._view.sent()

    # What the host may ask (host_link.py)

    def answer(self, table, board, code, of, a, b, extra=b""):
        """Send a director's answer to a table; return None, or why not."""
        if table == messages.THIS_DEVICE or table >= messages.FIRST_DIRECTOR:
            return "which table?"
        if not self.radio.post(messages.ANSWER, table, board, code, of, a, b, extra):
            return "the radio is busy"
        return None

    def acknowledge(self, table, board, event, what):
        """Tell a table that its alert or call was seen, that the director comes or has arrived."""
        for case in self.cases:
            if case.table == table and case.event == event and what == messages.ON_THE_WAY:
                case.coming = True
        if not self.radio.post(messages.ACKNOWLEDGE, table, board, event, what):
            return "the radio is busy"
        self._light()
        return None

    def set_time(self, unix):
        """Pass the time on to all tables."""
        for table in self.tables:
            self.radio.post(messages.TIME, table, unix)
        return None

    # Lamps and display

    def _light(self):
        """Give each table's lamp the state of its most urgent case; further tables in pages."""
        case = self.case
        first = 1 + ((case.table - 1) // self._count if case else 0) * self._count
        for i in range(self._count):
            self._lamps.show(self._state(first + i), i)

    def _state(self, table):
        state = lamp.OFF
        for case in self.cases:
            if case.table == table:
                if case.coming:
                    found = lamp.DIRECTOR_COMING
                elif case.event == messages.NO_EVENT:
                    found = lamp.DIRECTOR_CALLED
                else:
                    found = lamp.IRREGULARITY
                if state == lamp.OFF or found == lamp.IRREGULARITY:
                    state = found
        if state == lamp.OFF and table in self.tables:
            trouble = self._trouble(table)
            if trouble == phrases.BATTERY_LOW:
                return lamp.BATTERY_LOW
            if trouble is not None:
                return lamp.FAULT
        return state

    def _trouble(self, table):
        """Return the phrase that says what is wrong with a table itself, or None."""
        _, _, battery, wrong, _ = self.tables[table]
        if self.radio.silence(table) > _SILENT_MS:
            return phrases.TABLE_SILENT
        if wrong:
            return phrases.FAULT
        return phrases.BATTERY_LOW if battery <= FIRST_WARNING else None

    def _troubles(self):
        """Return (phrase, its arguments) of each table with which something is wrong.

        Number 0 is this device itself.
        """
        found: list = []
        own = self.battery
        if own is not None and own.state != faults.BATTERY_GOOD:
            found.append((phrases.BATTERY_LOW, (0, own.percent)))
        for table in sorted(self.tables):
            phrase = self._trouble(table)
            if phrase == phrases.BATTERY_LOW:
                found.append((phrase, (table, self.tables[table][2])))
            elif phrase is not None:
                found.append((phrase, (table,)))
        return found

    async def run(self):
        seen = self.clock.ms()
        troubles: list = []
        while True:
            if self.clock.since(seen) > 1000:
                seen = self.clock.ms()
                self._light()
                before = troubles
                troubles = self._troubles()
                self._stale = self._stale or troubles != before
            if self.panel is not None:
                if not self.panel.step():
                    self.panel = None
                    self._light()
                    self._stale = True
            elif self._stale or self._view.stale():
                self._stale = False
                self._view.draw(
                    self.case, self.selected, len(self.cases), len(self.tables), troubles
                )
            self.passes = (self.passes + 1) & _PASSES
            await asyncio.sleep_ms(_STEP_MS)
