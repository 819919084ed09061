"""The thread that serves every VM and line of a world and decides how far time goes.

Jump mode: a VM reports when it has something to do next and waits; the hub grants time up to the
earliest of those, never past a moment at which a radio frame could reach another VM. All state is
guarded by `lock`; `changed` is notified after every event.
"""

import os
import selectors
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from .air import SHORTEST_NS
from .errors import VMTimeout

if TYPE_CHECKING:
    from .device import Device

_MS = 1_000_000
_STEP_NS = 10 * _MS  # run_until() looks at least this often
_PATIENCE_S = 60.0  # a VM that computes for so long without waiting is reported


class Hub:
    """`now` is the world's time in ns. `jump` says whether it is granted or the machine's."""

    def __init__(self, jump: bool) -> None:
        self.jump = jump
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self._one_at_a_time = threading.RLock()  # callers of run()
        self.devices: list[Device] = []
        self.changes = 0
        self._now = 0
        self._start = time.monotonic_ns()
        self._target = 0
        self._granted = 0
        self._stop_at = -1  # hold when `changes` differs from this; -1: never
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        # Not epoll: only poll() makes the kernel hand over at once what was written to a pty.
        self._selector = selectors.PollSelector()
        self._rounds = 0
        self._busy_rounds = 0
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._selector.register(self._wake_read, selectors.EVENT_READ, None)
        self._running = True
        self.slack_ns = 0  # how much later than it should a frame may be heard: buys speed
        self.patience_s = _PATIENCE_S
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()

    @property
    def now(self) -> int:
        return self._now if self.jump else time.monotonic_ns() - self._start

    def watch(self, descriptor: int, device: "Device") -> None:
        self._selector.register(descriptor, selectors.EVENT_READ, device)

    def unwatch(self, descriptor: int) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(descriptor)

    def poke(self) -> None:
        """Have the thread look at everything again."""
        with suppress(BlockingIOError, OSError):
            os.write(self._wake_write, b"!")

    def at(self, time_ns: int, function: Callable[[], None]) -> None:
        """Call a function in the hub's thread when the world's time reaches `time_ns`."""
        with self.lock:
            self._agenda.append((time_ns, len(self._agenda), function))
            self._agenda.sort(key=lambda entry: entry[:2])
        self.poke()

    def run(self, ns: int, until: Callable[[], bool] | None = None) -> bool:
        """Let time pass, at most `ns`; return whether `until` came true (False without one)."""
        with self._one_at_a_time:
            return self._run_for(ns, until)

    def _run_for(self, ns: int, until: Callable[[], bool] | None) -> bool:
        self._settle()
        end = self.now + ns
        while True:
            if until is not None and until():
                return True
            with self.lock:
                seen = self.changes  # what until() itself stirred up is no news
            if self.now >= end:
                return False
            step = end if until is None else min(end, self.now + _STEP_NS)
            if self.jump:
                self._advance_to(step, seen if until is not None else -1)
            else:
                with self.changed:
                    if self.changes == seen:
                        self.changed.wait(max(0.0, (step - self.now) / 1e9))
            if until is None or self.now >= end:
                self._settle()
            self._raise_failure()

    def _settle(self) -> None:
        """Wait until nothing is on its way through the system's ptys and sockets."""
        while self.jump:
            with self.changed:
                busy = self._busy_rounds
                for _ in range(2):  # the round under way may have looked too early
                    seen = self._rounds
                    self.poke()
                    self.changed.wait_for(partial(self._is_past, seen), 5)
                if self._busy_rounds == busy:
                    return

    def _is_past(self, rounds: int) -> bool:
        return self._rounds > rounds

    def _advance_to(self, target: int, stop_at: int) -> None:
        with self.changed:
            self._target = target
            self._stop_at = stop_at
            self.poke()
            deadline = time.monotonic() + self.patience_s
            progress = self._now
            while self._now < target and not self._held() and self._failure is None:
                self.changed.wait(0.5)
                if self._now != progress:
                    progress = self._now
                    deadline = time.monotonic() + self.patience_s
                elif time.monotonic() > deadline:
                    busy = ", ".join(d.name for d in self._taking_part() if not d.idle)
                    raise VMTimeout(
                        f"{busy or 'nobody'}: busy for {self.patience_s:.0f} s without waiting"
                    )
            self._target = self._now
            self._stop_at = -1

    def _held(self) -> bool:
        return self._stop_at >= 0 and self.changes != self._stop_at and self._all_idle()

    def _all_idle(self) -> bool:
        return all(device.idle for device in self._taking_part())

    def _taking_part(self) -> list["Device"]:
        return [device for device in self.devices if device.alive and device.in_loop]

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    # The thread.
    def _run(self) -> None:
        try:
            while self._running:
                events = self._selector.select(self._timeout())
                with self.changed:
                    self._serve(events)
                    self._rounds += 1
                    self._busy_rounds += any(key.data is not None for key, _ in events)
                    self.changed.notify_all()
        except BaseException as error:
            with self.changed:
                self._failure = error
                self._rounds += 1 << 30
                self.changed.notify_all()
            if self._running:
                raise

    def _timeout(self) -> float | None:
        with self.lock:
            waits = [w for d in self.devices if (w := d.line.wait_s) is not None]
            if not self.jump:
                waits += [max(0.0, (t - self.now) / 1e9) for t, _, _ in self._agenda[:1]]
                waits += [
                    max(0.0, (d.watchdog - self.now) / 1e9) for d in self.devices if d.watchdog
                ]
            return min(waits, default=None)

    def _serve(self, events: list[tuple[selectors.SelectorKey, int]]) -> None:
        for key, _ in events:
            if key.data is None:
                os.read(self._wake_read, 4096)
            else:
                self.changes += key.data.readable(key.fd)
        for device in self.devices:
            device.pump()
        self._do_agenda()
        if self.jump:
            self._grant()
        else:
            for device in self.devices:
                device.check_watchdog(self.now)

    def _do_agenda(self) -> None:
        while self._agenda and self._agenda[0][0] <= self.now:
            self._agenda.pop(0)[2]()
            self.changes += 1

    def _grant(self) -> None:
        while True:
            devices = self._taking_part()
            if not all(device.idle for device in devices):
                return
            self._pass_to(self._granted)
            if self._now >= self._target or self._held():
                return
            bound = self._target
            if self._agenda:
                bound = min(bound, self._agenda[0][0])
            bound = min([bound, *(d.watchdog for d in devices if d.watchdog > self._now)])
            earliest = min((device.next_time for device in devices), default=bound)
            if len(devices) > 1:
                bound = min(bound, earliest + SHORTEST_NS + self.slack_ns)
            ready = [device for device in devices if device.next_time <= bound]
            if bound >= self._target:
                ready = devices  # at the end of a run all clocks agree
            self._granted = bound
            behind = [device for device in ready if device.limit < bound]
            for device in behind:
                device.grant(bound)
            if behind:
                return

    def _pass_to(self, now: int) -> None:
        """All that could happen before `now` has happened."""
        if now <= self._now:
            return
        self._now = now
        self._do_agenda()
        for device in self.devices:
            device.check_watchdog(now)

    def close(self) -> None:
        """Stop the thread; the devices must be closed before."""
        self._running = False
        self.poke()
        self._thread.join(5)
        self._selector.close()
        os.close(self._wake_read)
        os.close(self._wake_write)
