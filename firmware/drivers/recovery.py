"""What a start finds on flash: the chain so far, the running board, and damage, in words.

Leaves everything readable where it is; what cannot be read is kept under another name.
"""

import os

from bidbox import faults, journal, records, seal
from bidbox.calls import NOBODY
from drivers import archive, pages, segments

_LOST_DIRECTORY = 1000  # numbers passed over when nobody knows how many were used
_LEAST_RECORD = 8  # bytes
_MAX_DAMAGE = 80  # bytes of words in a FAULT record


def open_store(store):
    """Recover a Store, and record its device and the damage found; see Store._open()."""
    try:
        _recover(store)
        store.host_has = _read_upto(store)
        if not store.segments:
            archive.begin_segment(store)
        store.opened = store.loaded = True
        store.trouble = ""
    except OSError as error:
        store.trouble = "the journal cannot be opened: error %s" % error.errno
        return
    if store.wanted is not None:
        store.boot += 1
        try:
            set_device(store, store.wanted)
            for words in store.found:
                store.append(records.FAULT, 0, faults.JOURNAL, NOBODY, words[:_MAX_DAMAGE])
        except OSError:
            pass  # `state` tells


def set_device(store, device):
    """Record the DEVICE fields, given by name, if they differ from those recorded last."""
    own = {"format": records.FORMAT, "boot": store.boot, "key_id": seal.key_id(store.key)}
    empty = ("device", "firmware", "hardware", "laws")
    fields = []
    for name in records.fields_of(records.DEVICE):
        fields.append(own.get(name, device.get(name, "" if name in empty else 0)))
    if tuple(fields) != store.device:
        archive.append_device(store, tuple(fields))


def _read_upto(store):
    try:
        file = open(store.directory + "/downloaded", "rb")
    except OSError:
        return 0
    try:
        record = records.decode(file.read(records.MAX_RECORD))[0]
    except OSError:
        return 0
    finally:
        file.close()
    return record.upto if record is not None and record.kind == records.DOWNLOADED else 0


def _recover(store):
    """Load pages and segments; OSError if the flash cannot be used.

    A journal of a later version is set aside whole, and a new one begun.
    """
    directory = store.directory
    folder = directory + segments.FOLDER
    aside = ""
    _make_directories(directory, store.lanes)
    (own, newer, set_aside), words = _load(folder, segments.load, folder, "segments")
    if newer:
        aside = _move_aside(directory, "-newer")
        _make_directories(directory, store.lanes)
        (own, _, set_aside), words = _load(folder, segments.load, folder, "segments")
    store.segments = own
    if aside:
        words.append("a journal of a later version is kept as " + aside)
    passed_over = _LOST_DIRECTORY if words and not aside else 0
    for name in set_aside:
        words.append("an unreadable segment is kept as " + name)
    chain = _read_newest(store, folder, words)
    if own and own[-1].damaged:
        passed_over += own[-1].damaged // _LEAST_RECORD + 1
    store.anchor = (chain.seal, chain.boards)
    damages = []
    for lane in store.lanes:
        damaged, lost = _load(lane.directory, pages.load, lane, "pages")
        damages.append(damaged)
        if lost:
            passed_over += _LOST_DIRECTORY
            words.extend(lost)
    store.found = words
    passed_over += _read_pages(store, chain, damages)
    # A number must never be used twice, so those that may have been used are passed over.
    store.last = chain.last + passed_over
    store.boot = chain.boot
    store.boards = chain.boards
    store.sealed = chain.sealed
    store.seal = chain.seal


def _make_directories(directory, lanes):
    own = [lane.directory for lane in lanes]
    for path in [directory, directory + segments.FOLDER, directory + "/pages"] + own:
        try:
            os.mkdir(path)
        except OSError:
            os.stat(path)


def _load(path, load, argument, name):
    """Return (what load(argument) gives, []).

    If the directory cannot be read, take a new one and say so in the list.
    """
    try:
        return load(argument), []
    except OSError:
        aside = _move_aside(path, "-bad")
        os.mkdir(path)
        return load(argument), ["the %s could not be read and are kept as %s" % (name, aside)]


def _move_aside(path, suffix):
    aside = path + suffix
    count = 1
    while _exists(aside):
        count += 1
        aside = "%s%s-%d" % (path, suffix, count)
    os.rename(path, aside)
    return aside


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _read_newest(store, folder, words):
    """Return the chain up to the end of the newest segment; what is damaged goes into words."""
    store.archived = 0
    if not store.segments:
        return journal.Chain()
    newest = store.segments[-1]
    head = segments.head_of(folder, newest.ident)[0]
    chain = journal.Chain(head)
    if head is None:
        chain.last = chain.sealed = newest.first - 1
    for data in segments.walk(folder, newest):
        chain.note(data)
    for segment in store.segments:
        if segment.damaged:
            words.append("segment %d is damaged" % segment.ident)
    store.archived = chain.last
    return chain


def _read_pages(store, chain, damages):
    """Follow the pages beyond the segments; return how many numbers to pass over.

    damages: what pages.load() returned for each lane.
    """
    pages.release(store.lanes, store.archived)
    words = store.found
    passed_over = 0
    for unreadable, damaged in damages:
        if unreadable:
            words.append("pages could not be read: %d" % unreadable)
            passed_over += unreadable * journal.PAGE // _LEAST_RECORD
        for size in damaged:
            words.append("a page has %d damaged bytes" % size)
            passed_over += size // _LEAST_RECORD + 1
    store.in_pages = 0
    for number, data in pages.records(store.lanes, store.archived):
        # The start that wrote a DEVICE record said what was lost before it.
        if number > chain.last + 1 and journal.kind_at(data, 0) != records.DEVICE:
            words.append(_missing(chain.last + 1, number - 1))
            passed_over += 2 * journal.PAGE // _LEAST_RECORD
        if chain.note(data):
            store.in_pages += 1
    return passed_over


def _missing(first, last):
    if first == last:
        return "record %d is lost" % first
    return "records %d to %d are lost" % (first, last)
