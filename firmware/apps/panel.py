"""One seat's keys and display taken over for a while: the frame of dialogue and set-up.

Loaded when wanted and dropped afterwards. The scan hands it keys, the table's task the rest; the
other three displays show nothing of it.
"""

from micropython import const

from bidbox import keys, phrases

_KEYS = const(8)  # a key too many is lost
_LASTS_MS = const(30000)
_SAID_MS = const(1500)


class Panel:
    """A kind of panel has pressed(key) and draw(), and begins with begin()."""

    def __init__(self, table, socket):
        self.table = table
        self.socket = socket
        self.over = False
        self._keys = bytearray(_KEYS)
        self._waiting = 0
        self._at = table.clock.ms()
        self._said = ""
        self._leaves = False  # once what is said has been read
        self.view = table.screens.views[socket]
        self.views = (self.view,)
        self.canvas = self.view.canvas
        self.stale = True
        self.number = 0  # typed so far

    def key(self, socket, key):
        """Take a key that was pressed, within the scan; return False if it is not for here."""
        if self.over or socket != self.socket:
            return False
        if self._waiting < _KEYS:
            self._keys[self._waiting] = key
            self._waiting += 1
        return True

    def step(self):
        """See to keys and display, for the table's task; return whether the panel stays."""
        clock = self.table.clock
        if self._said and clock.since(self._at) >= _SAID_MS:
            self._said = ""
            self.stale = True
            self.over = self._leaves
        for i in range(self._waiting):
            if not self._said and not self.over:
                self._at = clock.ms()
                self.stale = True
                if self._keys[i] == keys.CANCEL:
                    self.over = True
                else:
                    self.pressed(self._keys[i])  # type: ignore[attr-defined]
        self._waiting = 0
        if clock.since(self._at) >= _LASTS_MS:
            self.over = True
        if self.over:
            self.end()
            self.view.whole = True
        elif self.stale:
            self.stale = False
            self.canvas.fill(0)
            if self._said:
                self.write(self._said, 3)
            else:
                self.draw()  # type: ignore[attr-defined]
            self.canvas.show()
        return not self.over

    def end(self):
        """What is to be done when the panel goes."""

    def say(self, text):
        """Show a text for a moment, in which keys do nothing."""
        self._said = text
        self._at = self.table.clock.ms()

    def leave(self, text):
        """Say a text and end."""
        self.say(text)
        self._leaves = True

    def write(self, text, page):
        """Write a phrase, tall or on two lines."""
        upper, lower = phrases.lines(text)
        self.canvas.label(upper, 0, page, 1 if lower else 2)
        self.canvas.label(lower, 0, page + 1)

    def type(self, key):
        """Take a digit of `number`, 8, 9 and 0 on C, D and H; return whether it was one."""
        digit = keys.DIGITS[key]
        if digit >= 0:
            self.number = (10 * self.number + digit) % 1000
        return digit >= 0
