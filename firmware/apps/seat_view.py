"""What one seat's display shows: header, record, selection and messages, laid out for that seat.

Draws only what changed. Knows nothing of keys, records and rules; never says whose turn it is or
what is legal.
"""

from micropython import const

from apps import sheet
from bidbox import boards, life, phrases
from bidbox.calls import NO_CALL, NOBODY, PASS, SEATS, call_name
from bidbox.selection import NO_NUMBER

_HEADER = const(0)
_RECORD = const(1)  # pages 1 to 5
_BOTTOM = const(6)  # pages 6 and 7
_CELL = const(32)
_NOTHING = const(-1)
_MESSAGE_MS = const(4000)

_VULNERABILITIES = ("-", "NS", "EW", "All")
_MARKED = ("", "X", "XX")


class SeatView:
    """The display of one socket; `canvas` is a SeatDisplay, `selection` the seat's own.

    `seat` is the board's seat played there. say() allocates nothing; draw() is for a task.
    """

    def __init__(self, canvas, selection, clock, table=0, words=phrases.ENGLISH, brightness=8):
        self.canvas = canvas
        self._selection = selection
        self._clock = clock
        self._words = words
        self.table = table
        self.brightness = brightness
        self.seat = 0
        self.big = False
        self._back = 0  # rounds paged back
        self._drawn = [_NOTHING] * 20  # what each cell of the record shows
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

    def draw_bottom(self, board_life):
        """Draw selection and messages alone, while something is not yet recorded."""
        if self.bottom:
            self._draw_bottom(board_life)
            self.bottom = False
            self.canvas.show()

    def draw(self, board_life, the_sheet, highlight):
        """Draw what is out of date; `highlight` draws open irregular calls inverse."""
        canvas = self.canvas
        state = board_life.state
        if self.whole:
            canvas.fill(0)
            self._drawn = [_NOTHING] * 20
            canvas.dim(self.brightness if state != life.PLAY else max(1, self.brightness // 4))
            if state == life.PROPOSED or state == life.IDLE:
                self._draw_proposal(board_life)
            else:
                self._draw_header(board_life)
        if state == life.AUCTION or state == life.CLARIFICATION:
            self._draw_record(the_sheet, highlight)
        elif state == life.PLAY and self.whole:
            self._draw_contract(board_life, _RECORD, 32)
        self._draw_bottom(board_life)
        self.whole = self.fresh = self.bottom = False
        canvas.show()

    def _draw_header(self, board_life):
        """Board, vulnerability and, above each column, its compass letter, the own one marked."""
        canvas = self.canvas
        number = board_life.board
        canvas.label("%d" % number, 0, _HEADER)
        vulnerable = _VULNERABILITIES[boards.vulnerability(number)]
        # Beside the own letter, which is inverse, and close together: not to read as one word.
        for i in range(len(vulnerable)):
            canvas.text(vulnerable[i], 3 * _CELL + 4 + i * 16 // len(vulnerable), _HEADER)
        for seat in range(4):
            x = _CELL * sheet.column(seat, self.seat) + 24
            canvas.label(SEATS[seat], x, _HEADER)
            if seat == self.seat:
                canvas.invert(x, _HEADER, 8, 1)

    def _draw_proposal(self, board_life):
        canvas = self.canvas
        number = board_life.proposal
        canvas.label("%d" % number, 0, 1, 4, 24)
        canvas.label(SEATS[self.seat], 96, 1, 4, 32)
        vulnerable = _VULNERABILITIES[boards.vulnerability(number)]
        words = phrases.phrase(self._words, phrases.DEALER)
        canvas.label(words % (SEATS[boards.dealer(number)], vulnerable), 0, 5)
        canvas.label(phrases.phrase(self._words, phrases.TABLE) % self.table, 0, 0)

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
        wanted = [_NOTHING] * 20
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
                canvas.fill_rect(_CELL * (i & 3), page * 8, _CELL, (old >> 16) * 8, 0)
        cleared = self._drawn
        self._drawn = wanted
        for i in range(20):
            new = wanted[i]
            if new == _NOTHING or new == cleared[i]:
                continue
            call = sheet.call_of(new)
            canvas.call(
                -1 if call == sheet.SKIPPED else call,
                _CELL * (i & 3),
                new >> 13 & 7,
                (new >> 16) * 8,
                sheet.MARKS[sheet.mark_of(new)],
                bool(new >> 12 & 1),
                sheet.is_implied(new),
            )

    def _draw_bottom(self, board_life):
        canvas = self.canvas
        selection = self._selection
        canvas.fill_rect(0, _BOTTOM * 8, 128, 16, 0)
        if self._phrase != _NOTHING:
            self._lines(self._phrase, self._argument)
        elif selection.td:
            self._lines(phrases.TD_PENDING)
        elif selection.number != NO_NUMBER and (
            selection.numbering or board_life.state != life.AUCTION
        ):
            self._lines(phrases.NUMBER, selection.number)
        elif selection.plain != NO_CALL:
            text = "P" if selection.plain == PASS else call_name(selection.plain)
            canvas.label(text, 0, _BOTTOM, 2, 10)
            canvas.label(phrases.phrase(self._words, phrases.PRESS_OK), 56, _BOTTOM, 2, 9)
        elif not selection.empty:
            canvas.selection(selection.level, selection.denomination, 0, _BOTTOM)
            if not selection.half:
                canvas.label(phrases.phrase(self._words, phrases.PRESS_OK), 56, _BOTTOM, 2, 9)
        elif self.called:
            self._lines(phrases.TD_CALLED)
        elif board_life.state == life.PROPOSED:
            self._lines(phrases.OK_OPENS)
        elif board_life.state == life.CLARIFICATION:
            self._draw_contract(board_life, _BOTTOM, 16)
        elif board_life.state == life.PLAY or board_life.state == life.IDLE:
            self._lines(phrases.NEXT_BOARD)

    def _draw_contract(self, board_life, page, size):
        """Draw contract, doubled or not, and declarer; or what the board came to without one."""
        canvas = self.canvas
        adjudicator = board_life.adjudicator
        bid = adjudicator.contract
        if adjudicator.passed_out:
            self._lines(phrases.PASSED_OUT, 0, page)
        elif bid == NO_CALL or (board_life.state == life.PLAY and self._without(board_life)):
            self._lines(phrases.INCOMPLETE, 0, page)
        else:
            canvas.call(bid, 0, page, size)
            wide = size // 2 + 4
            canvas.label(_MARKED[adjudicator.doubled], 40, page, size // 8, wide)
            if adjudicator.declarer != NOBODY:
                canvas.label(SEATS[adjudicator.declarer], 96, page, size // 8, size)

    def _without(self, board_life):
        return board_life.closing == life.INCOMPLETE

    def _lines(self, phrase, argument=0, page=_BOTTOM):
        """Write a phrase, tall or on two lines; a seat, call or number is put in its place."""
        text = phrases.phrase(self._words, phrase)
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
