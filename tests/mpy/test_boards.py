"""Dealer, vulnerability, turned boards and the number that follows."""

from bidbox import boards

# Law 2, boards 1 to 16.
_VULNERABLE = "None NS EW All NS EW All None EW All None NS All None NS EW".split()


def test_dealers_go_round_the_table():
    assert [boards.dealer(n) for n in (1, 2, 3, 4, 5, 16, 17)] == [0, 1, 2, 3, 0, 3, 0]


def test_vulnerability_repeats_after_sixteen_boards():
    for number in range(1, 65):
        name = boards.VULNERABILITIES[boards.vulnerability(number)]
        assert name == _VULNERABLE[(number - 1) % 16], number


def test_a_turned_board_moves_every_seat_once_and_back():
    for turned in (False, True):
        seats = [boards.seat_of_socket(socket, turned) for socket in range(4)]
        assert sorted(seats) == [0, 1, 2, 3]
        for socket in range(4):
            assert boards.socket_of_seat(seats[socket], turned) == socket
    assert boards.seat_of_socket(1, True) == 0


def test_partners_stay_partners_when_turned():
    for socket in range(4):
        other = boards.seat_of_socket((socket + 2) & 3, True)
        assert other == (boards.seat_of_socket(socket, True) + 2) & 3


def test_next_board_wraps_at_the_sessions_highest():
    assert boards.following(1, 1, 26) == 2
    assert boards.following(26, 1, 26) == 1
    assert boards.following(30, 5, 26) == 5
    assert boards.following(3, 5, 26) == 5
