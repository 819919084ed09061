"""The module `machine` of a chip on which nothing is modelled: reset, watchdog, identity.

What a chip has built in and the unix VM lacks, and no pins, buses or radio: for firmware that
brings its own models (boards/virtual/chip).
"""

import vclock
import vctl

_cause = 1
_mac = b"\x24\x0a\xc4\x00\x00\x01"


def power_up(cause, mac):
    global _cause, _mac
    _cause = cause
    _mac = mac


def reset():
    """Have the world start this board anew: it ends this VM."""
    vctl.send(vctl.BYE, vclock.time_ns(), b"reset")
    while True:
        vctl.receive()


def reset_cause():
    return _cause


def unique_id():
    return _mac


class WDT:
    def __init__(self, id=0, timeout=5000):
        self._ns = timeout * 1000000
        self.feed()

    def feed(self):
        vctl.send(vctl.WATCHDOG, vclock.time_ns() + self._ns)
