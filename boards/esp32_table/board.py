"""The table: ESP32-DevKitC with WROOM-32E, four seat units behind a TCA9548A. Data only.

PINS names every GPIO used, by function; the other entries refer to those names.
"""

NAME = "esp32_table"
ROLE = "table"
CHIP = "esp32"

PINS = {
    "i2c_sda": 21,
    "i2c_scl": 22,
    "mux_reset": 23,
    "lamp": 18,
    "buzzer": 19,
    "battery": 34,
}

# timeout_us bounds what a seat unit that holds the clock low can cost a scan.
I2C = {"id": 0, "sda": "i2c_sda", "scl": "i2c_scl", "freq": 400000, "timeout_us": 1000}
MUX = {"address": 0x70, "reset": "mux_reset"}

# North, East, South, West: the socket decides the seat.
SEAT_UNITS = (
    {"channel": 0, "keys": 0x20, "display": 0x3C},
    {"channel": 1, "keys": 0x20, "display": 0x3C},
    {"channel": 2, "keys": 0x20, "display": 0x3C},
    {"channel": 3, "keys": 0x20, "display": 0x3C},
)

DISPLAY = None
KEYS = None
LAMP = {"pin": "lamp", "count": 1}
BUZZER = {"pin": "buzzer"}

# One lithium cell behind two equal resistors. The curve is millivolts of the cell to percent.
BATTERY = {
    "pin": "battery",
    "upper_ohm": 100000,
    "lower_ohm": 100000,
    "curve": ((3300, 0), (3500, 5), (3600, 10), (3700, 20), (3750, 35), (3850, 55), (4000, 80),
              (4150, 100)),
}

CLOCK = {"chip": "ds3231", "address": 0x68}  # optional, on the trunk before the TCA9548A
RADIO = {"kind": "espnow", "channel": 1}

CAPABILITIES = ("keypad", "displays", "lamp", "buzzer", "battery", "radio", "watchdog")
