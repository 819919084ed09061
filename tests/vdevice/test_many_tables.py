"""Several tables at one host: one `watch` of three devices, and one `download` of them all."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from click.testing import CliRunner

from bidbox import records
from bidbox_host.commands.download import command as download
from bidbox_host.journal import read_log
from bidbox_host.journal.keys import Keys
from bidbox_host.replay import boards_of

NUMBERS = (3, 7, 11)
_MAIN = "from bidbox_host.cli import main; main()"
CALLS = ("1H", "1D", "P", "P", "2H", "P", "P", "P")


@pytest.fixture
def tables(world, tmp_path, monkeypatch):
    monkeypatch.setenv("BIDBOX_KEYS", str(tmp_path / "keys.json"))
    monkeypatch.setenv("BIDBOX_FOLDER", str(tmp_path / "bidbox"))
    keys = Keys()
    made = []
    for number in NUMBERS:
        key = bytes([number]) * 32
        table = world.start(config={"table": number, "key": key.hex()}, name=f"t{number}")
        keys = keys.with_key(table.mac.hex(), key)
        made.append(table)
    keys.save()
    world.run(1500)
    return made


class _Watch:
    """`bidbox watch --json` of many ports, in a process of its own."""

    def __init__(self, ports):
        self._process = subprocess.Popen(
            [sys.executable, "-c", _MAIN, "watch", "--json", *ports],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.heard = []
        self._more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._process.stdout:
            with self._more:
                self.heard.append(json.loads(line))
                self._more.notify_all()

    def numbers(self, table):
        return [
            h["about"]["number"]
            for h in self.heard
            if h["table"] == table and h["notice"] in ("record", "note")
        ]

    def until(self, condition, seconds=40):
        with self._more:
            assert self._more.wait_for(condition, seconds), self.heard[-5:]

    def close(self):
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(20)


def test_one_host_watches_three_tables_while_one_loses_its_power(world, tables):
    with world.flowing(2):
        watch = _Watch([table.port for table in tables])
        try:
            watch.until(
                lambda: (
                    {h["table"] for h in watch.heard if h["notice"] == "connected"} == set(NUMBERS)
                )
            )
            for i, call in enumerate(CALLS[:3]):
                for table in tables:
                    table.type(i & 3, call)
                time.sleep(0.5)
            tables[1].kill()
            tables[1].restart()
            for i, call in enumerate(CALLS[3:], start=3):
                for table in tables:
                    if table is not tables[1]:
                        table.type(i & 3, call)
                time.sleep(1)
            watch.until(
                lambda: sum(h["notice"] == "connected" for h in watch.heard) > len(NUMBERS)
            )
            lasts = {}
            for number, table in zip(NUMBERS, tables, strict=True):
                lasts[number] = table.eval("wiring.running.store.last")
            watch.until(lambda: all(lasts[n] in watch.numbers(n) for n in NUMBERS))
        finally:
            watch.close()
    for number in NUMBERS:
        told = watch.numbers(number)
        assert told == list(range(told[0], told[-1] + 1))  # no gap, no duplicate
        kinds = [h["notice"] for h in watch.heard if h["table"] == number]
        assert kinds.count("irregularity") == 1


def test_one_download_takes_three_logs_each_proved_by_its_own_key(world, tables, tmp_path):
    for i, call in enumerate(CALLS):
        for table in tables:
            table.type(i & 3, call)
        world.run(1700)
    with world.flowing(2):
        result = CliRunner().invoke(
            download, [*(t.port for t in tables), "-o", str(tmp_path), "--json"]
        )
    assert result.exit_code == 0, result.output
    told = [json.loads(line) for line in result.output.splitlines()]
    assert [t["table"] for t in told] == list(NUMBERS)
    for one in told:
        assert one["verify"]["proved"] and one["confirmed"]
        (board,) = boards_of(read_log(one["path"]).records)
        assert board.table == one["table"]
        made = [e.record for e in board.entries if e.kind == records.CALL]
        assert len(made) == len(CALLS)
    assert len(os.listdir(tmp_path)) >= len(NUMBERS)
