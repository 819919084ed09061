"""Segment files: sealed boards, appended a few at a time, dropped whole and oldest first.

Takes the name of a directory of its own and the list of its Segments, oldest first. Reads in small
pieces and holds no file open.
"""

import os

from bidbox import journal, records

_CHUNK = 1024  # bytes read at a time; at least one record
_SUFFIX = ".seg"
FOLDER = "/segments"  # in the journal's directory


class Segment:
    """One segment file: its records are first to last; start is the offset of the first."""

    def __init__(self, ident, start, first, size):
        self.ident = ident
        self.start = start
        self.first = first
        self.last = first - 1
        self.size = size
        self.damaged = 0  # bytes, of a segment that was read through


def load(directory):
    """List the segments, reading through those alone whose start is damaged.

    Return (segments, whether one was written by a later version, names of files without one sound
    record, kept as .bad); OSError if the directory cannot be read.
    """
    found: list = []
    newer = False
    set_aside = []
    idents = [
        int(name[: -len(_SUFFIX)])
        for name in os.listdir(directory)
        if name.endswith(_SUFFIX) and name[: -len(_SUFFIX)].isdigit()
    ]
    for ident in sorted(idents):
        path = _path(directory, ident)
        size = os.stat(path)[6]
        if not size:
            os.remove(path)  # the power failed before its start was written
            continue
        head, at = head_of(directory, ident)
        if at == journal.NEWER:
            newer = True
        elif head is not None:
            found.append(Segment(ident, at, head.number, size))
        else:
            segment = _without_start(directory, ident, size)
            if segment is None:
                os.rename(path, path + ".bad")
                set_aside.append(path + ".bad")
            else:
                found.append(segment)
    for i in range(len(found) - 1):
        found[i].last = max(found[i].last, found[i + 1].first - 1)
    return found, newer, set_aside


def head_of(directory, ident):
    """Return (SEGMENT record, offset of the first record), or (None, DAMAGED or NEWER)."""
    try:
        return journal.read_segment_start(piece_at(directory, ident, 0))
    except OSError:
        return None, records.DAMAGED


def _without_start(directory, ident, size):
    """Return a segment whose start is damaged, known by its records; None if it has none."""
    segment = Segment(ident, 0, 1, size)
    first = 0
    for data in walk(directory, segment):
        if not first and data[1] not in records.OUTSIDE:
            first = records.number_at(data, 0)
    if not first:
        return None
    segment.first = first
    segment.damaged = max(1, segment.damaged)
    return segment


def walk(directory, segment):
    """Give the bytes of each sound record; sets segment.last and segment.damaged."""
    segment.damaged = 0
    at = segment.start
    while at < segment.size:
        try:
            piece = piece_at(directory, segment.ident, at)
        except OSError:
            piece = b""
        if not piece:
            segment.damaged += segment.size - at
            return
        whole = at + len(piece) >= segment.size
        done = 0
        while True:
            start, after = journal.next_record(piece, done, whole)
            segment.damaged += start - done
            done = after or start
            if not after:
                break
            if piece[start + 1] not in records.OUTSIDE:
                segment.last = records.number_at(piece, start)
            yield piece[start:after]
        at += done


def begin(directory, segments, first, boot, boards, before):
    """Make the next, empty segment; OSError if that failed."""
    ident = segments[-1].ident + 1 if segments else 1
    start = journal.segment_start(first, boot, boards, before)
    _write(directory, ident, "wb", ((first, start),))
    segments.append(Segment(ident, len(start), first, len(start)))


def append(directory, segment, rows, last):
    """Put (number, bytes) of records up to number `last` behind the newest segment.

    OSError if that failed: then none of them is there.
    """
    segment.size += _write(directory, segment.ident, "ab", rows)
    segment.last = last


def _write(directory, ident, mode, rows):
    written = 0
    file = open(_path(directory, ident), mode)
    try:
        for _, data in rows:
            written += file.write(data)
        file.flush()
    finally:
        file.close()
    return written


def drop_oldest(directory, segments):
    os.remove(_path(directory, segments[0].ident))
    segments.pop(0)


def piece_at(directory, ident, at):
    """Return the bytes of a segment at an offset, a piece at most; OSError."""
    file = open(_path(directory, ident), "rb")
    try:
        file.seek(at)
        return file.read(_CHUNK)
    finally:
        file.close()


def _path(directory, ident):
    return "%s/%06d%s" % (directory, ident, _SUFFIX)
