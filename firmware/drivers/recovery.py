"""What a start finds on flash: the chain so far, the running board, and damage, in words.

Leaves everything readable where it is; what cannot be read is kept under another name.
"""

import os

from bidbox import journal, records

_LOST_DIRECTORY = 1000  # numbers passed over when nobody knows how many were used
_LEAST_RECORD = 8  # bytes


class Found:
    """The state of a journal after a start."""

    def __init__(self):
        self.chain = journal.Chain()
        self.archived = 0  # number of the last record in segments
        self.anchor = self.chain.seal  # the seal at that record
        self.in_pages = 0  # sealed boards after it
        self.words = []  # damage
        self.device = ()  # fields of the last DEVICE record in pages or newest segment


def recover(directory, pages, segments):
    """Load pages and segments and return what was found; OSError if the flash cannot be used.

    A journal of a later version is set aside whole, and a new one begun.
    """
    aside = ""
    _make_directories(directory, pages)
    words = _load(directory + "/segments", segments, "segments")
    if segments.newer:
        aside = _move_aside(directory, "-newer")
        _make_directories(directory, pages)
        words = _load(directory + "/segments", segments, "segments")
    found = Found()
    found.words = words
    if aside:
        words.append("a journal of a later version is kept as " + aside)
    passed_over = _LOST_DIRECTORY if words and not aside else 0
    for name in segments.set_aside:
        words.append("an unreadable segment is kept as " + name)
    passed_over += _read_newest(found, segments)
    for lane in pages.lanes:
        lost = _load(lane.directory, lane, "pages")
        if lost:
            passed_over += _LOST_DIRECTORY
            words.extend(lost)
    passed_over += _read_pages(found, pages)
    # A number must never be used twice, so those that may have been used are passed over.
    found.chain.last += passed_over
    return found


def _make_directories(directory, pages):
    lanes = [lane.directory for lane in pages.lanes]
    for path in [directory, directory + "/segments", directory + "/pages"] + lanes:
        try:
            os.mkdir(path)
        except OSError:
            os.stat(path)


def _load(path, what, name):
    """Load pages or segments; with a directory that cannot be read, say so and take a new one."""
    try:
        what.load()
        return []
    except OSError:
        aside = _move_aside(path, "-bad")
        os.mkdir(path)
        what.load()
        return ["the %s could not be read and are kept as %s" % (name, aside)]


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


def _read_newest(found, segments):
    """Follow the newest segment; return how many numbers to pass over."""
    if not segments.all:
        return 0
    newest = segments.all[-1]
    found.chain = chain = journal.Chain(newest.head)
    if newest.head is None:
        chain.last = chain.sealed = newest.first - 1
    for data in segments.walk(newest):
        chain.note(data)
        _note_device(found, data)
    for segment in segments.all:
        if segment.damaged:
            found.words.append("segment %d is damaged" % segment.ident)
    found.archived = chain.last
    found.anchor = chain.seal
    return newest.damaged // _LEAST_RECORD + 1 if newest.damaged else 0


def _read_pages(found, pages):
    """Follow the pages beyond the segments; return how many numbers to pass over."""
    pages.release(found.archived)
    chain = found.chain
    words = found.words
    passed_over = 0
    for lane in pages.lanes:
        if lane.unreadable:
            words.append("pages could not be read: %d" % lane.unreadable)
            passed_over += lane.unreadable * journal.PAGE // _LEAST_RECORD
        for page in lane.used:
            if page.damaged:
                words.append("a page has %d damaged bytes" % page.damaged)
                passed_over += page.damaged // _LEAST_RECORD + 1
    for number, data in pages.records(found.archived):
        # The start that wrote a DEVICE record said what was lost before it.
        if number > chain.last + 1 and journal.kind_at(data, 0) != records.DEVICE:
            words.append(_missing(chain.last + 1, number - 1))
            passed_over += 2 * journal.PAGE // _LEAST_RECORD
        if chain.note(data):
            found.in_pages += 1
        _note_device(found, data)
    return passed_over


def _missing(first, last):
    if first == last:
        return "record %d is lost" % first
    return "records %d to %d are lost" % (first, last)


def _note_device(found, data):
    if journal.kind_at(data, 0) == records.DEVICE:
        record = records.decode(data)[0]
        if record is not None:
            found.device = record.fields
