"""What a table answers to host and director: who it is, settings, clock, service."""

from bidbox import records


class Device:
    """What HostLink asks (see there)."""

    def __init__(self, hardware, table, store):
        self._hardware = hardware
        self._table = table
        self.store = store
        self.all = None  # parts of the table, for the self-test
        self._parts: tuple = ()  # of a board to be resumed

    def hello(self):
        hardware = self._hardware
        laws = self._table.life.adjudicator.table
        return (
            hardware.firmware,
            hardware.device_id,
            hardware.board.NAME,
            "table",
            laws.edition,
            int(laws.crc, 16),
            self.store.boot,
            hardware.config["session"],
        )

    def answer(self, table, *answer):
        from apps import answering

        return answering.answer(self._table, *answer)

    def acknowledge(self, table, board, event, what):
        from apps.answering import acknowledge

        acknowledge(self._table, what)

    def set_time(self, unix, source=0):
        """Write down the Unix time, and the device's own clock at this moment."""
        if unix > records.MAX_NUMBER:
            return "no such time"
        clock = self._hardware.clock.ms()
        self._table.book.put(records.TIME, self._table.now(), 3, unix, source, clock)
        return None

    def service(self, on):
        """Allow a deployment: the watchdog waits long."""
        self._hardware.watchdog.set_service(on)
        return None

    def test(self, what, a, b):
        """Do a step of the self-test (bidbox/checks.py); return numbers, or why not."""
        ask = getattr(self._table.panel, "ask", None)
        if ask is None:
            from apps.table_test import begin

            return begin(self.all, what)
        return ask(what, a, b)

    def setting(self, name):
        return self._hardware.setting(name)

    def configure(self, name, value):
        self._table.session_from = -1
        return self._hardware.configure(name, value)

    def resume(self, part, parts, data):
        """Take a part of another unit's running board; with the last one it goes on here."""
        if self._table.life.running:
            return "board %d is open here" % self._table.life.board
        if part != len(self._parts):
            self._parts = ()
        if part != len(self._parts):
            return "part %d is missing" % len(self._parts)
        self._parts += (data,)
        if part + 1 < parts:
            return None
        from apps import resume

        whole = b"".join(self._parts)
        self._parts = ()
        return resume.take_over(self._table, whole)
