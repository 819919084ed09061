"""The records of the board that runs, as a start finds them on flash. Changes nothing there."""

from bidbox import journal, records
from drivers import pages


def board_records(store):
    """Give the records of the running board, from its BOARD on; none if no board is open.

    One after the other: a board may have hundreds, and who hears them needs the heap.
    """
    first = 0
    for number, data in pages.records(store.lanes, store.sealed, store.last):
        if journal.kind_at(data, 0) == records.BOARD:
            first = number
    if first:
        for _, data in pages.records(store.lanes, first - 1, store.last):
            record = records.decode(data)[0]
            if record is not None:
                yield record
