"""Moves sealed boards from pages to segments, and makes room where the host has them.

Loaded every four boards, when the host has downloaded or erases, and after an error; takes the
Store.
"""

import os

from bidbox import records
from drivers import pages, segments
from drivers.store import ENOSPC


def archive(store):
    """Move the sealed boards from the pages to the newest segment, if there is room."""
    store.reader = None
    sealed = store.sealed
    own = store.segments
    store.full = not _make_room(store, store.bytes_in_pages())
    if store.full:
        return
    try:
        if not own or own[-1].damaged:
            begin_segment(store)
        rows = pages.records(store.lanes, store.archived, sealed)
        segments.append(store.directory + segments.FOLDER, own[-1], rows, sealed)
    except OSError as error:
        store.full = error.errno == ENOSPC
        store.write_failed(error)
        return
    store.archived = sealed
    store.anchor = (store.seal, store.boards)
    store.in_pages = 0
    pages.release(store.lanes, sealed)
    if own[-1].size >= store.segment_bytes and store.last == sealed:
        try:
            begin_segment(store)
        except OSError as error:
            store.write_failed(error)


def downloaded(store, upto):
    """Note what the host has; see Store.downloaded()."""
    upto = min(upto, store.last)
    if upto > store.host_has:
        file = open(store.directory + "/downloaded", "wb")
        try:
            file.write(records.pack(upto, records.DOWNLOADED, 0, (upto,)))
        finally:
            file.close()
        store.host_has = upto
    store.reader = None
    if store.in_pages:
        archive(store)
    store.full = store.full and not _make_room(store, 0)


def erase(store, upto):
    """Remove what the host has; see Store.erase()."""
    if upto > store.host_has:
        raise ValueError("records after %d are not confirmed by the host" % store.host_has)
    if store.in_pages:
        archive(store)
    own = store.segments
    if own and own[-1].first <= own[-1].last <= upto:
        begin_segment(store)
    while len(own) > 1 and own[0].last <= upto:
        _drop_oldest(store)
    pages.wipe_free(store.lanes)
    store.full = False
    return store.first


def load_pages(store):
    """See which records are on flash after an error; OSError if that cannot be told."""
    for lane in store.lanes:
        pages.load(lane)
    pages.release(store.lanes, store.archived)
    store.loaded = True


def begin_segment(store):
    """Begin a segment and name the device at its start; OSError if that failed."""
    before, boards = store.anchor
    first = store.last + 1
    for number, _ in pages.records(store.lanes, store.archived):
        first = number  # numbers between were passed over after damage
        break
    folder = store.directory + segments.FOLDER
    segments.begin(folder, store.segments, first, store.boot, boards, before)
    if store.device:
        device = store.device
        store.device = ()
        append_device(store, device)


def append_device(store, fields):
    store.append(records.DEVICE, 0, *fields)
    store.device = fields


def _make_room(store, size):
    """Drop what the host has, oldest first, until there is room; return whether there is."""
    while not _has_room(store, size):
        if len(store.segments) < 2 or store.segments[0].last > store.host_has:
            return False
        _drop_oldest(store)
    return True


def _has_room(store, size):
    if sum([segment.size for segment in store.segments]) + size > store.limit:
        return False
    status = os.statvfs(store.directory)
    # littlefs counts a block that two files share twice, so "free" may be below zero, as u32.
    free = status[3] if status[3] <= status[2] else 0
    return status[0] * free >= store.reserve + size


def _drop_oldest(store):
    store.reader = None
    segments.drop_oldest(store.directory + segments.FOLDER, store.segments)
