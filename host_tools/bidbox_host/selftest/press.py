"""Each key of each seat: the device shows which to press, and what came instead is explained."""

from bidbox import calls, checks
from bidbox_host.selftest import wiring
from bidbox_host.selftest.items import FAILED, PASSED, SKIPPED
from bidbox_host.selftest.probe import Press
from bidbox_host.selftest.walk import Walk

_TOGETHER = 0.12  # seconds in which a bridge's second key comes
_IN_VAIN = 3  # keys in a row that nobody pressed: then he has gone
_DEAD: frozenset[Press] = frozenset()
# What the person at the terminal typed, as if it were a key of no seat.
_LEAVE = frozenset({Press(-1, 0)})
_NO_KEY = frozenset({Press(-1, 1)})


def test(walk: Walk) -> None:
    """Walk through all keys of the device."""
    if walk.alone:
        _stuck_alone(walk)
        return
    walk.person.tell(walk.texts("selftest.ask.keys"))
    for place in range(walk.probe.places):
        if walk.answers(place):
            _Seat(walk, place).test()
            walk.probe.show(place, checks.BLANK)
        else:
            walk.add("keys", walk.place(place), "", SKIPPED, walk.texts("selftest.found.no_unit"))


def _stuck_alone(walk: Walk) -> None:
    """Without a person: only whether a key is held down."""
    for place, word in enumerate(walk.probe.held()):
        where = walk.place(place)
        if not walk.answers(place):
            walk.add("keys", where, "", SKIPPED, walk.texts("selftest.found.no_unit"))
        elif word:
            for key, name in enumerate(walk.key_names):
                if word >> key & 1:
                    _stuck(walk, where, name)
        else:
            walk.add("keys", where, "", SKIPPED, walk.texts("selftest.found.keys_up"))


def _stuck(walk: Walk, where: str, name: str) -> None:
    found, remedy = walk.texts("selftest.found.stuck"), walk.texts("selftest.remedy.stuck")
    walk.add("keys", where, name, FAILED, found, remedy)
    walk.person.tell(f"  {where} {name}: {found}")


class _Seat:
    def __init__(self, walk: Walk, place: int) -> None:
        self._walk = walk
        self._place = place
        self._where = walk.place(place)
        self._seen: dict[int, frozenset[Press]] = {}
        self._in_vain = 0

    def test(self) -> None:
        walk, texts = self._walk, self._walk.texts
        held = walk.probe.held()[self._place]
        why = ""
        for key, name in enumerate(walk.key_names):
            if why:
                walk.add("keys", self._where, name, SKIPPED, why)
                continue
            if held >> key & 1:
                _stuck(walk, self._where, name)
                continue
            presses = self._one(key, name)
            if presses is None:
                why = texts("selftest.found.left_out")
            elif self._in_vain == _IN_VAIN:
                why = texts("selftest.found.nobody")
            if presses is None or (not presses and why):
                walk.add("keys", self._where, name, SKIPPED, why)
            elif not presses and not self._still_there():
                why = texts("selftest.found.no_unit")
                walk.add("keys", self._where, name, FAILED, why, texts("selftest.remedy.silent"))
                walk.person.tell(why)
            else:
                self._seen[key] = presses
                self._judge(key, name, presses)
        self._explain()

    def _one(self, key: int, name: str) -> frozenset[Press] | None:
        """Have a key pressed; return what came, None if the person leaves the seat out."""
        walk = self._walk
        walk.probe.show(self._place, checks.PRESS + key)
        number = f"{key + 1}/{len(walk.key_names)}"
        walk.person.tell(
            walk.texts("selftest.ask.press", seat=self._where, number=number, name=name), end=" "
        )
        presses = self._pressed()
        expected = wiring.where(self._place, key, wiring.faults(self._place, self._seen))
        if presses and presses not in ({expected}, {Press(self._place, key)}):
            walk.person.tell(
                walk.texts("selftest.ask.once_more", seen=self._names(presses), name=name), end=" "
            )
            presses = self._pressed() or presses
        return presses

    def _pressed(self) -> frozenset[Press] | None:
        walk = self._walk

        def look(presses: list[Press], line: str | None) -> frozenset[Press] | None:
            if presses:
                return frozenset(presses)
            if line is None:
                return None
            return _LEAVE if line == "s" else _NO_KEY

        found = walk.wait(walk.patience, look)
        if found is None:
            self._in_vain += 1
            return _DEAD
        if found == _LEAVE:
            walk.person.tell("")
            return None
        self._in_vain = 0
        if found == _NO_KEY:
            return _DEAD
        return found | frozenset(walk.rest(_TOGETHER))

    def _still_there(self) -> bool:
        _, self._walk.units = self._walk.probe.units()
        return self._walk.answers(self._place)

    def _names(self, presses: frozenset[Press]) -> str:
        """Return keys in words, with their seat if it is another."""
        texts = self._walk.texts
        words = []
        for press in sorted(presses):
            name = self._walk.key_names[press.key]
            away = press.place != self._place
            words.append(f"{self._walk.place(press.place)} {name}" if away else name)
        return texts.words("list.comma").join(words)

    def _judge(self, key: int, name: str, presses: frozenset[Press]) -> None:
        walk, texts = self._walk, self._walk.texts
        if presses == {Press(self._place, key)}:
            walk.add("keys", self._where, name, PASSED)
            walk.person.tell(texts.words("selftest.result.passed"))
            return
        if presses:
            found = texts("selftest.found.other_key", seen=self._names(presses))
            remedy = ""
        else:
            found, remedy = texts("selftest.found.dead"), texts("selftest.remedy.dead")
        walk.add("keys", self._where, name, FAILED, found, remedy)
        walk.person.tell(found)

    def _explain(self) -> None:
        """Name the wires that are at fault."""
        if not self._walk.is_table:
            return
        texts = self._walk.texts
        for fault in wiring.faults(self._place, self._seen):
            names = {"one": self._wire(fault.axis, fault.one)}
            if fault.other >= 0:
                names["other"] = self._wire(fault.axis, fault.other)
            found = texts(f"selftest.wiring.{fault.kind}", **names)
            remedy = texts(f"selftest.wiring.remedy.{fault.kind}", **names)
            self._walk.add("keys", self._where, "", FAILED, found, remedy)

    def _wire(self, axis: str, number: int) -> str:
        texts = self._walk.texts
        if axis == "seat":
            return str(texts.seat(calls.SEATS[number]))
        if axis == "key":
            return self._walk.key_names[number]
        return texts.words(f"selftest.wiring.{axis}", number=number + 1, pin=number)
