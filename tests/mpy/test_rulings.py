"""A ruling's JSON becomes what the adjudicator takes; anything else is refused in one line."""

from bidbox import answers
from bidbox.adjudicator import Adjudicator
from bidbox.calls import EAST, NORTH, SOUTH, WEST, parse_call
from bidbox.laws import edition_2017
from bidbox.rulings import parse


def test_all_parts_may_be_left_out():
    assert parse(b"{}") == (None, None, None, None)
    assert parse(b'{"turn": "S"}') == (SOUTH, None, None, None)


def test_seats_calls_and_duties_are_read():
    data = b'{"turn":"W","calls":[["N","1H"],["E","X"]],"must_pass":{"N":"rest","E":"next"}}'
    calls = [(NORTH, parse_call("1H")), (EAST, parse_call("X"))]
    assert parse(data) == (WEST, calls, {NORTH: 2, EAST: 1}, None)
    assert parse(b'{"must_repeat":{"S":"2D"}}')[3] == {SOUTH: parse_call("2D")}


def test_what_is_no_ruling_is_refused():
    wrong = (
        b"", b"{", b"[]", b"7", b'"S"', b'{"turn":"Q"}', b'{"turn":1}', b'{"calls":5}',
        b'{"calls":["1H"]}', b'{"calls":[["N","1H","P"]]}', b'{"calls":[["N","0H"]]}',
        b'{"must_pass":["N"]}', b'{"must_pass":{"N":"never"}}', b'{"must_repeat":{"N":1}}',
    )  # fmt: skip
    for data in wrong:
        try:
            parse(data)
        except ValueError as error:
            assert "\n" not in str(error)
        else:
            raise AssertionError(data)


def test_the_adjudicator_takes_it():
    adjudicator = Adjudicator(edition_2017)
    adjudicator.open(NORTH)
    adjudicator.step(NORTH, parse_call("1S"))
    adjudicator.step(EAST, parse_call("1H"))
    ruling = parse(b'{"turn":"E","calls":[["N","1S"]],"must_pass":{"W":"rest"}}')
    assert adjudicator.answer(answers.RULING, -1, 0, 0, ruling)
    assert (adjudicator.turn, adjudicator.count) == (EAST, 1)
    assert adjudicator.owes(WEST)[0] == 2
