"""A live view in a thread of its own, for tests that wait for what it tells."""

import threading
import time

from bidbox import records
from bidbox_host.link.follow import Follower, Recorded
from bidbox_host.link.session import Message


class Watching:
    """A Follower at a port, and all that it gave."""

    def __init__(self, port):
        self.events = []
        self.error = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(port,))

    def _run(self, port):
        try:
            for event in Follower(port, self._stop).events():
                self.events.append(event)
        except Exception as error:
            self.error = error

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def messages(self, code):
        return [event for event in self.of(Message) if event.code == code]

    @property
    def numbers(self):
        return [event.record.number for event in self.of(Recorded)]

    @property
    def calls(self):
        return [e.record for e in self.of(Recorded) if e.record.kind == records.CALL]

    def until(self, condition, seconds=30):
        """Wait for a condition; fail if the view ends or `seconds` pass."""
        limit = time.monotonic() + seconds
        while not condition():
            assert self.error is None, self.error
            assert time.monotonic() < limit, self.events
            time.sleep(0.01)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
