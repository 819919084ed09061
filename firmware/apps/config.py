"""The settings of a device, read from its flash; a missing or damaged file means the defaults.

Each setting has a default and what it may be; a value that it may not be is left out and named.
"""

import json
import os

PATH = "/config.json"

# name: (default, least, most) for numbers, (default, choices) for words, (default,) for the rest.
SETTINGS = {
    "table": (1, 1, 254),
    "laws": ("2017", ("2017", "2007")),
    "mode": ("detect", ("detect", "prevent", "record")),
    "signals": ("table", ("table", "director", "delayed", "off")),
    "window_ms": (50, 0, 500),
    "deemed": (True,),
    "hold": (False,),
    "self_alert": (False,),
    "turned": (False,),
    "brightness": (8, 1, 15),
    "channel": (1, 1, 13),
    "key": ("",),
    "session": ({},),
    "radio": (True,),
}


class Config:
    """`values` by name, and `faults`: the names of what could not be used, or ("file",)."""

    def __init__(self, values=None):
        self.values = {name: SETTINGS[name][0] for name in SETTINGS}
        self.faults = []
        for name in values or {}:
            if name in SETTINGS:
                if not self.set(name, values[name]):
                    self.faults.append(name)

    def __getitem__(self, name):
        return self.values[name]

    def set(self, name, value):
        """Take a value; return False and leave the old one if the setting cannot have it."""
        entry = SETTINGS.get(name)
        if entry is None or type(value) is not type(entry[0]):
            return False
        if len(entry) == 3 and not entry[1] <= value <= entry[2]:
            return False
        if len(entry) == 2 and value not in entry[1]:
            return False
        self.values[name] = value
        return True

    def set_text(self, name, text):
        """Take a value as the link writes it, JSON or a bare word; return whether it was taken."""
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        entry = SETTINGS.get(name)
        if entry is not None and isinstance(entry[0], str) and not isinstance(value, str):
            value = text
        return self.set(name, value)

    def key(self):
        """Return the event's key, bytes; b"" without one. A damaged one is named in `faults`."""
        try:
            return bytes.fromhex(self.values["key"])
        except ValueError:
            if "key" not in self.faults:
                self.faults.append("key")
            return b""

    def session(self, name, default):
        """Return a number of the session: "first", "last", "boards"."""
        value = self.values["session"].get(name, default)
        return value if type(value) is type(default) else default


def load(path=PATH):
    """Return the Config in a file; a file that is missing is no fault."""
    try:
        with open(path) as file:
            values = json.load(file)
        if not isinstance(values, dict):
            raise ValueError("no object")
    except OSError:
        return Config()
    except ValueError:
        config = Config()
        config.faults.append("file")
        return config
    return Config(values)


def save(config, path=PATH):
    """Write the settings so that a power cut leaves the old file or the new one; OSError."""
    new = path + ".new"
    with open(new, "w") as file:
        json.dump(config.values, file)
    os.rename(new, path)


def text(value):
    """Return a setting as the link writes it: bare words, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)
