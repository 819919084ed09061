"""The settings of a device, read from its flash; a missing or damaged file means the defaults.

What each may be stands in bidbox/settings.py; a value that it may not be is left out and named.
"""

import json
import os

from bidbox.settings import SETTINGS, allowed

PATH = "/config.json"


class Config:
    """`values` by name, and `faults`: the names of what could not be used, or ("file",)."""

    def __init__(self, values):
        self.values = values
        self.faults: list = []

    def __getitem__(self, name):
        return self.values[name]


def load(path=PATH):
    """Return the Config in a file; a file that is missing is no fault."""
    config = Config({name: SETTINGS[name][0] for name in SETTINGS})
    try:
        with open(path) as file:
            whole = file.read()
        values = json.loads(whole)
        # Before 1.26 json takes an object that is cut off for a whole one.
        if not isinstance(values, dict) or whole.rstrip()[-1:] != "}":
            raise ValueError("no object")
    except OSError:
        return config
    except ValueError:
        config.faults.append("file")
        return config
    for name in values:
        if name in SETTINGS and not take(config, name, values[name]):
            config.faults.append(name)
    return config


def take(config, name, value):
    """Take a value; return False and leave the old one if the setting cannot have it."""
    if not allowed(name, value):
        return False
    config.values[name] = value
    return True


def take_text(config, name, text):
    """Take a value as the link writes it, JSON or a bare word; return whether it was taken."""
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    entry = SETTINGS.get(name)
    if entry is not None and isinstance(entry[0], str) and not isinstance(value, str):
        value = text
    return take(config, name, value)


def key(config, name):
    """Return a key, bytes; b"" without one. A damaged one is named in `faults`."""
    try:
        return bytes.fromhex(config.values[name])
    except ValueError:
        if name not in config.faults:
            config.faults.append(name)
        return b""


def save(config, path=PATH):
    """Write the settings so that a power cut leaves the old file or the new one; OSError."""
    new = path + ".new"
    with open(new, "w") as file:
        json.dump(config.values, file)
    os.rename(new, path)
