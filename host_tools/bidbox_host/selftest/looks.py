"""What needs eyes and ears: displays, lamps, buzzer. A person says whether it is as described."""

import time

from bidbox import checks
from bidbox_host.selftest.items import FAILED, SKIPPED
from bidbox_host.selftest.walk import Walk

# States of drivers/lamp.py from 1 on, by the names of their texts.
STATES = (
    "idle", "recording", "irregularity", "director_called", "director_coming", "fault",
    "battery_low",
)  # fmt: skip
_SHOWN = 0.8  # seconds until a display must have answered
_EACH = 0.5  # seconds that each lamp of a row is lit
_BRIGHT = 2  # recording: steady


def displays(walk: Walk) -> None:
    """Show two pictures on each display and have them confirmed."""
    texts = walk.texts
    if not walk.alone:
        for place in range(walk.probe.places):
            walk.probe.show(place, checks.LETTER)
        walk.rest(_SHOWN)
        _, walk.units = walk.probe.units()
    for place in range(walk.probe.places):
        where = walk.place(place)
        state = walk.units[place]
        if state == checks.NO_DISPLAY:
            found, remedy = texts("selftest.found.no_display"), texts("selftest.remedy.no_display")
            walk.add("displays", where, "", FAILED, found, remedy)
        elif not walk.answers(place):
            walk.add("displays", where, "", SKIPPED, texts("selftest.found.no_unit"))
        elif walk.alone:
            walk.add("displays", where, "", SKIPPED, texts("selftest.found.needs_eyes"))
        else:
            _display(walk, place, where)


def _display(walk: Walk, place: int, where: str) -> None:
    texts = walk.texts
    for picture, name in ((checks.LETTER, "letter"), (checks.LIT, "lit"),
                          (checks.STRIPES, "stripes")):  # fmt: skip
        walk.probe.show(place, picture)
        word = "letter_director" if name == "letter" and not walk.is_table else name
        answer = walk.ask(texts(f"selftest.ask.display_{word}", seat=where), place=place)
        wrong = texts(f"selftest.found.display_{name}")
        remedy = texts(f"selftest.remedy.display_{name}")
        shown = texts.words(f"selftest.picture.{name}")
        walk.judge("displays", where, shown, answer, wrong, remedy)
        if answer is False:
            break
    walk.probe.show(place, checks.BLANK)


def lamps(walk: Walk) -> None:
    """Give the lamp, or all lamps, each state; then light those of a row one by one."""
    texts = walk.texts
    if walk.alone:
        walk.add("lamps", "", "", SKIPPED, texts("selftest.found.needs_eyes"))
        return
    many = "lamps" if walk.probe.lamps > 1 else "lamp"
    for state, name in enumerate(STATES, 1):
        walk.probe.light(state)
        looks = texts.words(f"selftest.lamp.{name}")
        answer = walk.ask(texts(f"selftest.ask.{many}", looks=looks))
        wrong, remedy = texts("selftest.found.lamp", looks=looks), texts("selftest.remedy.lamp")
        walk.judge("lamps", "", looks, answer, wrong, remedy)
    if walk.probe.lamps > 1:
        _row(walk)
    walk.probe.light(0)


def _row(walk: Walk) -> None:
    texts = walk.texts

    def run() -> None:
        for lamp in range(walk.probe.lamps):
            walk.probe.light(_BRIGHT, lamp)
            time.sleep(_EACH)
        walk.probe.light(0)

    run()
    answer = walk.ask(texts("selftest.ask.row", count=walk.probe.lamps), again=run)
    wrong, remedy = texts("selftest.found.row"), texts("selftest.remedy.row")
    walk.judge("lamps", "", texts.words("selftest.picture.row"), answer, wrong, remedy)


def buzzer(walk: Walk) -> None:
    """Sound the test pattern."""
    texts = walk.texts
    if walk.alone:
        walk.add("buzzer", "", "", SKIPPED, texts("selftest.found.needs_ears"))
        return
    walk.probe.buzz()
    answer = walk.ask(texts("selftest.ask.buzzer"), again=walk.probe.buzz)
    wrong, remedy = texts("selftest.found.buzzer"), texts("selftest.remedy.buzzer")
    walk.judge("buzzer", "", "", answer, wrong, remedy)
