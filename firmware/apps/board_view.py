"""What a seat's display shows of a board beside its auction: proposal, header and contract.

Drawn when the board's state changes, and loaded for it, once for all displays.
"""

from micropython import const

from apps import sheet
from apps.seat_view import CELL
from bidbox import boards, life, phrases
from bidbox.calls import NO_CALL, NOBODY, SEATS

_HEADER = const(0)
_RECORD = const(1)  # first page of the auction

_VULNERABILITIES = ("-", "NS", "EW", "All")
_MARKED = ("", "X", "XX")


def draw(view, board_life, page=_HEADER):
    """Draw all of the board on a SeatView but its auction; from another page on its contract."""
    state = board_life.state
    if page:
        _draw_contract(view, board_life, page, 16)
    elif state == life.PROPOSED or state == life.IDLE:
        _draw_proposal(view, board_life)
    else:
        _draw_header(view, board_life.board)
        if state == life.PLAY:
            _draw_contract(view, board_life, _RECORD, 32)


def _draw_header(view, number):
    """Board, vulnerability and, above each column, its compass letter, the own one marked."""
    canvas = view.canvas
    canvas.label("%d" % number, 0, _HEADER)
    vulnerable = _VULNERABILITIES[boards.vulnerability(number)]
    # Beside the own letter, which is inverse, and close together: not to read as one word.
    for i in range(len(vulnerable)):
        canvas.text(vulnerable[i], 3 * CELL + 4 + i * 16 // len(vulnerable), _HEADER)
    for seat in range(4):
        x = CELL * sheet.column(seat, view.seat) + 24
        canvas.label(SEATS[seat], x, _HEADER)
        if seat == view.seat:
            canvas.invert(x, _HEADER, 8, 1)


def _draw_proposal(view, board_life):
    """The next board, large, with its dealer and vulnerability, the table, and the own seat."""
    canvas = view.canvas
    number = board_life.proposal
    canvas.label("%d" % number, 0, 1, 4, 24)
    canvas.label(SEATS[view.seat], 96, 1, 4, 32)
    vulnerable = _VULNERABILITIES[boards.vulnerability(number)]
    words = phrases.phrase(phrases.ENGLISH, phrases.DEALER)
    canvas.label(words % (SEATS[boards.dealer(number)], vulnerable), 0, 5)
    canvas.label(phrases.phrase(phrases.ENGLISH, phrases.TABLE) % view.table, 0, 0)


def _draw_contract(view, board_life, page, size):
    """Contract, doubled or not, and declarer; or what the board came to without one."""
    canvas = view.canvas
    adjudicator = board_life.adjudicator
    bid = adjudicator.contract
    without = board_life.state == life.PLAY and board_life.closing == life.INCOMPLETE
    if adjudicator.passed_out:
        view.write(phrases.PASSED_OUT, 0, page)
    elif bid == NO_CALL or without:
        view.write(phrases.INCOMPLETE, 0, page)
    else:
        canvas.call(bid, 0, page, size)
        canvas.label(_MARKED[adjudicator.doubled], 40, page, size // 8, size // 2 + 4)
        if adjudicator.declarer != NOBODY:
            canvas.label(SEATS[adjudicator.declarer], 96, page, size // 8, size)
