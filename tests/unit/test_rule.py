"""`bidbox rule`: what may be typed, the scripts in order, answers given at once, interruption."""

import json
import os
import select
import subprocess
import sys

import pytest
from click.testing import CliRunner

from bidbox_host.commands.rule import command
from bidbox_host.errors import UsageError
from bidbox_host.rule.parse import parse_auction, parse_call
from bidbox_host.text import catalogue

ENGLISH = catalogue()


def rule(*arguments, typed=None):
    """Run the command; `typed` are the lines that the director enters."""
    lines = None if typed is None else "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(command, [str(a) for a in arguments], input=lines)


def in_order(text, *parts):
    at = -1
    for part in parts:
        found = text.find(part, at + 1)
        assert found > at, f"{part!r} does not follow in:\n{text}"
        at = found


@pytest.mark.parametrize(
    ("word", "call"),
    [
        *((w, "P") for w in ("p", "P", "pass", "PASS", "Pass")),
        *((w, "X") for w in ("x", "d", "dbl", "Double")),
        *((w, "XX") for w in ("xx", "rdbl", "redouble")),
        *((w, "1N") for w in ("1n", "1NT", "1nt", "1N")),
        ("2d", "2D"),
        ("3♠", "3S"),
        ("8c", "8C"),
    ],
)
def test_calls_are_taken_as_people_write_them(word, call):
    assert parse_call(word) == call


@pytest.mark.parametrize("word", ["", "0C", "1Z", "D1", "passsss", "1", "N", "1NTT", "xxx", "?"])
def test_nonsense_is_no_call(word):
    assert parse_call(word) is None


def test_calls_go_round_from_the_dealer_and_on_from_a_named_seat():
    events = parse_auction("1h, p S:2d x", "E", ENGLISH)
    assert [(e["seat"], e["call"]) for e in events] == [
        ("E", "1H"),
        ("S", "P"),
        ("S", "2D"),
        ("W", "X"),
    ]


@pytest.mark.parametrize(
    ("text", "named"), [("1H banana", "banana"), ("Q:1H", "Q"), ("N:", "N:"), ("1H 1D!", "1D!")]
)
def test_a_word_not_understood_is_named_with_what_is(text, named):
    with pytest.raises(UsageError) as caught:
        parse_auction(text, "N", ENGLISH)
    message = caught.value.format_message()
    assert f'"{named}"' in message
    assert "S:2D" in message
    assert "\n" not in message


def test_nonsense_on_the_command_line_is_one_line_and_status_2():
    for arguments in (["1H", "fish"], ["--dealer", "Q", "1H"], ["--language", "tlh", "1H"]):
        result = rule(*arguments)
        assert result.exit_code == 2
        assert result.output.count("\n") == 1
        assert "Traceback" not in result.output


def test_an_insufficient_bid_is_led_through_the_script_in_order():
    result = rule("1H 1D", typed=["no", "no", "2D", "yes", ""])
    assert result.exit_code == 0, result.output
    in_order(
        result.output,
        "East's 1D over North's 1H is not enough (Law 27).",
        "Away from the table, ask East how 1D came about",
        "unintended",
        "To South: you will be able to accept 1D, but first hear",
        "2D, if it shows the same suit or suits as 1D (27B1(a))",
        "a call that is comparable to 1D (27B1(b))",
        "A double may be one.",
        "West must pass for the rest of the auction (27B2)",
        "Does South accept 1D?",
        "East's call?",
        "Does 2D show the same suit or suits as 1D?",
        "1D was replaced in the same denomination: no rectification (27B1(a)).",
        "South's call?",
        "Standing calls: North 1H, East 2D.",
        "South is to call.",
        "call me back at the end of play",
    )
    assert "insufficient bid" not in result.output


def test_another_bid_silences_partner_and_restricts_the_lead_at_the_end():
    typed = ["no", "no", "P", "no", "2S", "P", "P", "P"]
    result = rule("1S 1H", typed=typed)
    assert result.exit_code == 0, result.output
    in_order(
        result.output,
        "Is the pass comparable to 1H?",
        "West must pass for the rest of the auction (27B2)",
        "The auction is over: 2S by",
        "Lead restriction (Law 26B): at West's first lead",
        "may forbid one suit that East did not specify",
    )


def test_lho_accepts_by_calling():
    result = rule("1S 1H", typed=["no", "P", ""])
    in_order(result.output, "Does South accept 1H?", "South accepted 1H: it stands (27A1).")
    assert "West is to call." in result.output


def test_an_unintended_call_is_replaced_and_nothing_more():
    result = rule("1S 1H", typed=["yes", "2H", ""])
    assert result.exit_code == 0, result.output
    in_order(result.output, "1H was not intended", "North 1S, East 2H", "South is to call.")
    assert "call me back" not in result.output


