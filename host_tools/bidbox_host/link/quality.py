"""How noisy a line is, by what arrives whole and what torn, and how long lines should be."""

import math

from bidbox import lines

_HEAD = 26  # bytes of a record line beside its data
_SHORTEST = 48
_FADE = 0.97  # weight of what came before, a line


class Quality:
    """Counts lines; wished_length() is the length at which most data gets through."""

    def __init__(self) -> None:
        self.bytes = 0
        self.good = 0
        self.torn = 0
        self._size = 0.0
        self._good = 0.0
        self._torn = 0.0

    def add(self, size: int, good: int, torn: int) -> None:
        self.bytes += size
        self.good += good
        self.torn += torn
        fade = _FADE ** (good + torn)
        self._size = self._size * fade + size
        self._good = self._good * fade + good
        self._torn = self._torn * fade + torn

    @property
    def loss(self) -> float:
        """The share of bytes that are damaged, 0 to 1, by estimate."""
        total = self._good + self._torn
        if not self._torn or total < 1:
            return 0.0
        whole = max(self._good / total, 0.02)
        return min(1.0, -math.log(whole) * total / max(self._size, 1.0))

    def wished_length(self) -> int:
        loss = self.loss
        if loss <= 0:
            return lines.LIMIT
        best = (_HEAD + math.sqrt(_HEAD * _HEAD + 4 * _HEAD / loss)) / 2
        return max(_SHORTEST, min(lines.LIMIT, int(best)))
