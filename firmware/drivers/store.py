"""The journal on flash: a record is recorded when append() returns, and outlives any power cut.

Owns pages/ and segments/ under one directory. Knows the chain of seals, what the host has and how
full it is; knows nothing of auctions. It never raises at start: `state` says what is wrong.
"""

import os

from bidbox import faults, journal, records, seal
from bidbox.calls import NOBODY
from drivers.pages import Pages
from drivers.segments import Segments

_ENOSPC = 28
_BOARDS_TO_SEGMENT = 4
_BOARDS_IN_PAGES = 8  # sealed boards that found no room: then no new board is opened
_MAX_DAMAGE = 80  # bytes of words in a FAULT record
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
        self._directory = directory
        self._key = key or b""
        self._limit = limit
        self._segment = segment
        self._reserve = reserve
        self._pages = Pages(directory + "/pages")
        self._segments = Segments(directory + "/segments")
        self._chain = journal.Chain()
        self._archived = 0  # number of the last record in segments
        self._anchor = (seal.NO_SEAL, 0)  # the seal there, and the boards sealed up to it
        self._in_pages = 0  # sealed boards not yet in segments
        self._upto = 0  # the host has all records up to this number
        self._found = []  # damage found at start, in words
        self._trouble = ""  # why the last write failed
        self._full = False
        self._opened = False
        self._loaded = False
        self._wanted = device
        self._device = ()  # fields of the DEVICE record in force
        self._open()

    def _open(self):
        """Recover and record what was found; after an error the next append() tries again."""
        from drivers.recovery import recover

        try:
            found = recover(self._directory, self._pages, self._segments)
            self._chain = found.chain
            self._archived = found.archived
            self._anchor = (found.anchor, found.chain.boards - found.in_pages)
            self._in_pages = found.in_pages
            self._found = found.words
            self._upto = self._read_upto()
            if not self._segments.all:
                self._begin_segment()
            self._opened = self._loaded = True
            self._trouble = ""
        except OSError as error:
            self._trouble = "the journal cannot be opened: error %s" % error.errno
            return
        if self._wanted is not None:
            self._chain.boot += 1
            try:
                self.set_device(self._wanted)
                for words in self._found:
                    self.append(records.FAULT, 0, faults.JOURNAL, NOBODY, words[:_MAX_DAMAGE])
            except OSError:
                pass  # `state` tells

    # What it holds

    @property
    def first(self):
        """Return the number of the oldest record held; last + 1 if there is none."""
        return self._segments.all[0].first if self._segments.all else self._archived + 1

    @property
    def last(self):
        """Return the number of the newest record; 0 if there never was one."""
        return self._chain.last

    @property
    def boot(self):
        """Return how many times this journal has been started with a device."""
        return self._chain.boot

    @property
    def host_has(self):
        """Return the number up to which the host confirmed that it has the records."""
        return self._upto

    @property
    def state(self):
        """Return what a person should know, in words; "" if all is well."""
        words = list(self._found)
        if self._trouble:
            words.append(self._trouble)
        percent = 100 * self._used() // self._limit
        if self._full:
            words.append("journal full: download and erase it, no new board can be opened")
        elif percent >= 75:
            words.append("journal nearly full (%d %%): download it" % percent)
        return "; ".join(words)

    @property
    def closed(self):
        """Return whether no new board can be opened, for want of room."""
        return self._full and self._in_pages >= _BOARDS_IN_PAGES

    def retry(self):
        """See whether there is room again for what found none."""
        if self._full and self._in_pages:
            self._archive()

    def read(self, number):
        """Return the bytes of a record, None if it is not held or was damaged."""
        data = self._pages.find(number)
        if data is None:
            data = self._segments.find(number)
        return data

    def board_records(self):
        """Return the records of the running board, from its BOARD on; [] if no board is open."""
        found: list = []
        for _, data in self._tail():
            record = records.decode(data)[0]
            if record is None:
                continue
            if record.kind == records.BOARD:
                found = []
            if found or record.kind == records.BOARD:
                found.append(record)
        return found

    def closing(self, nonce, seconds=0):
        """Return the bytes of the sealed statement of what is held now.

        nonce: at most 16 bytes from the host; seconds: Unix time, 0 if it is not known.
        """
        head = self._segments.all[0].head if self._segments.all else None
        chain = self._chain
        fields = (
            self._device[1] if self._device else "",
            self.first,
            chain.last,
            chain.boards - (head.boards if head else 0),
            seconds,
            chain.boot,
            head.before if head else b"",
            nonce[:16],
        )
        code = seal.begin_closing(self._key, chain.seal)
        for _, data in self._tail():
            code.update(data)
        return journal.pack_closing(max(1, chain.last), fields, code)

    # Recording

    def append(self, kind, ms, *fields):
        """Record and return the number; the record is on flash.

        ms: since the board was opened. StoreFull if there is no room, OSError if the flash fails:
        then the record is not there and the next append() tries again.
        """
        self._ready()
        if kind == records.BOARD and self._in_pages >= _BOARDS_IN_PAGES:
            self._archive()
            if self._in_pages >= _BOARDS_IN_PAGES:
                raise StoreFull(_ENOSPC)
        number = self._chain.last + 1
        self._put(number, records.pack(number, kind, ms, fields))
        return number

    def set_device(self, device):
        """Record the DEVICE fields, given by name, if they differ from those recorded last."""
        names = records.fields_of(records.DEVICE)
        own = {
            "format": records.FORMAT,
            "boot": self._chain.boot,
            "key_id": seal.key_id(self._key),
        }
        empty = ("device", "firmware", "hardware", "laws")
        fields = []
        for name in names:
            fields.append(own.get(name, device.get(name, "" if name in empty else 0)))
        if tuple(fields) != self._device:
            self._append_device(tuple(fields))

    def end_board(self, ms=0):
        """Seal the records since the last seal; every four boards go to a segment.

        Errors as append(). What a segment has no room for stays in the pages.
        """
        self._ready()
        number = self._chain.last + 1
        code = seal.begin_board(self._key, self._chain.seal)
        for _, data in self._tail():
            code.update(data)
        self._put(number, journal.pack_seal(number, ms, code))
        if self._in_pages >= _BOARDS_TO_SEGMENT:
            self._archive()

    # What the host has, and room

    def downloaded(self, upto):
        """Note that the host has, verified, all records up to a number; OSError if that failed."""
        upto = min(upto, self._chain.last)
        if upto > self._upto:
            file = open(self._directory + "/downloaded", "wb")
            try:
                file.write(records.pack(upto, records.DOWNLOADED, 0, (upto,)))
            finally:
                file.close()
            self._upto = upto
        if self._in_pages:
            self._archive()
        self._full = self._full and not self._make_room(0)

    def erase(self, upto):
        """Remove whole segments whose records all have numbers up to `upto`; return first.

        ValueError if the host has not confirmed that it has them.
        """
        if upto > self._upto:
            raise ValueError("records after %d are not confirmed by the host" % self._upto)
        if self._in_pages:
            self._archive()
        newest = self._segments.all[-1] if self._segments.all else None
        if newest is not None and newest.first <= newest.last <= upto:
            self._begin_segment()
        while len(self._segments.all) > 1 and self._segments.all[0].last <= upto:
            self._segments.drop_oldest()
        self._pages.wipe_free()
        self._full = False
        return self.first

    def close(self):
        """Close the page that is kept open; the next append() opens it again."""
        self._pages.close()

    # Inside

    def _ready(self):
        if not self._opened:
            self._open()
        if not self._opened:
            raise OSError(_EIO)

    def _read_upto(self):
        try:
            file = open(self._directory + "/downloaded", "rb")
        except OSError:
            return 0
        try:
            record = records.decode(file.read(records.MAX_RECORD))[0]
        except OSError:
            return 0
        finally:
            file.close()
        return record.upto if record is not None and record.kind == records.DOWNLOADED else 0

    def _used(self):
        size = self._segments.bytes_after(self._upto)
        return size + self._pages.size(self._archived)

    def _tail(self):
        """Give (number, bytes) of the records after the last SEAL."""
        return self._pages.records(self._chain.sealed, self._chain.last)

    def _put(self, number, data):
        try:
            if not self._loaded:
                self._load_pages()
            self._pages.append(number, data)
        except OSError as error:
            self._write_failed(error)
            if self._pages.find(number) is None:
                if error.errno == _ENOSPC:
                    raise StoreFull(_ENOSPC)
                raise
        self._trouble = ""
        if self._chain.note(data):
            self._in_pages += 1

    def _write_failed(self, error):
        """Say so, and look what is on flash now."""
        self._loaded = False
        if error.errno == _ENOSPC:
            self._trouble = "no room on flash: download and erase the journal"
        else:
            self._trouble = "flash cannot be written: error %s" % error.errno
        try:
            self._load_pages()
        except OSError:
            pass  # tried again at the next append()

    def _load_pages(self):
        self._pages.load()
        self._pages.release(self._archived)
        self._loaded = True

    def _archive(self):
        """Move the sealed boards from the pages to the newest segment, if there is room."""
        sealed = self._chain.sealed
        size = self._pages.size(self._archived)
        self._full = not self._make_room(size)
        if self._full:
            return
        try:
            if not self._segments.all or self._segments.all[-1].damaged:
                self._begin_segment()
            self._segments.append(self._pages.records(self._archived, sealed), sealed)
        except OSError as error:
            self._full = error.errno == _ENOSPC
            self._write_failed(error)
            return
        self._archived = sealed
        self._anchor = (self._chain.seal, self._chain.boards)
        self._in_pages = 0
        self._pages.release(sealed)
        if self._segments.all[-1].size >= self._segment and self._chain.last == sealed:
            try:
                self._begin_segment()
            except OSError as error:
                self._write_failed(error)

    def _make_room(self, size):
        """Drop what the host has, oldest first, until there is room; return whether there is."""
        while not self._has_room(size):
            if len(self._segments.all) < 2 or self._segments.all[0].last > self._upto:
                return False
            self._segments.drop_oldest()
        return True

    def _has_room(self, size):
        if sum([segment.size for segment in self._segments.all]) + size > self._limit:
            return False
        status = os.statvfs(self._directory)
        # littlefs counts a block that two files share twice, so "free" may be below zero, as u32.
        free = status[3] if status[3] <= status[2] else 0
        return status[0] * free >= self._reserve + size

    def _begin_segment(self):
        """Begin a segment and name the device at its start; OSError if that failed."""
        before, boards = self._anchor
        first = self._chain.last + 1
        for number, _ in self._pages.records(self._archived):
            first = number  # numbers between were passed over after damage
            break
        self._segments.begin(first, self._chain.boot, boards, before)
        if self._device:
            device = self._device
            self._device = ()
            self._append_device(device)

    def _append_device(self, fields):
        self.append(records.DEVICE, 0, *fields)
        self._device = fields
