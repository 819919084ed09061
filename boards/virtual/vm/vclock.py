"""Device time: counted in ns, real or jumping, with the list of what is to happen when.

In jump mode time passes only by what the modelled hardware takes (`spend`) and by waiting; while
waiting the VM reports how long it has nothing to do and moves on as far as the world grants.
In real mode it is the machine's monotonic clock.
"""

import select
import struct
import time as _real

import vctl

FOREVER = 1 << 60
_MS = 1000000
_TICKS = 1 << 30
# asyncio's queue stamps "now" with real milliseconds; virtual ones must lie after all of those.
_LOOP_BASE = 1 << 40

# Models are also tested in CPython, which has no ticks.
_machine_us = getattr(_real, "ticks_us", None) or (lambda: _real.monotonic_ns() // 1000)

jump = True
now = 0  # ns, in jump mode
limit = FOREVER  # ns: how far the world lets us go; without a world, for ever
_grant = bytearray(4)  # number of the newest grant, which a report repeats
_report = bytearray(12)
_offset = 0  # ns, real mode: device time minus the machine's clock
_debt = 0  # ns of hardware time not yet slept, real mode
_agenda = []  # [time, function, argument] in rising time
evaluate = None  # function(text) -> str, set by virtual.py
handlers = {}  # frame kind -> function(payload), called at the frame's time


def start(is_jump, at):
    """Set the mode and device time `at` in ns."""
    global jump, now, limit, _offset
    jump = is_jump
    now = at
    limit = at if vctl.stream is not None else FOREVER
    _offset = at - _machine_us() * 1000


def time_ns():
    if jump:
        return now
    return _machine_us() * 1000 + _offset


def ticks_ms():
    """Milliseconds as on a board; each look costs a microsecond, so that no loop waits in vain."""
    global now
    if jump:
        now += 1000
        return (now // _MS) & (_TICKS - 1)
    return (time_ns() // _MS) & (_TICKS - 1)


def ticks_us():
    global now
    if jump:
        now += 1000
        return (now // 1000) & (_TICKS - 1)
    return (time_ns() // 1000) & (_TICKS - 1)


def loop_ticks():
    """Milliseconds for asyncio's own queue: they never wrap."""
    return time_ns() // _MS + _LOOP_BASE


def spend(ns):
    """Let the time pass that a piece of hardware takes; what is due meanwhile happens."""
    global now, _debt
    if jump:
        now += ns
    else:
        _debt += ns
        if _debt >= _MS:
            _real.sleep_us(_debt // 1000)
            _debt = 0
    if _agenda:
        run_due()


def at(time, function, argument=None):
    """Call function(argument) when device time reaches `time`."""
    index = len(_agenda)
    while index and _agenda[index - 1][0] > time:
        index -= 1
    entry = [time, function, argument]
    _agenda.insert(index, entry)
    return entry


def forget(entry):
    """Take an entry of at() back; one that has happened is no error."""
    if entry in _agenda:
        _agenda.remove(entry)


def run_due():
    """Do what is due; return whether there was any."""
    done = False
    while _agenda and _agenda[0][0] <= time_ns():
        entry = _agenda.pop(0)
        entry[1](entry[2])
        done = True
    return done


def take_frame():
    """Read one frame of the world and act on it."""
    global limit
    kind, time, payload = vctl.receive()
    if kind == vctl.GRANT:
        limit = time
        _grant[:] = payload
    elif kind == vctl.EVAL:
        vctl.send(vctl.VALUE, time_ns(), evaluate(str(payload, "utf-8")))
    else:
        at(time, handlers[kind], payload)
    return kind, payload


def wait_io_event(queue, dt):
    """asyncio's wait: for a stream, for `dt` ms (-1: for ever), for what the world sends."""
    global now
    poller = queue.poller
    if vctl.stream is not None and not hasattr(queue, "_world"):
        poller.register(vctl.stream, select.POLLIN)
        queue._world = True
    start = time_ns()
    deadline = FOREVER if dt < 0 else (start // _MS + dt) * _MS
    while True:
        if run_due() or _serve(queue, 0):
            return
        current = time_ns()
        if current >= deadline:
            return
        wake = deadline
        if _agenda and _agenda[0][0] < wake:
            wake = _agenda[0][0]
        if jump and wake <= limit and (wake < FOREVER or vctl.stream is None):
            if wake >= FOREVER:
                raise OSError("nothing will ever wake this program")
            now = wake
            continue
        if jump:
            if now < limit:
                now = limit
            struct.pack_into("<q", _report, 0, now)
            _report[8:] = _grant
            vctl.send(vctl.IDLE, wake, _report)
            if _serve(queue, -1):
                return
        else:
            ms = -1 if wake >= FOREVER else (wake - current + _MS - 1) // _MS
            if _serve(queue, ms):
                return


def _serve(queue, ms):
    """Poll the streams; wake their tasks. Return whether a stream of the program was ready."""
    woken = False
    for stream, event in queue.poller.ipoll(ms):
        if stream is vctl.stream:
            take_frame()
            continue
        woken = True
        wake_stream(queue, stream, event)
    return woken


def wake_stream(queue, stream, event):
    """Put the tasks waiting for this stream on the run queue, as asyncio does."""
    from asyncio import core

    waiting = queue.map[id(stream)]
    last = len(waiting) - 2  # [read, write, stream], since 1.29 [read, priority, write, stream]
    if event & (select.POLLIN | select.POLLERR | select.POLLHUP) and waiting[0] is not None:
        core._task_queue.push(waiting[0])
        waiting[0] = None
    if event & (select.POLLOUT | select.POLLERR) and waiting[last] is not None:
        core._task_queue.push(waiting[last])
        waiting[last] = None
    if waiting[0] is None and waiting[last] is None:
        queue._dequeue(stream)
    else:
        queue.poller.modify(stream, select.POLLOUT if waiting[0] is None else select.POLLIN)


def take_over_asyncio():
    """Make asyncio wait by this clock and tell the world when the loop ends."""
    from asyncio import core

    run = core.run_until_complete

    def run_until_complete(main_task=None):
        try:
            return run(main_task)
        finally:
            vctl.send(vctl.LEFT, time_ns())

    core.ticks = loop_ticks
    core.IOQueue.wait_io_event = wait_io_event
    core.run_until_complete = run_until_complete
