"""One seat's cord: a channel of the switch with the key chip and the display on it.

Reads contacts as a word of twenty bits; knows nothing of presses, seats or time.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.mcp23017 import MCP23017
    from drivers.tca9548a import TCA9548A

LOST = const(-1)  # instead of a word: the chip has lost its settings
_COLUMNS = const(4)
_ROWS = const(5)


class SeatUnit:
    """`mux` is a TCA9548A, `channel` 0 to 7, `mcp` an MCP23017.

    `up` tells whether the unit answers; only the keypad changes it. `starts` counts how often the
    unit was set up, so that its display knows when to start anew.
    """

    def __init__(self, mux: "TCA9548A", channel: int, mcp: "MCP23017"):
        self.mux = mux
        self.channel = channel
        self._mcp = mcp
        self.up = False
        self.starts = 0
        self._whole = True  # read the whole matrix, not only whether any key is closed

    def start(self):
        """Set the key chip up; OSError if it does not answer or does not keep its settings."""
        self.mux.select(self.channel)
        self._mcp.set_up()
        self._whole = True
        self.starts += 1

    def read(self) -> int:
        """Return the contacts, bit = 5 * column + row, or LOST. OSError if nobody answers."""
        self.mux.select(self.channel)
        mcp = self._mcp
        if not self._whole:
            rows = mcp.any_row()
            if rows <= 0:
                return rows
            self._whole = True
        word = 0
        for column in range(_COLUMNS):
            word |= mcp.column(column) << _ROWS * column
        return word

    def rest(self):
        """All contacts are open: from now on read only whether any of them closes."""
        if self._whole:
            self._mcp.all_columns()
            self._whole = False

    def settled(self) -> bool:
        """Return whether the key chip still has its settings. The channel must be selected."""
        return self._mcp.settled()
