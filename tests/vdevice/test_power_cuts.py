"""The power is cut at a whole table, at any moment and in the middle of flash operations.

After each start nothing that was recorded is missing, nothing is invented, and the auction goes
on as its records say. BIDBOX_CUTS sets the number of cuts.
"""

import os
import random

from bidbox import items as its
from bidbox import phrases, records, verdicts
from bidbox_host.journal.keys import Keys
from bidbox_host.link.saving import save
from tests.vdevice.evening import Cut, Player, held, replayed, running

KEY = bytes(range(1, 33))
CUTS = int(os.environ.get("BIDBOX_CUTS", "40"))
_AUCTION = (
    "(wiring.running.life.board, wiring.running.life.running, wiring.running.life.open_item(),"
    " [(a.turn, a.event_count, a.item_count,"
    " [(a.standing_seat(i), a.standing(i)) for i in range(a.count)],"
    " list(a.duties.must_pass), list(a.duties.must_repeat))"
    " for a in [wiring.running.adjudicator]][0],"
    " [v._phrase for v in wiring.running.table.screens.views])"
)


def test_nothing_is_lost_or_invented_and_the_auction_goes_on(world, tmp_path):
    table = world.start(config={"table": 12, "key": KEY.hex()})
    world.run(1500)
    dice = random.Random(20)
    player = Player(world, table, dice, by_keys=True)
    known = held(table)
    resumed = in_operation = 0
    for cut in range(CUTS):
        if cut % 3 == 0:
            player.cut_at = world.ms + dice.random() * 6000
        else:
            in_operation += 1
            table.cut_after((cut // 3 * 2 + cut % 3) % 60, dice.choice((0, 0, 77, 255)))
        try:
            while True:
                player.board()
        except Cut:
            pass
        _start(world, table, dice)
        found = held(table)
        _compare(known, found, player)
        resumed += _goes_on(table, found)
        known = found
    print(
        f"power cuts at a whole table: {CUTS}, {in_operation} in a flash operation,"
        f" {resumed} in a running board; {len(player.made)} calls, {len(known)} records"
    )
    assert resumed > CUTS // 3
    player.board()
    with world.flowing(2):
        saved = save(table.port, tmp_path, Keys().with_key("any", KEY), set_clock=False)
    assert saved.report.problems == ()
    assert saved.report.proved


def _start(world, table, dice):
    """Switch on; now and then the power fails again while the device starts."""
    table.restart()
    if dice.random() < 0.2:
        world.run(dice.random() * 200)
        table.restart()
    world.run(900)


def _compare(known, found, player):
    assert set(known) <= set(found)
    assert all(found[number] == known[number] for number in known)
    assert sorted(found) == list(range(1, max(found) + 1))
    assert max(found) >= player.safe_last
    log = [records.decode(found[number])[0] for number in sorted(found)]
    called = [(r.seat, r.call) for r in log if r.kind == records.CALL]
    assert len(player.made) - 1 <= len(called)
    assert called == player.made[: len(called)]
    del player.made[len(called) :]  # the call in flight was never made


def _goes_on(table, found):
    """Compare the table's auction with what its records say; return whether a board runs."""
    number, runs, is_open, auction, said = table.eval(_AUCTION)
    board = running(found)
    if not runs:
        assert not board or board[-1].kind in (records.CLOSED, records.PERIOD)
        return False
    assert board[0].board == number
    wanted = replayed(board)
    assert auction == (
        wanted.turn,
        wanted.event_count,
        wanted.item_count,
        [(wanted.standing_seat(i), wanted.standing(i)) for i in range(wanted.count)],
        list(wanted.duties.must_pass),
        list(wanted.duties.must_repeat),
    )
    assert is_open == any(
        wanted.item(i)[its.STATUS] == verdicts.OPEN for i in range(wanted.item_count)
    )
    assert said == [phrases.RESTARTED] * 4
    return True
