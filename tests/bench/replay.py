"""Real auctions replayed on the host, beside endplay reading the same PBN text.

endplay turns each word into a call object and checks nothing; here each call is judged.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from endplay.parsers import pbn
from endplay.types import Bid

from bidbox.adjudicator import Adjudicator
from bidbox.calls import call_name, parse_seat
from bidbox.laws import edition_2017

_SAMPLE = Path(__file__).resolve().parents[1] / "data" / "auctions_sample.jsonl"
_RUNS = 15
_WORDS = {"P": "Pass"}


def _word(call: str) -> str:
    return _WORDS.get(call, f"{call}T" if call.endswith("N") else call)


_CALLS = {_word(call_name(call)): call for call in range(38)}


def _auctions() -> list[tuple[str, list[str]]]:
    lines = _SAMPLE.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [(row["d"], [_word(call) for call in row["c"].split()]) for row in rows]


def _pbn(auctions: list[tuple[str, list[str]]]) -> str:
    lines = ["% PBN 2.1", ""]
    for dealer, words in auctions:
        lines += [f'[Dealer "{dealer}"]', f'[Auction "{dealer}"]']
        lines += [" ".join(words[at:at + 4]) for at in range(0, len(words), 4)]
        lines.append("")
    return "\n".join(lines) + "\n"


def replay(text: str) -> int:
    """Judge every call of a PBN text; return how many there are. AssertionError on an alarm."""
    adjudicator = Adjudicator(edition_2017)
    step = adjudicator.step
    count = seat = 0
    is_auction = False
    for line in text.splitlines():
        if line.startswith("[Auction"):
            seat = parse_seat(line[10])
            adjudicator.open(seat)
            is_auction = True
        elif not line or line.startswith("["):
            is_auction = False
        elif is_auction:
            for word in line.split():
                assert step(seat, _CALLS[word]) == 0
                seat = (seat + 1) & 3
                count += 1
    return count


def _best(work: Callable[[], Any]) -> float:
    best = float("inf")
    for _ in range(_RUNS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def measure() -> dict[str, Any]:
    """Return microseconds a call, for the PBN text and for its words alone; best of many runs."""
    auctions = _auctions()
    text = _pbn(auctions)
    calls = sum(len(words) for _, words in auctions)
    parsed = pbn.loads(text)
    assert replay(text) == sum(len(board.auction) for board in parsed) == calls
    every = [word for _, words in auctions for word in words]
    return {
        "auctions": len(auctions),
        "calls": calls,
        "replay_us": 1e6 * _best(lambda: replay(text)) / calls,
        "endplay_us": 1e6 * _best(lambda: pbn.loads(text)) / calls,
        "endplay_words_us": 1e6 * _best(lambda: [Bid(word) for word in every]) / calls,
    }


def report(found: dict[str, Any]) -> list[str]:
    """Return the lines that `make bench` prints."""
    return [
        f"replay on the host: {found['replay_us']:.2f} us a call, judged, over"
        f" {found['auctions']} real auctions; endplay, unchecked: {found['endplay_us']:.2f} us"
        f" from the same PBN text ({found['endplay_us'] / found['replay_us']:.1f} x),"
        f" {found['endplay_words_us']:.2f} us for its call objects alone"
        f" ({found['endplay_words_us'] / found['replay_us']:.1f} x)"
    ]


if __name__ == "__main__":
    print("\n".join(report(measure())))
