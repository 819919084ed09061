"""PBN files: the export format to the letter, endplay's reading of it, and what the marks say."""

import io
import json
from pathlib import Path

import pytest
from endplay.parsers import pbn as endplay_pbn
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbox_host.export import pbn
from bidbox_host.export.heading import Heading
from bidbox_host.replay import boards_of, judge
from bidbox_host.text import catalogue
from tests.unit import strict_pbn
from tests.unit.logs import log_of, request

DATA = Path(__file__).parents[1] / "data"
SAMPLE = [json.loads(line) for line in (DATA / "auctions_sample.jsonl").open()]
EXAMPLES = [json.loads(line) for line in (DATA / "adjudicate_examples.jsonl").open()]


def exported(*requests, **how):
    judged = [judge(board) for board in boards_of(log_of(*requests, **how))]
    return pbn.render(judged, Heading("Bidbox test"), catalogue())


def game(dealer, auction, **how):
    [only] = strict_pbn.read(exported(request(dealer, auction), **how))
    return only


def tokens(found):
    return [("^I " if call.insufficient else "") + call.token for call in found.calls]


def of_auction(auction):
    return request(auction["d"], auction["c"])


def test_real_auctions_load_in_endplay_with_the_same_contract_and_declarer():
    data = exported(*(of_auction(a) for a in SAMPLE))
    boards = endplay_pbn.load(io.StringIO(data.decode("latin-1"), newline=None))
    assert len(boards) == len(SAMPLE) >= 60
    for board, auction in zip(boards, SAMPLE, strict=True):
        assert board.dealer.abbr == auction["d"]
        if auction["st"] == "incomplete":
            continue
        if auction["st"] == "passed out":
            assert board.contract.is_passout()
            continue
        contract = f"{board.contract.level}{'SHDCN'[board.contract.denom]}"
        assert contract + board.contract.penalty.abbr.upper() == auction["ck"]
        assert board.contract.declarer.abbr == auction["dk"]
        assert len(board.auction) == len(auction["c"].split())


def test_real_auctions_keep_to_the_export_format_and_carry_no_comment():
    games = strict_pbn.read(exported(*(of_auction(a) for a in SAMPLE)))
    for found, auction in zip(games, SAMPLE, strict=True):
        calls = [t.replace("Pass", "P").replace("NT", "N") for t in tokens(found)]
        assert calls == auction["c"].split()
        assert found.comment == ""
        assert found.skips == 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["request"]["id"])
def test_every_example_keeps_to_the_export_format(example):
    data = exported(example["request"])
    [found] = strict_pbn.read(data)
    state = example["answer"]["state"]
    standing = [[c.seat, c.token.replace("Pass", "P").replace("NT", "N")] for c in found.calls]
    assert standing == state["calls"]
    assert found.finished == state["over"]
    if b"^" not in data:
        [board] = endplay_pbn.load(io.StringIO(data.decode("latin-1"), newline=None))
        assert len(board.auction) == len(state["calls"])


@pytest.mark.parametrize(
    ("dealer", "auction", "line"),
    [
        ("W", "1D N:1C E:P", "1D ^I 1C Pass *"),
        ("W", "N:1D E:P", "^S 1D Pass *"),
        ("W", "1D E:2D S:P", "1D ^S 2D Pass"),
        ("W", "1D E:1C S:P", "1D ^S ^I 1C Pass"),
        ("W", "1D S:2D W:P", "1D ^S ^S 2D"),
        ("W", "1D S:1C W:P", "1D ^S ^S ^I 1C"),
    ],
)
def test_accepted_irregularities_are_marked_as_the_format_shows_them(dealer, auction, line):
    lines = exported(request(dealer, auction)).decode("latin-1").split("\r\n")
    at = lines.index(f'[Auction "{dealer}"]')
    assert lines[at + 1] == line
    strict_pbn.read(exported(request(dealer, auction)))


def test_withdrawn_calls_stand_in_a_comment_before_the_auction_and_not_in_it():
    found = game("N", "1H 1D +not_accepted E:2D +same_denomination S:P W:P N:P")
    assert tokens(found) == ["1H", "2D", "Pass", "Pass", "Pass"]
    assert "00:03 East 1D: withdrawn." in found.comment
    assert "East's 1D over North's 1H is not enough (Law 27)." in found.comment
    assert "Director: not accepted." in found.comment


def test_an_enforced_pass_is_told_with_its_law():
    found = game("N", "1S 1H +not_accepted E:P +not_comparable S:2S W:P N:P E:P")
    assert "West must pass for the rest of the auction" in found.comment
    assert "27B2" in found.comment


def test_a_pass_that_17d3_cancelled_is_told_apart_from_one_after_the_end():
    back = game("N", "1C S:P W:P N:P E:1D S:P W:P N:P N:P")
    assert "00:04 West pass: withdrawn." in back.comment
    assert "00:13 North pass: after the end of the auction." in back.comment


