"""Where every fault of a device is said: in the journal, on the lamp, to host and director.

Knows the codes of faults.py, not what to do about one.
"""

from bidbox import faults, messages, records
from bidbox.calls import NOBODY

_TEXT = 80  # bytes of a record's words


class FaultDesk:
    """`book` is a Recorder or None; on_change() is called when the lasting faults change.

    radio: of a table. Its STATUS tells the director of what lasts; what does not is told here.
    """

    def __init__(self, book, console, on_change=None, radio=None):
        self._book = book
        self._console = console
        self._on_change = on_change
        self._radio = radio
        self._lasting = []  # (code, seat)

    def seat_fault(self, seat, code):
        """Take a fault of a seat unit, or of none with NOBODY, as the keypad tells it."""
        over = faults.OVER.get(code)
        if over is not None:
            self._lasting = [f for f in self._lasting if f[0] not in over or f[1] != seat]
        elif code in (faults.UNIT_GONE, faults.UNIT_SHORTED, faults.MUX_GONE, faults.DISPLAY_GONE):
            if (code, seat) not in self._lasting:
                self._lasting.append((code, seat))
        self.say(code, seat)

    def say(self, code, seat=NOBODY, text=""):
        """Write a fault down and tell whoever listens."""
        if self._book is not None:
            self._book.put(records.FAULT, 0, 3, code, seat, text[:_TEXT])
        words = faults.fault_words(code, seat, text)
        self._console.log(words)
        if code == faults.WRONG_CODE:
            self._radio.post(messages.LOG, 0, words)
        if self._on_change is not None:
            self._on_change()

    def task_failed(self, name, error):
        self.say(faults.TASK, NOBODY, "%s: %s %s" % (name, type(error).__name__, error))

    @property
    def any(self):
        return bool(self._lasting)

    def summary(self):
        """Return the lasting faults in words, "" if there are none."""
        return "; ".join([faults.fault_words(code, seat) for code, seat in self._lasting])
