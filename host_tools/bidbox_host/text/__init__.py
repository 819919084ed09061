"""The catalogue of all sentences: one TOML file a language beside this module, English complete.

A text is found by its dotted key; seats and calls put into it are `Name`s, so that a language can
choose between `{call}`, `{call.the}` and `{call.a}`. What a translation lacks is said in English.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from bidbox import calls
from bidbox_host.errors import UsageError

FOLDER = Path(__file__).parent
ENGLISH = "en"


class Name(str):
    """A seat or a call as a sentence names it: plain, with the article, with `a`."""

    the: str
    a: str

    def __new__(cls, plain: str, the: str | None = None, a: str | None = None) -> "Name":
        name = super().__new__(cls, plain)
        name.the = plain if the is None else the
        name.a = plain if a is None else a
        return name


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language, by key."""

    language: str
    texts: dict[str, str] = field(repr=False)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def __call__(self, key: str, **names: Any) -> str:
        """Return the sentence of `key`, its first letter a capital; KeyError if there is none."""
        sentence = self.texts[key].format(**names)
        return sentence[:1].upper() + sentence[1:]

    def words(self, key: str, **names: Any) -> str:
        """Return the text of `key` as it stands, to be used inside a sentence."""
        return self.texts[key].format(**names)

    def seat(self, seat: str) -> Name:
        """Return the name of a seat: N, E, S or W."""
        return Name(self.texts[f"seat.{seat}"])

    def call(self, call: str) -> Name:
        """Return the name of a call as calls.call_name() spells it."""
        if f"call.{call}" in self.texts:
            the, a = self.texts[f"the_call.{call}"], self.texts[f"a_call.{call}"]
            return Name(self.texts[f"call.{call}"], the, a)
        code = calls.parse_call(call)
        denomination = calls.DENOMINATIONS[calls.denomination(code)]
        return Name(
            self.texts["call.bid"].format(
                level=calls.level(code), denomination=self.texts[f"denomination.{denomination}"]
            )
        )

    def any_of(self, *keys: str) -> str | None:
        """Return the first of the keys that has a text, None if none has."""
        return next((key for key in keys if key in self.texts), None)


def languages() -> list[str]:
    """Return the languages that have a catalogue, as their files name them."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def texts_of(language: str) -> dict[str, str]:
    """Return the texts that the file of a language itself holds, by dotted key."""
    return dict(_flat("", tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))))


def fields_of(text: str) -> set[str]:
    """Return the names that a text wants filled in, without their `.the` or `.a`."""
    return {name.split(".")[0] for _, name, _, _ in Formatter().parse(text) if name}


@cache
def catalogue(language: str = ENGLISH) -> Catalogue:
    """Return the catalogue of a language; UsageError if nobody wrote one."""
    if language not in languages():
        known = ", ".join(languages())
        raise UsageError(f"No texts in language {language!r}; there are texts in: {known}.")
    return Catalogue(language, texts_of(ENGLISH) | texts_of(language))


def _flat(prefix: str, tree: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", value
