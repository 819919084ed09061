"""The box at the table: from OK to verdict, signal, record and displays, in that order.

Wires the board's life to keys, signals, journal and displays; holds no rule itself. What the scan
calls allocates nothing: it judges, signals and leaves records and pictures to run().
"""

import asyncio

from micropython import const

from apps.course import Course
from apps.players import Players
from apps.screens import Screens
from apps.signals import TABLE
from bidbox import answers, life, messages, phrases, records
from bidbox.boards import HIGHEST, seat_of_socket, socket_of_seat
from bidbox.calls import NOBODY, partner

_STEP_MS = const(10)
_STOP_MS = const(10000)
_PASSES = const(0x3FFFFFFF)
_TD_CALLED = const(0)  # records.TD_WHATS
_TD_CANCELLED = const(1)
_TD_ACKNOWLEDGED = const(2)
_TD_ARRIVED = const(3)
_HOLD = const(0)  # records.REFUSED_WHYS
_PREVENT = const(1)


class Table(Course):
    """Made by table_start.py. scanned() is told of each scan's end, as a display bus is."""

    def __init__(self, clock, config, board_life, window, book, signals, bus):
        self.clock = clock
        self.config = config
        self.life = board_life
        self.window = window
        self.book = book
        self.signals = signals
        self.bus = bus
        self.screens = Screens()
        self.players = Players(clock, board_life, self, self.screens)
        self.keypad = None
        self.faults = None  # the FaultDesk
        self.turned = config["turned"]
        self.session = 0  # ordinal of the board in the session
        self.td_seats = 0  # a bit a seat that called the director
        self.after_td = False  # calls from now on were made after the director was called
        self.prevents = config["mode"] == "prevent"
        self.holds = config["hold"]
        self.session_from = 0  # first record held when SESSION was written; 0 never, -1 it changed
        self._opened_at = clock.ms()
        self._ended_at = clock.ms()
        self.passes = 0
        self.panel = None  # dialogue, set-up or self-test, while it has keys and displays
        self._wanted = -1  # the socket for one, + 4 for set-up
        self.wrong_codes = 0
        self.blocked_at = 0

    # What the scan calls

    def on_key(self, socket, key, pressed, ms):
        panel = self.panel
        if panel is None or not pressed or not panel.key(socket, key):
            self.players.on_key(socket, key, pressed, ms)

    def scanned(self, start):
        self.players.tick()
        if self.window.waiting:
            self._judge(self.clock.ms())
        self.bus.scanned(start)

    def seat_at(self, socket):
        return seat_of_socket(socket, self.turned)

    def take_seat(self, socket, sets_up):
        """Have the director's dialogue, or set-up, opened at a socket."""
        self._wanted = socket + 4 * sets_up

    def call(self, socket, call, ms):
        """A call was made: OK was first seen closed at `ms`."""
        board_life = self.life
        seat = self.seat_at(socket)
        if board_life.state < life.AUCTION:
            if not self._begin(life.BY_CALL):
                return
        elif board_life.state == life.PLAY:
            return
        if self.holds and self.after_td and board_life.open_item():
            self._refuse(socket, seat, call, ms, _HOLD)
            return
        self.window.put(seat, call, ms, self.keypad.gap_ms)
        self._judge(self.clock.ms())

    def open(self, socket):
        self._begin(-1)

    def number(self, socket, number):
        """A player typed a board's number."""
        if not 0 < number <= HIGHEST:
            self.screens.say(socket, phrases.CANNOT_OPEN)
        elif self.life.can_correct():
            self.life.correct(number)
            self._write(records.BOARD_CORRECTED, self.now(), 2, number, self.life.dealer)
            self.screens.renew()
        else:
            self._propose(number)

    def propose(self):
        self._propose(0)

    def end_period(self, socket, ms):
        """A lead was faced, or the hands were returned, at a seat (Law 17D)."""
        self._end_period(self.life.period_by_ok(), self.seat_at(socket), self._at(ms))

    def close_unfinished(self):
        """Two players put their cards away: the board is closed and the next one proposed."""
        if self.life.running:
            self._propose(0)

    def td(self, socket):
        """Call the director, or take one's own call back."""
        seat = self.seat_at(socket)
        bit = 1 << seat
        self.td_seats ^= bit
        on = self.td_seats & bit
        self.screens.called(self.td_seats)
        if on:
            self.after_td = True
        else:
            self.screens.say(socket, phrases.TD_CANCELLED)
            if not self.td_seats:
                self.after_td = False
        self.signals.director_called = self.td_seats != 0
        if not self.td_seats:
            self.signals.director_comes = False
        self.signals.td(self.life.board, seat, 1 if on else 0)
        self._write(records.TD, self.now(), 2, seat, _TD_CALLED if on else _TD_CANCELLED)
        self.screens.update()

    def alert(self, socket, ms):
        """Alert partner's last call, or one's own where the players alert themselves."""
        seat = self.seat_at(socket)
        whose = seat if self.config["self_alert"] else partner(seat)
        event = self.life.latest(whose) if self.life.running else life.NO_EVENT
        if event == life.NO_EVENT:
            self.screens.say(socket, phrases.NO_CALL_TO_ALERT)
            return
        on = self.life.alert(event)
        self._write(records.ALERT, self._at(ms), 3, seat, 1 if on else 0, event)
        if on:
            self.screens.say_all(phrases.ALERTED)
        self.screens.update()

    def stop(self, socket, ms):
        self._write(records.STOP, self._at(ms), 1, self.seat_at(socket))
        self.screens.say_all(phrases.STOP, 0, _STOP_MS)

    # Judging

    def _judge(self, now):
        """Judge every call whose turn, or whose window's end, has come (Law 33)."""
        window = self.window
        while window.take(self.life.adjudicator.turn, now):
            self._judge_one(window.seat, window.call, window.ms, window.flags, window.gap_ms)

    def _judge_one(self, seat, call, ms, flags, gap):
        board_life = self.life
        adjudicator = board_life.adjudicator
        if self.prevents and not adjudicator.is_regular(seat, call):
            self._refuse(socket_of_seat(seat, self.turned), seat, call, ms, _PREVENT)
            return
        known = adjudicator.item_count
        kind = board_life.call(seat, call, flags & records.SIMULTANEOUS != 0)
        self.signals.next_call(board_life.board)
        for i in range(known, adjudicator.item_count):
            self.signals.director_comes = False
            self.signals.irregular(board_life.board, adjudicator.item(i))
        self._after_event()
        if self.after_td:
            flags |= records.AFTER_TD
        self._write(records.CALL, self._at(ms), 5, seat, call, kind, flags, gap)

    def _after_event(self):
        if self.life.state == life.CLARIFICATION:
            self._ended_at = self.clock.ms()
        signals = self.signals
        signals.open = self.life.open_item()
        signals.show()
        self.screens.update()

    def _refuse(self, socket, seat, call, ms, why):
        self._write(records.REFUSED, self._at(ms), 3, seat, call, why)
        self.screens.say(socket, phrases.PLEASE_WAIT if why == _HOLD else phrases.NOT_LEGAL, call)

    def _answer_td(self):
        """Nobody waits for the director any more."""
        self.td_seats = 0
        self.screens.called(0)
        self.signals.director_called = False
        self.signals.director_comes = False

    # Director

    def answer(self, table, board, code, of, a, b, extra=b""):
        """Take a director's answer; return None, or why not."""
        board_life = self.life
        if board and board != board_life.board:
            return "board %d is not open here" % board
        if not board_life.answerable:
            return "no board is open"
        if code >= len(answers.ANSWERS):
            return "no such answer"
        ruling = None
        if code == answers.RULING:
            from bidbox.rulings import parse

            try:
                ruling = parse(extra)
            except ValueError as error:
                return str(error)
        self._judge_all()
        event = -1 if of == messages.NO_EVENT else of
        ran = board_life.running
        closing = board_life.closing
        taken = board_life.answer(code, event, a, b, ruling)
        self._write(records.ANSWER, self.now(), 5, code, event, a, b, extra)
        self._answer_td()
        if not board_life.open_item():
            self.after_td = False
        if board_life.running:
            self._after_event()
        elif ran:
            self._write(records.PERIOD, self.now(), 2, life.DIRECTOR, NOBODY)
            self._closed(self.now())
        elif closing != board_life.closing:
            self._write(records.CLOSED, self.now(), 1, board_life.closing)
        self.signals.show()
        self.screens.renew()
        return None if taken else "nothing asks for that"

    def acknowledge(self, table, board, event, what):
        """The director has seen an alert or call, is on his way or has arrived."""
        signals = self.signals
        if what == messages.ARRIVED:
            self._answer_td()
        elif what == messages.ON_THE_WAY:
            signals.director_comes = True
            for socket in range(4):
                if self.td_seats & 1 << self.seat_at(socket):
                    self.screens.say(socket, phrases.TD_COMES)
        self._write(
            records.TD,
            self.now(),
            2,
            NOBODY,
            _TD_ARRIVED if what == messages.ARRIVED else _TD_ACKNOWLEDGED,
        )
        signals.show()
        return None

    # Records and displays

    def now(self):
        """Return the milliseconds since the board was opened."""
        return self._at(self.clock.ms())

    def _at(self, ms):
        """Return a tick as milliseconds since the board was opened."""
        return max(0, self.clock.between(self._opened_at, ms))

    def _write(self, kind, ms, count, a=0, b=0, c=0, d=0, e=0, f=0):
        self.book.put(kind, ms, count, a, b, c, d, e, f)

    async def run(self):
        while True:
            self.step()
            self._see_to_panel()
            highlight = self.signals.choice == TABLE or self.after_td
            taken = self.panel.views if self.panel is not None else ()
            await self.screens.draw(self.life, self.book, highlight, taken)
            self.passes = (self.passes + 1) & _PASSES
            await asyncio.sleep_ms(_STEP_MS)

    def _see_to_panel(self):
        panel = self.panel
        wanted = self._wanted
        self.panel = None  # one that fails does not stay
        self._wanted = -1
        if panel is not None:
            if panel.step():
                self.panel = panel
        elif wanted >= 4:
            from apps.set_up import SetUp

            self.panel = SetUp(self, wanted - 4)
        elif wanted >= 0:
            from apps.at_table import Dialogue

            self.panel = Dialogue(self, wanted)

    def step(self):
        """Write what waits to be written, and see to what only time does."""
        if self.life.state == life.CLARIFICATION:
            if self.clock.since(self._ended_at) >= life.PERIOD_MS:
                self._end_period(life.THREE_MINUTES, NOBODY, self.now())
        trouble = self.book.trouble
        if self.book.waiting and not self.book.drain() and trouble is None:
            self.screens.say_all(phrases.NOT_RECORDED, 0, 0)
            self.signals.fault = True
            self.signals.show()
        elif trouble is not None and self.book.trouble is None:
            self.signals.fault = False
            self.signals.show()
            self.screens.renew()
