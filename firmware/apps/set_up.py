"""Set-up at the table, without a PC: table, first board of the session, turned, brightness.

+ and - (on S and NT) change a value, digits type it, OK takes it and goes on, CANCEL leaves. What
was taken is kept in the settings' file.
"""

from micropython import const

from apps.config import save, take
from apps.panel import Panel
from bidbox import keys, messages
from bidbox.settings import allowed

_MORE = const(13)  # the keys S and NT, whose small legends are + and -
_LESS = const(14)
# Settings, and what they are called here.
_STEPS = (
    ("table", "TABLE"),
    ("first", "FIRST BOARD"),
    ("turned", "TURNED"),
    ("brightness", "BRIGHTNESS"),
)


class SetUp(Panel):
    """Opened by CANCEL and TD held for three seconds while no auction is open."""

    def __init__(self, table, socket):
        Panel.__init__(self, table, socket)
        self._taken = False  # something is to be kept
        self._restart = False
        self._go_to(0)

    def _go_to(self, place):
        self._place = place
        self._value = self.table.config[_STEPS[place][0]]
        self.number = 0

    def pressed(self, key):
        name = _STEPS[self._place][0]
        value = self._value
        if key == keys.OK:
            self._take(name, value)
            return
        if key == _MORE or key == _LESS:
            self.number = 0
            if name == "turned":
                value = not value
            else:
                value += 1 if key == _MORE else -1
        elif name != "turned" and self.type(key):
            self._value = self.number
            return
        if self._may(name, value):
            self._value = value

    @staticmethod
    def _may(name, value):
        return allowed(name, value) and (name != "table" or value <= messages.LAST_TABLE)

    def _take(self, name, value):
        table = self.table
        if not self._may(name, value):
            self.say("NOT %d" % value)
            self._go_to(self._place)
            return
        if value != table.config[name]:
            take(table.config, name, value)
            self._taken = True
            if name == "table":
                self._restart = True
            elif name == "first":
                from apps.course import begin_session

                begin_session(table, value)
            elif name == "turned":
                table.turned = value
                table.screens.turn(value)
            else:
                for view in table.screens.views:
                    view.brightness = value
                    view.whole = True
        if self._place + 1 < len(_STEPS):
            self._go_to(self._place + 1)
        else:
            self.leave("NOT KEPT" if not self._keep() else self._done())

    def _done(self):
        return "SWITCH OFF AND/ON AGAIN" if self._restart else "SET-UP DONE"

    def _keep(self):
        """Write the settings down, if any changed; return whether they are."""
        if self._taken:
            try:
                save(self.table.config)
            except OSError:
                return False
            self._taken = False
        return True

    def end(self):
        self._keep()

    def draw(self):
        name, words = _STEPS[self._place]
        value = self._value
        canvas = self.canvas
        if name == "brightness":
            canvas.dim(value)
        canvas.label("SET-UP       %d/%d" % (self._place + 1, len(_STEPS)), 0, 0)
        self.write(words, 1)
        text = "%d" % value if name != "turned" else "YES" if value else "NO"
        canvas.label(text, 0, 3, 2, 16)
        canvas.label("+ MORE    - LESS", 0, 6)
        canvas.label("OK        CANCEL", 0, 7)
