"""The module `network`: a WLAN interface that can be switched on and tuned, and joins nothing."""

import vpins

STA_IF = 0
AP_IF = 1
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010
MODE_11B = 1
MODE_11G = 2
MODE_11N = 4
MODE_LR = 8

_mac = b"\x24\x0a\xc4\x00\x00\x01"
_hostname = "mpy-esp32"
_interfaces = {}


def power_up(mac):
    global _mac
    _mac = mac


class WLAN:
    """network.WLAN: active, channel, pm and txpower are kept; connecting never succeeds."""

    IF_STA = 0
    IF_AP = 1
    PM_NONE = 0
    PM_PERFORMANCE = 1
    PM_POWERSAVE = 2

    def __new__(cls, interface_id=0):
        if interface_id not in (0, 1):
            raise ValueError("invalid WLAN interface identifier")
        if interface_id not in _interfaces:
            wlan = object.__new__(cls)
            wlan._active = False
            wlan._id = interface_id
            wlan._settings = {"channel": 1, "pm": 1, "txpower": 20, "reconnects": -1, "ssid": "",
                              "hidden": False, "protocol": 7, "hostname": _hostname}
            _interfaces[interface_id] = wlan
        return _interfaces[interface_id]

    def __init__(self, interface_id=0):
        pass

    def active(self, is_active=None):
        if is_active is not None:
            self._active = bool(is_active)
            self._tell()
        return self._active

    def connect(self, ssid=None, key=None, *, bssid=None):
        if not self._active:
            raise OSError("Wifi Not Started")

    def disconnect(self):
        if not self._active:
            raise OSError("Wifi Not Started")

    def isconnected(self):
        return False

    def status(self, param=None):
        return STAT_IDLE if param is None else -60

    def scan(self):
        return []

    def ifconfig(self, configtuple=None):
        return ("0.0.0.0", "0.0.0.0", "0.0.0.0", "0.0.0.0")

    def config(self, param=None, **settings):
        if param == "mac":
            return _mac if self._id == 0 else _mac[:5] + bytes((_mac[5] + 1 & 0xFF,))
        if param is not None:
            if param not in self._settings:
                raise ValueError("unknown config param")
            return self._settings[param]
        if "channel" in settings and not self._active:
            raise OSError("Wifi Not Started")
        for name in settings:
            if name not in self._settings and name not in ("mac", "password", "key", "security"):
                raise ValueError("unknown config param")
        self._settings.update(settings)
        self._tell()

    def _tell(self):
        on = WLAN(0)._active or WLAN(1)._active
        vpins.trace("wlan", self._settings["channel"] if on else 0)


def hostname(name=None):
    global _hostname
    if name is not None:
        _hostname = name
    return _hostname


def country(code=None):
    return "XX"


def phy_mode(mode=None):
    return MODE_11B | MODE_11G | MODE_11N
