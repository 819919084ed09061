"""The keys that seal journals, kept in a file of the user's; no key is ever shown or logged."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import click

from bidbox import seal
from bidbox_host.errors import BidboxError

_VARIABLE = "BIDBOX_KEYS"
_SIZE = 32  # bytes of a new key


def default_path() -> Path:
    """Return where the keys are: $BIDBOX_KEYS, or keys.json in the user's configuration."""
    named = os.environ.get(_VARIABLE)
    return Path(named) if named else Path(click.get_app_dir("bidbox")) / "keys.json"


@dataclass(frozen=True)
class Keys:
    """Keys by device; a device may have had several."""

    _keys: dict[str, tuple[bytes, ...]] = field(default_factory=dict, repr=False)

    def find(self, device: str, key_id: int) -> bytes | None:
        """Return the key that a DEVICE record names, b"" for key_id 0, None if it is not here."""
        if not key_id:
            return b""
        mine = self._keys.get(device, ())
        others = (key for keys in self._keys.values() for key in keys)
        return next((key for key in (*mine, *others) if seal.key_id(key) == key_id), None)

    def newest(self, device: str) -> bytes | None:
        """Return the key that a device was given last, None if it has none."""
        keys = self._keys.get(device, ())
        return keys[-1] if keys else None

    def with_key(self, device: str, key: bytes) -> "Keys":
        """Return these keys and one more; ValueError for an empty one."""
        if not key:
            raise ValueError("a key has at least one byte")
        old = tuple(k for k in self._keys.get(device, ()) if k != key)
        return Keys({**self._keys, device: (*old, key)})

    def save(self, path: Path | None = None) -> None:
        """Write the file, readable by its owner alone; BidboxError if that failed."""
        path = path or default_path()
        text = json.dumps(
            {device: [key.hex() for key in keys] for device, keys in self._keys.items()}, indent=1
        )
        temporary = path.with_name(path.name + ".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.unlink(missing_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
                file.write(text.encode() + b"\n")
            temporary.replace(path)
        except OSError as error:
            raise BidboxError(
                f"the keys file {path} cannot be written: {error.strerror or error}"
            ) from error


def new_key() -> bytes:
    return os.urandom(_SIZE)


def load_keys(path: Path | None = None) -> Keys:
    """Read the keys; none if there is no such file. BidboxError if it is damaged."""
    path = path or default_path()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Keys({str(d): tuple(bytes.fromhex(k) for k in keys) for d, keys in content.items()})
    except FileNotFoundError:
        return Keys()
    except OSError as error:
        raise BidboxError(
            f"the keys file {path} cannot be read: {error.strerror or error}"
        ) from error
    except (ValueError, AttributeError, TypeError):
        # The content is not repeated here: it may be a key.
        raise BidboxError(
            f"the keys file {path} is damaged: restore it, or move it away to go on without keys"
        ) from None
