"""Makes the chip's objects from a board's data at the start: the one place with `machine`."""

import os

import espnow
import machine
import neopixel
import network

from apps import config
from bidbox import frames
from drivers.buzzer import Buzzer
from drivers.radio import Radio
from drivers.watchdog import Watchdog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from apps.no_radio import NoRadio


class Chips:
    """Pins by name, and what is made of them; needed while a device is put together only."""

    def __init__(self, board):
        self._board = board

    def settings(self) -> config.Config:
        return config.load()

    def device_id(self) -> str:
        return machine.unique_id().hex()

    def i2c(self) -> machine.I2C:
        bus = self._board.I2C
        return machine.I2C(
            bus["id"],
            scl=self.pin(bus["scl"]),
            sda=self.pin(bus["sda"]),
            freq=bus["freq"],
            timeout=bus["timeout_us"],
        )

    def buzzer(self) -> Buzzer:
        pin = self.pin(self._board.BUZZER["pin"], machine.Pin.OUT)
        return Buzzer(machine.PWM(pin, freq=2000, duty_u16=0))

    def watchdog(self, clock) -> Watchdog:
        return Watchdog(machine.WDT, clock)

    def pin(self, name: str, *mode: int) -> machine.Pin:
        """Return the Pin that a board gives a function; KeyError for a function it has not."""
        return machine.Pin(self._board.PINS[name], *mode)

    def pixels(self) -> neopixel.NeoPixel:
        lamp = self._board.LAMP
        return neopixel.NeoPixel(self.pin(lamp["pin"], machine.Pin.OUT), lamp["count"])

    def output(self, name: str) -> machine.Pin:
        return self.pin(name, machine.Pin.OUT)

    def keys(self) -> list[machine.Pin]:
        """Return the pins of a director's keys: next, yes, no."""
        keys = self._board.KEYS
        return [
            self.pin(keys[name], machine.Pin.IN, machine.Pin.PULL_UP)
            for name in ("next", "yes", "no")
        ]

    def adc(self) -> machine.ADC:
        return machine.ADC(self.pin(self._board.BATTERY["pin"]), atten=machine.ADC.ATTN_11DB)

    def radio(self, hardware, me: int, epoch: int, label, keep_epoch=None) -> "Radio | NoRadio":
        """Return a device's Radio, or one that does nothing if it is off or does not start."""
        from apps.no_radio import NoRadio

        if not hardware.config["radio"]:
            return NoRadio(True)
        try:
            chip = self._espnow(hardware.config["channel"])
        except (OSError, RuntimeError):
            return NoRadio(False)
        key = config.key(hardware.config, "radio_key")
        salt = os.urandom(frames.SALT)
        return Radio(chip, hardware.clock, key, me, epoch, salt, label, keep_epoch)

    def _espnow(self, channel: int) -> espnow.ESPNow:
        """Switch the radio on, on the set channel, joined to no network; return ESPNow."""
        station = network.WLAN(network.WLAN.IF_STA)
        station.active(True)
        station.disconnect()
        station.config(channel=channel, pm=network.WLAN.PM_NONE)
        chip = espnow.ESPNow()
        chip.config(rxbuf=2048)
        chip.active(True)
        return chip
