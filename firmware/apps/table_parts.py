"""Puts a table together and starts its tasks; see table.py for what it does."""

import asyncio

from micropython import const

from apps import resume
from apps.device import Device
from apps.fault_desk import FaultDesk
from apps.host_link import HostLink
from apps.radio_link import RadioLink
from apps.recorder import Recorder
from apps.seat_view import SeatView
from apps.signals import OFF, Signals
from apps.table import Table
from bidbox import faults, messages, phrases, records
from bidbox.adjudicator import Adjudicator
from bidbox.calls import NOBODY
from bidbox.life import STATES, Life
from bidbox.simultaneity import Window
from drivers.battery import Battery
from drivers.console import Console
from drivers.debounce import Debouncer
from drivers.display import Bus, DisplayTask, SeatDisplay
from drivers.keypad import Keypad
from drivers.lamp import StatusLamp
from drivers.mcp23017 import MCP23017
from drivers.seat_unit import SeatUnit
from drivers.ssd1309 import SSD1309
from drivers.store import Store
from drivers.tca9548a import TCA9548A

JOURNAL = "/journal"
_ITEMS = const(12)  # irregularities of a board; beyond that the director decides
_STATUS_MS = const(10000)
_STATUS_STEP_MS = const(200)


class Parts:
    """All parts of one table, by name, for wiring, tests and the prompt."""

    def __init__(self, hardware):
        board, clock, config = hardware.board, hardware.clock, hardware.config
        self.hardware = hardware
        self.lamp = StatusLamp(hardware.pixels(), 0, config["brightness"])
        self.adjudicator = Adjudicator(_edition(config["laws"]), items=_ITEMS)
        first = config["first"]
        self.life = Life(self.adjudicator, first, max(first, config["last"]), config["deemed"])
        self._store_state = ""  # as it was said last
        self.store = Store(JOURNAL, self._about(), config.key("key"))
        self.book = Recorder(self.store, clock)
        self.console = Console(
            hardware.stdin, hardware.stdout, clock, config["table"], self.adjudicator.label
        )
        self.radio = hardware.radio(config["table"], self.store.boot, self.adjudicator.label)
        self.signals = Signals(
            self.lamp,
            hardware.buzzer,
            [self.console, self.radio],
            config["table"],
            OFF if config["mode"] == "record" else records.SIGNALS.index(config["signals"]),
        )
        self.bus = Bus(clock)
        self.window = Window(config["window_ms"], clock)
        self.table = Table(
            clock, config, self.life, self.window, self.book, self.signals, self.bus
        )
        self.faults = FaultDesk(self.book, self.console, self._faults_changed)
        self._make_seats(board, clock, config)
        self.device = Device(hardware, self.table, self.store, self._about(), self.adjudicator)
        self.host_link = HostLink(self.console, self.device)
        self.radio_link = RadioLink(self.radio, self.device, self.console)
        self.battery = Battery(hardware.adc(), board.BATTERY, self._battery_changed)

    def _make_seats(self, board, clock, config):
        i2c = self.hardware.i2c
        mux = TCA9548A(i2c, board.MUX["address"], self.hardware.output(board.MUX["reset"]))
        units = []
        self.displays = []
        for seat in board.SEAT_UNITS:
            unit = SeatUnit(mux, seat["channel"], MCP23017(i2c, seat["keys"]))
            panel = SSD1309(i2c, seat["display"], mux, seat["channel"])
            units.append(unit)
            self.displays.append(SeatDisplay(panel, self.bus, clock, unit, config["brightness"]))
        contacts = [Debouncer(clock) for _ in units]
        self.keypad = Keypad(
            units, contacts, clock, self.table.on_key, self.faults.seat_fault, self.table
        )
        self.table.keypad = self.keypad
        self.table.screens.views = [
            SeatView(
                self.displays[seat],
                self.table.players.selections[seat],
                clock,
                config["table"],
                brightness=config["brightness"],
            )
            for seat in range(4)
        ]
        self.table.turn(config["turned"])
        self.display_task = DisplayTask(self.displays, self.bus, self._display_fault)

    def _about(self):
        config = self.hardware.config
        return {
            "device": self.hardware.device_id,
            "table": config["table"],
            "firmware": self.hardware.firmware,
            "hardware": self.hardware.board.NAME,
            "laws": config["laws"],
            "table_crc": int(self.adjudicator.table.crc, 16),
            "mode": records.MODES.index(config["mode"]),
            "signals": records.SIGNALS.index(config["signals"]),
            "turned": int(config["turned"]),
            "window": config["window_ms"],
        }

    def resume(self):
        """Go on with the board that was open at the last power cut, or propose the next one."""
        try:
            runs = resume.resume(self.table, self.store.board_records())
            self.life.board = self.life.board or resume.last_board(self.store)
        except OSError:
            runs = False
        if runs:
            self.book.put(records.RESTART, self.table.now(), 1, self.store.boot)
            self.console.log("restarted, board %d continues" % self.life.board)
        elif not self.life.proposed:
            self.table.propose()
        if not self.radio.works:
            self.faults.say(faults.RADIO)
        for name in self.hardware.config.faults:
            self.faults.say(faults.SETTINGS, NOBODY, name)
            self.table.screens.say_all(phrases.SETTINGS_DAMAGED)
        self._tell_store()

    def _tell_store(self):
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
            now = self._status()
            # What was lost is no news by itself: telling it might lose more.
            if now[:-1] != told or self.hardware.clock.since(told_at) > _STATUS_MS:
                told = now[:-1]
                told_at = self.hardware.clock.ms()
                self._tell_store()
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
            (self._store_state or self.faults.summary())[:60],
            self.console.lost + self.radio.lost,
        )

    async def learn(self):
        """Read in the background which boards the log holds."""
        await resume.learn(self.store, self.life)

    def _faults_changed(self):
        self.signals.fault = self.faults.any
        self.signals.show()

    def _display_fault(self, seat, gone):
        self.faults.seat_fault(seat, faults.DISPLAY_GONE if gone else faults.DISPLAY_BACK)

    def _battery_changed(self, code):
        self.signals.battery_low = code != faults.BATTERY_GOOD
        self.signals.show()
        self.faults.say(code)


def _edition(name):
    if name == "2007":
        from bidbox.laws import edition_2007 as edition
    else:
        from bidbox.laws import edition_2017 as edition
    return edition


async def start(hardware):
    """Start a table's tasks and never return."""
    parts = Parts(hardware)
    parts.resume()
    parts.signals.show()
    hardware.show(parts)
    supervisor = hardware.supervisor(parts.faults.task_failed)
    hardware.watchdog.watch("keypad", parts.keypad)
    hardware.watchdog.watch("table", parts.table)
    supervisor.add("keypad", parts.keypad.run)
    supervisor.add("table", parts.table.run)
    supervisor.add("displays", parts.display_task.run)
    supervisor.add("lamp", parts.lamp.run)
    supervisor.add("buzzer", hardware.buzzer.run)
    supervisor.add("console", parts.console.run)
    supervisor.add("radio", parts.radio.run)
    supervisor.add("status", parts.status)
    supervisor.add("battery", parts.battery.run)
    supervisor.add("learn", parts.learn)
    supervisor.add("watchdog", hardware.watchdog.run)
    await supervisor.run()
