"""Puts a table together at its start; see table.py."""

from micropython import const

from apps.config import key
from apps.device import Device
from apps.fault_desk import FaultDesk
from apps.host_link import HostLink
from apps.radio_link import RadioLink
from apps.recorder import Recorder
from apps.seat_view import SeatView
from apps.signals import OFF, Signals
from apps.table import Table
from apps.table_parts import Parts
from bidbox import records
from bidbox.adjudicator import Adjudicator
from bidbox.life import Life
from bidbox.simultaneity import Window
from drivers.battery import Battery
from drivers.console import Console
from drivers.debounce import Debouncer
from drivers.display import Bus, DisplayTask, SeatDisplay
from drivers.keypad import Keypad
from drivers.lamp import lamps
from drivers.mcp23017 import MCP23017
from drivers.seat_unit import SeatUnit
from drivers.ssd1309 import SSD1309
from drivers.store import Store
from drivers.tca9548a import TCA9548A

TYPE_CHECKING = False
if TYPE_CHECKING:
    from apps.chips import Chips
    from apps.wiring import Hardware

JOURNAL = "/journal"
# Of a board; beyond either the director decides.
_EVENTS = const(512)  # calls; the longest legal auction has 319
_ITEMS = const(12)  # irregularities


def _assemble(parts: Parts, hardware: "Hardware", chips: "Chips"):
    """Make all parts of a table; what takes the heap in large pieces comes first."""
    clock, config = hardware.clock, hardware.config
    parts.bus = Bus(clock)
    units = parts.units = _make_displays(parts, hardware, chips)
    parts.lamp = lamps(chips.pixels(), 1, config["brightness"])
    parts.adjudicator = Adjudicator(_edition(config["laws"]), _EVENTS, _ITEMS)
    first = config["first"]
    parts.life = Life(parts.adjudicator, first, max(first, config["last"]), config["deemed"])
    parts.store = Store(JOURNAL, _about(parts), key(config, "key"))
    parts.book = Recorder(parts.store, clock)
    parts.console = Console(
        hardware.stdin, hardware.stdout, clock, config["table"], parts.adjudicator.label
    )
    parts.radio = chips.radio(hardware, config["table"], parts.store.boot, parts.adjudicator.label)
    parts.signals = Signals(
        parts.lamp,
        hardware.buzzer,
        [parts.console, parts.radio],
        config["table"],
        OFF if config["mode"] == "record" else records.SIGNALS.index(config["signals"]),
    )
    parts.window = Window(config["window_ms"], clock)
    parts.table = Table(
        clock, config, parts.life, parts.window, parts.book, parts.signals, parts.bus
    )
    parts.faults = FaultDesk(parts.book, parts.console, parts.faults_changed, parts.radio)
    parts.table.faults = parts.faults
    _make_seats(parts, units, clock, config)
    parts.device = Device(hardware, parts.table, parts.store)
    parts.device.all = parts
    parts.host_link = HostLink(parts.console, parts.device)
    parts.radio_link = RadioLink(parts.radio, parts.device, parts.console)
    parts.battery = Battery(chips.adc(), hardware.board.BATTERY, parts.battery_changed)


def _make_displays(parts: Parts, hardware: "Hardware", chips: "Chips"):
    """Make the displays; return the seat units that they are in."""
    board, config = hardware.board, hardware.config
    i2c = chips.i2c()
    mux = TCA9548A(i2c, board.MUX["address"], chips.output(board.MUX["reset"]))
    units = []
    parts.displays = []
    for seat in board.SEAT_UNITS:
        unit = SeatUnit(mux, seat["channel"], MCP23017(i2c, seat["keys"]))
        panel = SSD1309(i2c, seat["display"], mux, seat["channel"])
        units.append(unit)
        display = SeatDisplay(panel, parts.bus, hardware.clock, unit, config["brightness"])
        parts.displays.append(display)
    parts.display_task = DisplayTask(parts.displays, parts.bus, parts.display_fault)
    return units


def _make_seats(parts: Parts, units, clock, config):
    contacts = parts.contacts = [Debouncer(clock) for _ in units]
    parts.keypad = Keypad(
        units, contacts, clock, parts.table.on_key, parts.faults.seat_fault, parts.table
    )
    parts.table.keypad = parts.keypad
    parts.table.screens.views = [
        SeatView(
            parts.displays[seat],
            parts.table.players.selections[seat],
            clock,
            config["table"],
            brightness=config["brightness"],
        )
        for seat in range(4)
    ]
    parts.table.screens.turn(config["turned"])


def _about(parts: Parts):
    config = parts.hardware.config
    return {
        "device": parts.hardware.device_id,
        "table": config["table"],
        "firmware": parts.hardware.firmware,
        "hardware": parts.hardware.board.NAME,
        "laws": config["laws"],
        "table_crc": int(parts.adjudicator.table.crc, 16),
        "mode": records.MODES.index(config["mode"]),
        "signals": records.SIGNALS.index(config["signals"]),
        "turned": int(config["turned"]),
        "window": config["window_ms"],
    }


def _edition(name):
    if name == "2007":
        from bidbox.laws import edition_2007 as edition
    else:
        from bidbox.laws import edition_2017 as edition  # type: ignore[no-redef]
    return edition


def start(hardware: "Hardware", chips: "Chips"):
    """Put a table together; return the supervisor that runs its tasks."""
    parts = Parts(hardware)
    _assemble(parts, hardware, chips)
    parts.signals.show()
    hardware.show(parts)
    supervisor = hardware.supervisor(parts.faults.task_failed)
    hardware.watchdog.on_stall = parts.faults.say
    hardware.watchdog.watch("keypad", parts.keypad)
    hardware.watchdog.watch("table", parts.table)
    supervisor.add("resume", parts.resume)  # first: it goes on where the table was
    supervisor.add("keypad", parts.keypad.run)
    supervisor.add("table", parts.table.run)
    supervisor.add("displays", parts.display_task.run)
    supervisor.add("lamp", parts.lamp.run)
    supervisor.add("buzzer", hardware.buzzer.run)
    supervisor.add("console", parts.console.run)
    supervisor.add("radio", parts.radio.run)
    supervisor.add("status", parts.status)
    supervisor.add("battery", parts.battery.run)
    supervisor.add("watchdog", hardware.watchdog.run)
    return supervisor
