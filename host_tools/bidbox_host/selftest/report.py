"""A self-test's report as text to keep and as JSON; knows nothing of how it was made."""

import time
from itertools import groupby
from pathlib import Path
from typing import Any

from bidbox_host.errors import UsageError
from bidbox_host.selftest.items import PARTS, PASSED, Item, Report
from bidbox_host.text import Catalogue

_WHERE = 10  # letters
_RESULT = 8


def text(report: Report, texts: Catalogue) -> str:
    """Return the report in lines, the last one its sum."""
    hello = report.hello
    lines = [
        texts("selftest.report.title", time=_local(report.began)),
        texts(
            "selftest.report.device",
            device=hello.device,
            board=hello.board,
            table=hello.table,
            firmware=hello.firmware,
        ),
    ]
    for part in PARTS:
        own = [item for item in report.items if item.part == part]
        if own:
            lines += ["", texts(f"selftest.part.{part}")]
            for where, group in groupby(own, key=lambda item: item.where):
                lines += _group(where, list(group), texts)
    lines += ["", total(report, texts)]
    return "\n".join(lines) + "\n"


def total(report: Report, texts: Catalogue) -> str:
    """Return the sum of a report, and whether it went to its end."""
    count = report.count()
    numbers = {name: count[name] for name in ("passed", "failed", "skipped")}
    said = texts("selftest.report.total", **numbers)
    if report.broken_off:
        return texts("selftest.report.broken_off", why=report.broken_off) + " " + said
    return said


def document(report: Report) -> dict[str, Any]:
    """Return the report as it goes into JSON; times in UTC."""
    hello = report.hello
    return {
        "device": hello.device,
        "board": hello.board,
        "role": hello.role,
        "table": hello.table,
        "firmware": hello.firmware,
        "began": _utc(report.began),
        "ended": None if report.ended is None else _utc(report.ended),
        "broken_off": report.broken_off or None,
        "passed": report.good,
        "count": dict(report.count()),
        "items": [vars(item) for item in report.items],
    }


def write(path: Path, content: str) -> None:
    """Write a report whole, or leave the file as it was; UsageError says what is wrong."""
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(content, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror or error}: give another file for the report"
        ) from error


def _group(where: str, items: list[Item], texts: Catalogue) -> list[str]:
    """Return the lines of one place: what passed without a word together, the rest one by one."""
    plain = [item for item in items if item.result == PASSED and item.name and not item.found]
    lines = []
    if plain:
        spaced = any(" " in item.name for item in plain)
        names = ("; " if spaced else " ").join(item.name for item in plain)
        passed = texts.words(f"selftest.result.{PASSED}")
        lines.append(_line(where, passed, f"{len(plain)}: {names}"))
    for item in items:
        if item not in plain:
            words = ": ".join(word for word in (item.name, item.found) if word)
            lines.append(_line(where, texts.words(f"selftest.result.{item.result}"), words))
            if item.remedy:
                lines.append(" " * (_WHERE + _RESULT + 4) + item.remedy)
    return lines


def _line(where: str, result: str, words: str) -> str:
    return f"  {where:<{_WHERE}} {result:<{_RESULT}} {words}".rstrip()


def _local(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(seconds))


def _utc(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
