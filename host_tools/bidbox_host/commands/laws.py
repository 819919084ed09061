"""`bidbox laws`: show, compile, check and compare the tables of the Laws."""

from pathlib import Path

import click

from bidbox import lawtable
from bidbox_host.errors import UsageError
from bidbox_host.laws import compiler, dump, source

_own_source = click.option(
    "--source", "path", type=click.Path(path_type=Path), help="A law source of your own."
)


@click.group()
def command() -> None:
    """Show, compile, check or compare the tables of the Laws."""


def _path(edition: str) -> Path:
    known = source.sources()
    if edition not in known:
        raise UsageError(f"no such edition: {edition}; there are {', '.join(known)}")
    return known[edition]


@command.command(short_help="Explain every case and every ruling.")
@click.argument("edition", default="2017")
def show(edition: str) -> None:
    """Explain every case and every ruling of EDITION, with its Law and the source line it comes
    from.
    """
    click.echo(dump.explain(source.read(_path(edition))), nl=False)


@command.command(name="compile", short_help="Compile the law sources.")
@_own_source
@click.option("--to", "folder", type=click.Path(path_type=Path), help="Where to write them.")
def compile_(path: Path | None, folder: Path | None) -> None:
    """Compile the law sources into the firmware's tables."""
    folder = folder or Path(lawtable.__file__).parent / "laws"
    for found in [path] if path else source.sources().values():
        table = compiler.compile_source(source.read(found))
        target = folder / f"edition_{table.edition}.py"
        target.write_text(table.module(), encoding="utf-8", newline="\n")
        click.echo(
            f"{table.edition}: {table.detection_size} bytes detection, {table.size} in all, "
            f"CRC {table.crc}, written to {target}"
        )


@command.command(short_help="Prove that each case is covered exactly once.")
@_own_source
def check(path: Path | None) -> None:
    """Prove that each edition covers every case once, and that the firmware has it."""
    for found in [path] if path else source.sources().values():
        parsed = source.read(found)
        table = compiler.compile_source(parsed)
        cases = len(compiler.all_cases())
        click.echo(f"{table.edition}: {cases} cases, each covered once; CRC {table.crc}")
        if not path:
            module = Path(lawtable.__file__).parent / "laws" / f"edition_{table.edition}.py"
            if not module.exists() or module.read_text(encoding="utf-8") != table.module():
                raise source.SourceError(
                    f"{module.name} is not what {found.name} compiles to:"
                    " run `bidbox laws compile`"
                )


@command.command(short_help="List what differs between two editions.")
@click.argument("one")
@click.argument("other")
def diff(one: str, other: str) -> None:
    """List the cases and rulings in which two editions differ."""
    click.echo(dump.compare(source.read(_path(one)), source.read(_path(other))), nl=False)
