"""Ways to show a live view: a table that redraws itself, plain lines, or JSON lines."""

import json
import time
from typing import Any, Protocol

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from bidbox_host.live import words
from bidbox_host.live.known import Known, Notice

_QUIET = {"status", "note"}  # kinds that the plain view leaves out


class Show(Protocol):
    def __enter__(self) -> "Show": ...
    def __exit__(self, *_: object) -> None: ...
    def tell(self, known: Known, notices: list[Notice]) -> None: ...


class Plain:
    """One line a notice."""

    def __enter__(self) -> "Plain":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def tell(self, known: Known, notices: list[Notice]) -> None:
        for notice in notices:
            if notice.kind in _QUIET:
                continue
            where = f"table {notice.table}" if notice.table else known.port
            if notice.board:
                where += f" board {notice.board}"
            mark = "!! " if notice.kind in ("irregularity", "alert", "td_call") else ""
            click.echo(f"{time.strftime('%H:%M:%S')} {where}: {mark}{notice.sentence}")


class Json:
    """One JSON object a notice."""

    def __enter__(self) -> "Json":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def tell(self, known: Known, notices: list[Notice]) -> None:
        for notice in notices:
            line: dict[str, Any] = {
                "at": round(time.time(), 3),
                "port": known.port,
                "table": notice.table,
                "board": notice.board,
                "notice": notice.kind,
                "sentence": notice.sentence,
                "about": notice.about,
            }
            click.echo(json.dumps(line))


class Screen:
    """One row a table, and below it the last things told."""

    def __init__(self, all_known: list[Known]) -> None:
        self._known = all_known
        self._last: list[str] = []
        self._live = Live(console=Console(), auto_refresh=False, transient=False)

    def __enter__(self) -> "Screen":
        self._live.__enter__()
        self._draw()
        return self

    def __exit__(self, *rest: Any) -> None:
        self._live.__exit__(*rest)

    def tell(self, known: Known, notices: list[Notice]) -> None:
        for notice in notices:
            if notice.kind not in ("record", *_QUIET):
                where = f"table {notice.table}" if notice.table else known.port
                if notice.board:
                    where += f" board {notice.board}"
                line = f"{time.strftime('%H:%M:%S')} {where}: {notice.sentence}"
                self._last = [*self._last[-5:], line]
        self._draw()

    def _draw(self) -> None:
        table = Table(expand=True)
        for heading in ("Table", "Board", "State", "Last calls"):
            table.add_column(heading, no_wrap=heading != "Last calls")
        table.add_column("Director", ratio=1)
        for known in self._known:
            table.add_row(*_row(known))
        self._live.update(Group(table, *(Text(line) for line in self._last)), refresh=True)


def _row(known: Known) -> tuple[Text, ...]:
    name = str(known.table) if known.table else known.port
    if known.away:
        return Text(name), Text(""), Text("away", style="yellow"), Text(""), Text(known.away)
    judged = known.judged
    board = ""
    if judged:
        board = f"{judged.board.number}  {judged.board.dealer}  {judged.board.vulnerability}"
    told = [words.irregularity(case.verdict) for case in known.open_cases]
    told += [
        f"table {number} board {notice.board}: {notice.sentence}"
        for number, notice in sorted(known.tables.items())
    ]
    if known.director_called:
        told.append("director called")
    state = known.life or (known.hello.role if known.hello else "")
    if known.battery is not None and known.battery <= 20:
        state += f", battery {known.battery} %"
    alarm = "bold red" if told else ""
    return (
        Text(name),
        Text(board),
        Text(state + (f"; {known.faults}" if known.faults else "")),
        Text("  ".join(known.last_calls())),
        Text("\n".join(told), style=alarm),
    )
