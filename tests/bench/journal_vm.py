"""Runs in the VM: what recording an evening costs the flash; argument is the image's file.

Prints one JSON object. The peer is what a simple logger does: append each event and flush.
"""

import gc
import json
import sys

sys.path.append("tests/mpy")

from store_session import DEVICE, JOURNAL, KEY, PLACE, Mounted, board_events

from drivers.store import Store

BOARDS = 26


def _costs(flash, events, slowest_us):
    return {
        "events": events,
        "erases_per_event": flash.erases / events,
        "bytes_programmed_per_event": flash.program_bytes / events,
        "bytes_read_per_event": flash.read_bytes / events,
        "estimated_ms_per_event": flash.busy_us() / events / 1000,
        "estimated_ms_slowest": slowest_us / 1000,
        "wear_most_worn_block": max(flash.wear),
        "wear_blocks": sum([1 for count in flash.wear if count]),
    }


def journal_costs(mounted, boards):
    """Record and seal boards; an event is what the table records, its seals cost extra."""
    flash = mounted.flash
    store = mounted.store = Store(JOURNAL, DEVICE, KEY)
    flash.reset_counts()
    for block in range(flash.blocks):
        flash.wear[block] = 0
    events = slowest = 0
    for board in range(1, boards + 1):
        for kind, ms, fields in board_events(board):
            before = flash.busy_us()
            store.append(kind, ms, *fields)
            slowest = max(slowest, flash.busy_us() - before)
            events += 1
        store.end_board(ms)
        gc.collect()
    return _costs(flash, events, slowest)


def append_costs(mounted, boards):
    flash = mounted.flash
    file = open(PLACE + "/append", "wb")
    flash.reset_counts()
    for block in range(flash.blocks):
        flash.wear[block] = 0
    events = slowest = 0
    for board in range(1, boards + 1):
        for _ in board_events(board):
            before = flash.busy_us()
            file.write(b"record of 14 b")
            file.flush()
            slowest = max(slowest, flash.busy_us() - before)
            events += 1
    file.close()
    return _costs(flash, events, slowest)


if __name__ == "__main__":
    mounted = Mounted(256, path=sys.argv[1], format=True)
    found = {
        "journal": journal_costs(mounted, BOARDS),
        "append_and_flush": append_costs(mounted, BOARDS),
    }
    mounted.close()
    print(json.dumps(found))
