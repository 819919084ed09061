"""The director's device: ESP32-C3-DevKitM-1, one display, a row of lamps. Data only.

PINS names every GPIO used, by function; the other entries refer to those names.
"""

NAME = "esp32c3_director"
ROLE = "director"
CHIP = "esp32c3"

PINS = {
    "i2c_sda": 4,
    "i2c_scl": 5,
    "lamp": 1,
    "buzzer": 3,
    "key_next": 6,
    "key_yes": 7,
    "key_no": 10,
    "battery": 0,
}

I2C = {"id": 0, "sda": "i2c_sda", "scl": "i2c_scl", "freq": 400000, "timeout_us": 1000}
MUX = None
SEAT_UNITS = ()

DISPLAY = {"address": 0x3C}
KEYS = {"next": "key_next", "yes": "key_yes", "no": "key_no"}  # to ground, pulled up inside
LAMP = {"pin": "lamp", "count": 8}  # up to 30; more tables than lamps are shown in pages
BUZZER = {"pin": "buzzer"}

# One lithium cell behind two equal resistors. The curve is millivolts of the cell to percent.
BATTERY = {
    "pin": "battery",
    "upper_ohm": 100000,
    "lower_ohm": 100000,
    "curve": ((3300, 0), (3500, 5), (3600, 10), (3700, 20), (3750, 35), (3850, 55), (4000, 80),
              (4150, 100)),
}

CLOCK = None
RADIO = {"kind": "espnow", "channel": 1}

CAPABILITIES = ("display", "keys", "lamps", "buzzer", "battery", "radio", "watchdog")
