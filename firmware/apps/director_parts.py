"""Puts a director's device together and starts its tasks; see director.py for what it does."""

from apps.director import Director
from apps.director_view import DirectorView
from apps.fault_desk import FaultDesk
from apps.host_link import HostLink
from bidbox import faults, messages
from drivers.battery import Battery
from drivers.buttons import Buttons
from drivers.console import Console
from drivers.display import DisplayTask, FreeBus, SeatDisplay
from drivers.lamp import lamps
from drivers.ssd1309 import SSD1309
from drivers.starts import Starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from apps.chips import Chips
    from apps.wiring import Hardware


class Device:
    """What HostLink asks (see there): no journal, and answers that go on to the tables."""

    store = None

    def __init__(self, hardware: "Hardware", director: Director, epoch: int):
        self._hardware = hardware
        self._epoch = epoch
        self._director = director
        self.all: Parts | None = None  # of the device, for the self-test
        self.answer = director.answer
        self.acknowledge = director.acknowledge
        self.set_time = director.set_time

    def hello(self):
        hardware = self._hardware
        name = hardware.board.NAME
        return (hardware.firmware, hardware.device_id, name, "director", "", 0, self._epoch, "")

    def service(self, on):
        self._hardware.watchdog.set_service(on)
        return None

    def test(self, what, a, b):
        """Do a step of the self-test (bidbox/checks.py); return numbers, or why not."""
        ask = getattr(self._director.panel, "ask", None)
        if ask is None:
            from apps.director_test import begin

            return begin(self.all, what)
        return ask(what, a, b)

    def setting(self, name):
        return self._hardware.setting(name)

    def configure(self, name, value):
        return self._hardware.configure(name, value)


class Parts:
    """All parts of one director's device, by name."""

    def __init__(self, hardware: "Hardware", chips: "Chips"):
        self.hardware = hardware
        board, clock, config = hardware.board, hardware.clock, hardware.config
        me = config["table"]
        if me < messages.FIRST_DIRECTOR:
            me = messages.FIRST_DIRECTOR
        count = board.LAMP["count"]
        self.lamps = lamps(chips.pixels(), count, config["brightness"])
        self.console = Console(hardware.stdin, hardware.stdout, clock, me)
        starts = Starts()
        self.radio = chips.radio(hardware, me, starts.count, None, starts.keep)
        self.bus = FreeBus()
        panel = SSD1309(chips.i2c(), board.DISPLAY["address"])
        self.display = SeatDisplay(panel, self.bus, clock, None, config["brightness"])
        view = DirectorView(self.display, clock)
        self.director = Director(
            clock, self.radio, self.console, self.lamps, count, hardware.buzzer, view
        )
        self.radio.on_message = self.director.on_message
        self.radio.on_lost = self.director.on_lost
        self.faults = FaultDesk(None, self.console)
        self.device = Device(hardware, self.director, starts.count)
        self.device.all = self
        self.host_link = HostLink(self.console, self.device)
        self.buttons = Buttons(chips.keys(), clock, self.director.on_key)
        self.display_task = DisplayTask([self.display], self.bus, self._display_fault)
        self.battery = Battery(chips.adc(), board.BATTERY, self.faults.say)
        self.director.battery = self.battery
        if not self.radio.works:
            self.faults.say(faults.RADIO)
        for name in config.faults:
            self.faults.say(faults.SETTINGS, text=name)

    def _display_fault(self, seat, gone):
        if not gone:
            self.director.redraw()


def start(hardware: "Hardware", chips: "Chips"):
    """Put a director's device together; return the supervisor that runs its tasks."""
    parts = Parts(hardware, chips)
    hardware.show(parts)
    supervisor = hardware.supervisor(parts.faults.task_failed)
    hardware.watchdog.on_stall = parts.faults.say
    hardware.watchdog.watch("director", parts.director)
    hardware.watchdog.watch("keys", parts.buttons)
    supervisor.add("radio", parts.radio.run)
    supervisor.add("director", parts.director.run)
    supervisor.add("keys", parts.buttons.run)
    supervisor.add("display", parts.display_task.run)
    supervisor.add("lamps", parts.lamps.run)
    supervisor.add("buzzer", hardware.buzzer.run)
    supervisor.add("console", parts.console.run)
    supervisor.add("battery", parts.battery.run)
    supervisor.add("watchdog", hardware.watchdog.run)
    return supervisor
