"""The parts of a self-test by name, in the order of the walk."""

from collections.abc import Callable, Mapping

from bidbox_host.selftest import looks, measures, press
from bidbox_host.selftest.walk import Walk

TESTS: Mapping[str, Callable[[Walk], None]] = {
    "units": measures.units,
    "keys": press.test,
    "displays": looks.displays,
    "lamps": looks.lamps,
    "buzzer": looks.buzzer,
    "battery": measures.battery,
    "flash": measures.flash,
    "radio": measures.radio,
}
