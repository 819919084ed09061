"""What a host asks of a device in self-test: the codes of TEST and of its answers, for both ends.

Data only; docs/LINK.md says what goes with each. A place is a socket, 0 to 3 for North, East,
South and West; a director's device has one place, 0.
"""

BEGIN = 0  # -> places, lamps, seconds that it may last
END = 1
UNITS = 2  # -> whether the channel switch answers, then what each place is, as below
KEYS = 3  # -> keys pressed since the last one: place * 32 + key
HELD = 4  # -> a word a place: the contacts that are closed now, bit = key
SHOW = 5  # a picture, as below, at a place
LAMP = 6  # a lamp, or all, gets a state of drivers/lamp.py
BUZZER = 7
BATTERY = 8  # -> millivolts, percent (NO_BATTERY)
FLASH = 9  # -> error (0: none), bytes written, KiB free, KiB in all, first and last record held
RADIO = 10  # -> what it is, as below, ms since the frame was sent, then device and ms of silence

ALL = 255  # lamps

# What a place is.
SILENT = 0  # nobody answers
SHORTED = 1
NO_DISPLAY = 2  # the keys answer, the display does not
WHOLE = 3

# Pictures.
BLANK = 0
LIT = 1  # every pixel
STRIPES = 2  # every other line
LETTER = 3  # a frame and the place's own letter
PRESS = 4  # + key: which key to press

# What the radio is.
OFF = 0  # by its setting
DEAD = 1  # it did not start
WORKS = 2
