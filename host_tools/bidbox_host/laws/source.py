"""Reads a law source: the rows of one edition, in the Laws' words, with the line that each stands
on.
"""

from dataclasses import dataclass
from pathlib import Path

from bidbox_host.errors import BidboxError

SECTIONS = {"calls": 7, "states": 3, "rulings": 7, "effects": 2, "doubts": 3}


@dataclass(frozen=True)
class Row:
    """One row of a section: its cells, stripped, and where it stands."""

    cells: tuple[str, ...]
    where: str


@dataclass(frozen=True)
class Source:
    """One edition's rows by section."""

    edition: str
    calls: tuple[Row, ...]
    states: tuple[Row, ...]
    rulings: tuple[Row, ...]
    effects: tuple[Row, ...]
    doubts: tuple[Row, ...]


class SourceError(BidboxError):
    """A law source says something that cannot be understood, or leaves a hole or a clash."""


def sources() -> dict[str, Path]:
    """Return the law sources that come with the package, by edition."""
    return {path.stem: path for path in sorted(Path(__file__).parent.glob("*.laws"))}


def parse(text: str, name: str) -> Source:
    """Return the rows of a law source; SourceError names file and line."""
    edition = ""
    section = ""
    rows: dict[str, list[Row]] = {key: [] for key in SECTIONS}
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}, line {number}"
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("edition "):
            edition = line.removeprefix("edition ").strip()
            if len(edition) != 4 or not edition.isdecimal() or not edition.isascii():
                raise SourceError(f"{where}: an edition is a year, such as 2017")
        elif line.startswith("["):
            section = line.strip("[]")
            if section not in SECTIONS:
                raise SourceError(f"{where}: no such section: {line}")
        elif not section:
            raise SourceError(f"{where}: a row stands before the first section")
        else:
            cells = tuple(cell.strip() for cell in line.split("|"))
            if len(cells) != SECTIONS[section]:
                raise SourceError(
                    f"{where}: {len(cells)} cells where [{section}] has {SECTIONS[section]}"
                )
            rows[section].append(Row(cells, where))
    if not edition:
        raise SourceError(f"{name}: no line says which edition this is")
    missing = [f"[{key}]" for key, found in rows.items() if not found]
    if missing:
        raise SourceError(f"{name}: there are no rows in {', '.join(missing)}")
    return Source(edition, **{key: tuple(found) for key, found in rows.items()})


def read(path: Path) -> Source:
    """Read and parse a law source."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"), path.name)
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{path.name} is no text in UTF-8") from error
