"""A device's settings file and its keys, as a deployment leaves them. No key is ever shown.

A table has a key of its own, with which it seals its journal; the radio's key is one for all
devices that are deployed from this computer. Both are kept in bidbox_host.journal.keys.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bidbox import seal
from bidbox_host.deploy.errors import KeyInUse
from bidbox_host.journal.keys import Keys, new_key

PATH = "/config.json"
SIGNALS = ("table", "director", "delayed", "off")
RADIO = "radio"  # the name under which the radio's key is kept


@dataclass(frozen=True)
class Settings:
    """`values` is what the file shall hold; `notes` are lines for the user."""

    values: Mapping[str, Any] = field(repr=False)
    keys: Keys = field(repr=False)
    key_is_new: bool
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> bytes:
        return (json.dumps(dict(self.values)) + "\n").encode()


def parse(text: bytes | None) -> dict[str, Any] | None:
    """Return the settings in a file's content; {} without a file, None for a damaged one."""
    if text is None:
        return {}
    try:
        values = json.loads(text)
    except ValueError:
        return None
    return values if isinstance(values, dict) else None


def settle(
    name: str, device: str, role: str, old: Mapping[str, Any] | None,
    wanted: Mapping[str, Any], keys: Keys, *, fresh_key: bool, undownloaded: bool,
) -> Settings:  # fmt: skip
    """Return the settings and keys to come from those on the device and what was asked for.

    old: None if the file is damaged. wanted: settings given.
    undownloaded: the device holds records that no host has. KeyInUse if its key would be lost.
    """
    notes = []
    if old is None:
        notes.append("the settings on the device were damaged; those not given are the defaults")
    values = {**(old or {}), **wanted}
    is_new = False
    if role == "table":
        there = _key(values.get("key"))
        known = bool(there) and keys.find(device, seal.key_id(there)) is not None
        if there and not known and undownloaded and not fresh_key:
            raise KeyInUse(name)
        kept = None if fresh_key else there if known else keys.newest(device)
        if not kept:
            kept, is_new = new_key(), True
        keys = keys.with_key(device, kept)
        values["key"] = kept.hex()
        what = "new, kept in keys.json on this computer" if is_new else "as it was"
        notes.append(f"key for the log's seals: {what}")
    else:
        values.pop("key", None)
    radio = keys.newest(RADIO)
    if radio is None:
        radio = _key(values.get("radio_key")) or new_key()
        keys = keys.with_key(RADIO, radio)
    elif _key(values.get("radio_key")) not in (b"", radio):
        notes.append("radio key: replaced; devices deployed from another computer do not hear it")
    values["radio_key"] = radio.hex()
    return Settings(values, keys, is_new, tuple(notes))


def _key(text: object) -> bytes:
    """Return a key from its text, b"" for none or a damaged one."""
    try:
        return bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        return b""
