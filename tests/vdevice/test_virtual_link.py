"""The host's link against whole devices: real firmware in the VM, a damaged line, the radio."""

from bidbox import messages, records
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.link.follow import Connected, Recorded
from bidbox_host.link.saving import save
from bidbox_host.replay import boards_of, judge
from tests.unit.watching import Watching

KEY = "5e" * 32
AUCTION = (("N", "1H"), ("E", "1D"), ("S", "P"), ("W", "P"), ("N", "2H"), ("E", "P"), ("S", "P"))


def _noisy(device, rate):
    device.set_baud(115200)
    for way in (device.line.to_host, device.line.to_device):
        way.changed = way.dropped = way.doubled = rate / 3


def test_an_irregularity_is_seen_at_the_table_and_at_the_directors_device(world):
    keys = {"radio_key": KEY}  # that of the journal is each device's own
    table = world.start(config={"table": 12, "key": "00" * 32, **keys})
    director = world.start(board="esp32_director", config={"table": 200, **keys})
    world.run(1500)
    with world.flowing(2), Watching(table.port) as at_table, Watching(director.port) as gateway:
        at_table.until(lambda: at_table.of(Connected) and gateway.of(Connected))
        for seat, call in AUCTION[:2]:
            table.type(seat, call)
            at_table.until(lambda call=call: len(at_table.calls) >= (1 if call == "1H" else 2))
        gateway.until(lambda: gateway.messages(messages.ALERT))
        for watching in (at_table, gateway):
            (alert,) = watching.messages(messages.ALERT)
            assert alert.table == 12
            assert alert.named() == {
                "board": 1,
                "event": 1,
                "seat": 1,
                "call": 4,
                "kind": 1,
                "turn": 0,
                "insufficient": 1,
                "law": "27",
                "may_accept": 2,
            }


def test_a_log_over_a_damaged_line_is_exact_sealed_and_told(world, tmp_path):
    table = world.start(config={"table": 12, "key": KEY})
    world.run(1000)
    for seat, call in AUCTION:
        world.run(table.type(seat, call) or 0)
        world.run(2000)
    _noisy(table, 0.01)
    keys = Keys().with_key("any", bytes.fromhex(KEY))
    with world.flowing(1):
        saved = save(table.port, tmp_path, keys)
    assert saved.confirmed
    assert saved.report.problems == ()
    log = read_log(saved.path)
    (board,) = boards_of(log.records)
    assert [v["law"] for v in judge(board).answer["verdicts"]] == ["27"]
    called = [e["call"] for e in board.request["events"]]
    assert called == [call for _, call in AUCTION]


def test_watch_goes_on_over_a_power_cut(world):
    table = world.start(config={"table": 12, "key": KEY})
    world.run(1000)
    with world.flowing(2), Watching(table.port) as watching:
        watching.until(lambda: watching.of(Connected))
        for n, (seat, call) in enumerate(AUCTION[:3]):
            table.type(seat, call)
            watching.until(lambda n=n: len(watching.calls) == n + 1)
        table.kill()
        table.restart()
        watching.until(lambda: len(watching.of(Connected)) == 2)
        table.type("W", "P")
        watching.until(lambda: len(watching.calls) == 4)
        numbers = watching.numbers
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert any(e.record.kind == records.RESTART for e in watching.of(Recorded))
