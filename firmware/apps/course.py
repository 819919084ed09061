"""The course of boards at the table, and all that players ask for but calls.

Loaded by the table's task when something of it happens, some ten times a board. Does what
bidbox.stages decides: writes the records, and tells signals and screens.
"""

from micropython import const

from apps import errands, recorder
from bidbox import life, phrases, records, stages
from bidbox.boards import HIGHEST
from bidbox.calls import NOBODY, partner

_STOP_MS = const(10000)
_TD_CALLED = const(0)  # records.TD_WHATS
_TD_CANCELLED = const(1)


def run(table, asked):
    """See to errands, in the order in which keys asked for them."""
    for at in range(0, len(asked), errands.SIZE):
        errand, socket, value, ms = asked[at : at + errands.SIZE]
        if errand == errands.CALL:
            table.call(socket, value, ms)
        else:
            _DOES[errand](table, socket, value, ms)


def _number(table, socket, number, ms):
    """A player typed a board's number."""
    if not 0 < number <= HIGHEST:
        table.screens.say(socket, phrases.CANNOT_OPEN)
    elif stages.can_correct(table.life):
        stages.correct(table.life, number)
        table.book.put(records.BOARD_CORRECTED, table.now(), 2, number, table.life.dealer)
        table.screens.renew()
    else:
        propose(table, number)


def _ok_alone(table, socket, value, ms):
    """OK was pressed with nothing selected."""
    seat = table.seat_at(socket)
    does = stages.ok_alone(table.life, seat)
    if does == life.SAYS_SO:
        leader = stages.leader(table.life)
        if leader == NOBODY:
            table.screens.say(socket, phrases.NOTHING_SELECTED)
        else:
            table.screens.say(socket, phrases.OK_IS_LEADERS, leader)
        return
    table.players.done(socket, ms)
    if does == life.OPENS:
        table.open(table.life.opening)
    elif does == life.ENDS_PERIOD:
        end_period(table, stages.period_by_ok(table.life), seat, table.at(ms))
    else:
        propose(table)


def _td(table, socket, value, ms):
    """Call the director, or take one's own call back."""
    seat = table.seat_at(socket)
    signals = table.signals
    table.td_seats ^= 1 << seat
    on = table.td_seats >> seat & 1
    table.screens.called(table.td_seats)
    if on:
        table.after_td = True
    else:
        table.screens.say(socket, phrases.TD_CANCELLED)
    signals.director_called = table.td_seats != 0
    if not table.td_seats:
        table.after_td = False
        signals.director_comes = False
    signals.td(table.life.board, seat, on)
    what = _TD_CALLED if on else _TD_CANCELLED
    table.book.put(records.TD, table.now(), 2, seat, what)
    table.screens.update()


def _alert(table, socket, value, ms):
    """Alert partner's last call, or one's own where the players alert themselves."""
    board_life = table.life
    seat = table.seat_at(socket)
    whose = seat if table.config["self_alert"] else partner(seat)
    event = board_life.latest[whose] if board_life.running else life.NO_EVENT
    if event == life.NO_EVENT:
        table.screens.say(socket, phrases.NO_CALL_TO_ALERT)
        return
    on = not board_life.alerted(event)
    stages.alert(board_life, event, on)
    table.book.put(records.ALERT, table.at(ms), 3, seat, int(on), event)
    if on:
        table.screens.say_all(phrases.ALERTED)
    table.screens.update()


def _stop(table, socket, value, ms):
    table.book.put(records.STOP, table.at(ms), 1, table.seat_at(socket))
    table.screens.say_all(phrases.STOP, 0, _STOP_MS)


def _propose(table, socket, value, ms):
    propose(table)


def propose(table, number=0):
    """Propose board `number`, or the next one, and close the one that runs."""
    unfinished = _finish(table)
    said = stages.propose(table.life, number)
    table.screens.renew()
    if said & life.IN_LOG:
        table.screens.say_all(phrases.IN_LOG, table.life.proposal)
    elif said & life.SKIPPED:
        table.screens.say_all(phrases.SKIPPED, stages.expected(table.life))
    elif unfinished:
        table.screens.say_all(phrases.LEFT_OPEN, unfinished)


def _finish(table):
    """Close the running board because the next one comes; return its number if left open."""
    table.judge_all()
    board_life = table.life
    if board_life.state == life.CLARIFICATION:
        end_period(table, life.NEXT_BOARD, NOBODY, table.now())
    elif board_life.state == life.AUCTION:
        stages.close(board_life)
        closed(table, table.now())
        if board_life.closing == life.INCOMPLETE:
            return board_life.board
    return 0


def end_period(table, how, seat, ms):
    """End the auction period (Law 17D): a lead was faced at a seat, or whatever `how` says."""
    table.judge_all()
    stages.end_period(table.life, how)
    table.book.put(records.PERIOD, ms, 2, how, seat)
    closed(table, ms)


def closed(table, ms):
    """The board's life has ended: write so, and seal the board."""
    signals = table.signals
    table.book.put(records.CLOSED, ms, 1, table.life.closing)
    table.book.put(recorder.END_BOARD, ms)
    signals.recording = False
    signals.open = False
    signals.next_call(table.life.board)
    signals.show()
    table.players.clear()
    table.screens.renew()


def begin_session(table, first):
    """Let a session begin with a board's number; no board is open."""
    board_life = table.life
    board_life.first = first
    board_life.last = max(first, board_life.last)
    table.session = 0
    table.session_from = -1
    propose(table, first)


_DOES = {
    errands.NUMBER: _number,
    errands.OK_ALONE: _ok_alone,
    errands.TD: _td,
    errands.ALERT: _alert,
    errands.STOP: _stop,
    errands.PROPOSE: _propose,
}
