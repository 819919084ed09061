"""What the device finds out by itself: seat units on the bus, battery, flash, radio."""

import errno
import time

from bidbox import checks
from bidbox_host.selftest.items import FAILED, PASSED, SKIPPED
from bidbox_host.selftest.probe import Air
from bidbox_host.selftest.walk import Walk

_UNITS = {checks.SILENT: "silent", checks.SHORTED: "shorted", checks.NO_DISPLAY: "no_display"}
_NOTHING_MV = 300  # the pin is tied to ground
_DEAD_MV = 2500
_EMPTY_MV = 3000
_MOST_MV = 4300
_LOW = 20  # percent
_ANSWERED = 3.0  # seconds that a frame may take
_STATUS = 12.0  # a table speaks every ten seconds
_STATUS_MS = 12000
_TIGHT_KIB = 64


def units(walk: Walk) -> None:
    """Say which seat units answer at their sockets, and their displays."""
    texts = walk.texts
    switch, walk.units = walk.probe.units()
    if not switch:
        found, remedy = texts("selftest.found.no_switch"), texts("selftest.remedy.no_switch")
        walk.add("units", "", "", FAILED, found, remedy)
    for place, state in enumerate(walk.units):
        where = walk.place(place)
        if state == checks.WHOLE:
            key = "selftest.found.unit" if walk.is_table else "selftest.found.display"
            walk.add("units", where, "", PASSED, texts(key))
        else:
            name = _UNITS[state]
            remedy = texts(f"selftest.remedy.{name}")
            walk.add("units", where, "", FAILED, texts(f"selftest.found.{name}"), remedy)


def battery(walk: Walk) -> None:
    """Say the cell's volts and percent, and whether they can be true."""
    texts = walk.texts
    millivolts, percent = walk.probe.battery()
    names = {"volts": f"{millivolts / 1000:.2f}", "percent": percent}
    if millivolts < _NOTHING_MV:
        found = texts("selftest.found.no_cell")
        walk.add("battery", "", "", SKIPPED, found, texts("selftest.remedy.no_cell"))
        return
    if millivolts < _DEAD_MV or millivolts > _MOST_MV:
        kind = "cell_wrong"
    elif millivolts < _EMPTY_MV or (percent is not None and percent <= _LOW):
        kind = "cell_low"
    else:
        walk.add("battery", "", "", PASSED, texts("selftest.found.cell", **names))
        return
    found, remedy = texts(f"selftest.found.{kind}", **names), texts(f"selftest.remedy.{kind}")
    walk.add("battery", "", "", FAILED, found, remedy)


def flash(walk: Walk) -> None:
    """Say whether a file can be written, read back and removed, and how much room there is."""
    texts = walk.texts
    found = walk.probe.flash()
    names = vars(found)
    if found.error:
        kind = "flash_full" if found.error == errno.ENOSPC else "flash"
        wrong, remedy = texts(f"selftest.found.{kind}", **names), texts(f"selftest.remedy.{kind}")
        walk.add("flash", "", "", FAILED, wrong, remedy)
        return
    words = texts("selftest.found.flash_good", **names)
    if walk.is_table:
        before = walk.hello
        count = found.last - found.first + 1
        if found.first != before.first or found.last < before.last:
            held = before.last - before.first + 1
            wrong = texts("selftest.found.log_changed", before=held, count=count)
            walk.add("flash", "", "", FAILED, wrong, texts("selftest.remedy.log_changed"))
            return
        words += " " + texts("selftest.found.log", count=count)
    remedy = texts("selftest.remedy.flash_tight") if found.free < _TIGHT_KIB else ""
    walk.add("flash", "", "", PASSED, words, remedy)


def radio(walk: Walk) -> None:
    """Say who is heard by radio; a table sends a frame and waits for the answer."""
    texts = walk.texts
    air = walk.probe.radio(send=True)
    if air.state == checks.OFF:
        found, remedy = texts("selftest.found.radio_off"), texts("selftest.remedy.radio_off")
        walk.add("radio", "", "", SKIPPED, found, remedy)
        return
    if air.state == checks.DEAD:
        found, remedy = texts("selftest.found.radio_dead"), texts("selftest.remedy.radio_dead")
        walk.add("radio", "", "", FAILED, found, remedy)
        return
    limit = time.monotonic() + (_ANSWERED if walk.is_table else _STATUS)
    heard = _heard(walk, air)
    while not heard and time.monotonic() < limit:
        walk.rest(0.2)
        heard = _heard(walk, walk.probe.radio())
    if heard:
        key = "selftest.found.answered" if walk.is_table else "selftest.found.heard"
        found = texts(key, devices=texts.words("list.comma").join(map(str, heard)))
        walk.add("radio", "", "", PASSED, found)
        return
    kind = "no_director" if walk.is_table else "no_table"
    found, remedy = texts(f"selftest.found.{kind}"), texts(f"selftest.remedy.{kind}")
    there = True if walk.alone else walk.ask(texts(f"selftest.ask.{kind}"))
    walk.add("radio", "", "", FAILED if there else SKIPPED, found, remedy)


def _heard(walk: Walk, air: Air) -> list[int]:
    """Return the devices that answered the frame; tables that spoke of late."""
    most = air.since if walk.is_table else _STATUS_MS
    return sorted(device for device, silence in air.silence.items() if silence <= most)
