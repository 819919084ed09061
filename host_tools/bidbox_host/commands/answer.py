"""`bidbox answer`: the director's answers from the host, and what a table asks him now."""

import json
import re
from typing import Any

import click

from bidbox import messages
from bidbox_host.errors import UsageError
from bidbox_host.explain import standing, what, where
from bidbox_host.link import answering
from bidbox_host.link.port import Port
from bidbox_host.link.session import Session
from bidbox_host.replay import Board
from bidbox_host.rule.dialogue import ask_key
from bidbox_host.rule.session import Question
from bidbox_host.rule.session import Session as Ruling
from bidbox_host.text import Catalogue, catalogue

_NAMES = "\n".join(
    f"  {name} {answering.ARGUMENTS.get(name, '')}".rstrip() for name in answering.NAMES
)
_ASIDE = re.compile(r" \([^)]*\)$")


@click.command(epilog="\b\nANSWERs:\n" + _NAMES)
@click.argument("port", metavar="PORT")
@click.argument("words", nargs=-1, metavar="[ANSWER...]")
@click.option("--list", "listed", is_flag=True, help="Show what is asked now, in words.")
@click.option("--of", type=click.IntRange(0, messages.NO_EVENT - 1), metavar="EVENT",
              help="The event meant; else the newest that the answer fits.")  # fmt: skip
@click.option("--board", type=click.IntRange(1, 255), help="Only if this board is open there.")
@click.option("--table", type=click.IntRange(1, messages.LAST_TABLE),
              help="The table, where PORT is a director's device.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.option("--language", default="en", show_default=True, metavar="CODE")
def command(
    port: str,
    words: tuple[str, ...],
    listed: bool,
    of: int | None,
    board: int | None,
    table: int | None,
    as_json: bool,
    language: str,
) -> None:
    """Give the table at PORT the director's answer, or list what it asks.

    \b
    bidbox answer PORT --list
    bidbox answer PORT not_accepted
    bidbox answer PORT comparable --of 3
    bidbox answer PORT must_pass S rest
    bidbox answer PORT ruling '{"turn":"S"}'
    bidbox answer DIRECTORS_PORT --table 12 false_alarm

    An answer can be given until the next board is opened; take_back takes the last one back.
    """
    if listed == bool(words):
        raise UsageError("give an answer, such as not_accepted, or --list")
    answer = answering.parse(words) if words else None
    texts = catalogue(language)
    with Port(port) as opened:
        session = Session(opened)
        hello = session.open(live=False)
        if hello.role != "table":
            if answer is None:
                raise UsageError(f"{port}: is a director's device; --list asks the table's port")
            if table is None:
                raise UsageError(f"{port}: is a director's device; say for whom: --table 12")
            answering.send(session, answer, table, board or 0, of)
            click.echo(f"{answer.name}: sent to table {table} by radio; `bidbox watch` shows it")
            return
        if table not in (None, hello.table):
            raise UsageError(f"{port}: is table {hello.table}, not {table}")
        if answer is not None:
            answering.send(session, answer, hello.table, board or 0, of)
        last = answering.last_board(session)
    ruling = Ruling(last.laws, last.request["dealer"], last.request["events"])
    if as_json:
        click.echo(json.dumps(_document(last, answer, ruling)))
        return
    if answer is not None:
        click.echo(f"{answer.name}: recorded")
    _show(last, ruling, texts)


def _show(board: Board, ruling: Ruling, texts: Catalogue) -> None:
    closed = f", closed ({board.closed})" if board.closed else ""
    click.echo(f"Table {board.table}, board {board.number}{closed}")
    click.echo(standing(ruling.answer["state"], texts))
    for sentence in where(ruling.answer["state"], texts):
        click.echo(sentence)
    questions = ruling.open_questions(rulings=True)
    if not questions:
        click.echo("Nothing is asked.")
    said = None
    for question in questions:
        if question.case is not said:
            said = question.case
            click.echo(" ".join(what(said, texts)))
        click.echo(f"  {_sentence(question, texts)}")
        for choice in question.choices:
            if choice.answer is not None:
                click.echo(f"    {choice.word}: {choice.answer} --of {question.key[1]}")


def _sentence(question: Question, texts: Catalogue) -> str:
    asked = texts(ask_key(question, texts), **question.case.names(texts))
    number = f"{question.id}. " if question.id.startswith("Q") else ""
    return number + _ASIDE.sub("", asked)


def _document(board: Board, answer: answering.Answer | None, ruling: Ruling) -> dict[str, Any]:
    return {
        "table": board.table,
        "board": board.number,
        "closed": board.closed,
        "answer": answer.name if answer else None,
        "state": ruling.answer["state"],
        "questions": [
            {
                "id": question.id,
                "of": question.key[1],
                "answers": [c.answer for c in question.choices if c.answer],
            }
            for question in ruling.open_questions(rulings=True)
        ],
    }
