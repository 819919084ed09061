"""`bidbox rule`: lead a director through a ruling, without any device."""

import json
import re
import shutil
import sys
import textwrap

import click

from bidbox import answers
from bidbox_host.errors import BidboxError, UsageError
from bidbox_host.explain import explanation
from bidbox_host.laws.request_form import MOST_CALLS
from bidbox_host.laws.source import sources
from bidbox_host.rule.dialogue import Dialogue, ask_key, chosen
from bidbox_host.rule.parse import parse_auction, parse_seat, parse_word
from bidbox_host.rule.session import Question, Session
from bidbox_host.text import Catalogue, catalogue

EDITIONS = tuple(sources())
_WIDEST = 100  # columns

@click.command()
@click.argument("auction", nargs=-1, required=True)
@click.option("--laws", type=click.Choice(EDITIONS), default=EDITIONS[-1], show_default=True)
@click.option("--dealer", default="N", show_default=True, metavar="SEAT")
@click.option(
    "--answers", "given", metavar="LIST", help="Answers and calls, in order, no questions asked."
)
@click.option("--json", "as_json", is_flag=True, help="Print the adjudicator's answer, explained.")
@click.option("--language", default="en", show_default=True, metavar="CODE")
def command(
    auction: tuple[str, ...],
    laws: str,
    dealer: str,
    given: str | None,
    as_json: bool,
    language: str,
) -> None:
    """Lead through a ruling: AUCTION is the calls as made, such as "1H 1D".

    Calls go round from the dealer; put the seat in front of one made out of turn: "N:1H S:2D".
    With --answers, a list such as not_accepted,E:2D,same_denomination answers for the director.
    """
    texts = catalogue(language)
    seat = parse_seat(dealer)
    if seat is None:
        raise UsageError(texts("rule.no_dealer", dealer=dealer))
    made = parse_auction(" ".join(auction), seat, texts)
    if len(made) > MOST_CALLS:
        raise UsageError(texts("rule.too_long", count=len(made), most=MOST_CALLS))
    session = Session(laws, seat, made)
    if given is None and not as_json:
        _interactive(session, texts)
        return
    for word in re.split(r"[\s,]+", (given or "").strip()):
        if word:
            _answer(session, word, texts)
    if as_json:
        document = session.answer | {
            "request": session.request,
            "explanation": explanation(session.request, session.answer, texts),
        }
        click.echo(json.dumps(document))
        return
    _print(session, texts)


def _interactive(session: Session, texts: Catalogue) -> None:
    def read(prompt: str) -> str:
        return click.prompt(prompt, default="", show_default=False).strip()

    try:
        Dialogue(session, texts, _say, read).run()
    except (click.Abort, EOFError, KeyboardInterrupt) as end:
        click.echo()
        raise BidboxError(texts("rule.interrupted")) from end


def _say(sentence: str) -> None:
    """Print a sentence, wrapped where a person reads it."""
    if sys.stdout.isatty():
        width = min(shutil.get_terminal_size().columns, _WIDEST)
        indent = " " * (len(sentence) - len(sentence.lstrip()))
        sentence = textwrap.fill(sentence, width, subsequent_indent=indent + "  ")
    click.echo(sentence)


def _answer(session: Session, word: str, texts: Catalogue) -> None:
    """Feed one word of --answers: the choice of a question, the name of an answer, or a call."""
    step = session.step()
    choice = chosen(step, word) if isinstance(step, Question) else None
    if choice is not None and isinstance(step, Question):
        taken = session.choose(step, choice)
    elif word.lower() in answers.ANSWERS:
        taken = session.give({"director": word.lower()})
    else:
        taken = session.give(parse_word(word, session.next_seat, texts))
    if not taken:
        raise UsageError(texts("rule.no_use", word=word))


def _print(session: Session, texts: Catalogue) -> None:
    told = explanation(session.request, session.answer, texts)
    for verdict in told["verdicts"]:
        for sentence in verdict["sentences"]:
            click.echo(sentence)
    for sentence in [*told["state"], *told["owed"]]:
        click.echo(sentence)
    for question in session.open_questions():
        asked = texts(ask_key(question, texts), **question.case.names(texts))
        click.echo(texts("rule.still_open", question=asked))
