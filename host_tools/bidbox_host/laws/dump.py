"""The table of the Laws in words: every case and every ruling, with its Law and the row it comes
from.
"""

from bidbox_host.laws.compiler import all_cases, compile_source, expand
from bidbox_host.laws.source import Row, Source


def explain(source: Source) -> str:
    """Return the whole of an edition in words, one case or ruling a line."""
    table = compile_source(source)
    lines = [
        f"The Laws of {source.edition}: {table.detection_size} bytes detection, "
        f"{table.size} in all, CRC {table.crc}",
        "",
        "A call by itself:",
        *(f"  {name}: {what}   [{row.where}]" for name, what, row in _cases(source)),
        "",
        "What settles an irregularity:",
        *(f"  {name}: {what}   [{row.where}]" for name, what, row in _rulings(source)),
    ]
    return "\n".join(lines) + "\n"


def compare(one: Source, other: Source) -> str:
    """Return the cases and rulings in which two editions differ, one a line."""
    lines = []
    for listing in (_cases, _rulings):
        first = {name: what for name, what, _ in listing(one)}
        second = {name: what for name, what, _ in listing(other)}
        for name in [*first, *(name for name in second if name not in first)]:
            if first.get(name) != second.get(name):
                lines.append(
                    f"{name}: {one.edition} {first.get(name, '-')}; "
                    f"{other.edition} {second.get(name, '-')}"
                )
    return "\n".join(lines) + "\n" if lines else "no difference\n"


def _cases(source: Source) -> list[tuple[str, str, Row]]:
    covered = expand(source)
    found = []
    for case in all_cases():
        auction, turn, duty, call = case
        row = covered[case]
        verdict, law, becomes = row.cells[4:]
        name = f"{call}, auction {auction}"
        if turn != "-":
            name += f", turn {turn}, duty {duty}"
        what = verdict if becomes == "-" else f"{verdict} (Law {law}), becomes {becomes}"
        found.append((name, what, row))
    return found


def _rulings(source: Source) -> list[tuple[str, str, Row]]:
    found = []
    for row in source.rulings:
        state, when, law, call, status, duties, becomes = row.cells
        parts = [f"Law {law}" if law != "-" else "", f"call {call}" if call != "-" else "", status]
        parts += [duties if duties != "-" else "", f"then {becomes}"]
        found.append((f"{state}, {when}", "; ".join(part for part in parts if part), row))
    return found
