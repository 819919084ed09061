"""Makes a device's parts from its board's data and starts them: the one place with `machine`."""

import asyncio
import os
import sys

import espnow
import machine
import neopixel
import network

from apps import config as settings
from apps.clock import Clock
from apps.no_radio import NoRadio
from apps.supervisor import Supervisor
from bidbox import frames
from bidbox.settings import SECRET
from drivers.buzzer import Buzzer
from drivers.radio import Radio
from drivers.watchdog import Watchdog

FIRMWARE = "0.1.0"
running = None  # the parts of the device that runs here


def run(board, version=""):
    """Run the role that a board names, for ever; version: the build's name, "" if it has none."""
    asyncio.run(_start(board, FIRMWARE + "+" + version[:8] if version else FIRMWARE))


async def _start(board, firmware):
    if board.ROLE == "table":
        from apps import table_parts as role
    else:
        from apps import director_parts as role
    await role.start(Hardware(board, firmware))


class Hardware:
    """What both roles need of a board: clock, settings, bus, buzzer, pins by name."""

    def __init__(self, board, firmware):
        self.board = board
        self.clock = Clock()
        self.config = settings.load()
        self.firmware = firmware
        self.device_id = machine.unique_id().hex()
        bus = board.I2C
        self.i2c = machine.I2C(
            bus["id"],
            scl=self.pin(bus["scl"]),
            sda=self.pin(bus["sda"]),
            freq=bus["freq"],
            timeout=bus["timeout_us"],
        )
        self.buzzer = Buzzer(
            machine.PWM(self.pin(board.BUZZER["pin"], machine.Pin.OUT), freq=2000, duty_u16=0)
        )
        self.watchdog = Watchdog(machine.WDT, self.clock)
        self.stdin = sys.stdin.buffer
        self.stdout = sys.stdout.buffer

    def pin(self, name, *mode):
        """Return the Pin that a board gives a function; KeyError for a function it has not."""
        return machine.Pin(self.board.PINS[name], *mode)

    def pixels(self):
        lamp = self.board.LAMP
        return neopixel.NeoPixel(self.pin(lamp["pin"], machine.Pin.OUT), lamp["count"])

    def output(self, name):
        return self.pin(name, machine.Pin.OUT)

    def keys(self):
        """Return the pins of a director's keys: next, yes, no."""
        keys = self.board.KEYS
        return [
            self.pin(keys[name], machine.Pin.IN, machine.Pin.PULL_UP)
            for name in ("next", "yes", "no")
        ]

    def adc(self):
        return machine.ADC(self.pin(self.board.BATTERY["pin"]), atten=machine.ADC.ATTN_11DB)

    def radio(self, me, epoch, label, keep_epoch=None):
        """Return a device's Radio, or one that does nothing if it is off or does not start."""
        if not self.config["radio"]:
            return NoRadio(True)
        try:
            chip = self._espnow()
        except (OSError, RuntimeError):
            return NoRadio(False)
        key = self.config.key("radio_key")
        salt = os.urandom(frames.SALT)
        return Radio(chip, self.clock, key, me, epoch, salt, label, keep_epoch)

    def _espnow(self):
        """Switch the radio on, on the set channel, joined to no network; return ESPNow."""
        station = network.WLAN(network.WLAN.IF_STA)
        station.active(True)
        station.disconnect()
        station.config(channel=self.config["channel"], pm=network.WLAN.PM_NONE)
        chip = espnow.ESPNow()
        chip.config(rxbuf=2048)
        chip.active(True)
        return chip

    def setting(self, name):
        """Return a setting as text, None for one that is not to be told."""
        if name in SECRET or name not in self.config.values:
            return None
        return settings.text(self.config[name])

    def configure(self, name, value):
        """Keep a setting, mostly for the next start; return None, or why not."""
        if not self.config.set_text(name, value):
            return "%s cannot be %s" % (name, value)
        try:
            settings.save(self.config)
        except OSError as error:
            return "settings cannot be written: error %s" % error.errno
        return None

    def show(self, parts):
        """Let a person at the prompt, or a test, reach a device's parts as wiring.running."""
        global running
        running = parts

    def supervisor(self, on_fault):
        return Supervisor(self.clock, on_fault)
