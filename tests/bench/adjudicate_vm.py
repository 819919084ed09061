"""In the VM: adjudicate sample auctions, against an empty method call in the same loop.

Prints nanoseconds a call of both, loops included in both. Argument: the file of auctions.
"""

import gc
import json
import sys
import time

from bidbox.adjudicator import Adjudicator
from bidbox.calls import parse_call, parse_seat
from bidbox.laws import edition_2017

_ROUNDS = 2
_RUNS = 150


class _Empty:
    def open(self, dealer):
        pass

    def step(self, seat, call):
        pass


def _auctions(path):
    found = []
    with open(path) as file:
        for line in file:
            row = json.loads(line)
            dealer = parse_seat(row["dealer"])
            calls = [parse_call(name) for name in row["calls"].split()]
            found.append((dealer, calls))
    return found


def _time(judge, auctions):
    """Return the nanoseconds a call takes, the best of many short runs."""
    count = _ROUNDS * sum([len(calls) for _, calls in auctions])
    best = 0
    for _ in range(_RUNS):
        gc.collect()
        start = time.ticks_us()
        for _ in range(_ROUNDS):
            for dealer, calls in auctions:
                judge.open(dealer)
                seat = dealer
                for call in calls:
                    judge.step(seat, call)
                    seat = (seat + 1) & 3
        took = time.ticks_diff(time.ticks_us(), start)
        if not best or took < best:
            best = took
    return 1000 * best // count


auctions = _auctions(sys.argv[1])
print(
    json.dumps(
        {
            "step_ns": _time(Adjudicator(edition_2017), auctions),
            "empty_ns": _time(_Empty(), auctions),
        }
    )
)