def test_a_call_out_of_rotation_at_rhos_turn():
    result = rule("E:1D", typed=["no", "no", "P", "1D", ""])
    assert result.exit_code == 0, result.output
    in_order(
        result.output,
        "East's 1D is out of rotation: it was North's turn (Law 31A).",
        "If North passes, East must repeat 1D.",
        "If North calls before the ruling, 1D vanishes",
        "Does South call over 1D, and so accept it?",
        "North's call?",
        "North passed: East must repeat 1D (31A1).",
        "East's call?",
        "South is to call.",
    )


def test_the_dealer_calling_over_an_opening_is_asked_what_he_meant():
    result = rule("W:1D N:1S", typed=["opened", ""])
    in_order(result.output, "Did North mean to open the auction, or to call over 1D?", "(28B)")
    over = rule("W:1D N:1S", typed=["over", ""])
    in_order(over.output, "Did North mean", "North accepted 1D: it stands (29A).")


def test_a_double_of_partners_bid_is_cancelled_and_never_offered():
    result = rule("1H P X", typed=["no", "yes", "2H", ""])
    assert result.exit_code == 0, result.output
    in_order(
        result.output,
        "South's double over North's 1H is inadmissible (Law 36).",
        "The double can not be accepted",
        "Cancel the double?",
        "North must pass for the rest of the auction",
        "West is to call.",
    )


def test_three_passes_are_explained_before_acceptance():
    result = rule("--dealer", "W", "P P S:P", typed=["no", "no", ""])
    assert "goes back to East, who was skipped" in result.output


def test_no_lowest_bid_is_offered_where_there_is_none():
    result = rule("7H 7D", typed=["no", "no", ""])
    assert "27B1(a)" not in result.output
    assert "only a call that is comparable to 7D (27B1(b))" in result.output


def test_the_edition_changes_the_words():
    new, old = (rule("--laws", e, "1H 1D", typed=["no", "no", ""]) for e in ("2017", "2007"))
    assert "comparable" in new.output
    assert "comparable" not in old.output
    assert "something more precise" in old.output


def test_back_takes_the_last_answer_back():
    result = rule("1S 1H", typed=["no", "no", "back", "P", ""])
    assert result.exit_code == 0, result.output
    assert "South accepted 1H: it stands (27A1)." in result.output
    first = rule("1S 1H", typed=["back", "no", "P", ""])
    assert "There is no answer to take back." in first.output


def test_words_that_mean_nothing_are_asked_again():
    result = rule("1S 1H", typed=["perhaps", "?", "no", "no", "2Z", "2H", "yes", ""])
    assert result.exit_code == 0, result.output
    in_order(result.output, '"perhaps" is no call', "Answer yes/no", '"2Z" is no call')
    assert "no rectification (27B1(a))" in result.output


def test_a_gap_in_the_laws_names_both_readings_and_the_director_decides():
    accepted = rule("S:1H N:2H", typed=["2", "S:1H", "W", "", ""])
    assert accepted.exit_code == 0, accepted.output
    in_order(
        accepted.output,
        "Reading 1: 1H is cancelled (29B).",
        "Reading 2: 1H has been accepted and stands (29A).",
        "the director decides. Until then the first reading holds. [1/2]",
        "Which calls stand, in order?",
        "The director has ruled on 1H (81C).",
        "Standing calls: South 1H.",
    )
    first = rule("S:1H N:2H", typed=["1", ""])
    assert "Standing calls: North 2H." in first.output


def test_the_director_has_the_last_word():
    result = rule("1S 1H", typed=["hand", "N:1S E:2C", "S", "W", ""])
    assert result.exit_code == 0, result.output
    in_order(
        result.output,
        "Which calls stand, in order?",
        "Standing calls: North 1S, East 2C.",
        "South is to call.",
        "West must pass for the rest of the auction.",
    )
    nonsense = rule("1S 1H", typed=["hand", "N:1S", "Q", "no", "P", ""])
    assert '"Q" is no seat: write N, E, S or W. Nothing was changed.' in nonsense.output
    assert nonsense.exit_code == 0


def test_a_regular_auction_says_so():
    result = rule("1H P 2H", typed=[""])
    assert result.exit_code == 0
    in_order(result.output, "Nothing irregular.", "West is to call.")


def test_an_impossible_auction_is_judged_like_any_other():
    result = rule("P P P P 1S XX 9C", "--answers", "")
    assert result.exit_code == 0
    assert "came after the final pass (Law 39)" in result.output


def test_the_end_of_input_in_the_middle_is_one_line_and_status_1():
    result = rule("1S 1H", typed=["no"])
    assert result.exit_code == 1
    last = result.output.rstrip("\n").split("\n")[-1]
    assert last == "Error: " + ENGLISH("rule.interrupted")
    assert "Traceback" not in result.output


def test_answers_replace_the_director():
    result = rule("1H 1D", "--answers", "not_accepted,E:2D,same_denomination")
    assert result.exit_code == 0, result.output
    assert "no rectification (27B1(a))" in result.output
    assert "South is to call." in result.output


def test_answers_may_be_yes_and_no_in_the_order_of_the_questions():
    result = rule("1H 1D", "--answers", "no,no,2D,yes")
    assert "no rectification (27B1(a))" in result.output


