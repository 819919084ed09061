"""Finds the words for faults; loaded when there are some to tell."""

from bidbox import faults, messages


def tell(desk):
    """Tell host and director of a FaultDesk's faults, and put those that last into words."""
    told = desk.untold
    desk.untold = []
    for code, seat, text in told:
        words = faults.fault_words(code, seat, text)
        desk.console.log(words)
        if code == faults.WRONG_CODE:
            desk.radio.post(messages.LOG, 0, words)
    desk.summary = "; ".join([faults.fault_words(code, seat) for code, seat in desk.lasting])
