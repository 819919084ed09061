"""The watchdog: fed while all tasks move on, starved when one stands still, patient in service."""

import asyncio

from bidbox import faults
from bidbox.calls import NOBODY
from drivers.watchdog import NORMAL_MS, SERVICE_MS, Watchdog

VM_ONLY = True


class HandClock:
    def __init__(self):
        self.now = 0

    def ms(self):
        return self.now

    def since(self, tick):
        return self.now - tick


class Task:
    passes = 0


class Wdt:
    """Counts feeds; `made` keeps each timeout."""

    made = None
    feeds = 0

    def __init__(self, timeout):
        Wdt.made.append(timeout)

    def feed(self):
        Wdt.feeds += 1


def _dog(stalls=None):
    Wdt.made = []
    Wdt.feeds = 0
    clock = HandClock()
    task = Task()
    other = Task()
    dog = Watchdog(Wdt, clock, None if stalls is None else lambda *told: stalls.append(told))
    dog.watch("keypad", task, 1000)
    dog.watch("lamp", other, 3000)
    return dog, clock, task, other


def test_nothing_is_armed_before_it_runs():
    _dog()
    assert Wdt.made == []


def test_it_names_the_task_that_stands_still():
    dog, clock, task, other = _dog()
    for _ in range(20):
        clock.now += 500
        task.passes += 1
        other.passes += 1
        assert dog.stalled() is None
    for _ in range(2):
        clock.now += 500
        other.passes += 1
        assert dog.stalled() is None
    clock.now += 500
    assert dog.stalled() == "keypad"
    task.passes += 1
    assert dog.stalled() is None


def test_it_is_fed_only_while_all_move_and_tells_a_stall_once():
    stalls = []
    dog, clock, task, other = _dog(stalls)

    async def watch():
        running = asyncio.create_task(dog.run())
        await asyncio.sleep_ms(10)
        assert Wdt.made == [NORMAL_MS] and Wdt.feeds == 1
        clock.now += 2000
        other.passes += 1
        while not stalls:
            await asyncio.sleep_ms(10)
        assert Wdt.feeds == 1
        task.passes += 1
        other.passes += 1
        while Wdt.feeds < 2:
            await asyncio.sleep_ms(10)
        running.cancel()

    asyncio.run(watch())
    assert stalls == [(faults.TASK_STALLED, NOBODY, "keypad")]


def test_service_makes_it_anew_with_a_long_time_and_back():
    dog = _dog()[0]

    async def serve():
        running = asyncio.create_task(dog.run())
        await asyncio.sleep_ms(10)
        dog.set_service(True)
        dog.set_service(False)
        running.cancel()

    asyncio.run(serve())
    assert Wdt.made == [NORMAL_MS, SERVICE_MS, NORMAL_MS]
