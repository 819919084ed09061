"""A director's device in self-test: three keys, a display, a row of lamps; see self_test.py."""

from apps.self_test import SelfTest
from bidbox import checks

_KEYS = ("NEXT", "YES", "NO")


class DirectorTest(SelfTest):
    """Has the keys, the display and the lamps until a table wants the director."""

    def __init__(self, parts):
        self._director = parts.director
        count = parts.hardware.board.LAMP["count"]
        SelfTest.__init__(self, parts, [parts.display], parts.lamps, count)

    def wanted_elsewhere(self):
        return bool(self._director.cases)

    def give_back(self):
        """Director.run() lights and draws anew."""

    def held(self):
        held = self.parts.buttons.held
        return (sum([held(key) << key for key in range(len(_KEYS))]),)

    def units(self):
        return 1, checks.NO_DISPLAY if self.parts.display.gone else checks.WHOLE

    def draw(self, canvas, place, key):
        if key < 0:
            canvas.label("DIRECTOR", 8, 1)
            canvas.label("D", 48, 3, 4, 32)
        else:
            canvas.label("PRESS", 0, 0, 2, 16)
            canvas.label(_KEYS[key % len(_KEYS)], 0, 3, 4, 20)

    def send(self):
        """Tables speak every ten seconds, and only to a device that has answered them."""

    def peers(self):
        return sorted(self._director.tables)


def begin(parts, what):
    """Begin the self-test of a director's device, of whose parts is given all."""
    director = parts.director
    if what != checks.BEGIN:
        return "no self-test is open"
    if director.cases:
        return "table %d waits for the director" % director.cases[0].table
    director.panel = DirectorTest(parts)
    return director.panel.ask(what, 0, 0)
