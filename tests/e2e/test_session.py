"""A session of thirty boards on the limited heap, and the path from key to signal without it."""

from bidbox_host.demo.sequence import all_sequences
from bidbox_host.demo.stage import Stage

_FREE = "(__import__('gc').collect(), __import__('gc').mem_alloc())[1]"
_SLACK = 3072  # bytes: pieces in flight at the moment of looking

# In the VM: everything between a key and a signal runs with the heap locked. Lamp and buzzer are
# replaced because the fakes of their chips trace; tests/mpy shows what the drivers allocate.
_LOCK = """
import micropython
class Silent:
    def show(self, state): self.state = state
    def request(self, pattern): self.pattern = pattern
signals = wiring.running.signals
signals._lamp = signals._sound = wiring.silent = Silent()
wiring.silent.pattern = 0
wiring.locked = 0
table = wiring.running.table
bus = table.bus
table.bus = wiring.silent
Silent.scanned = lambda self, start: None
def on_key(seat, key, pressed, ms):
    micropython.heap_lock()
    try:
        table.on_key(seat, key, pressed, ms)
    finally:
        micropython.heap_unlock()
    wiring.locked += 1
class Scanned:
    def scanned(self, start):
        micropython.heap_lock()
        try:
            table.scanned(start)
        finally:
            micropython.heap_unlock()
        wiring.locked += 1
        bus.scanned(start)
wiring.running.keypad._on_key = on_key
wiring.running.keypad._bus = Scanned()
"""


def test_the_heap_does_not_grow_from_the_fifth_board_to_the_thirtieth(make_stage) -> None:
    stage = make_stage()
    used = []
    for played, sequence in enumerate(all_sequences()[:30], 1):
        assert stage.play(sequence).problems == []
        used.append(stage.table.eval(_FREE))
        if played == 1:
            first = stage.director.eval(_FREE)
    assert used[29] <= used[4] + _SLACK, used
    assert stage.director.eval(_FREE) <= first + 2 * _SLACK
    assert "MemoryError" not in stage.table.text() + stage.director.text()


def test_nothing_is_allocated_from_scan_to_signal(stage: Stage) -> None:
    stage.table.at(0, _LOCK)
    stage.wait(100)
    stage.open_board(1)
    for seat, call in (("N", "1S"), ("E", "1H"), ("S", "P"), ("W", "X"), ("E", "2C"), ("N", "P")):
        stage.call(seat, call)
        stage.wait(300)
    stage.press("S", "ALERT", "STOP", "TD", "OK")
    stage.hold("W", "TD")
    stage.wait(500)
    assert stage.table.eval("wiring.silent.pattern") != 0
    assert stage.table.eval("wiring.locked") > 100
    assert stage.table.eval("wiring.running.adjudicator.event_count") == 6
    assert "MemoryError" not in stage.table.text()
