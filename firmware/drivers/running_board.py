"""The records of the board that runs, as a start finds them on flash. Changes nothing there."""

from bidbox import records
from drivers import pages


def board_records(store):
    """Return the records of the running board, from its BOARD on; [] if no board is open."""
    found: list = []
    for _, data in pages.records(store.lanes, store.sealed, store.last):
        record = records.decode(data)[0]
        if record is None:
            continue
        if record.kind == records.BOARD:
            found = []
        if found or record.kind == records.BOARD:
            found.append(record)
    return found
