"""JSON with its keys in the order given, the same bytes in CPython and in the MicroPython VM."""

import json


def dumps(value):
    """Write JSON: tuples of pairs are objects in that order, lists are arrays."""
    if isinstance(value, tuple):
        return "{" + ", ".join([json.dumps(key) + ": " + dumps(item) for key, item in value]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([dumps(item) for item in value]) + "]"
    if isinstance(value, str):
        return _quoted(value)
    return json.dumps(value)


def _quoted(text):
    pieces = ['"']
    for character in text:
        if character in '"\\':
            pieces.append("\\" + character)
        elif " " <= character <= "~":
            pieces.append(character)
        else:
            code = ord(character)
            if code > 0xFFFF:
                code -= 0x10000
                pieces.append("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
            else:
                pieces.append("\\u%04x" % code)
    pieces.append('"')
    return "".join(pieces)


def as_dict(value):
    if isinstance(value, tuple):
        return {key: as_dict(item) for key, item in value}
    if isinstance(value, list):
        return [as_dict(item) for item in value]
    return value
