"""All parts of a table, and what they tell each other; table_start.py puts them together."""

import asyncio

from micropython import const

from bidbox import faults, messages, phrases
from bidbox.calls import NOBODY
from bidbox.life import STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from apps.device import Device
    from apps.fault_desk import FaultDesk
    from apps.host_link import HostLink
    from apps.no_radio import NoRadio
    from apps.radio_link import RadioLink
    from apps.recorder import Recorder
    from apps.signals import Signals
    from apps.table import Table
    from apps.wiring import Hardware
    from bidbox.adjudicator import Adjudicator
    from bidbox.life import Life
    from bidbox.simultaneity import Window
    from drivers.battery import Battery
    from drivers.console import Console
    from drivers.debounce import Debouncer
    from drivers.display import Bus, DisplayTask, SeatDisplay
    from drivers.keypad import Keypad
    from drivers.lamp import Lamps
    from drivers.radio import Radio
    from drivers.seat_unit import SeatUnit
    from drivers.store import Store

_STATUS_MS = const(10000)
_STATUS_STEP_MS = const(200)


class Parts:
    """All parts of one table, by name, for wiring, tests and the prompt."""

    if TYPE_CHECKING:  # what table_start.py makes
        adjudicator: Adjudicator
        battery: Battery
        book: Recorder
        bus: Bus
        console: Console
        contacts: list[Debouncer]
        device: Device
        display_task: DisplayTask
        displays: list[SeatDisplay]
        faults: FaultDesk
        host_link: HostLink
        keypad: Keypad
        lamp: Lamps
        life: Life
        radio: Radio | NoRadio
        radio_link: RadioLink
        signals: Signals
        store: Store
        table: Table
        units: list[SeatUnit]
        window: Window

    def __init__(self, hardware: "Hardware"):
        self.hardware = hardware
        self._store_state = ""  # as it was said last

    def tell_store(self):
        """Say what is wrong with the journal, or that it fills, when that has changed."""
        self.store.retry()
        state = self.store.state
        if state == self._store_state:
            return
        self._store_state = state
        if state:
            self.faults.say(faults.JOURNAL, NOBODY, state)
        if "journal full" in state:
            self.table.screens.say_all(phrases.LOG_FULL)
        elif state and "nearly" not in state:
            self.table.screens.say_all(phrases.LOG_DAMAGED)

    async def status(self):
        """Tell host and director the table's state when it changes, and every ten seconds."""
        told = None
        told_at = self.hardware.clock.ms()
        while True:
            self.faults.tell()
            now = self._status()
            # What was lost is no news by itself: telling it might lose more.
            if now[:-1] != told or self.hardware.clock.since(told_at) > _STATUS_MS:
                told = now[:-1]
                told_at = self.hardware.clock.ms()
                self.tell_store()
                for link in (self.console, self.radio):
                    link.post(messages.STATUS, self.hardware.config["table"], *now)
            await asyncio.sleep_ms(_STATUS_STEP_MS)

    def _status(self):
        percent = self.battery.percent
        words = STATES[self.life.state]
        if self.signals.shows_open:
            words += " " + messages.OPEN
        return (
            words,
            self.life.board,
            messages.NO_BATTERY if percent < 0 else percent,
            (self._store_state or self.faults.summary)[:60],
            self.console.lost + self.radio.lost,
        )

    async def resume(self):
        """Go on where the table was; then learn in the background which boards the log holds."""
        from apps import resume

        resume.begin(self)
        await resume.learn(self.store, self.life)

    def faults_changed(self):
        self.signals.fault = bool(self.faults.lasting)
        self.signals.show()

    def display_fault(self, seat, gone):
        self.faults.seat_fault(seat, faults.DISPLAY_GONE if gone else faults.DISPLAY_BACK)

    def battery_changed(self, code):
        self.signals.battery_low = code != faults.BATTERY_GOOD
        self.signals.show()
        self.faults.say(code)