@pytest.mark.parametrize("word", ["ruling", "entered", "must_pass", "board", "RULING"])
def test_an_answer_that_needs_more_than_a_word_is_refused_in_a_line(word):
    done = rule("1H 1D", "--answers", word)
    assert done.exit_code == 2
    assert word in done.stderr and done.stderr.count("\n") == 1


def test_an_auction_longer_than_any_is_refused_in_a_line():
    done = rule("x " * 2_100)
    assert done.exit_code == 2
    assert "2100 calls" in done.stderr and "319" in done.stderr and done.stderr.count("\n") == 1


def test_of_two_insufficient_bids_the_first_is_asked_about_first():
    done = rule("1S E:1H E:1D", typed=["no", "no", "no", "no", ""])
    in_order(
        done.output,
        "Does South accept 1H?",
        "Does South accept 1D?",
        "neither accepted: West must pass",
    )


def test_of_two_insufficient_bids_the_one_not_accepted_is_said_to_be_cancelled():
    done = rule("1S E:1H E:1D", typed=["no", "yes", ""])
    in_order(done.output, "South accepted 1H", "1D is cancelled: South accepted 1H (27B4).")
    assert "neither accepted" not in done.output
    assert "must pass" not in done.output.split("South accepted 1H")[1]


def test_questions_and_outcomes_name_the_new_call():
    done = rule("1S 1H", typed=["no", "no", "2H", "no", "no", "P", "P", "P"])
    in_order(done.output, "Does 2H show the same suit", "Is 2H comparable to 1H?")
    done = rule("1S 1H", typed=["no", "no", "X", "no", "P", ""])
    in_order(done.output, "Is the double comparable to 1H?", "After 1H the double was tried")
    done = rule("1H P S:X S:2H", typed=[""])
    assert "2H was put in place of the double and stands (36B2)." in done.output
    done = rule("1S E:1H E:2H", typed=["no", "no", "yes", ""])
    assert "2H was put in place of 1H before any ruling (27C)." in done.output


def test_a_question_without_choice_goes_on_with_enter():
    typed = ["no", "no", "2H", "no", "no", "2S", "P", "P", "P", ""]
    done = rule("1S 1H", "--laws", "2007", typed=typed)
    in_order(done.output, "Which suits did East's calls specify? [Enter goes on]", "2S by North")
    assert done.exit_code == 0


def test_nothing_is_owed_for_a_call_of_the_declarers_after_the_end():
    done = rule("1C P P P N:2C", typed=["yes"])
    assert "39B" in done.output
    assert "may not use" not in done.output and "call me back" not in done.output


def test_what_is_still_asked_is_listed():
    result = rule("1H 1D", "--answers", "not_accepted,2D")
    assert (
        "Still to be answered: Does 2D show the same suit or suits as 1D?"
        in result.output
    )


def test_an_answer_that_nothing_asks_for_is_refused():
    result = rule("1H P", "--answers", "comparable")
    assert result.exit_code == 2
    assert '"comparable" does not fit here' in result.output


def test_json_is_the_adjudicators_answer_with_an_explanation():
    result = rule("1H 1D", "--json", "--answers", "not_accepted,E:2D,same_denomination")
    document = json.loads(result.output)
    assert document["state"]["calls"] == [["N", "1H"], ["E", "2D"]]
    assert document["verdicts"][0]["outcome"] == "27B1(a)"
    assert len(document["request"]["events"]) == 5
    [verdict] = document["explanation"]["verdicts"]
    assert verdict["event"] == 1
    assert "East's 1D over North's 1H" in verdict["sentences"][0]


def test_ctrl_c_at_a_terminal_is_one_line_and_status_1():
    pty = pytest.importorskip("pty", reason="it is about a terminal of Unix")
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from bidbox_host.cli import main; main()", "rule", "1S 1H"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(terminal)
    seen = _read_until(main, b"[yes/no]")
    os.write(main, b"no\n")
    seen += _read_until(main, b"[yes/no]")
    while b"Error" not in seen:
        os.write(main, b"\x03")  # again after a second: the line editor may not have begun to wait
        seen += _read_for(main, 1.0)
    assert process.wait(timeout=20) == 1
    os.close(main)
    text = seen.decode().replace("\r\n", "\n")
    assert "Does South accept 1H?" in text
    assert text.rstrip().split("\n")[-1] == "Error: " + ENGLISH("rule.interrupted")
    assert "Traceback" not in text


def _take_terminal():
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read_until(handle, mark):
    seen = b""
    while mark not in seen:
        seen += os.read(handle, 4096)
    return seen


def _read_for(handle, seconds):
    ready, _, _ = select.select([handle], [], [], seconds)
    seen = b""
    while ready:
        try:
            piece = os.read(handle, 4096)
        except OSError:  # Linux: the other side has been closed
            return seen
        seen += piece
        if b"Error" in seen and seen.endswith(b"\n"):
            return seen
        ready, _, _ = select.select([handle], [], [], seconds)
    return seen
