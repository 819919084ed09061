"""The four displays of a table together: what is said on them, and when they are drawn.

Knows views and the sheet they share; nothing of keys, and of records only whether all are written.
"""

import asyncio

from micropython import const

from apps.sheet import Sheet
from bidbox import life
from bidbox.boards import seat_of_socket

_LONG_MS = const(10000)


class Screens:
    """`views`, one a socket, are set once they are made. All but draw() may run in the scan."""

    def __init__(self):
        self.views = []
        self.sheet = Sheet()
        self._fresh = True  # the sheet is out of date

    def changed(self, socket):
        """A player pressed a key: his selection is shown in place of what was said."""
        view = self.views[socket]
        view.unsay()
        view.bottom = True

    def say(self, socket, phrase, argument=0):
        self.views[socket].say(phrase, argument)

    def say_all(self, phrase, argument=0, lasts=_LONG_MS):
        for view in self.views:
            view.say(phrase, argument, lasts)

    def page(self, socket):
        self.views[socket].turn_page()

    def big(self, socket):
        """Show the newest round large, or no longer."""
        view = self.views[socket]
        view.big = not view.big
        view.whole = True

    def called(self, seats):
        """The seats (a bit each) that wait for the director."""
        for view in self.views:
            view.called = bool(seats & 1 << view.seat)
            view.bottom = True

    def turn(self, turned):
        """Let boards lie turned, or straight."""
        for socket in range(len(self.views)):
            self.views[socket].seat = seat_of_socket(socket, turned)
        self.renew()

    def update(self):
        """The auction has changed."""
        self._fresh = True

    def renew(self):
        """Have all displays drawn anew, with the newest rounds."""
        for view in self.views:
            view.whole = True
            view.newest()
        self._fresh = True

    async def draw(self, board_life, book, highlight, taken=()):
        """Show what is recorded; one display after the other, so that the scan goes on between.

        taken: the views whose displays a panel has.
        """
        if self._fresh and not book.waiting:
            self._fresh = False
            self.sheet.make(board_life)
            for view in self.views:
                view.fresh = True
        board = None  # draws it; loaded once for all four, when the first needs it
        for view in self.views:
            view.tick()
            if view in taken or not view.stale:
                continue
            is_whole = view.whole and not book.waiting
            if board is None and (is_whole or board_life.state == life.CLARIFICATION):
                from apps.board_view import draw

                board = draw
            if book.waiting:
                view.draw_bottom(board_life, board)
            else:
                view.draw(board_life, self.sheet, highlight, board)
            await asyncio.sleep_ms(0)
