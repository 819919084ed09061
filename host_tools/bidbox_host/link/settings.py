"""A device's settings over a session: read, checked here, written one by one and read back.

What a setting may be stands in bidbox.settings, which the device uses too.
"""

import json
import re
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bidbox import messages
from bidbox.settings import SECRET, SETTINGS, allowed
from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.link.errors import Refused
from bidbox_host.link.session import Session
from bidbox_host.places import file_part

Value = str | int | bool

ABOUT = {
    "table": "number of the table; of a director's device 200 to 254",
    "laws": "edition of the Laws",
    "mode": "detect: any call can be made; prevent: illegal ones are refused; record: silent",
    "signals": "who is told of an irregularity: table, director, delayed (next call), off",
    "window_ms": "calls so close together are one moment (Law 33), ms",
    "deemed": "missing final passes of a board put away are deemed made",
    "hold": "after a call for the director no call is taken until he rules",
    "self_alert": "players alert their own calls",
    "code": "the director's, for his dialogue at the table: digits 1 to 7",
    "turned": "boards lie turned when the device starts",
    "brightness": "of displays and lamps",
    "channel": "radio channel; the same on all devices",
    "radio": "whether the radio is on",
    "session": "name of the event, for log and PBN",
    "date": "of the session, YYYY-MM-DD",
    "section": "of the session",
    "first": "first board of the session",
    "last": "last board of the session",
    "per_round": "boards a round, 0: not said",
}
_AT_ONCE = {"session", "date", "section", "per_round", "self_alert", "code"}
_OF_DIRECTORS = ("table", "channel", "radio", "brightness")
_YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def names_for(role: str) -> tuple[str, ...]:
    """Return the settings that mean something to a role, in the order of the table."""
    return tuple(n for n in ABOUT if role == "table" or n in _OF_DIRECTORS)


def needs_restart(name: str) -> bool:
    return name not in _AT_ONCE


def choices(name: str) -> str:
    """Return in words what a setting may be."""
    entry = SETTINGS[name]
    if len(entry) == 1:
        return "yes or no"
    if len(entry) == 2:
        return " or ".join(entry[1])
    if isinstance(entry[0], str):
        return f"text of at most {entry[2]} bytes"
    return f"{entry[1]} to {entry[2]}"


def parse(text: str) -> tuple[str, Value]:
    """Return a setting and its value from KEY=VALUE; UsageError says what there is."""
    name, equals, word = text.partition("=")
    name = name.strip().replace("-", "_")
    if name in SECRET:
        raise UsageError(f"{name}: keys are given at deployment, not here: `bidbox deploy`")
    if not equals or name not in ABOUT:
        raise UsageError(f"{text}: give KEY=VALUE; the keys are {', '.join(ABOUT)}")
    return name, _value(name, word.strip())


def _value(name: str, word: str) -> Value:
    default = SETTINGS[name][0]
    value: Value | None = word
    if isinstance(default, bool):
        value = _YES.get(word.lower())
    elif isinstance(default, int):
        value = int(word) if re.fullmatch(r"\d{1,9}", word) else None
    bad_date = name == "date" and word and not re.fullmatch(r"\d{4}-\d\d-\d\d", word)
    bad_code = name == "code" and not re.fullmatch(r"[1-7]{3,8}", word)
    bad = bad_date or bad_code or not str(value).isprintable()
    if value is None or bad or not allowed(name, value):
        patterns = {"date": "a date such as 2026-03-14", "code": "3 to 8 digits, 1 to 7 each"}
        wanted = patterns.get(name) or choices(name)
        raise UsageError(f"{name} cannot be {word or 'empty'}: {ABOUT[name]}: {wanted}")
    return value


def check(role: str, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
    """UsageError if the new values do not fit the device, or each other."""
    for name in new:
        if name not in names_for(role):
            raise UsageError(f"{name}: a director's device has no such setting")
    table = new.get("table")
    if isinstance(table, int) and (table >= messages.FIRST_DIRECTOR) != (role != "table"):
        least, most = (1, 199) if role == "table" else (200, 254)
        raise UsageError(f"table cannot be {table}: for a {role}, {least} to {most}")
    merged = {**old, **new}
    first, last = merged.get("first", 1), merged.get("last", 255)
    if {"first", "last"} & set(new) and isinstance(first, int) and isinstance(last, int):
        if first > last:
            raise UsageError(f"first={first} is above last={last}: give both, first=1 last=26")


def read(session: Session, names: Iterable[str]) -> dict[str, Value]:
    """Return what the device has; a setting that its firmware does not know is left out."""
    found: dict[str, Value] = {}
    for name in names:
        try:
            _, text = session.request(messages.READ, (name,))
        except Refused:
            continue
        default = SETTINGS[name][0]
        found[name] = text if isinstance(default, str) else json.loads(text)
    return found


def write(session: Session, new: Mapping[str, Value]) -> None:
    """Set what is given and read it back; BidboxError if the device has something else then."""
    for name, value in new.items():
        session.request(messages.CONFIG, (name, _sent(value)))
    now = read(session, new)
    wrong = [name for name in new if now.get(name) != new[name]]
    if wrong:
        raise BidboxError(
            f"{session.name}: the device did not keep {', '.join(wrong)}; update its firmware"
        )


def back_up(place: Path, device: str, old: Mapping[str, Value]) -> Path:
    """Keep the settings before a change; return the file. BidboxError if that failed."""
    stem = f"{file_part(device)}-{time.strftime('%Y%m%d-%H%M%S')}"
    again = len(list(place.glob(f"{stem}*.json")))
    path = place / (f"{stem}-{again + 1}.json" if again else f"{stem}.json")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(json.dumps(dict(old), indent=1) + "\n")
    except OSError as error:
        raise BidboxError(
            f"{path} cannot be written: {error.strerror or error}; nothing was changed"
        ) from error
    return path


def restored(path: Path) -> dict[str, Value]:
    """Return the settings of a backup; BidboxError if it is none."""
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BidboxError(f"{path}: {error.strerror or error}: give a backup's path") from error
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(allowed(n, v) for n, v in found.items()):
        raise BidboxError(f"{path} is no backup of settings: give one that `config` made")
    return found


def _sent(value: Value) -> str:
    """Return a value as a device takes it: JSON, but words and text bare where that is safe."""
    if isinstance(value, str) and not value.startswith('"'):
        return value
    return json.dumps(value, ensure_ascii=False)
