"""Where every fault of a device is said: in the journal, on the lamp, to host and director.

Knows the codes of faults.py, not what to do about one. The words are found later, for they must be
loaded and a fault is often met in the key scan.
"""

from micropython import const

from bidbox import faults, records
from bidbox.calls import NOBODY

TEXT = const(80)  # bytes of a record's words
_UNTOLD = const(12)  # faults that wait to be told, at most; the journal has every one


class FaultDesk:
    """`book` is a Recorder, or None: then each fault is told at once and none lasts.

    on_change() is called when the lasting faults change. radio: of a table. Its STATUS tells the
    director of what lasts; what does not is told him here. `summary`: the lasting faults in words.
    """

    def __init__(self, book, console, on_change=None, radio=None):
        self._book = book
        self.console = console
        self._on_change = on_change
        self.radio = radio
        self.lasting: list = []  # (code, seat)
        self.untold: list = []  # (code, seat, text)
        self.summary = ""

    def seat_fault(self, seat, code):
        """Take a fault of a seat unit, or of none with NOBODY, as the keypad tells it."""
        over = faults.OVER.get(code)
        if over is not None:
            self.lasting = [f for f in self.lasting if f[0] not in over or f[1] != seat]
        elif code in (faults.UNIT_GONE, faults.UNIT_SHORTED, faults.MUX_GONE, faults.DISPLAY_GONE):
            if (code, seat) not in self.lasting:
                self.lasting.append((code, seat))
        self.say(code, seat)

    def say(self, code, seat=NOBODY, text=""):
        """Write a fault down, and have it told."""
        if len(self.untold) < _UNTOLD:
            self.untold.append((code, seat, text))
        if self._book is None:
            self.tell()
            return
        self._book.put(records.FAULT, 0, 3, code, seat, text[:TEXT])
        self._on_change()

    def tell(self):
        """Tell host and director what they do not know yet."""
        if self.untold:
            from apps import fault_words

            fault_words.tell(self)

    def task_failed(self, name, error):
        self.say(faults.TASK, NOBODY, "%s: %s %s" % (name, type(error).__name__, error))
