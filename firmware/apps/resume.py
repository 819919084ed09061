"""After a reset: the running board's records played through the board's life again.

Knows what each record did; writes down the restart, the end of a board that was cut short in
ending, and what was found wrong.
"""

import asyncio

from apps import errands, recorder
from bidbox import faults, life, phrases, records, stages
from bidbox.answers import RULING
from bidbox.calls import NOBODY
from drivers.running_board import board_records

_A_STEP = 8  # records read between two scans


def begin(parts):
    """Go on with the board that was open when the power went, or propose the next one."""
    try:
        runs = resume(parts.table, board_records(parts.store))
        parts.life.board = parts.life.board or _last_board(parts.store)
    except OSError:
        runs = False
    if runs:
        parts.book.put(records.RESTART, parts.table.now(), 1, parts.store.boot)
        parts.console.log("restarted, board %d continues" % parts.life.board)
    else:
        parts.table.ask(errands.PROPOSE, 0, 0, 0)
    if not parts.radio.works:
        parts.faults.say(faults.RADIO)
    for name in parts.hardware.config.faults:
        parts.faults.say(faults.SETTINGS, NOBODY, name)
        parts.table.screens.say_all(phrases.SETTINGS_DAMAGED)
    parts.tell_store()


def resume(table, found):
    """Put a Table where the records of the running board left it; return whether it runs."""
    board_life = table.life
    closed = False
    last = 0
    for record in found:
        if record.kind == records.RESUMED:
            last = max(last, record.until)
        elif record.kind != records.RESTART and record.kind != records.FAULT:
            last = max(last, record.ms)
        _apply(table, board_life, record)
        closed = closed or record.kind == records.CLOSED
    if board_life.state == life.PLAY or closed:
        _end_cut(table, last, closed)
        return False
    if board_life.running:
        _go_on(table, last)
    return board_life.running


def _end_cut(table, last, is_closed):
    """The power was cut while the board was being ended: write what is missing."""
    if is_closed:
        table.book.put(recorder.END_BOARD, last)
        return
    from apps.course import closed

    closed(table, last)


def _go_on(table, last):
    """The running board goes on; its newest record was made `last` ms after it was opened."""
    table.opened_at = table.clock.add(table.clock.ms(), -last)
    signals = table.signals
    signals.recording = True
    signals.director_called = table.td_seats != 0
    table.screens.turn(table.turned)
    table.screens.called(table.td_seats)
    table.changed()
    table.screens.say_all(phrases.RESTARTED, table.life.board)


def take_over(table, data):
    """Record the running board of another unit and go on with it; return None, or why not.

    data: its records as they are to stand here, whatever their numbers; the first is BOARD, the
    second RESUMED. They keep their times; the clock of BOARD becomes this device's.
    """
    wrong = _wrong(data)
    if wrong:
        return wrong
    table.players.clear()  # what was being entered here
    table.after_td = False
    table.forget_td()
    table.write_session()
    if not table.book.drain():
        return "the journal cannot be written"
    opened = 0
    for record in _sent(data):
        if record.kind == records.RESUMED:
            opened = max(0, table.clock.ms() - record.until)
            break
    for record in _sent(data):
        fields = record.fields
        if record.kind == records.BOARD:
            fields = fields[:5] + (opened,)
        table.book.store.append(record.kind, record.ms, *fields)
    resume(table, _sent(data))
    return None


def _sent(data):
    """Give the records that another unit's board consists of; None, and no more, for damage."""
    at = 0
    while at < len(data):
        record, at = records.decode(data, at)
        yield record
        if record is None:
            return


def _wrong(data):
    """Return why this is no board to resume, in words; "" if it is one."""
    count = 0
    for record in _sent(data):
        if record is None:
            return "a record is damaged"
        if count < 2 and record.kind != (records.BOARD, records.RESUMED)[count]:
            return "that is no board to resume"
        count += 1
    return "" if count > 1 else "that is no board to resume"


def _apply(table, board_life, record):
    kind = record.kind
    if kind == records.BOARD:
        table.turned = bool(record.turned)
        table.session = record.session
        board_life.begin(record.board, record.how, record.dealer)
    elif kind == records.BOARD_CORRECTED:
        stages.correct(board_life, record.board)
    elif kind == records.CALL:
        second = record.flags & records.SIMULTANEOUS != 0
        board_life.call(record.seat, record.call, second)
    elif kind == records.ANSWER:
        ruling = None
        if record.code == RULING:
            from bidbox.rulings import parse

            ruling = parse(record.state)
        stages.answer(board_life, record.code, record.of, record.a, record.b, ruling)
        if not board_life.open_item():
            table.after_td = False
    elif kind == records.ALERT:
        stages.alert(board_life, record.event, record.on)
    elif kind == records.TD:
        _apply_td(table, record)
    elif kind == records.PERIOD:
        stages.end_period(board_life, record.how)


def _apply_td(table, record):
    if record.seat == NOBODY:
        if records.TD_WHATS[record.what] == "arrived":
            table.td_seats = 0
        return
    bit = 1 << record.seat
    if records.TD_WHATS[record.what] == "called":
        table.td_seats |= bit
        table.after_td = True
    else:
        table.td_seats &= ~bit
        table.after_td = table.after_td and table.td_seats != 0


def _last_board(store):
    """Return the number of the board opened last, 0 if the log holds none."""
    number = store.last
    while number >= store.first and number > 0:
        record = _record(store, number)
        if record is not None and record.kind == records.BOARD:
            return record.board
        number -= 1
    return 0


async def learn(store, board_life):
    """Note which boards the log holds, a few records at a time."""
    for number in range(store.first, store.last + 1):
        record = _record(store, number)
        if record is not None and record.kind in (records.BOARD, records.BOARD_CORRECTED):
            board_life.note_logged(record.board)
        if number % _A_STEP == 0:
            await asyncio.sleep_ms(10)


def _record(store, number):
    try:
        data = store.read(number)
    except OSError:
        return None
    return records.decode(data)[0] if data else None
