"""The slot pages of the records that are not yet in segments, in two lanes: even and odd numbers.

littlefs drops a directory's latest changes without a word when a bit of its log turns over. With
neighbours in two directories such a loss leaves holes between numbers, which a start reports.
What is here is needed at a start, at the end of a board and after an error. A lane is a lane.Lane.
"""

import os
from array import array

from bidbox import journal
from drivers.lane import LAST, ROW, SLOT


def records(lanes, after, last=0xFFFFFFFF):
    """Give (number, bytes) of the records after one number up to another, in order."""
    rows = [_of_lane(lane, after) for lane in lanes]
    heads: list = [next(row, None) for row in rows]
    while True:
        lane = -1
        for i in range(len(heads)):
            if heads[i] is not None and (lane < 0 or heads[i][0] < heads[lane][0]):
                lane = i
        if lane < 0 or heads[lane][0] > last:
            return
        yield heads[lane]
        heads[lane] = next(rows[lane], None)


def _of_lane(lane, after):
    for at in range(0, len(lane.pages), ROW):
        if lane.pages[at + LAST] > after:
            content = lane.content_of(at)
            for number, start, end in journal.sound_records(content)[0]:
                if number > after:
                    yield number, bytes(content[start:end])


def load(lane):
    """Read all pages of a lane; OSError if the directory cannot be listed.

    Return how many files gave an error and were left alone, and the damaged bytes of each page
    that has some. A damaged page counts as full.
    """
    lane.close()
    lane.pages = array("I")
    lane.free = []
    unreadable = 0
    damages = []
    found = []
    for slot in lane.slots():
        try:
            content = lane.content(slot)
        except OSError:
            unreadable += 1
            continue
        rows, damaged = journal.sound_records(content)
        if rows:
            size = journal.PAGE if damaged else len(content)
            found.append((rows[0][0], slot, rows[-1][0], size))
            if damaged:
                damages.append(damaged)
        elif damaged:
            unreadable += 1
        else:
            lane.free.append(slot)
    found.sort()
    for first, slot, last, size in found:
        lane.pages.extend(array("I", (slot, first, last, size)))
    lane.free.sort()
    return unreadable, damages


def release(lanes, upto):
    """Let the pages whose records all have numbers up to `upto` be written over."""
    for lane in lanes:
        pages = lane.pages
        if len(pages) and pages[len(pages) - ROW + LAST] <= upto:
            lane.close()
        kept = array("I")
        for at in range(0, len(pages), ROW):
            if pages[at + LAST] <= upto:
                lane.free.append(pages[at + SLOT])
            else:
                kept.extend(pages[at : at + ROW])
        lane.free.sort()
        lane.pages = kept


def wipe_free(lanes):
    """Remove what may be written over; OSError leaves the rest for another time."""
    for lane in lanes:
        while lane.free:
            os.remove(lane.path(lane.free[-1]))
            lane.free.pop()
