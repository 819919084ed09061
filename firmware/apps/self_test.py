"""The self-test, as far as both roles do it alike: what a host asks, done part after part.

Loaded when a host begins it and dropped afterwards. While it lasts no key means anything but that
it was pressed. It ends when the host says so, is silent for three seconds, or after half an hour.
"""

import os

from micropython import const

from bidbox import checks, messages
from drivers import buzzer, lamp

_KEYS = const(24)  # waiting for the host; a key too many is lost
_SILENCE_MS = const(3000)
_LONGEST_S = const(1800)
_FILE = "/selftest.tmp"
_SIZE = const(512)  # bytes, written and read in pieces: the heap is strewn by then
_PIECE = const(64)
_EIO = const(5)
_PEERS = const(8)  # told of at most
_NO = "no such test"


class SelfTest:
    """Takes the place of a panel. A role's own has held(), units(), draw(), give_back()."""

    def __init__(self, parts, canvases, lamps, count):
        self.parts = parts
        self.clock = parts.hardware.clock
        self.canvases = canvases
        self.over = False
        self._lamps = lamps
        self._states = bytearray(count)
        self._keys = bytearray(_KEYS)
        self._waiting = 0
        self._heard = self._began = self._sent = self.clock.ms()

    def key(self, place, key):
        """Take a key that was pressed, within the scan; return False if it is not for here."""
        if self.over:
            return False
        if self._waiting < _KEYS:
            self._keys[self._waiting] = place << 5 | key
            self._waiting += 1
        return True

    def step(self):
        """Keep the lamps as the host wants them; return whether the self-test goes on."""
        since = self.clock.since
        if since(self._heard) > _SILENCE_MS or since(self._began) > 1000 * _LONGEST_S:
            self.over = True
        if self.over or self.wanted_elsewhere():  # type: ignore[attr-defined]
            self.over = True
            self.parts.hardware.buzzer.silence()
            self.give_back()  # type: ignore[attr-defined]
            return False
        for i in range(len(self._states)):
            self._lamps.show(self._states[i], i)
        return True

    def ask(self, what, a, b):
        """Do what a host asks (bidbox/checks.py); return numbers, or why not, in words."""
        self._heard = self.clock.ms()
        if what == checks.BEGIN:
            return self._begin()
        if what == checks.KEYS:
            return self._pressed()
        if what == checks.SHOW:
            return self._show(a, b)
        if what == checks.LAMP:
            return self._light(a, b)
        if what == checks.HELD:
            return self.held()  # type: ignore[attr-defined]
        if what == checks.UNITS:
            return self.units()  # type: ignore[attr-defined]
        if what == checks.BUZZER:
            self.parts.hardware.buzzer.request(buzzer.TEST)
        elif what == checks.BATTERY:
            return self._battery()
        elif what == checks.FLASH:
            return self._flash()
        elif what == checks.RADIO:
            return self._radio(a)
        elif what == checks.END:
            self.over = True
        else:
            return _NO
        return ()

    def _begin(self):
        self._began = self._heard
        self._waiting = 0
        for place in range(len(self.canvases)):
            self._show(place, checks.BLANK)
        self._light(checks.ALL, lamp.OFF)
        return len(self.canvases), len(self._states), _LONGEST_S

    def _pressed(self):
        keys = tuple(self._keys[: self._waiting])
        self._waiting = 0
        return keys

    def _show(self, place, picture):
        if place >= len(self.canvases):
            return _NO
        canvas = self.canvases[place]
        canvas.dim(self.parts.hardware.config["brightness"])
        canvas.fill(picture == checks.LIT)
        if picture == checks.STRIPES:
            for y in range(0, 64, 2):
                canvas.hline(0, y, 128, 1)
        elif picture == checks.LETTER:
            canvas.rect(0, 0, 128, 64, 1)
        if picture == checks.LETTER or picture >= checks.PRESS:
            self.draw(canvas, place, picture - checks.PRESS)  # type: ignore[attr-defined]
        elif picture == checks.BLANK:
            canvas.label("SELF-TEST", 28, 3)
        canvas.show()
        return ()

    def _light(self, which, state):
        count = len(self._states)
        if state > lamp.BATTERY_LOW or (which >= count and which != checks.ALL):
            return _NO
        for i in range(count):
            self._states[i] = state if which in (i, checks.ALL) else lamp.OFF
        return ()

    def _battery(self):
        battery = self.parts.battery
        battery.measure()
        percent = battery.percent
        return battery.millivolts, messages.NO_BATTERY if percent < 0 else percent

    def _flash(self):
        """Write a file beside the journal, read it back and remove it."""
        piece = bytes([(self._heard + i) & 0xFF for i in range(_PIECE)])
        error = 0
        try:
            with open(_FILE, "wb") as file:
                for _ in range(_SIZE // _PIECE):
                    file.write(piece)
            with open(_FILE, "rb") as file:
                for _ in range(_SIZE // _PIECE):
                    if file.read(_PIECE) != piece:
                        error = _EIO
        except OSError as failed:
            error = failed.errno or _EIO
        try:
            os.remove(_FILE)
        except OSError:
            pass  # it could not even be made
        status = os.statvfs("/")
        # littlefs counts a block that two files share twice, so "free" may be below zero, as u32.
        free = status[3] if status[3] <= status[2] else 0
        store = self.parts.device.store
        held = (store.first, store.last) if store else (1, 0)
        return (error, _SIZE, status[0] * free // 1024, status[0] * status[2] // 1024) + held

    def _radio(self, sends):
        radio = self.parts.radio
        if sends:
            self._sent = self._heard
            self.send()  # type: ignore[attr-defined]
        state = checks.WORKS
        if not self.parts.hardware.config["radio"]:
            state = checks.OFF
        elif not radio.works:
            state = checks.DEAD
        found = [state, self.clock.since(self._sent)]
        for other in self.peers():  # type: ignore[attr-defined]
            silence = radio.silence(other)
            if silence >= 0 and len(found) < 2 + 2 * _PEERS:
                found.append(other)
                found.append(silence)
        return tuple(found)
