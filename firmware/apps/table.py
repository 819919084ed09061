"""The box at the table: from OK to verdict, signal, record and displays, in that order.

Wires the board's life to keys, signals, journal and displays; holds no rule itself. What the scan
calls allocates nothing: it judges, signals and leaves records, pictures and all that no signal
waits for (course.py) to run().
"""

import asyncio

from micropython import const

from apps import errands
from apps.players import Players
from apps.screens import Screens
from apps.signals import TABLE
from bidbox import life, phrases, records
from bidbox.boards import seat_of_socket, socket_of_seat
from bidbox.calls import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.keypad import Keypad

_STEP_MS = const(10)
_PASSES = const(0x3FFFFFFF)
_ERRANDS = const(8)
_PERIOD_MS = const(180000)  # an auction period ends by itself
_HOLD = const(0)  # records.REFUSED_WHYS
_PREVENT = const(1)


class Table:
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
        self.keypad: Keypad = None  # type: ignore[assignment]
        self.faults = None  # the FaultDesk
        self.turned = config["turned"]
        self.session = 0  # ordinal of the board in the session
        self.td_seats = 0  # a bit a seat that called the director
        self.after_td = False  # calls from now on were made after the director was called
        self.prevents = config["mode"] == "prevent"
        self.holds = config["hold"]
        self.session_from = 0  # first record held when SESSION was written; 0 never, -1 it changed
        self.opened_at = clock.ms()
        self.ended_at = clock.ms()
        self._errands = [0] * (errands.SIZE * _ERRANDS)
        self._asked = 0  # numbers in use there
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
            self.judge(self.clock.ms())
        self.bus.scanned(start)

    def seat_at(self, socket):
        return seat_of_socket(socket, self.turned)

    def take_seat(self, socket, sets_up):
        """Have the director's dialogue, or set-up, opened at a socket."""
        self._wanted = socket + 4 * sets_up

    def ask(self, errand, socket, value, ms):
        """Have run() see to what a player asks for; one too many is as if no key was pressed."""
        asked = self._asked
        if asked < len(self._errands):
            self._errands[asked] = errand
            self._errands[asked + 1] = socket
            self._errands[asked + 2] = value
            self._errands[asked + 3] = ms
            self._asked = asked + errands.SIZE

    def call(self, socket, call, ms):
        """A call was made: OK was first seen closed at `ms`."""
        board_life = self.life
        seat = self.seat_at(socket)
        if self._asked:
            self.ask(errands.CALL, socket, call, ms)
            return
        if board_life.state < life.AUCTION:
            if not self.open(life.BY_CALL):
                return
        elif board_life.state == life.PLAY:
            return
        if self.holds and self.after_td and board_life.open_item():
            self._refuse(socket, seat, call, ms, _HOLD)
            return
        self.window.put(seat, call, ms, self.keypad.gap_ms)
        self.judge(self.clock.ms())

    def open(self, how):
        """Open the proposed board; return whether the journal has room for it."""
        if self.book.store.closed:
            self.screens.say_all(phrases.LOG_FULL)
            return False
        board_life = self.life
        board_life.begin(board_life.proposal, how)
        self.session += 1
        self.opened_at = self.clock.ms()
        self.after_td = False
        self.signals.recording = True
        self.signals.open = False
        self.forget_td()
        self.write_session()
        turned = 1 if self.turned else 0
        self.book.put(
            records.BOARD,
            0,
            6,
            board_life.board,
            board_life.dealer,
            how,
            turned,
            self.session,
            self.opened_at,
        )
        self.screens.renew()
        return True

    def write_session(self):
        """Write down whose event it is, again once the log no longer holds it."""
        config = self.config
        first = self.book.store.first
        named = config["session"] or config["date"] or config["section"]
        if self.session_from != first and (named or self.session_from):
            self.session_from = first
            boards = config["last"] - config["first"] + 1
            self.book.put(
                records.SESSION,
                self.opened_at,
                6,
                config["session"],
                config["date"],
                config["section"],
                config["first"],
                max(0, boards),
                config["per_round"],
            )

    def judge(self, now):
        """Judge every call whose turn, or whose window's end, has come (Law 33)."""
        window = self.window
        while window.take(self.life.adjudicator.turn, now):
            self._judge_one(window.seat, window.call, window.ms, window.flags, window.gap_ms)

    def judge_all(self):
        """The board ends, or the director answers: no window stays open."""
        self.window.close()
        self.judge(self.clock.ms())

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
        self.changed()
        if self.after_td:
            flags |= records.AFTER_TD
        self.book.put(records.CALL, self.at(ms), 5, seat, call, kind, flags, gap)

    def _refuse(self, socket, seat, call, ms, why):
        self.book.put(records.REFUSED, self.at(ms), 3, seat, call, why)
        self.screens.say(socket, phrases.PLEASE_WAIT if why == _HOLD else phrases.NOT_LEGAL, call)

    def changed(self):
        """A call or an answer has changed the auction: tell lamp and displays."""
        if self.life.state == life.CLARIFICATION:
            self.ended_at = self.clock.ms()
        signals = self.signals
        signals.open = self.life.open_item()
        signals.show()
        self.screens.update()

    def forget_td(self):
        """Nobody waits for the director any more."""
        self.td_seats = 0
        self.screens.called(0)
        self.signals.director_called = False
        self.signals.director_comes = False
        self.signals.show()

    # Records and displays, for a task

    def now(self):
        """Return the milliseconds since the board was opened."""
        return self.at(self.clock.ms())

    def at(self, ms):
        """Return a tick as milliseconds since the board was opened."""
        return max(0, self.clock.between(self.opened_at, ms))

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
        """See to what waits: errands, the end of a period, records."""
        if self._asked:
            from apps import course

            asked = self._errands[: self._asked]
            self._asked = 0
            course.run(self, asked)
        elif self.life.state == life.CLARIFICATION:
            if self.clock.since(self.ended_at) >= _PERIOD_MS:
                from apps import course

                course.end_period(self, life.THREE_MINUTES, NOBODY, self.now())
        trouble = self.book.trouble
        if self.book.waiting and not self.book.drain() and trouble is None:
            self.screens.say_all(phrases.NOT_RECORDED, 0, 0)
            self.signals.fault = True
            self.signals.show()
        elif trouble is not None and self.book.trouble is None:
            self.signals.fault = False
            self.signals.show()
            self.screens.renew()
