"""What the keys of four players ask for: selections, OK, held keys. Knows no records or signals.

`table` is told what is asked for, by call(), ask() and take_seat(); `screens` (screens.py) what to
show. Nothing here allocates: it runs within the scan.
"""

from micropython import const

from apps import errands
from bidbox import keys, life, phrases
from bidbox.calls import NO_CALL
from bidbox.selection import NO_NUMBER, Selection

_VOID_MS = const(1500)  # a second OK this soon is void
_TD_MS = const(1000)
_DIALOGUE_MS = const(3000)
_HOLD_MS = const(2000)


class Players:
    """Four selections and the keys held down; seats here are sockets of the table."""

    def __init__(self, clock, board_life, table, screens):
        self._clock = clock
        self._life = board_life
        self._table = table
        self._screens = screens
        self.selections = [Selection() for _ in range(4)]
        self._held = [0] * 4  # a bit a key
        self._td_at = [0] * 4
        self._td_done = [0] * 4  # 0 nothing, 1 called, 2 dialogue or set-up, 3 with CANCEL
        self._cancel_at = [0] * 4
        self._cancel_used = [True] * 4  # CANCEL was part of something else, or its hold is done
        self._ok_at = [0] * 4
        self._ok_done = [False] * 4
        self._both_at = 0
        self._both = False

    def on_key(self, seat, key, pressed, ms):
        """Take a press or release at a socket; ms as the keypad gives it."""
        bit = 1 << key
        if not pressed:
            self._held[seat] &= ~bit
            return
        self._held[seat] |= bit
        if key == keys.OK:
            self._ok(seat, ms)
            return
        playing = self._life.state == life.PLAY
        if key == keys.TD:
            self._td_at[seat] = ms
            self._td_done[seat] = 0
        elif key == keys.CANCEL:
            self._cancel_at[seat] = ms
            self._cancel_used[seat] = False
            if self.selections[seat].empty and not playing:
                self._screens.page(seat)
        elif playing and keys.DIGITS[key] < 0:
            return
        elif key == keys.ALERT:
            self._table.ask(errands.ALERT, seat, 0, ms)
            return
        elif key == keys.STOP:
            self._table.ask(errands.STOP, seat, 0, ms)
            return
        shifted = bool(self._held[seat] & 1 << keys.CANCEL) and key != keys.CANCEL
        if shifted:
            self._cancel_used[seat] = True
        if self.selections[seat].press(key, shifted or playing):
            self._screens.changed(seat)

    def tick(self):
        """See what has been held long enough; once a scan."""
        both = 0
        for seat in range(4):
            held = self._held[seat]
            if held & 1 << keys.TD:
                lasts = self._clock.since(self._td_at[seat])
                if held & 1 << keys.CANCEL:
                    self._hold_both(seat, lasts)
                elif not self._td_done[seat] and lasts >= _TD_MS:
                    self._td_done[seat] = 1
                    self._toggle_td(seat)
                elif self._td_done[seat] == 1 and lasts >= _DIALOGUE_MS:
                    self._td_done[seat] = 2
                    self._table.take_seat(seat, False)
            if held & 1 << keys.CANCEL:
                if held & 1 << keys.OK:
                    both += 1
                    self._cancel_used[seat] = True
                elif (
                    not self._cancel_used[seat]
                    and self._clock.since(self._cancel_at[seat]) >= _HOLD_MS
                ):
                    self._cancel_used[seat] = True
                    self._screens.big(seat)
        if both < 2:
            self._both = False
        elif not self._both:
            self._both = True
            self._both_at = self._clock.ms()
        elif self._both_at >= 0 and self._clock.since(self._both_at) >= _HOLD_MS:
            self._both_at = -1  # once for each time it is held
            if self._life.running:
                self._table.ask(errands.PROPOSE, 0, 0, 0)

    def _hold_both(self, seat, lasts):
        """CANCEL and TD together lead to set-up while no auction is open."""
        self._cancel_used[seat] = True
        if self._td_done[seat] == 2:
            return
        self._td_done[seat] = 3
        lasts = min(lasts, self._clock.since(self._cancel_at[seat]))
        if lasts >= _DIALOGUE_MS and not self._life.running:
            self._td_done[seat] = 2
            self.selections[seat].clear()
            self._table.take_seat(seat, True)

    def clear(self):
        """A board has ended: its selections are gone."""
        for seat in range(4):
            self.selections[seat].clear()
            self._screens.changed(seat)

    def _ok(self, seat, ms):
        selection = self.selections[seat]
        if self._ok_done[seat] and 0 <= self._clock.between(self._ok_at[seat], ms) < _VOID_MS:
            return
        self._ok_done[seat] = False
        self._screens.changed(seat)
        if selection.td:
            self.done(seat, ms)
            self._toggle_td(seat)
        elif self._is_number(selection):
            self.done(seat, ms)
            self._table.ask(errands.NUMBER, seat, selection.number, ms)
            selection.clear()
        elif selection.call != NO_CALL:
            self.done(seat, ms)
            call = selection.call
            selection.clear()
            self._table.call(seat, call, ms)
        elif selection.half:
            which = phrases.WHICH_DENOMINATION if selection.level else phrases.WHICH_LEVEL
            self._screens.say(seat, which)
        elif not self._held[seat] & 1 << keys.CANCEL:
            self._table.ask(errands.OK_ALONE, seat, 0, ms)

    def _is_number(self, selection):
        """Plain digits name a board where they cannot be the half of a bid."""
        if selection.number == NO_NUMBER:
            return False
        return selection.numbering or self._life.state != life.AUCTION

    def _toggle_td(self, seat):
        self.selections[seat].td = False
        self._screens.changed(seat)
        self._table.ask(errands.TD, seat, 0, self._clock.ms())

    def done(self, seat, ms):
        """OK did something: a second one at once is void."""
        self._ok_done[seat] = True
        self._ok_at[seat] = ms
