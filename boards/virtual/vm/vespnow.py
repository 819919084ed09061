"""The modules `espnow` and `aioespnow`: frames travel through the world, which can lose them.

Air time is counted at 1 Mbit/s; a unicast frame is repeated by the chip and acknowledged, a
broadcast never is. Errors carry the numbers of the ESP-IDF.
"""

import asyncio
import io
import select

import vclock
import vctl
import vnetwork
import vpins

MAX_DATA_LEN = 250
KEY_LEN = 16
ADDR_LEN = 6
MAX_TOTAL_PEER_NUM = 20
MAX_ENCRYPT_PEER_NUM = 6
_BROADCAST = b"\xff" * 6
_PACKET_OVERHEAD = 13


def _error(code, name):
    return OSError(-code, "ESP_ERR_ESPNOW_" + name)


def air_ns(size):
    """Return how long a frame of so many message bytes is on the air, in ns."""
    return 192000 + (size + 43) * 8000


def _address(mac):
    if not isinstance(mac, (bytes, bytearray)) or len(mac) != ADDR_LEN:
        raise ValueError("invalid buffer length")
    return bytes(mac)


class _Radio:
    """What the chip holds; every ESPNow object is a view of it."""

    def __init__(self):
        self.active = False
        self.rxbuf = 526
        self.timeout = 300000
        self.clear()

    def clear(self):
        self.queue = []
        self.held = 0
        self.peers = {}
        self.sent = self.responses = self.failures = self.received = self.dropped = 0
        self.irq = None
        self.arrived = asyncio.Event()
        self.table = {}


_radio = _Radio()


