"""Who is told of an irregularity, when and how: lamp and buzz at the table, radio and serial link.

Knows the organiser's choice of signals, not what is irregular. Nothing here allocates.
"""

from micropython import const

from bidbox import items as its
from bidbox import messages
from drivers import buzzer, lamp

TABLE = const(0)
DIRECTOR = const(1)
DELAYED = const(2)
OFF = const(3)

_PENDING = const(8)  # irregularities that wait for the next call, at most


class Signals:
    """`choice` is an index of records.SIGNALS; `links` have post(code, table, fields...)."""

    def __init__(self, status_lamp, sound, links, table, choice=TABLE):
        self._lamp = status_lamp
        self._sound = sound
        self._links = links
        self.table = table
        self.choice = choice
        self._pending = [None] * _PENDING
        self._waiting = 0
        self.open = False  # an irregularity waits for a call or a ruling
        self.recording = False
        self.fault = False
        self.battery_low = False
        self.director_called = False
        self.director_comes = False

    def irregular(self, board, item):
        """Tell of a new item of the adjudicator, at once or with the next call."""
        if self.choice == OFF:
            return
        if self.choice == DELAYED:
            if self._waiting < _PENDING:
                self._pending[self._waiting] = item
                self._waiting += 1
            return
        self._tell(board, item)

    def next_call(self, board):
        """A call was made: what was delayed is told now."""
        for i in range(self._waiting):
            self._tell(board, self._pending[i])
            self._pending[i] = None
        self._waiting = 0

    def td(self, board, seat, on):
        """Tell, without a sound, that a seat called the director or needs him no more."""
        self.show()
        for link in self._links:
            link.post(messages.TD_CALL, self.table, board, seat, on)

    def show(self):
        """Give the status lamp the state that matters most."""
        self._lamp.show(self._state())

    @property
    def shows_open(self):
        """Whether an open irregularity may be told to host and director now."""
        return self.open and self.choice != OFF and not self._waiting

    def _state(self):
        if self.fault:
            return lamp.FAULT
        if self.director_comes:
            return lamp.DIRECTOR_COMING
        if self.director_called:
            return lamp.DIRECTOR_CALLED
        if self.shows_open and self.choice != DIRECTOR:
            return lamp.IRREGULARITY
        if self.battery_low:
            return lamp.BATTERY_LOW
        return lamp.RECORDING if self.recording else lamp.IDLE

    def _tell(self, board, item):
        if self.choice != DIRECTOR:
            self._lamp.show(lamp.IRREGULARITY)
            self._sound.request(buzzer.IRREGULARITY)
        for link in self._links:
            link.post(
                messages.ALERT,
                self.table,
                board,
                item[its.EVENT],
                item[its.SEAT],
                item[its.CALL],
                item[its.KIND],
                item[its.TURN],
                item[its.INSUFFICIENT],
                item[its.LAW],
                item[its.MAY_ACCEPT],
            )
