"""Several irregularities, and answers to them, on one board (U15 and what no text settles).

Where the Laws are silent the reading is the one that changes least of what has been ruled.
"""

from __future__ import annotations

from .cases import BridgeCase as Case

CASES = [
    # U14: the third pass is accepted after all, and nothing is as 17D3 would have had it.
    Case("U14: an earlier call is open again", "E", "E 1C, N P, E P, N 1D, N P, E 1H", ("2017",),
         verdicts={3: {"status": "open", "asks": ["Q1", "Q13"]}, 4: {"outcome": "29A"}},
         state={"turn": "S"}),
    Case("U14: who owed a pass has lost his turn", "W",
         "W P, N P, must_pass W next, E P, N P, E 1D", ("2017",),
         verdicts={4: {"status": "accepted", "asks": ["Q13"]}}),
    Case("U14: a ruling before it holds again", "W",
         "W P, S P, W P, E 1C, not_accepted, E P, S 1S", ("2007",),
         verdicts={3: {"outcome": "31A2(b)"}}, state={"must_pass": {"W": "rest"}}),
    Case("28A again, where 17D3 gives the turn back to who must pass", "N",
         "must_pass W next, E P, S 2D, E P, S P, N 1N",
         verdicts={5: {"kind": "insufficient", "turn": "own"}},
         state={"turn": "N", "calls": [["E", "P"], ["S", "2D"], ["W", "P"]]}),
    # Insufficient bids
    Case("27B4: while the second bid is open, the first waits", "N",
         "N 1C, S P, W 1C, W 1C, not_accepted @2, W 1H", ("2007",),
         verdicts={2: {"status": "cancelled", "asks": []}, 3: {"status": "open"}},
         state={"must_pass": {}}),
    Case("27B: ruled after the offender has called again", "S",
         "N 1N, E 1C, W P, N 1C, E X, not_accepted", ("2017",),
         verdicts={1: {"outcome": "27B", "asks": ["Q7"]}}),
    Case("27C: open again, when the call over the replacement is taken back by 17D3", "S",
         "S 1C, entered W 1C, W P, E P, S P",
         verdicts={1: {"status": "open"}}, state={"turn": "N"}),
    Case("25A: of a bid that its player has replaced himself", "W",
         "W 1C, N 1C, N 1D, E P, unintended",
         verdicts={1: {"outcome": "25A"}, 2: {"status": "stands", "outcome": "25A"}},
         state={"turn": "S", "calls": [["W", "1C"], ["N", "1D"], ["E", "P"]]}),
    # Slips, and calls taken back
    Case("25A: a call put in place of a slip is so once", "E",
         "E XX, E P, E 1D, unintended, unintended",
         verdicts={0: {"outcome": "25A"}, 2: {"outcome": "25A"}},
         state={"calls": [["E", "1D"]]}),
    Case("25A: what was found in order is no irregularity in its place", "S",
         "E P, E 1D, false_alarm, unintended",
         verdicts={0: {"outcome": "25A"}, 1: {"kind": "out_of_rotation", "status": "stands"}}),
    Case("25A: LHO has taken his call back before", "S",
         "S 1C, W 1S, withdrawn @1, S P, unintended",
         state={"calls": [["S", "P"]]}, ignored=[]),
    Case("30C: what the pass meant is not asked again", "E",
         "E 1N, S X, N P, not_accepted, W 3C, artificial, withdrawn, W 2C", ("2017",),
         verdicts={2: {"law": "30C", "outcome": "31A2", "asks": []}}),
    Case("15A: nothing more is asked of a call on the wrong cards", "S", "E P, not_accepted, void",
         ("2007",), verdicts={0: {"asks": []}}),
    # Turns
    Case("31A2: the right player's turn is lost to a later call out of rotation", "W",
         "W 1N, N 2C, S 2S, not_accepted, E 9H, W 3C, N 2D", ("2017",),
         verdicts={2: {"outcome": "31A2", "asks": ["Q13"]}}),
    Case("30B2: it forbids a double at partner's own turn only", "W",
         "W 1C, E P, S 1C, E P, not_accepted, not_artificial", ("2007",),
         verdicts={3: {"outcome": "30B2"}},
         state={"must_pass": {"E": "rest"}, "must_not_double": {}}),
    Case("26: a repeat with another meaning is another call", "E",
         "S 2C, not_accepted @0, E 1H, S 2C, not_same_denomination, W 2D, E P, S P", ("2007",),
         verdicts={0: {"outcome": "31A2(b)"}}),
    Case("33 does not order two calls out of turn", "N", "N 1C, W 2C, S 2H with 1",
         verdicts={2: {"simultaneous": True, "asks": ["Q1", "Q2", "Q13"]}}, state={"turn": "E"}),
    Case("36C: calls that do not stand are not counted", "E",
         "E X, N XX, E P, S P, W P, auction_period_over", ("2017",),
         verdicts={1: {"outcome": "36A"}}, state={"over": False}, ignored=[5]),
]