def arrive(payload):
    """Take a frame of the world: source, rssi + 128, channel, message."""
    if not _radio.active or not (vnetwork.WLAN(0).active() or vnetwork.WLAN(1).active()):
        return
    if payload[7] != vnetwork.WLAN(0).config("channel"):
        return
    size = len(payload) - 8 + _PACKET_OVERHEAD
    if _radio.held + size > _radio.rxbuf:
        _radio.dropped += 1
        return
    source = bytes(payload[:6])
    _radio.received += 1
    _radio.held += size
    _radio.queue.append((source, bytes(payload[8:])))
    _radio.table[source] = [payload[6] - 128, vclock.time_ns() // 1000000]
    _radio.arrived.set()
    if _radio.irq is not None:
        _radio.irq[0](*_radio.irq[1:])


class ESPNow(io.IOBase):
    """espnow.ESPNow: all objects share the one radio."""

    def _need_active(self):
        if not _radio.active:
            raise _error(0x3065, "NOT_INIT")

    def active(self, flag=None):
        if flag is not None and bool(flag) != _radio.active:
            _radio.active = bool(flag)
            vpins.trace("espnow", 1 if flag else 0)
            if not flag:
                _radio.clear()
        return _radio.active

    def config(self, param=None, *, rxbuf=-1, timeout_ms=None, rate=-1, pm=None):
        if param is not None:
            if param == "rxbuf":
                return _radio.rxbuf
            if param == "timeout_ms":
                return _radio.timeout
            raise ValueError("unknown config param")
        if rxbuf >= 0:
            _radio.rxbuf = rxbuf
        if timeout_ms is not None:
            _radio.timeout = timeout_ms

    def set_pmk(self, pmk):
        self._need_active()
        if len(pmk) != KEY_LEN:
            raise ValueError("invalid buffer length")

    def add_peer(self, mac, lmk=None, channel=0, ifidx=0, encrypt=None):
        self._need_active()
        mac = _address(mac)
        if mac in _radio.peers:
            raise _error(0x306B, "EXIST")
        secret = bool(lmk) if encrypt is None else encrypt
        encrypted = sum(1 for peer in _radio.peers.values() if peer[4])
        full = secret and encrypted >= MAX_ENCRYPT_PEER_NUM
        if full or len(_radio.peers) >= MAX_TOTAL_PEER_NUM:
            raise _error(0x3068, "FULL")
        _radio.peers[mac] = (mac, lmk or b"\0" * 16, channel or 0, ifidx or 0, secret)

    def mod_peer(self, mac, lmk=None, channel=0, ifidx=0, encrypt=None):
        self.del_peer(mac)
        self.add_peer(mac, lmk, channel, ifidx, encrypt)

    def del_peer(self, mac):
        self._need_active()
        if _radio.peers.pop(_address(mac), None) is None:
            raise _error(0x3069, "NOT_FOUND")

    def get_peer(self, mac):
        if _address(mac) not in _radio.peers:
            raise _error(0x3069, "NOT_FOUND")
        return _radio.peers[bytes(mac)]

    def get_peers(self):
        return tuple(_radio.peers.values())

    @property
    def peers_table(self):
        return _radio.table

    def peer_count(self):
        return (len(_radio.peers), sum(1 for peer in _radio.peers.values() if peer[4]))

    def stats(self):
        return (_radio.sent, _radio.responses, _radio.failures, _radio.received, _radio.dropped)

    def send(self, mac, msg=None, sync=True):
        self._need_active()
        if msg is None:
            peers = list(_radio.peers)
            msg = mac
        else:
            peers = [_address(mac)]
        if isinstance(msg, str):
            msg = msg.encode()
        if not 0 < len(msg) <= MAX_DATA_LEN:
            raise ValueError("invalid buffer length")
        if not vnetwork.WLAN(0).active() and not vnetwork.WLAN(1).active():
            raise _error(0x306C, "IF")
        good = bool(peers)
        for peer in peers:
            if peer not in _radio.peers:
                raise _error(0x3069, "NOT_FOUND")
            good = self._transmit(peer, msg, sync) and good
        return good

    def _transmit(self, peer, msg, sync):
        channel = _radio.peers[peer][2] or vnetwork.WLAN(0).config("channel")
        head = bytes(peer) + bytes((1 if sync else 0, channel))
        vctl.send(vctl.RADIO, vclock.time_ns(), head + bytes(msg))
        _radio.sent += 1
        _radio.responses += 1
        if not sync or vctl.stream is None:
            return True
        payload = None
        while payload is None:
            kind, data = vclock.take_frame()
            if kind == vctl.STATUS:
                payload = data
        vclock.spend(air_ns(len(msg)) * payload[1])
        if not payload[0]:
            _radio.failures += 1
        return payload[0] != 0

    def irq(self, callback, arg=None):
        _radio.irq = None if callback is None else (callback, arg)

    def any(self):
        return bool(_radio.queue)

    def recv(self, timeout_ms=None):
        self._need_active()
        wait = _radio.timeout if timeout_ms is None else timeout_ms
        while not _radio.queue and wait > 0:
            vclock.spend(1000000)
            wait -= 1
        if not _radio.queue:
            return (None, None)
        source, message = _radio.queue.pop(0)
        _radio.held -= len(message) + _PACKET_OVERHEAD
        if not _radio.queue:
            _radio.arrived.clear()
        return (source, message)

    def irecv(self, timeout_ms=None):
        source, message = self.recv(timeout_ms)
        return (source, None if message is None else bytearray(message))

    def recvinto(self, data, timeout_ms=None):
        source, message = self.recv(timeout_ms)
        if message is None:
            return 0
        data[0] = source
        data[1][: len(message)] = message
        if len(data) >= 4:
            data[2:4] = _radio.table[source]
        return len(message)

    def ioctl(self, request, arg):
        if request != 3:
            return -1
        return (arg & select.POLLIN if _radio.queue else 0) | (arg & select.POLLOUT)

    def __iter__(self):
        return self

    def __next__(self):
        return self.recv()


class AIOESPNow(ESPNow):
    """aioespnow.AIOESPNow: reading and sending from asyncio tasks."""

    async def arecv(self):
        await _radio.arrived.wait()
        return self.recv(0)

    async def airecv(self):
        await _radio.arrived.wait()
        return self.irecv(0)

    async def asend(self, mac, msg=None, sync=None):
        if msg is None:
            msg, mac = mac, None
        good = True
        for peer in list(_radio.peers) if mac is None else [mac]:
            good = self.send(peer, msg, True if sync is None else sync) and good
        return good

    def __aiter__(self):
        return self

    async def __anext__(self):
        return await self.airecv()
