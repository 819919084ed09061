"""Tells a setting, or changes and keeps it, as the host asks; loaded for it."""

import json

from apps.config import save, take_text
from bidbox.settings import SECRET


def told(config, name):
    """Return a setting as the link writes it, bare words and else JSON; None for a secret one."""
    if name in SECRET or name not in config.values:
        return None
    value = config[name]
    return value if isinstance(value, str) else json.dumps(value)


def changed(config, name, text):
    """Keep a setting, mostly for the next start; return None, or why not."""
    if not take_text(config, name, text):
        return "%s cannot be %s" % (name, text)
    try:
        save(config)
    except OSError as error:
        return "settings cannot be written: error %s" % error.errno
    return None
