"""Writes downloaded logs so that a file is whole or not there at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from bidbox_host.errors import BidboxError
from bidbox_host.journal.log import MAGIC


def log_bytes(found: Iterable[bytes], closing: bytes = b"") -> bytes:
    """Return a log of encoded records, in order of number, and the device's closing statement."""
    return MAGIC + b"".join(found) + closing


def write_log(path: Path | str, found: Iterable[bytes], closing: bytes = b"") -> None:
    """Write a .bidlog file, replacing one of that name only when all is on disk.

    BidboxError if it cannot be written; then what was there before is unchanged.
    """
    path = Path(path)
    if path.exists() and not path.is_file():  # a device or a folder: not to be replaced
        raise BidboxError(f"{path} is no ordinary file: choose another place")
    data = log_bytes(found, closing)
    try:
        handle, temporary = tempfile.mkstemp(prefix=path.name + ".", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BidboxError(
            f"{path} cannot be written: {error.strerror or error}: choose another place"
        ) from error
