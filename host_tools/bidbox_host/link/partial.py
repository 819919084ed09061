"""Records of a download that was broken off, kept in a file for the next one to go on from.

The file is a log without closing statement, so it can be read if nothing else is left.
"""

from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from bidbox import records
from bidbox_host.errors import BidboxError
from bidbox_host.journal import log_bytes
from bidbox_host.link.shelf import Shelf


class Partial:
    """File of one device's records; add() what arrives, discard() when all is safe elsewhere."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO | None = None
        self._kept: set[int] = set()

    def load(self, shelf: Shelf, first: int, last: int) -> int:
        """Put the records kept from before onto the shelf; return how many.

        Those are left out that a device with the range first to last does not hold.
        """
        try:
            data = self.path.read_bytes()
        except OSError:
            return 0
        at = len(log_bytes(()))
        while at < len(data):
            after = records.extent(data, at)
            if after < 0:
                break  # the write that was broken off
            number = records.number_at(data, at)
            if first <= number <= last:
                shelf.put(number, data[at:after])
                self._kept.add(number)
            at = after
        return len(self._kept)

    def add(self, shelf: Shelf, first: int, last: int) -> None:
        """Write what the shelf holds from first to last and the file does not."""
        new = [n for n in range(first, last + 1) if n in shelf and n not in self._kept]
        if not new:
            return
        try:
            if self._file is None:
                old = [n for n in sorted(self._kept) if n in shelf]
                self._file = self.path.open("wb")
                self._file.write(log_bytes(shelf.get(n) or b"" for n in old))
            for number in new:
                self._file.write(shelf.get(number) or b"")
            self._file.flush()
        except OSError as error:
            raise BidboxError(
                f"{self.path} cannot be written: {error.strerror or error}: choose another place"
            ) from error
        self._kept.update(new)

    def discard(self) -> None:
        """Remove the file."""
        self.close()
        self._kept.clear()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> "Partial":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