def test_alerts_are_notes_and_share_one_number():
    found = game("N", "1C P 1D P P P", alerts=(0, 2))
    assert [call.note for call in found.calls] == [1, None, 1, None, None, None]
    assert found.notes == {1: "alerted"}


def test_a_call_corrected_under_25a_has_a_note_that_names_the_first():
    found = game("N", "2N P +unintended@0 N:2H E:P S:P W:P")
    assert tokens(found) == ["2H", "Pass", "Pass", "Pass"]
    assert found.notes == {1: "in place of 2NT, which was not intended (Law 25A)"}
    assert found.calls[0].note == 1


def test_times_are_since_the_board_was_opened_and_since_the_call_before():
    found = game("N", "1C P P P", step=61_500)
    assert found.times == [(61, 61), (62, 123), (61, 184), (62, 246)]


def test_an_unfinished_auction_ends_with_a_star_and_no_contract():
    found = game("E", "1N P", closed="incomplete")
    assert not found.finished
    assert [found.tags[t] for t in ("Contract", "Declarer", "Result")] == ["?", "?", "?"]
    assert "left unfinished" in found.comment


def test_deemed_passes_give_the_contract_but_are_not_written():
    found = game("E", "1N P 3N P", closed="deemed")
    assert tokens(found) == ["1NT", "Pass", "3NT", "Pass"]
    assert not found.finished
    assert (found.tags["Contract"], found.tags["Declarer"]) == ("3NT", "E")


def test_a_board_without_a_call_is_still_a_game():
    found = game("S", "", closed="incomplete")
    assert found.calls == []
    assert not found.finished


def test_the_date_comes_from_the_clock_and_is_unknown_without_one():
    assert game("N", "P P P P").tags["UTCDate"] == "2026.09.21"
    undated = game("N", "P P P P", dated=False).tags
    assert undated["Date"] == "????.??.??"
    assert "UTCDate" not in undated


def test_what_the_organiser_writes_can_not_break_a_tag():
    judged = [judge(b) for b in boards_of(log_of(request("N", "P P P P")))]
    heading = Heading("Bidbox", event='The "Café" \\ {Cup}\n\t2', site="\N{SNOWMAN}")
    [found] = strict_pbn.read(pbn.render(judged, heading, catalogue()))
    assert found.tags["Event"] == r"The \"Café\" \\ (Cup) 2"
    assert found.tags["Site"] == "?"


def test_the_strict_reader_finds_what_is_wrong():
    good = exported(request("N", "1C P P P"))
    for old, new in (
        (b"\r\n", b"\n"),
        (b"[Site", b"[Sight"),
        (b"1C Pass", b"1C  Pass"),
        (b'[Declarer "N"]', b'[Declarer "S"]'),
        (b'[Auction "N"]', b'[Auction "E"]'),
        (b"1C Pass Pass Pass", b"1C Pass Pass *"),
        (b"00:01 00:01\r\n", b""),
    ):
        with pytest.raises(strict_pbn.NotStrict):
            strict_pbn.read(good.replace(old, new))


_CALLS = ("P", "P", "P", "X", "XX", "1C", "1D", "1S", "1N", "2C", "2H", "2N", "3N", "4S", "7N")
_ANSWERS = (
    "not_accepted",
    "accepted",
    "unintended",
    "withdrawn",
    "cancelled",
    "comparable",
    "not_comparable",
    "take_back",
    "false_alarm",
)


@st.composite
def boards(draw):
    """A board on which seats call out of turn, and the director answers, now and then."""
    dealer = draw(st.sampled_from("NESW"))
    words, turn = [], "NESW".index(dealer)
    for _ in range(draw(st.integers(0, 14))):
        if words and draw(st.integers(0, 5)) == 0:
            words.append("+" + draw(st.sampled_from(_ANSWERS)))
            continue
        seat = (turn + draw(st.sampled_from((0, 0, 0, 0, 1, 2, 3)))) % 4
        words.append("NESW"[seat] + ":" + draw(st.sampled_from(_CALLS)))
        turn = (seat + 1) % 4
    return request(dealer, " ".join(words), laws=draw(st.sampled_from(("2007", "2017"))))


@given(board=boards(), closed=st.sampled_from(("complete", "incomplete", "deemed", None)))
@settings(max_examples=200, deadline=None)
def test_whatever_happens_at_the_table_the_file_keeps_to_the_format(board, closed):
    data = exported(board, closed=closed)
    [found] = strict_pbn.read(data)
    if b"^" not in data:
        [loaded] = endplay_pbn.load(io.StringIO(data.decode("latin-1"), newline=None))
        assert len(loaded.auction) == len(found.calls)
