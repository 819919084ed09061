"""What the documents point at is there: files, pictures, commands and their options."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bidbox_host.cli import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("boards/*/README.md")])
_LINK = re.compile(r"\]\(([^)#\s]+)\)")
_PATH = re.compile(
    r"(?<![\w/<])((?:boards|docs|firmware|host_tools|tests)/[\w./-]*\w(?:\.\w+)?/?)(?![\w<*…])"
)
_COMMAND = re.compile(r"(?:`|\$ |\| )bidbox ([^`|\n]+)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_what_a_document_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    linked = [document.parent / target for target in _LINK.findall(text) if ":" not in target]
    named = [ROOT / target for target in _PATH.findall(text)]
    missing = [str(path) for path in [*linked, *named] if not path.exists()]
    assert not missing


def _told() -> Iterator[tuple[str, str]]:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for line in _COMMAND.findall(document.read_text(encoding="utf-8")):
            if not line.endswith("\\n"):  # a label in a seal, not a command
                yield document.name, line.strip()


def test_commands_in_the_documents_are_commands_with_these_options() -> None:
    context = click.Context(cli)
    told = list(_told())
    assert len(told) > 10
    for document, line in told:
        words = shlex.split(line)
        group: click.Command = cli
        while words and isinstance(group, click.Group) and not words[0].startswith("-"):
            found = group.get_command(context, words[0].rstrip(",.:;"))
            if found is None and group is not cli:
                break  # "bidbox laws show|compile": the first of them was looked up
            assert found is not None, f"{document}: bidbox {line}"
            group, words = found, words[1:]
        options = {name for option in group.get_params(context) for name in option.opts}
        for word in words:
            if word.startswith("-") and word != "-":
                assert word.split("=")[0] in options, f"{document}: bidbox {line}"

