"""Copies of journals as they are being watched: what is left of a board when its unit has died.

A file a device, in the user's folder; it is a log without closing statement. Only the newest
records are kept: a copy is for a running board, a download is for the archive.
"""

from pathlib import Path
from typing import Any

from bidbox import records
from bidbox_host.errors import BidboxError
from bidbox_host.journal import log_bytes
from bidbox_host.link.session import Hello
from bidbox_host.places import file_part, folder

_FOLDER = "running"
_ENDING = ".bidlog"
_MOST = 1 << 18  # bytes that an old copy may have and still be continued


class Copy:
    """Follows one device; a disk that cannot be written costs the copy, not the watching."""

    def __init__(self, hello: Hello, place: Path | None = None) -> None:
        """BidboxError if there is no folder to write to."""
        name = f"table-{hello.table:02}-{file_part(hello.device)}{_ENDING}"
        self.path = (place or folder(_FOLDER)) / name
        self.failed = ""
        self._next = self._newest() + 1
        if self._next > hello.last + 1 or self._next < hello.first or self._too_long():
            self._next = 0  # another journal, or records between were missed: begin anew

    def add(self, record: Any) -> None:
        """Append a record as it came."""
        if record.number < self._next or self.failed:
            return
        try:
            data = records.encode(record)
        except ValueError:
            return  # a kind of a later version: its bytes are in the device's journal
        try:
            if self._next != record.number:
                self.path.write_bytes(log_bytes((data,)))
            else:
                with self.path.open("ab") as file:
                    file.write(data)
        except OSError as error:
            self.failed = f"{self.path} cannot be written: {error.strerror or error}"
        self._next = record.number + 1

    def _too_long(self) -> bool:
        return self.path.exists() and self.path.stat().st_size > _MOST

    def _newest(self) -> int:
        try:
            data = self.path.read_bytes()
        except OSError:
            return -1
        at = len(log_bytes(()))
        newest = -1
        while at < len(data):
            after = records.extent(data, at)
            if after < 0:
                return -1  # cut short in writing: begin anew
            newest = records.number_at(data, at)
            at = after
        return newest


def find(name: str, place: Path | None = None) -> Path | None:
    """Return the newest copy of a table's number or a device's id, None if there is none."""
    found = [
        path
        for path in (place or folder(_FOLDER)).glob(f"table-*{_ENDING}")
        if name.lower() in _names(path)
    ]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def listed(place: Path | None = None) -> str:
    """Return in words which copies there are."""
    names = sorted(
        "{} (device {})".format(*_names(path)[1:])
        for path in (place or folder(_FOLDER)).glob(f"table-*{_ENDING}")
    )
    return ", ".join(names) or "none"


def _names(path: Path) -> list[str]:
    """Return a copy's names: `07`, `7` and the device."""
    parts = path.stem.split("-", 2)
    if len(parts) != 3 or not parts[1].isdigit():
        raise BidboxError(f"{path} is no copy of a running board: move it away")
    return [parts[1], str(int(parts[1])), parts[2]]
