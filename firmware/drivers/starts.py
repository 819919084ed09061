"""How often this device was started: a number kept in a small file, for the radio's epochs.

Rises at each start. If the file is lost it begins again at 1, and the radio's peers correct it.
"""


class Starts:
    """`count` is this start's number; keep(n) makes later starts count on from n."""

    def __init__(self, path="/starts"):
        self._path = path
        self.count = 1 + self._read()
        self.keep(self.count)

    def keep(self, count):
        """Remember a number; a flash that cannot be written is no reason to stop."""
        self.count = max(count, self.count)
        try:
            with open(self._path, "w") as file:
                file.write("%d" % self.count)
        except OSError:
            pass

    def _read(self):
        try:
            with open(self._path) as file:
                count = int(file.read(12))
        except (OSError, ValueError):
            return 0
        return count if 0 <= count < 0x3FFFFFFF else 0
