"""network.WLAN and espnow.ESPNow without an air: what is sent is kept, what is heard is given in.

An emulated chip has no radio, and a real one is to be left alone by a virtual table.
"""

_KEPT = 8

sent = []  # (mac, frame) of those sent last
_heard = []


def hear(mac, frame):
    """Let a frame arrive."""
    _heard.append((mac, frame))


class WLAN:
    IF_STA = 0
    PM_NONE = 0

    def __init__(self, interface=0):
        pass

    def active(self, on=None):
        return True

    def disconnect(self):
        pass

    def config(self, **settings):
        pass


class ESPNow:
    def __init__(self):
        self._peers = set()

    def active(self, on=None):
        return True

    def config(self, **settings):
        pass

    def add_peer(self, mac):
        self._peers.add(bytes(mac))

    def del_peer(self, mac):
        self._peers.discard(bytes(mac))

    def send(self, mac, frame, sync=True):
        if len(sent) >= _KEPT:
            sent.pop(0)
        sent.append((bytes(mac), bytes(frame)))
        return True

    def any(self):
        return len(_heard) > 0

    def recv(self, timeout_ms=0):
        return _heard.pop(0) if _heard else (None, None)
