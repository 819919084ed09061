"""What the host asks for now and then, each a function that takes the HostLink; see host_link.py.

Loaded for each request, so that it takes no heap in between. What asks the device itself is its to
answer.
"""

from micropython import const

from apps.host_link import PIECE_HEAD
from bidbox import lines, messages

_LOST = const(500)  # records searched in a tick for the end of a range that cannot be read


def hello(link, sequence, fields):
    """Say who this is, and begin anew with a host that is another than before."""
    major, _, live, host = fields
    link.console.open()
    store = link.device.store
    last = store.last if store else 0
    if host != link.host:
        link.host = host
        link.forget()
    if not live or store is None:
        link.live = 0
    elif not link.live:
        link.live = last + 1
    about = link.device.hello()
    rest = (sequence, messages.MAJOR, messages.MINOR) + tuple(about[:7])
    rest += (store.first if store else 1, last)
    session = about[7]
    while True:
        try:
            link.console.send(messages.HELLO, rest + (session,))
            break
        except ValueError:
            if not session:
                raise
            session = session[:-4]
    if major != messages.MAJOR:
        link.live = 0


def do(link, table, sequence, code, fields):
    """Do a request; return None when done, why not, or a reply of its own."""
    if code in _OF_JOURNAL and link.device.store is None:
        return "this device keeps no journal"
    if code == messages.ACKNOWLEDGE:
        fields = (table,) + fields
    if code in _ASKED:
        return _ask(link, _ASKED[code], *fields)
    does = _DOES.get(code)
    return does(link, sequence, fields) if does else "not understood"


def _ask(link, method, *arguments):
    does = getattr(link.device, method, None)
    if does is None:
        return "this device cannot do that"
    return does(*arguments)


def _time(link, sequence, fields):
    link.time_set = (fields[0], link.console.clock.ms())
    return _ask(link, "set_time", fields[0])


def _read(link, sequence, fields):
    value = _ask(link, "setting", fields[0])
    if value is None:
        return "no such setting"
    return messages.SETTING, (sequence, fields[0], value)


def _test(link, sequence, fields):
    found = _ask(link, "test", *fields)
    return found if isinstance(found, str) else (messages.TESTED, (sequence,) + found)


def _downloaded(link, sequence, fields):
    link.device.store.downloaded(fields[0])


def _erase(link, sequence, fields):
    link.device.store.erase(fields[0])


def _closing(link, sequence, fields):
    if fields[0] != link.nonce:
        link.statement = link.device.store.closing(fields[0], _unix(link))
        link.nonce = fields[0]
    link.sealing = 0
    link.sealed_for = sequence


def _unix(link):
    """Return the Unix time by the host's last word, 0 if it never gave it."""
    if link.time_set is None:
        return 0
    seconds, tick = link.time_set
    return seconds + link.console.clock.since(tick) // 1000


def sealed(link):
    """Return the next piece of the closing statement."""
    at = link.sealing
    size = len(link.statement)
    data = link.statement[at : at + (lines.LIMIT - PIECE_HEAD - 6) * 3 // 4]
    link.sealing = at + len(data)
    if link.sealing >= size:
        link.sealing = -1
    return messages.SEALED, (link.sealed_for, size, at, data)


def lost(link, first, last, live):
    """Return which records from `first` on cannot be had."""
    store = link.device.store
    number = first
    if number < store.first:
        number = min(store.first, last + 1)
    else:
        end = min(last, first + _LOST)
        while number <= end and link.held(number) is None:
            number += 1
    link.sent(number, live)
    return messages.LOST, (first, number - 1)


# What the device itself does, by its method.
_ASKED = {
    messages.ACKNOWLEDGE: "acknowledge",
    messages.SERVICE: "service",
    messages.CONFIG: "configure",
    messages.RESUME: "resume",
}
_DOES = {
    messages.TIME: _time,
    messages.READ: _read,
    messages.TEST: _test,
    messages.DOWNLOADED: _downloaded,
    messages.ERASE: _erase,
    messages.CLOSING: _closing,
}
_OF_JOURNAL = (messages.GET, messages.DOWNLOADED, messages.ERASE, messages.CLOSING)
