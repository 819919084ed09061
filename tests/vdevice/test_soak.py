"""Evenings of 26 boards at a whole table in virtual time, with irregularities, resets, downloads.

Every call that was made is in a downloaded log, once and in order; the heap does not grow; the
wear of the flash is reported by block. BIDBOX_EVENINGS sets the number of evenings.
"""

import os
import random

import pytest

from bidbox import records
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.link.saving import save
from tests.vdevice.evening import Cut, Player, held

KEY = bytes(range(1, 33))
EVENINGS = int(os.environ.get("BIDBOX_EVENINGS", "2"))
BOARDS = 26
_USED = "(__import__('gc').collect(), __import__('gc').mem_alloc())[1]"
_WEAR = "list(__import__('vflash').chip.wear[%d:%d])"
_AT_ONCE = 64  # blocks: a table's heap has no room for the list of all
_SLACK = 4096  # bytes: pieces in flight at the moment of looking
_NIGHT_MS = 1_000
_ENDURANCE = 100_000  # erases that a NOR chip's sector stands


@pytest.mark.long
def test_evenings_without_end(world, tmp_path):
    table = world.start(config={"table": 12, "key": KEY.hex(), "last": BOARDS})
    world.run(1500)
    dice = random.Random(300)
    player = Player(world, table, dice)
    keys = Keys().with_key("any", KEY)
    wear = [0] * 512

    def look() -> None:
        for start in range(0, len(wear), _AT_ONCE):
            blocks = slice(start, start + _AT_ONCE)
            found = table.eval(_WEAR % (blocks.start, blocks.stop))
            wear[blocks] = [a + b for a, b in zip(wear[blocks], found, strict=True)]

    player.before_cut = look
    used, resets, logged, upto, events = [], 0, [], 0, 0
    for evening in range(1, EVENINGS + 1):
        end = player.boards + BOARDS
        while player.boards < end:
            if dice.random() < 0.03:
                player.cut_at = world.ms + dice.random() * 1500
                resets += 1
            try:
                player.board()
            except Cut:
                pass
            player.cut_at = 0.0
            if not table.alive:
                table.restart()
                world.run(900)
                # The call in flight is recorded whole, or was never made.
                count = len(logged) + _calls_after(table, upto)
                assert len(player.made) - 1 <= count <= len(player.made)
                del player.made[count:]
        look()
        # Every other evening the log is left on the device, to be downloaded with the next one.
        if evening % 2 == 0 or evening == EVENINGS:
            path = tmp_path / "log.bidlog"
            with world.flowing(8):
                saved = save(table.port, path, keys, erase=dice.random() < 0.7)
            assert saved.report.problems == () and saved.report.proved
            log = read_log(path).records
            assert log[0].number <= upto + 1
            new = [r for r in log if r.number > upto]
            assert [r.number for r in new] == list(range(upto + 1, log[-1].number + 1))
            upto = log[-1].number
            events += sum(r.kind not in (records.SEAL, records.DEVICE) for r in new)
            logged += [(r.seat, r.call) for r in new if r.kind == records.CALL]
            assert _differences(logged, player.made) == []
        # A night without power: each evening begins with a start, so heaps can be compared.
        used.append(table.eval(_USED))
        table.restart()
        world.run(_NIGHT_MS)
    worn = sorted(((erases, block) for block, erases in enumerate(wear) if erases), reverse=True)
    most = worn[0][0]
    print(
        f"soak: {EVENINGS} evenings, {player.boards} boards, {len(player.made)} calls,"
        f" {events} events, {resets} resets, no loss\n"
        f"heap at the end of an evening: {used[0]} bytes after the first, {used[-1]} after the"
        f" last, {max(used)} at most\n"
        f"wear: {sum(wear)} erases, {sum(wear) / max(events, 1):.3f} an event, in"
        f" {len(worn)} blocks; most worn, (erases, block): {worn[:8]};"
        f" at that rate {_ENDURANCE * EVENINGS // most} evenings"
    )
    assert max(used) <= used[0] + _SLACK, used
    assert most / EVENINGS < 60


def _differences(logged, made):
    """Return where two lists part, with what stands about there; [] if they are equal."""
    pairs = zip(logged, made, strict=False)
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(logged), len(made)))
    if len(logged) == len(made) == place:
        return []
    return [place, logged[place - 2 : place + 4], made[place - 2 : place + 4]]


def _calls_after(table, number):
    """Return how many calls the table has recorded after a record's number."""
    return sum(data[1] == records.CALL for data in held(table, number + 1).values())
