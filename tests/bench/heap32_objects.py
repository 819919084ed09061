"""On a 32-bit VM: prints what the table's larger objects take, a name and bytes a line.

A line of hyphens parts the script: between two parts garbage is collected.
"""

import gc
import sys

sys.path.insert(0, "/device")
from apps.clock import Clock
from apps.config import load
from apps.players import Players
from apps.recorder import Recorder
from apps.screens import Screens
from apps.seat_view import SeatView
from bidbox.adjudicator import Adjudicator
from bidbox.laws import edition_2017
from bidbox.life import Life
from bidbox.outbox import Outbox
from bidbox.selection import Selection
from drivers.debounce import Debouncer
from drivers.display import Bus, SeatDisplay
from drivers.ssd1309 import SSD1309

clock = Clock()
gc.collect()
# ---
before = gc.mem_alloc()
adjudicator = Adjudicator(edition_2017, items=12)
gc.collect()
# ---
print("adjudicator", gc.mem_alloc() - before)
before = gc.mem_alloc()
displays = [SeatDisplay(SSD1309(None), Bus(clock), clock) for _ in range(4)]
gc.collect()
# ---
print("displays", gc.mem_alloc() - before)
before = gc.mem_alloc()
life = Life(adjudicator)
players = Players(clock, life, None, Screens())
views = [SeatView(displays[i], Selection(), clock) for i in range(4)]
contacts = [Debouncer(clock) for _ in range(4)]
gc.collect()
# ---
print("seats", gc.mem_alloc() - before)
before = gc.mem_alloc()
recorder = Recorder(None, clock)
outboxes = [Outbox(), Outbox()]
config = load("/missing")
gc.collect()
# ---
print("recorder_outboxes_settings", gc.mem_alloc() - before)
