"""What can go wrong with the virtual board itself: one line that says what to do."""


class VirtualBoardError(Exception):
    """The virtual board cannot do what was asked; the text is one line for a person."""


class NoVM(VirtualBoardError):
    """There is no MicroPython VM in this Python environment."""


class VMTimeout(VirtualBoardError):
    """A VM did not answer or did not come to rest in time."""
