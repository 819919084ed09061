"""Takes a director's answers that come by radio, and tells him when one cannot be taken."""

from bidbox import messages

_DIRECTOR = 1  # records.TIME_SOURCES


class RadioLink:
    """`device` is the table's Device; what it refuses goes back as LOG."""

    def __init__(self, radio, device, console):
        self._radio = radio
        self._device = device
        self._console = console
        radio.on_message = self.on_message
        radio.on_lost = self.on_lost

    def on_message(self, sender, code, fields):
        device = self._device
        refused = None
        if code == messages.ANSWER:
            refused = device.answer(messages.THIS_DEVICE, *fields)
        elif code == messages.ACKNOWLEDGE:
            refused = device.acknowledge(messages.THIS_DEVICE, *fields)
        elif code == messages.TIME:
            refused = device.set_time(fields[0], _DIRECTOR)
        if refused:
            self._radio.post(messages.LOG, 0, refused)

    def on_lost(self, director, code):
        self._console.log("director's device %d does not answer by radio" % director)
