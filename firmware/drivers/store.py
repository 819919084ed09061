"""The journal on flash: a record is recorded when append() returns, and outlives any power cut.

Owns pages/ and segments/ under one directory. Knows the chain of seals, what the host has and how
full it is; knows nothing of auctions. It never raises at start: `state` says what is wrong.
What is done seldom stands in modules that are loaded for it: recovery.py, sealing.py, archive.py,
reader.py.
"""

from bidbox import records, seal
from drivers.lane import LAST, ROW, SIZE, Lane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.reader import Reader

LANES = ("/pages/even", "/pages/odd")
BOARDS_IN_PAGES = 8  # sealed boards that found no room: then no new board is opened
ENOSPC = 28
_BOARDS_TO_SEGMENT = 4
_EIO = 5


class StoreFull(OSError):
    """There is no room; what was recorded before is safe. Remedy: download, then erase."""


class Store:
    """The journal under `directory` (no slash at its end) of a mounted file system.

    device: the fields of the DEVICE record by name; format, boot and key_id are the store's own.
    key: bytes; seals that anybody can make without one. limit: bytes for segments, at least four
    times `segment`, the bytes after which the next one is begun. reserve: bytes of the file system
    that stay free for the running board.
    """

    def __init__(self, directory, device=None, key=b"", limit=262144, segment=8192, reserve=32768):
        self.directory = directory
        self.key = key or b""
        self.limit = limit
        self.segment_bytes = segment
        self.reserve = reserve
        self.lanes = [Lane(directory + name) for name in LANES]
        self.segments: list = []  # segments.Segment, oldest first
        self.reader: Reader | None = None  # since the last record was found in a segment
        self.last = 0  # number of the newest record; 0 if there never was one
        self.boot = 0  # how many times this journal has been started with a device
        self.boards = 0  # sealed
        self.sealed = 0  # number of the last SEAL
        self.seal = seal.NO_SEAL  # its content
        self.archived = 0  # number of the last record in segments
        self.anchor = (seal.NO_SEAL, 0)  # the seal there, and the boards sealed up to it
        self.in_pages = 0  # sealed boards not yet in segments
        self.host_has = 0  # the host confirmed that it has all records up to this number
        self.found: list = []  # damage found at start, in words
        self.trouble = ""  # why the last write failed
        self.full = False
        self.opened = False
        self.loaded = False
        self.wanted = device
        self.device: tuple = ()  # fields of the DEVICE record in force
        self._open()

    def _open(self):
        """Recover and record what was found; after an error the next append() tries again."""
        from drivers.recovery import open_store

        open_store(self)

    # What it holds

    @property
    def first(self):
        """Return the number of the oldest record held; last + 1 if there is none."""
        return self.segments[0].first if self.segments else self.archived + 1

    @property
    def state(self):
        """Return what a person should know, in words; "" if all is well."""
        words = list(self.found)
        if self.trouble:
            words.append(self.trouble)
        percent = 100 * self.used() // self.limit
        if self.full:
            words.append("journal full: download and erase it, no new board can be opened")
        elif percent >= 75:
            words.append("journal nearly full (%d %%): download it" % percent)
        return "; ".join(words)

    @property
    def closed(self):
        """Return whether no new board can be opened, for want of room."""
        return self.full and self.in_pages >= BOARDS_IN_PAGES

    def used(self):
        """Return the bytes of pages and segments that the host does not have or that are new."""
        size = sum([segment.size for segment in self.segments if segment.last > self.host_has])
        return size + self.bytes_in_pages()

    def bytes_in_pages(self):
        """Return the bytes of the pages that hold records not yet in segments."""
        size = 0
        for lane in self.lanes:
            for at in range(0, len(lane.pages), ROW):
                if lane.pages[at + LAST] > self.archived:
                    size += lane.pages[at + SIZE]
        return size

    def retry(self):
        """See whether there is room again for what found none."""
        if self.full and self.in_pages:
            self._archive()

    def read(self, number):
        """Return the bytes of a record, None if it is not held or was damaged."""
        data = self.lanes[number & 1].find(number)
        if data is None and self.segments and number <= self.segments[-1].last:
            if self.reader is None:
                from drivers.reader import Reader

                self.reader = Reader(self.directory, self.segments)
            data = self.reader.find(number)
        return data

    def closing(self, nonce, seconds=0):
        """Return the bytes of the sealed statement of what is held now.

        nonce: at most 16 bytes from the host; seconds: Unix time, 0 if it is not known.
        """
        from drivers import sealing

        return sealing.closing(self, nonce, seconds)

    # Recording

    def append(self, kind, ms, *fields):
        """Record and return the number; the record is on flash.

        ms: since the board was opened. StoreFull if there is no room, OSError if the flash fails:
        then the record is not there and the next append() tries again.
        """
        self.ready()
        if kind == records.BOARD and self.in_pages >= BOARDS_IN_PAGES:
            self._archive()
            if self.in_pages >= BOARDS_IN_PAGES:
                raise StoreFull(ENOSPC)
        number = self.last + 1
        self.put(number, records.pack(number, kind, ms, fields))
        return number

    def end_board(self, ms=0):
        """Seal the records since the last seal; every four boards go to a segment.

        Errors as append(). What a segment has no room for stays in the pages.
        """
        self._seal(ms)
        if self.in_pages >= _BOARDS_TO_SEGMENT:
            self._archive()

    def ready(self):
        """Open what could not be opened before; OSError if it still cannot."""
        if not self.opened:
            self._open()
        if not self.opened:
            raise OSError(_EIO)

    def put(self, number, data):
        """Put the bytes of the next record on flash; errors as append()."""
        self.reader = None
        lane = self.lanes[number & 1]
        try:
            if not self.loaded:
                self._load_pages()
            lane.append(number, data)
        except OSError as error:
            self.write_failed(error)
            if lane.find(number) is None:
                if error.errno == ENOSPC:
                    raise StoreFull(ENOSPC)
                raise
        self.trouble = ""
        self.last = number

    def write_failed(self, error):
        """Say so, and look what is on flash now."""
        self.loaded = False
        if error.errno == ENOSPC:
            self.trouble = "no room on flash: download and erase the journal"
        else:
            self.trouble = "flash cannot be written: error %s" % error.errno
        try:
            self._load_pages()
        except OSError:
            pass  # tried again at the next append()

    def _load_pages(self):
        from drivers import archive

        archive.load_pages(self)

    def _seal(self, ms):
        from drivers import sealing

        sealing.seal_board(self, ms)

    def _archive(self):
        from drivers import archive

        archive.archive(self)

    # What the host has, and room

    def downloaded(self, upto):
        """Note that the host has, verified, all records up to a number; OSError if that failed."""
        from drivers import archive

        archive.downloaded(self, upto)

    def erase(self, upto):
        """Remove whole segments whose records all have numbers up to `upto`; return first.

        ValueError if the host has not confirmed that it has them.
        """
        from drivers import archive

        return archive.erase(self, upto)

    def close(self):
        """Close the page that is kept open; the next append() opens it again."""
        for lane in self.lanes:
            lane.close()
