"""The self-test of a table: eighty keys, four displays, seat units; see self_test.py."""

from apps.self_test import SelfTest
from bidbox import checks, keys, messages
from bidbox.calls import SEATS

_NAMES = ("NORTH", "EAST", "SOUTH", "WEST")


class TableTest(SelfTest):
    """Has the keys and displays of all four seats, in the place of a panel."""

    def __init__(self, parts):
        screens = parts.table.screens
        self.views = screens.views
        SelfTest.__init__(self, parts, [view.canvas for view in self.views], parts.lamp, 1)

    def wanted_elsewhere(self):
        """Whether a board runs here now, sent from another unit."""
        return self.parts.life.running

    def give_back(self):
        for view in self.views:
            view.whole = True
        self.parts.signals.show()

    def held(self):
        return tuple([contacts.held for contacts in self.parts.contacts])

    def units(self):
        parts = self.parts
        switch = parts.units[0].mux.answers()
        found = [int(switch)]
        for place in range(len(self.views)):
            unit = parts.units[place]
            if unit.up:
                found.append(checks.NO_DISPLAY if parts.displays[place].gone else checks.WHOLE)
            else:
                found.append(self._fault(unit) if switch else checks.SILENT)
        return tuple(found)

    @staticmethod
    def _fault(unit):
        try:
            unit.start()
        except OSError:
            return checks.SILENT if unit.mux.free() else checks.SHORTED
        return checks.SILENT  # just plugged in: the keypad finds it within a second

    def draw(self, canvas, place, key):
        if key < 0:
            canvas.label(_NAMES[place], 8, 1)
            canvas.label(SEATS[place], 48, 3, 4, 32)
            return
        canvas.label("PRESS", 0, 0, 2, 16)
        suit = key - keys.CLUBS
        if 0 <= suit < 4:
            canvas.pip(suit, 48, 3, 32)
        else:
            canvas.label(keys.NAMES[key % keys.COUNT], 0, 3, 4, 20)

    def send(self):
        """Send a frame that does nothing but show on the director's display."""
        self.parts.radio.post(messages.LOG, messages.THIS_DEVICE, "self-test")

    def peers(self):
        return range(messages.FIRST_DIRECTOR, messages.EVERYBODY)


def begin(parts, what):
    """Begin the self-test of a table; return as ask() does. parts: those of table_parts.py."""
    table = parts.table
    if what != checks.BEGIN:
        return "no self-test is open"
    if table.life.running:
        return "board %d is open here" % table.life.board
    if table.panel is not None:
        return "set-up or the director's dialogue is open at a seat"
    table.panel = TableTest(parts)
    return table.panel.ask(what, 0, 0)
