"""What is known of one device from what it said: its running board, judged again, and notices.

The explanation is this program's own: calls come from the journal and are judged by the same
adjudicator as on the device. A director's device has no journal; its alerts are taken as told.
"""

from dataclasses import dataclass
from typing import Any

from bidbox import messages, records
from bidbox_host.explain import Case, acceptance, cases, what
from bidbox_host.link.follow import Anew, Away, Connected, Event, Missing, Recorded
from bidbox_host.link.session import Hello, Message, Text
from bidbox_host.live import words
from bidbox_host.replay import Judged, boards_of, judge
from bidbox_host.text import Catalogue

_JUDGED = {records.CALL, records.ANSWER, records.BOARD_CORRECTED, records.CLOSED}
_CHANGES = {records.BOARD, *_JUDGED}


@dataclass(frozen=True)
class Notice:
    """One thing to tell. `kind` is for programs, `sentence` for people, `about` the details."""

    kind: str
    table: int
    board: int
    sentence: str
    about: dict[str, Any]


class Known:
    """Takes the events of one Follower and gives notices."""

    def __init__(self, port: str, texts: Catalogue) -> None:
        self.port = port
        self._texts = texts
        self._head: dict[int, Any] = {}  # the DEVICE and SESSION records in force
        self._board: list[Any] = []  # the running board's records
        self._told: set[tuple[Any, ...]] = set()
        self.hello: Hello | None = None
        self.away = "not reached yet"
        self.judged: Judged | None = None
        self.over_cases: list[Case] = []
        self.life = ""
        self.battery: int | None = None
        self.faults = ""
        self._calling: set[int] = set()  # seats that wait for the director
        self.tables: dict[int, Notice] = {}  # a director's device: what a table wants him for
        self.texts: list[str] = []

    @property
    def table(self) -> int:
        return self.hello.table if self.hello else 0

    @property
    def number(self) -> int:
        """The running board's number, 0 if none is known."""
        return self.judged.board.number if self.judged else 0

    def take(self, event: Event) -> list[Notice]:
        """Take what happened; return what is to be told of it."""
        if isinstance(event, Recorded):
            return self._record(event.record)
        if isinstance(event, Message):
            return self._message(event)
        if isinstance(event, Text):
            self.texts = [*self.texts[-4:], event.text]
            return [Notice("text", self.table, 0, f"text: {event.text}", {"torn": event.torn})]
        if isinstance(event, Connected):
            return self._connected(event)
        if isinstance(event, Away):
            self.away = event.why
            return [Notice("away", self.table, 0, event.why, {})]
        if isinstance(event, Anew):
            self.__init__(self.port, self._texts)  # type: ignore[misc]
            return [Notice("anew", event.hello.table, 0, "another device or journal", {})]
        if isinstance(event, Missing):
            about = {"first": event.first, "last": event.last}
            sentence = f"records {event.first} to {event.last} cannot be read on the device"
            return [Notice("missing", self.table, self.number, sentence, about)]
        return []

    def _connected(self, event: Connected) -> list[Notice]:
        hello = self.hello = event.hello
        self.away = ""
        if records.DEVICE not in self._head:
            self._head[records.DEVICE] = device_record(hello)
        again = "again " if event.again else ""
        sentence = f"{again}{hello.board}, {hello.role}, firmware {hello.firmware}"
        sentence += f", Laws {hello.laws}" if hello.laws else ""
        sentence += f", {hello.session}" if hello.session else ""
        about = {"device": hello.device, "role": hello.role, "again": event.again}
        return [Notice("connected", hello.table, 0, sentence, about)]

    def _record(self, record: Any) -> list[Notice]:
        if record.kind in (records.DEVICE, records.SESSION):
            self._head[record.kind] = record
        elif record.kind == records.BOARD:
            self._board = [record]
            self._told.clear()
            self._calling.clear()
            self.life = "auction"
        elif self._board:
            self._board.append(record)
        found = []
        if record.kind in _CHANGES and self._board:
            self._judge()
        number = self.number if self._board else 0
        kind = "note" if record.kind in words.QUIET else "record"
        told = Notice(kind, self.table, number, words.sentence(record), words.about(record))
        found.append(told)
        if record.kind in _JUDGED and self._board:
            found += self._verdicts()
        self._follow_life(record)
        return found

    def _judge(self) -> None:
        log = [*self._head.values(), *self._board]
        self.judged = judge(list(boards_of(log))[-1])

    def _follow_life(self, record: Any) -> None:
        if record.kind in (records.CALL, records.ANSWER) and self.judged:
            if self.life in ("auction", "clarification"):
                over = self.judged.answer["state"]["over"]
                self.life = "clarification" if over else "auction"
        elif record.kind == records.PERIOD:
            self.life = "play"
        elif record.kind == records.CLOSED:
            self.life = "closed"
        elif record.kind == records.TD:
            what = records.TD_WHATS[record.what]
            if what == "called":
                self._calling.add(record.seat)
            elif what == "cancelled":
                self._calling.discard(record.seat)
            elif what == "arrived":
                self._calling.clear()
        if record.kind == records.ANSWER:
            self._calling.clear()

    def _verdicts(self) -> list[Notice]:
        assert self.judged is not None
        request, answer = self.judged.board.request, self.judged.answer
        self.over_cases = cases(request, answer)
        found = []
        for case in self.over_cases:
            verdict = case.verdict
            key = tuple(verdict[k] for k in ("event", "seat", "call", "kind"))
            if key in self._told:
                continue
            self._told.add(key)
            told = " ".join([*what(case, self._texts), *acceptance(case, self._texts)])
            found.append(Notice("irregularity", self.table, self.number, told, verdict))
        return found

    def _message(self, message: Message) -> list[Notice]:
        named = message.named()
        board = named.get("board", 0)
        told = {"kind": message.name, "table": message.table, "board": board}
        if message.code == messages.STATUS:
            if message.table == self.table:
                self.battery = named["battery"] if named["battery"] <= 100 else None
                self.faults = named["faults"]
                self.life = named["life"].split(" ")[0]
            self._settled(message.table, board, messages.OPEN in named["life"].split())
            return [Notice(**told, sentence=words.status(named), about=named)]
        if message.code == messages.ALERT:
            named = words.alert(named)
            sentence = words.irregularity(named)
            return [self._of_table(Notice(**told, sentence=sentence, about=named))]
        if message.code == messages.TD_CALL:
            sentence = words.td_call(named["seat"], named["on"])
            return [self._of_table(Notice(**told, sentence=sentence, about=named))]
        if message.code == messages.ACKNOWLEDGE:
            sentence = words.acknowledge(named["what"])
            return [self._of_table(Notice(**told, sentence=sentence, about=named))]
        if message.code == messages.LOG:
            return [Notice(**told, sentence=named["text"], about={})]
        return []

    def _of_table(self, notice: Notice) -> Notice:
        """Keep what a table wants the director for, if a director's device tells it."""
        if self.hello is not None and self.hello.role != "table":
            if notice.about.get("on", 1):
                self.tables[notice.table] = notice
            else:
                self.tables.pop(notice.table, None)
        return notice

    def _settled(self, table: int, board: int, is_open: bool) -> None:
        """Forget what a table wanted if it is on another board or nothing is open there."""
        wanted = self.tables.get(table)
        if wanted and (wanted.board != board or ("on" not in wanted.about and not is_open)):
            del self.tables[table]

    @property
    def director_called(self) -> bool:
        return bool(self._calling)

    @property
    def open_cases(self) -> list[Case]:
        return [case for case in self.over_cases if case.verdict["status"] == "open"]

    def last_calls(self, most: int = 8) -> list[str]:
        """Return the last standing calls, as `W 1H`."""
        standing = self.judged.standing if self.judged else ()
        return [f"{s.seat} {s.call}" for s in standing[-most:]]


def device_record(hello: Hello) -> records.Record:
    """Return what a hello says as a DEVICE record, until the journal's own comes."""
    values = {
        "format": records.FORMAT,
        "device": hello.device,
        "table": hello.table,
        "boot": hello.boot,
        "firmware": hello.firmware,
        "hardware": hello.board,
        "laws": hello.laws,
        "table_crc": hello.tables,
    }
    names = records.fields_of(records.DEVICE)
    return records.Record(1, records.DEVICE, 0, *(values.get(name, 0) for name in names))
