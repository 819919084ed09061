"""The module `esp32`: temperature, heap information and NVS in RAM."""

HEAP_DATA = 4
HEAP_EXEC = 1
WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True

_ESP_ERR_NVS_NOT_FOUND = 0x1102


def raw_temperature():
    return 128


def mcu_temperature():
    return 36


def idf_heap_info(capabilities):
    return [(113840, 0, 0, 0), (15072, 14552, 14336, 14552)]


_spaces = {}


class NVS:
    """A name space of NVS; kept while the VM lives."""

    def __init__(self, namespace):
        self._values = _spaces.setdefault(namespace, {})

    def _get(self, key):
        if key not in self._values:
            raise OSError(-_ESP_ERR_NVS_NOT_FOUND, "ESP_ERR_NVS_NOT_FOUND")
        return self._values[key]

    def set_i32(self, key, value):
        self._values[key] = int(value)

    def get_i32(self, key):
        return self._get(key)

    def set_blob(self, key, value):
        self._values[key] = bytes(value)

    def get_blob(self, key, buffer):
        value = self._get(key)
        buffer[: len(value)] = value
        return len(value)

    def erase_key(self, key):
        self._get(key)
        del self._values[key]

    def commit(self):
        pass
