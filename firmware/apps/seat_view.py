"""What one seat's display shows: record, selection and messages, laid out for that seat.

The rest of the board is board_view.py's. Draws only what changed. Knows nothing of keys, records
and rules; never says whose turn it is or what is legal.
"""

from array import array

from micropython import const

from apps import sheet
from bidbox import life, phrases
from bidbox.calls import NO_CALL, PASS, SEATS, call_name
from bidbox.selection import NO_NUMBER

_RECORD = const(1)  # pages 1 to 5
_BOTTOM = const(6)  # pages 6 and 7
CELL = const(32)
_NOTHING = const(-1)
_NOTHING_DRAWN = b"\xff\xff\xff\xff" * 20
_MESSAGE_MS = const(4000)


class SeatView:
    """The display of one socket; `canvas` is a SeatDisplay, `selection` the seat's own.

    `seat` is the board's seat played there. say() allocates nothing; draw() is for a task.
    """

    def __init__(self, canvas, selection, clock, table=0, brightness=8):
        self.canvas = canvas
        self._selection = selection
        self._clock = clock
        self.table = table
        self.brightness = brightness
        self.seat = 0
        self.big = False
        self._back = 0  # rounds paged back
        self._drawn = array("i", _NOTHING_DRAWN)  # what each cell of the record shows
        self._phrase = _NOTHING
        self._argument = 0
        self._said_at = 0
        self._lasts = 0
        self.called = False  # the director was called from here
        self.bottom = True  # pages 6 and 7 are to be drawn
        self.fresh = True  # the record is
        self.whole = True  # everything is

    def say(self, phrase, argument=0, lasts=_MESSAGE_MS):
        """Show a phrase in place of the selection for so many ms; 0: until a key is pressed."""
        self._phrase = phrase
        self._argument = argument
        self._said_at = self._clock.ms()
        self._lasts = lasts
        self.bottom = True

    def unsay(self):
        if self._phrase != _NOTHING:
            self._phrase = _NOTHING
            self.bottom = True

    @property
    def stale(self):
        return self.bottom or self.fresh or self.whole

    def tick(self):
        """Take back a message whose time is over."""
        if self._phrase != _NOTHING and self._lasts:
            if self._clock.since(self._said_at) >= self._lasts:
                self.unsay()

    def turn_page(self):
        self._back += sheet.ROWS
        self.whole = True

    def newest(self):
        """Show the newest rounds."""
        self._back = 0

    def draw_bottom(self, board_life, board):
        """Draw selection and messages alone, while something is not yet recorded."""
        if self.bottom:
            self._draw_bottom(board_life, board)
            self.bottom = False
            self.canvas.show()

    def draw(self, board_life, the_sheet, highlight, board):
        """Draw what is out of date; `highlight` draws open irregular calls inverse.

        board: board_view.draw, where all is to be drawn or the board is in clarification.
        """
        canvas = self.canvas
        state = board_life.state
        if self.whole:
            canvas.fill(0)
            self._drawn = array("i", _NOTHING_DRAWN)
            canvas.dim(self.brightness if state != life.PLAY else max(1, self.brightness // 4))
            board(self, board_life)
        if state == life.AUCTION or state == life.CLARIFICATION:
            self._draw_record(the_sheet, highlight)
        self._draw_bottom(board_life, board)
        self.whole = self.fresh = self.bottom = False
        canvas.show()

    def _draw_record(self, the_sheet, highlight):
        entries = the_sheet.entries
        starts = the_sheet.rows(self.seat)
        count = len(starts)
        shown = 1 if self.big else min(count, sheet.ROWS)
        if self._back >= count:
            self._back = 0
        end = count - self._back
        first = max(0, end - shown)
        tall = (4,) if self.big else sheet.heights(end - first)
        wanted = array("i", _NOTHING_DRAWN)
        page = _RECORD
        for row in range(first, end):
            pages = tall[row - first]
            last = starts[row + 1] if row + 1 < count else len(entries)
            for i in range(starts[row], last):
                entry = entries[i]
                at = sheet.column(sheet.seat_of(entry), self.seat)
                inverse = highlight and sheet.is_open(entry)
                wanted[4 * (row - first) + at] = entry | inverse << 12 | page << 13 | pages << 16
            page += pages
        self._update(wanted)
        if first:
            self.canvas.label("^", 120, _BOTTOM - 1)

    def _update(self, wanted):
        """Clear the cells that go, then draw those that are new."""
        canvas = self.canvas
        for i in range(20):
            old = self._drawn[i]
            if old != _NOTHING and old != wanted[i]:
                page = old >> 13 & 7
                canvas.fill_rect(CELL * (i & 3), page * 8, CELL, (old >> 16) * 8, 0)
        cleared = self._drawn
        self._drawn = wanted
        for i in range(20):
            new = wanted[i]
            if new == _NOTHING or new == cleared[i]:
                continue
            call = sheet.call_of(new)
            canvas.call(
                -1 if call == sheet.SKIPPED else call,
                CELL * (i & 3),
                new >> 13 & 7,
                (new >> 16) * 8,
                sheet.MARKS[sheet.mark_of(new)],
                bool(new >> 12 & 1),
                sheet.is_implied(new),
            )

    def _draw_bottom(self, board_life, board):
        canvas = self.canvas
        selection = self._selection
        canvas.fill_rect(0, _BOTTOM * 8, 128, 16, 0)
        if self._phrase != _NOTHING:
            self.write(self._phrase, self._argument)
        elif selection.td:
            self.write(phrases.TD_PENDING)
        elif selection.number != NO_NUMBER and (
            selection.numbering or board_life.state != life.AUCTION
        ):
            self.write(phrases.NUMBER, selection.number)
        elif selection.plain != NO_CALL:
            text = "P" if selection.plain == PASS else call_name(selection.plain)
            canvas.label(text, 0, _BOTTOM, 2, 10)
            canvas.label(phrases.phrase(phrases.ENGLISH, phrases.PRESS_OK), 56, _BOTTOM, 2, 9)
        elif not selection.empty:
            canvas.selection(selection.level, selection.denomination, 0, _BOTTOM)
            if not selection.half:
                canvas.label(phrases.phrase(phrases.ENGLISH, phrases.PRESS_OK), 56, _BOTTOM, 2, 9)
        elif self.called:
            self.write(phrases.TD_CALLED)
        elif board_life.state == life.PROPOSED:
            self.write(phrases.OK_OPENS)
        elif board_life.state == life.CLARIFICATION:
            board(self, board_life, _BOTTOM)
        elif board_life.state == life.PLAY or board_life.state == life.IDLE:
            self.write(phrases.NEXT_BOARD)

    def write(self, phrase, argument=0, page=_BOTTOM):
        """Write a phrase, tall or on two lines; a seat, call or number is put in its place."""
        text = phrases.phrase(phrases.ENGLISH, phrase)
        if "%d" in text:
            text = text % argument
        elif phrase == phrases.NOT_LEGAL:
            text = text % call_name(argument)
        elif "%s" in text:
            text = text % SEATS[argument]
        upper, lower = phrases.lines(text)
        if not lower:
            self.canvas.label(upper, 0, page, 2)
            return
        self.canvas.label(upper, 0, page)
        self.canvas.label(lower, 0, page + 1)
