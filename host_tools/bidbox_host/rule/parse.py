"""An auction as a person types it, as calls of the adjudicator's JSON form."""

import re
from typing import Any

from bidbox import calls
from bidbox_host.errors import UsageError
from bidbox_host.text import Catalogue

_WORDS = {
    "p": "P",
    "pass": "P",
    "passes": "P",
    "nobid": "P",
    "x": "X",
    "d": "X",
    "db": "X",
    "dbl": "X",
    "dble": "X",
    "double": "X",
    "xx": "XX",
    "r": "XX",
    "rd": "XX",
    "rdbl": "XX",
    "redbl": "XX",
    "redouble": "XX",
}
_SEATS = {"n": "N", "e": "E", "s": "S", "w": "W"} | {
    "north": "N",
    "east": "E",
    "south": "S",
    "west": "W",
}
_PIPS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss")
_BID = re.compile(r"([1-9])(c|d|h|s|n|nt|sa)")


def parse_call(word: str) -> str | None:
    """Return the call that a person means by a word, None if it is none."""
    plain = word.lower().translate(_PIPS)
    bid = _BID.fullmatch(plain)
    if bid:
        denomination = {"nt": "N", "sa": "N"}.get(bid[2], bid[2].upper())
        return bid[1] + denomination
    return _WORDS.get(plain)


def parse_seat(word: str) -> str | None:
    """Return N, E, S or W for a seat's letter or English name, None if it is none."""
    return _SEATS.get(word.lower())


def parse_auction(text: str, seat: str, texts: Catalogue) -> list[dict[str, Any]]:
    """Return the calls of a text as events; calls without a seat go round from `seat`.

    UsageError names the first word that is not understood, and what is.
    """
    events = []
    for word in re.split(r"[\s,]+", text.strip()):
        if not word:
            continue
        event = parse_word(word, seat, texts)
        events.append(event)
        seat = calls.SEATS[calls.lho(calls.parse_seat(event["seat"]))]
    return events


def parse_word(word: str, seat: str, texts: Catalogue) -> dict[str, Any]:
    """Return one call, `1D` by `seat` or `S:1D` by South, as an event; UsageError as above."""
    caller, colon, rest = word.partition(":")
    if colon:
        named = parse_seat(caller)
        if named is None:
            raise UsageError(texts("rule.no_seat", word=word, seat=caller))
        seat, called = named, rest
    else:
        called = word
    call = parse_call(called)
    if call is None:
        raise UsageError(texts("rule.no_call", word=word))
    return {"seat": seat, "call": call}
