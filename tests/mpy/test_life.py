"""A board's life: what opens it, what ends it, what OK and numbers mean on the way."""

from bidbox import answers, life, stages
from bidbox.adjudicator import Adjudicator
from bidbox.calls import EAST, NOBODY, NORTH, SOUTH, WEST, call_name, parse_call, parse_seat
from bidbox.laws import edition_2017
from bidbox.life import Life


def _life(calls="", board=1, **options):
    """Return a Life in which a board was opened and calls like "N 1H" were made."""
    box = Life(Adjudicator(edition_2017), 1, 26, **options)
    stages.propose(box, board)
    _open(box)
    _make(box, calls)
    return box


def _open(box):
    """Open the proposed board, as it was proposed."""
    box.begin(box.proposal, box.opening)


def _make(box, calls):
    words = calls.split()
    for i in range(0, len(words), 2):
        box.call(parse_seat(words[i]), parse_call(words[i + 1]))


_ONE_HEART = "N 1H E P S P W P"


def test_the_first_board_of_the_session_is_proposed():
    box = Life(Adjudicator(edition_2017), 5, 30)
    assert box.state == life.IDLE
    assert stages.propose(box) == 0
    assert (box.state, box.proposal) == (life.PROPOSED, 5)


def test_ok_opens_the_proposed_board_and_a_call_opens_it_too():
    box = Life(Adjudicator(edition_2017))
    stages.propose(box)
    assert stages.ok_alone(box, SOUTH) == life.OPENS
    _open(box)
    assert box.opening == life.BY_PROPOSAL
    assert (box.state, box.board, box.dealer) == (life.AUCTION, 1, NORTH)
    stages.propose(box)
    box.begin(box.proposal, life.BY_CALL)
    assert box.opening == life.BY_CALL
    assert (box.board, box.dealer) == (2, EAST)


def test_boards_follow_one_another_and_wrap():
    box = _life(board=25)
    stages.close(box)
    stages.propose(box)
    assert box.proposal == 26
    _open(box)
    stages.close(box)
    stages.propose(box)
    assert box.proposal == 1


def test_a_number_is_said_to_be_in_the_log_or_to_skip_but_never_refused():
    box = _life(board=3)
    stages.close(box)
    assert stages.propose(box, 3) == life.IN_LOG
    assert stages.propose(box, 7) == life.SKIPPED
    assert stages.propose(box, 4) == 0
    stages.propose(box, 7)
    _open(box)
    assert (box.board, box.opening) == (7, life.BY_NUMBER)


def test_the_number_can_be_corrected_until_the_first_call():
    box = _life(board=1)
    assert stages.can_correct(box)
    stages.correct(box, 2)
    assert (box.board, box.dealer, box.state) == (2, EAST, life.AUCTION)
    box.call(EAST, parse_call("P"))
    assert not stages.can_correct(box)


def test_an_auction_ends_in_clarification_and_the_leader_ends_the_period():
    box = _life(_ONE_HEART)
    assert box.state == life.CLARIFICATION
    assert stages.leader(box) == EAST
    assert stages.ok_alone(box, SOUTH) == life.SAYS_SO
    assert stages.ok_alone(box, EAST) == life.ENDS_PERIOD
    assert stages.period_by_ok(box) == life.LEAD_FACED
    stages.end_period(box, life.LEAD_FACED)
    assert (box.state, box.closing) == (life.PLAY, life.COMPLETE)
    assert stages.ok_alone(box, WEST) == life.PROPOSES


def test_a_passed_out_board_is_ended_from_any_seat():
    box = _life("N P E P S P W P")
    assert stages.leader(box) == NOBODY
    for seat in range(4):
        assert stages.ok_alone(box, seat) == life.ENDS_PERIOD
    assert stages.period_by_ok(box) == life.HANDS_RETURNED


def test_a_pass_after_the_last_pass_is_no_irregularity():
    box = _life(_ONE_HEART)
    assert box.call(NORTH, parse_call("P")) == 0
    assert box.state == life.CLARIFICATION
    assert not box.open_item()


def test_a_bid_after_the_last_pass_is_one():
    box = _life(_ONE_HEART)
    assert box.call(EAST, parse_call("2C")) != 0
    assert box.open_item()


def test_picking_up_without_the_last_pass_is_deemed_to_be_passing():
    box = _life("N 1N E P")
    assert stages.close(box) == life.DEEMED
    assert call_name(box.adjudicator.contract) == "1N"
    assert box.adjudicator.declarer == NORTH


def test_where_more_than_passes_is_missing_the_board_is_incomplete():
    for calls in ("", "N 1N", "N P E P", "N 1N E P S 2C", "N 1S E 1H"):
        assert stages.close(_life(calls)) == life.INCOMPLETE, calls
    assert stages.close(_life("N P E P S P")) == life.DEEMED


def test_deemed_is_an_option():
    assert stages.close(_life("N 1N E P", deemed=False)) == life.INCOMPLETE


def test_an_open_irregularity_is_settled_by_the_call_that_accepts_it():
    box = _life("N 1S E 1H")
    assert box.open_item()
    box.call(SOUTH, parse_call("P"))
    assert not box.open_item()


def test_a_director_ends_the_period_and_corrects_the_board():
    box = _life("E 1H", board=1)
    assert box.open_item()
    assert stages.answer(box, answers.BOARD, -1, EAST, 2)
    assert (box.board, box.dealer) == (2, EAST)
    assert not box.open_item()
    _make(box, "S P W P N P")
    assert stages.answer(box, answers.AUCTION_PERIOD_OVER)
    assert (box.state, box.period) == (life.PLAY, life.DIRECTOR)
    assert not stages.answer(box, answers.FALSE_ALARM)


def test_a_dealer_is_corrected_without_the_number():
    box = _life("E 1H", board=1)
    assert stages.answer(box, answers.BOARD, -1, EAST)
    assert (box.board, box.dealer) == (1, EAST)


def test_the_last_board_is_answered_for_until_the_next_is_opened():
    box = Life(Adjudicator(edition_2017))
    assert not stages.answer(box, answers.TAKE_BACK)
    stages.propose(box, 1)
    _open(box)
    _make(box, "N 1H E P S P W P")
    stages.end_period(box, life.LEAD_FACED)
    assert stages.answer(box, answers.UNINTENDED)
    assert (box.state, box.closing) == (life.PLAY, life.INCOMPLETE)
    assert stages.answer(box, answers.ENTERED, -1, WEST, parse_call("X"))
    for seat in (NORTH, EAST, SOUTH):
        assert stages.answer(box, answers.ENTERED, -1, seat, parse_call("P"))
    assert (box.state, box.closing) == (life.PLAY, life.COMPLETE)
    assert box.adjudicator.doubled == 1
    stages.propose(box)
    assert stages.answer(box, answers.TAKE_BACK)
    _open(box)
    assert not stages.answer(box, answers.TAKE_BACK)
    assert box.state == life.AUCTION


def test_an_alert_belongs_to_a_call_and_can_be_taken_back():
    box = _life("N 1H E P")
    assert box.latest[SOUTH] == life.NO_EVENT
    event = box.latest[NORTH]
    assert event == 0
    for on in (True, False, True):
        stages.alert(box, event, on)
        assert box.alerted(event) == on
    stages.propose(box)
    _open(box)
    assert not box.alerted(event)
