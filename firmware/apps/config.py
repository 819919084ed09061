"""The settings of a device, read from its flash; a missing or damaged file means the defaults.

What each may be stands in bidbox/settings.py; a value that it may not be is left out and named.
"""

import json
import os

from bidbox.settings import SETTINGS, allowed

PATH = "/config.json"


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
        if not allowed(name, value):
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

    def key(self, name):
        """Return a key, bytes; b"" without one. A damaged one is named in `faults`."""
        try:
            return bytes.fromhex(self.values[name])
        except ValueError:
            if name not in self.faults:
                self.faults.append(name)
            return b""


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
