"""Law 33: which of two calls made at the same moment counts first, and when that is certain."""

from bidbox.calls import EAST, NORTH, SOUTH, WEST
from bidbox.simultaneity import ORDER_UNCERTAIN, SIMULTANEOUS, Window, first


class _Clock:
    def between(self, earlier, later):
        return later - earlier


def _window(width=50):
    return Window(width, _Clock())


def _taken(window, turn, now):
    return (window.seat, window.flags) if window.take(turn, now) else None


def test_the_player_in_turn_comes_first_then_the_oldest():
    assert first([EAST, NORTH, SOUTH], [30, 10, 20], 3, NORTH) == 1
    assert first([EAST, SOUTH], [30, 40], 2, NORTH) == 1
    assert first([], [], 0, NORTH) == -1


def test_a_call_in_turn_is_taken_at_once():
    window = _window()
    window.put(NORTH, 5, 1000, 10)
    assert _taken(window, NORTH, 1000) == (NORTH, 0)
    assert (window.call, window.ms, window.gap_ms) == (5, 1000, 10)
    assert not window.waiting


def test_any_other_call_waits_until_its_window_is_over():
    window = _window()
    window.put(SOUTH, 5, 1000, 10)
    assert _taken(window, NORTH, 1049) is None
    assert _taken(window, NORTH, 1050) == (SOUTH, 0)


def test_the_next_player_within_the_window_is_put_second_and_in_turn():
    window = _window()
    window.put(EAST, 5, 1000, 10)
    assert _taken(window, NORTH, 1020) is None
    window.put(NORTH, 3, 1030, 10)
    assert _taken(window, NORTH, 1030) == (NORTH, 0)
    assert _taken(window, EAST, 1030) == (EAST, SIMULTANEOUS)


def test_partners_within_the_window_leave_the_second_out_of_turn():
    window = _window()
    window.put(SOUTH, 5, 1000, 10)
    window.put(NORTH, 3, 1010, 10)
    assert _taken(window, NORTH, 1010) == (NORTH, 0)
    assert _taken(window, EAST, 1010) is None
    assert _taken(window, EAST, 1050) == (SOUTH, SIMULTANEOUS)


def test_two_players_out_of_turn_are_ordered_by_time():
    window = _window()
    window.put(SOUTH, 5, 1010, 10)
    window.put(WEST, 6, 1000, 10)
    assert _taken(window, NORTH, 1055) == (WEST, 0)
    assert _taken(window, NORTH, 1060) == (SOUTH, SIMULTANEOUS)


def test_calls_a_window_apart_are_not_simultaneous():
    window = _window()
    window.put(NORTH, 3, 1000, 10)
    assert _taken(window, NORTH, 1000) == (NORTH, 0)
    window.put(EAST, 0, 1050, 10)
    assert _taken(window, EAST, 1050) == (EAST, 0)


def test_a_gap_between_scans_longer_than_the_window_makes_the_order_uncertain():
    window = _window()
    window.put(NORTH, 3, 1000, 51)
    assert _taken(window, NORTH, 1000) == (NORTH, ORDER_UNCERTAIN)


def test_without_a_window_calls_are_taken_as_they_come():
    window = _window(0)
    window.put(SOUTH, 5, 1000, 10)
    assert _taken(window, NORTH, 1000) == (SOUTH, 0)


def test_a_board_that_ends_leaves_nothing_waiting():
    window = _window()
    window.put(SOUTH, 5, 1000, 10)
    window.close()
    assert _taken(window, NORTH, 1000) == (SOUTH, 0)
    assert _taken(window, NORTH, 1000) is None
    window.put(SOUTH, 5, 2000, 10)
    assert _taken(window, NORTH, 2000) is None
