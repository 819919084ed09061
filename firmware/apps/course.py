"""The course of boards at the table: proposed, opened, ended, closed, and taken up after a reset.

Does what bidbox.life decides: writes the records, and tells signals and screens. Knows no key.
"""

from apps import recorder
from bidbox import life, phrases, records
from bidbox.calls import NOBODY


class Course:
    """What Table is built on; it makes the attributes that are used here."""

    def _begin(self, how):
        """Open the proposed board; return whether the journal has room for it."""
        if self.book.store.closed:
            self.screens.say_all(phrases.LOG_FULL)
            return False
        board_life = self.life
        if board_life.state == life.IDLE:
            board_life.propose()
        how = board_life.open(how)
        self.session += 1
        self._opened_at = self.clock.ms()
        self._forget_td()
        self.signals.recording = True
        self.signals.open = False
        self.signals.show()
        turned = 1 if self.turned else 0
        self._write_session()
        self._write(
            records.BOARD,
            0,
            6,
            board_life.board,
            board_life.dealer,
            how,
            turned,
            self.session,
            self._opened_at,
        )
        self.screens.renew()
        return True

    def _write_session(self):
        """Write down whose event it is, again once the log no longer holds it."""
        config = self.config
        first = self.book.store.first
        named = config["session"] or config["date"] or config["section"]
        if self.session_from != first and (named or self.session_from):
            self.session_from = first
            boards = config["last"] - config["first"] + 1
            self._write(
                records.SESSION,
                self._opened_at,
                6,
                config["session"],
                config["date"],
                config["section"],
                config["first"],
                max(0, boards),
                config["per_round"],
            )

    def _propose(self, number):
        unfinished = self._finish()
        said = self.life.propose(number)
        self.screens.renew()
        if said & life.IN_LOG:
            self.screens.say_all(phrases.IN_LOG, self.life.proposal)
        elif said & life.SKIPPED:
            self.screens.say_all(phrases.SKIPPED, self.life.expected())
        elif unfinished:
            self.screens.say_all(phrases.LEFT_OPEN, unfinished)

    def _finish(self):
        """Close the running board because the next one comes; return its number if left open."""
        self._judge_all()
        board_life = self.life
        if board_life.state == life.CLARIFICATION:
            self._end_period(life.NEXT_BOARD, NOBODY, self.now())
        elif board_life.state == life.AUCTION:
            self._close(self.now())
            if board_life.closing == life.INCOMPLETE:
                return board_life.board
        return 0

    def _end_period(self, how, seat, ms):
        self._judge_all()
        self.life.end_period(how)
        self._write(records.PERIOD, ms, 2, how, seat)
        self._closed(ms)

    def _close(self, ms):
        self.life.close()
        self._closed(ms)

    def _closed(self, ms):
        self._write(records.CLOSED, ms, 1, self.life.closing)
        self.book.put(recorder.END_BOARD, ms)
        self.signals.recording = False
        self.signals.open = False
        self.signals.next_call(self.life.board)
        self.signals.show()
        self.players.clear()
        self.screens.renew()

    def _judge_all(self):
        """The board ends: no window stays open."""
        self.window.close()
        self._judge(self.clock.ms())

    def _forget_td(self):
        self.after_td = False
        self._answer_td()

    def begin_session(self, first):
        """Let a session begin with a board's number; no board is open."""
        board_life = self.life
        board_life.first = first
        board_life.last = max(first, board_life.last)
        self.session = 0
        self.session_from = -1
        self._propose(first)

    def turn(self, turned):
        """Let boards lie turned, or straight, from now on (arrow switch)."""
        self.turned = turned
        self.screens.turn(turned)

    def resumed(self, last):
        """The running board goes on; its newest record was made `last` ms after it was opened."""
        self._opened_at = self.clock.add(self.clock.ms(), -last)
        self._ended_at = self.clock.ms()
        signals = self.signals
        signals.recording = True
        signals.director_called = self.td_seats != 0
        self.turn(self.turned)
        self.screens.called(self.td_seats)
        self._after_event()
        self.screens.say_all(phrases.RESTARTED, self.life.board)

    def leave(self):
        """Forget what was being entered here: another unit's board comes."""
        self.players.clear()
        self._forget_td()
        self._write_session()

    def end_cut(self, last, is_closed):
        """The power was cut while the board was being ended: write what is missing."""
        if is_closed:
            self.book.put(recorder.END_BOARD, last)
        else:
            self._closed(last)
