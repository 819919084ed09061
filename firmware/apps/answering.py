"""What the director answers or acknowledges, at the table, by radio or from the host.

Loaded for each of it; the adjudicator knows what an answer does.
"""

from micropython import const

from bidbox import answers, life, messages, phrases, records, stages
from bidbox.calls import NOBODY

_TD_ACKNOWLEDGED = const(2)  # records.TD_WHATS
_TD_ARRIVED = const(3)


def answer(table, board, code, of, a, b, extra=b""):
    """Take an answer (bidbox.answers) for board `board`, 0 for the open one.

    of: an event or messages.NO_EVENT; extra: the state a ruling sets. Return None, or why not.
    """
    board_life = table.life
    if board and board != board_life.board:
        return "board %d is not open here" % board
    if not stages.is_answerable(board_life):
        return "no board is open"
    if code >= len(answers.ANSWERS):
        return "no such answer"
    ruling = None
    if code == answers.RULING:
        from bidbox.rulings import parse

        try:
            ruling = parse(extra)
        except ValueError as error:
            return str(error)
    table.judge_all()
    event = -1 if of == messages.NO_EVENT else of
    ran = board_life.running
    closing = board_life.closing
    taken = stages.answer(board_life, code, event, a, b, ruling)
    table.book.put(records.ANSWER, table.now(), 5, code, event, a, b, extra)
    table.forget_td()
    if not board_life.open_item():
        table.after_td = False
    if board_life.running:
        table.changed()
    elif ran:
        from apps.course import closed

        table.book.put(records.PERIOD, table.now(), 2, life.DIRECTOR, NOBODY)
        closed(table, table.now())
    elif closing != board_life.closing:
        table.book.put(records.CLOSED, table.now(), 1, board_life.closing)
    table.signals.show()
    table.screens.renew()
    return None if taken else "nothing asks for that"


def acknowledge(table, what):
    """The director has seen an alert or call, is on his way or has arrived (messages.SEEN ...)."""
    if what == messages.ARRIVED:
        table.forget_td()
    elif what == messages.ON_THE_WAY:
        table.signals.director_comes = True
        for socket in range(4):
            if table.td_seats & 1 << table.seat_at(socket):
                table.screens.say(socket, phrases.TD_COMES)
    did = _TD_ARRIVED if what == messages.ARRIVED else _TD_ACKNOWLEDGED
    table.book.put(records.TD, table.now(), 2, NOBODY, did)
    table.signals.show()
