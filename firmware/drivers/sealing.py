"""Seals a board of the journal, and what the host is told of all that is held.

Loaded for the end of a board and the end of a download; takes the Store.
"""

from bidbox import journal, seal
from drivers import pages, segments


def seal_board(store, ms):
    """Seal the records since the last seal; errors as Store.append()."""
    store.ready()
    number = store.last + 1
    code = seal.begin_board(store.key, store.seal)
    for _, data in pages.records(store.lanes, store.sealed, store.last):
        code.update(data)
    data = journal.pack_seal(number, ms, code)
    store.put(number, data)
    store.sealed = number
    store.seal = journal.seal_in(data)
    store.boards += 1
    store.in_pages += 1


def closing(store, nonce, seconds):
    """Return the bytes of the sealed statement of what is held now; see Store.closing()."""
    head = None
    if store.segments:
        head = segments.head_of(store.directory + segments.FOLDER, store.segments[0].ident)[0]
    fields = (
        store.device[1] if store.device else "",
        store.first,
        store.last,
        store.boards - (head.boards if head else 0),
        seconds,
        store.boot,
        head.before if head else b"",
        nonce[:16],
    )
    code = seal.begin_closing(store.key, store.seal)
    for _, data in pages.records(store.lanes, store.sealed, store.last):
        code.update(data)
    return journal.pack_closing(max(1, store.last), fields, code)
