"""`bidbox selftest` on whole devices: walked through by virtual hands, sound and with faults."""

from pathlib import Path

from bidbox import keys
from tests.vdevice.walking import Walked, report_of

HEAP = 1_000_000  # bytes; how little is enough is tested elsewhere
TABLE = "wiring.running.table"


def _table(world, **config):
    table = world.start(config={"table": 12, **config}, heap=HEAP)
    world.run(1500)
    return table


def _both(world):
    table = _table(world)
    world.start("esp32_director", {"table": 200}, heap=HEAP)
    world.run(6000)
    return table


def test_a_sound_table_passes_every_part_and_is_as_it_was(world, tmp_path: Path):
    table = _both(world)
    before = (table.display("E").rows(), table.eval("wiring.running.store.last"))
    walked = Walked(world, table, "-o", str(tmp_path / "report.txt"))
    shown = []

    def press(seat, key):
        busy = f"wiring.running.displays[{'NESW'.index(seat[0])}].busy"
        assert world.run_until(lambda: not table.eval(busy))
        shown.append(table.display(seat[0]).text())
        table.tap(seat[0], key)

    assert walked.walk(press) == 0, walked.said
    assert len(set(shown)) == 20, "each key is asked for by its own picture"
    assert "0 failed, 0 skipped" in walked.said
    report = report_of(tmp_path / "report.txt")
    for seat in ("North", "East", "South", "West"):
        assert f"  {seat:<10} passed   20: {' '.join(keys.NAMES)}" in report
    assert any("answered by director's device 200" in line for line in report)
    assert any("512 bytes written, read back and removed" in line for line in report)
    world.run(1000)
    assert table.eval(f"{TABLE}.panel") is None
    assert (table.display("E").rows(), table.eval("wiring.running.store.last")) == before
