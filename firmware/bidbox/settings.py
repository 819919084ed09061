"""The settings of a device: what each is at first and what it may be. Pure data for both ends.

Knows neither files nor who uses a setting; docs/LINK.md says how they are read and set.
"""

# name: (default, least, most) for numbers, and for text with its length in bytes;
# (default, choices) for words; (default,) for yes and no.
SETTINGS: dict = {
    "table": (1, 1, 254),
    "laws": ("2017", ("2017", "2007")),
    "mode": ("detect", ("detect", "prevent", "record")),
    "signals": ("table", ("table", "director", "delayed", "off")),
    "window_ms": (50, 0, 500),
    "deemed": (True,),
    "hold": (False,),
    "self_alert": (False,),
    "code": ("1234", 3, 8),
    "turned": (False,),
    "brightness": (8, 1, 15),
    "channel": (1, 1, 13),
    "radio": (True,),
    "session": ("", 0, 48),
    "date": ("", 0, 10),
    "section": ("", 0, 16),
    "first": (1, 1, 255),
    "last": (255, 1, 255),
    "per_round": (0, 0, 64),
    "key": ("", 0, 128),
    "radio_key": ("", 0, 128),
}
SECRET = ("key", "radio_key")  # given at deployment, never told


def allowed(name, value):
    """Return whether a setting can have a value."""
    entry = SETTINGS.get(name)
    if entry is None or type(value) is not type(entry[0]):
        return False
    if len(entry) == 3:
        size = len(value.encode()) if isinstance(value, str) else value
        return entry[1] <= size <= entry[2]
    return len(entry) == 1 or value in entry[1]
