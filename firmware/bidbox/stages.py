"""What happens to a board's life once a board: proposing, correcting, alerting, ending, closing.

Loaded when it does, so that it takes no heap in between. Each function takes a Life; like it, none
knows a clock, key, display or record.
"""

from bidbox import boards, life
from bidbox.answers import AUCTION_PERIOD_OVER, BOARD
from bidbox.calls import NOBODY, PASS, lho


def expected(board_life):
    """Return the number that follows the board opened last."""
    if not board_life.board:
        return board_life.first
    return boards.following(board_life.board, board_life.first, board_life.last)


def propose(board_life, number=0):
    """Propose board `number`, or the one that follows; return IN_LOG, SKIPPED or 0."""
    following = expected(board_life)
    proposal = number or following
    board_life.opening = life.BY_NUMBER if number else life.BY_PROPOSAL
    board_life.proposal = proposal
    board_life.state = life.PROPOSED
    said = life.IN_LOG if board_life.logged[proposal >> 3] & 1 << (proposal & 7) else 0
    if board_life.first <= following < proposal:
        said |= life.SKIPPED
    return said


def can_correct(board_life):
    """Whether any seat may still correct the number: until the first call."""
    return board_life.state == life.AUCTION and board_life.calls == 0


def correct(board_life, number):
    """Take another number for the board just opened."""
    board_life.begin(number, board_life.opening)


def is_answerable(board_life):
    """Whether the director can answer: a board is open, or one was made here and closed."""
    return board_life.running or board_life.adjudicator.event_count > 0


def answer(board_life, code, of=-1, a=0, b=0, ruling=None):
    """Apply a director's answer; return whether anything asked for it.

    For BOARD, a is the dealer and b the number, 0 as it was; ruling: as adjudicator.answer() takes
    it. A board just closed can be answered for until the next one is opened: it stays closed.
    """
    adjudicator = board_life.adjudicator
    if not is_answerable(board_life):
        return False
    taken = adjudicator.answer(code, of, a, b, ruling)
    if taken and code == BOARD:
        board_life.dealer = a
        if b:
            board_life.board = b
            board_life.note_logged(b)
    if not board_life.running:
        if not adjudicator.over:
            board_life.closing = life.INCOMPLETE
        elif board_life.closing == life.INCOMPLETE:
            board_life.closing = life.COMPLETE
    elif code == AUCTION_PERIOD_OVER and board_life.state == life.CLARIFICATION:
        end_period(board_life, life.DIRECTOR)
        return True
    else:
        board_life.follow()
    return taken


def alert(board_life, event, on):
    """Alert the call that is `event`, or take its alert back."""
    if 0 <= event < life.ALERTS:
        bit = 1 << (event & 7)
        if on:
            board_life.alerts[event >> 3] |= bit
        else:
            board_life.alerts[event >> 3] &= 0xFF ^ bit


def leader(board_life):
    """Return the seat that leads once there is a contract, else NOBODY (Law 41A)."""
    adjudicator = board_life.adjudicator
    if not adjudicator.over or adjudicator.passed_out:
        return NOBODY
    return lho(adjudicator.declarer)


def ok_alone(board_life, seat):
    """Return what OK with nothing selected does at `seat`."""
    if board_life.state == life.PROPOSED:
        return life.OPENS
    if board_life.state == life.CLARIFICATION:
        leads = leader(board_life)
        return life.ENDS_PERIOD if leads == NOBODY or leads == seat else life.SAYS_SO
    if board_life.state == life.AUCTION:
        return life.SAYS_SO
    return life.PROPOSES


def period_by_ok(board_life):
    """Return how the auction period ends by OK: a lead is faced or the hands are returned."""
    return life.HANDS_RETURNED if board_life.adjudicator.passed_out else life.LEAD_FACED


def end_period(board_life, period):
    """End the auction period (Law 17D1-2, 22B of 2007): play begins, keys are dead."""
    board_life.period = period
    close(board_life)


def close(board_life):
    """Close the running board; return how."""
    if board_life.adjudicator.over:
        board_life.closing = life.COMPLETE
    elif board_life.deemed and _lacks_only_passes(board_life) and _deem(board_life):
        board_life.closing = life.DEEMED
    else:
        board_life.closing = life.INCOMPLETE
    board_life.state = life.PLAY
    return board_life.closing


def _lacks_only_passes(board_life):
    """Whether the last call was a pass, none is open and the players put their cards away.

    A bid and one or two passes after it, or three passes and nothing else.
    """
    adjudicator = board_life.adjudicator
    count = adjudicator.count
    passes = 0
    while passes < count and adjudicator.standing(count - 1 - passes) == PASS:
        passes += 1
    enough = 3 if passes == count else 1
    return passes >= enough and not board_life.open_item()


def _deem(board_life):
    """Have the missing passes made; return whether they ended the auction."""
    adjudicator = board_life.adjudicator
    for _ in range(3):
        if not adjudicator.over:
            adjudicator.step(adjudicator.turn, PASS)
    return adjudicator.over
