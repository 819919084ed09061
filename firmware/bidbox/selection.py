"""What one player has selected and not yet confirmed: keys before OK, shown to nobody else.

Knows no clock and no auction. Nothing here allocates, so a scan may call it with the heap locked.
"""

from bidbox import keys
from bidbox.calls import DOUBLE, LOWEST_BID, NO_CALL, PASS, REDOUBLE

NO_NUMBER = -1
_HIGHEST_NUMBER = 255  # a longer number starts anew with its last digit
_NO_DENOMINATION = -1


class Selection:
    """Level and denomination in either order, or a call without them, or a board's number.

    `number` is what the digits typed so far say: plain digits 1 to 7 while no other key was
    pressed or, once `numbering`, all ten. `td`: the director's key was the last one pressed.
    """

    def __init__(self):
        self.clear()

    def clear(self):
        self.level = 0
        self.denomination = _NO_DENOMINATION
        self.plain = NO_CALL
        self.number = NO_NUMBER
        self.numbering = False
        self.td = False

    def press(self, key, numbering=False):
        """Take one key other than OK, STOP and ALERT; return whether anything changed.

        With `numbering`, digits name a board: 8, 9 and 0 stand on the keys C, D and H.
        """
        if key == keys.TD:
            self.td = True
            return True
        was_td = self.td
        self.td = False
        if key == keys.CANCEL:
            if self.empty:
                return was_td
            self.clear()
            return True
        if numbering or self.numbering:
            return self._digit(keys.DIGITS[key]) or was_td
        if key >= keys.PASS:
            self._clear_call()
            if key == keys.PASS:
                self.plain = PASS
            else:
                self.plain = DOUBLE if key == keys.DOUBLE else REDOUBLE
            return True
        digit = keys.DIGITS[key]
        self.plain = NO_CALL
        if keys.CLUBS <= key <= keys.NOTRUMP:
            self.denomination = key - keys.CLUBS
            self.number = NO_NUMBER
        elif self.denomination == _NO_DENOMINATION:
            self.number = self._longer(digit) if self.level else digit
            self.level = digit
        else:
            self.level = digit
        return True

    @property
    def call(self):
        """The whole call selected, or NO_CALL for nothing and for half a bid."""
        if self.level and self.denomination != _NO_DENOMINATION:
            return LOWEST_BID + 5 * (self.level - 1) + self.denomination
        return self.plain

    @property
    def half(self):
        """Whether a level or a denomination stands alone."""
        return (self.level != 0) != (self.denomination != _NO_DENOMINATION)

    @property
    def empty(self):
        return not (
            self.level
            or self.numbering
            or self.denomination != _NO_DENOMINATION
            or self.plain != NO_CALL
        )

    def _clear_call(self):
        self.level = 0
        self.denomination = _NO_DENOMINATION
        self.plain = NO_CALL
        self.number = NO_NUMBER

    def _digit(self, digit):
        if digit < 0:
            return False
        if not self.numbering:
            self._clear_call()
            self.numbering = True
        self.number = self._longer(digit)
        return True

    def _longer(self, digit):
        if self.number <= 0:
            return digit
        number = 10 * self.number + digit
        return number if number <= _HIGHEST_NUMBER else digit
