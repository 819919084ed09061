"""A small generator of its own, the same in both Pythons, for tests of many cases."""


class Chance:
    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        """Return 0 to limit - 1."""
        self._state = (self._state * 1103 + 12345) & 0xFFFFFF
        return (self._state >> 8) % limit

    def between(self, low, high):
        """Return low to high, both included."""
        return low + self.below(high - low + 1)

    def one_in(self, count):
        return self.below(count) == 0

    def of(self, things):
        return things[self.below(len(things))]
