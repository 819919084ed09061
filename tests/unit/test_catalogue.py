"""The catalogue: every key has a text, every text a key, every label of the Laws its sentence."""

import ast
import re
from pathlib import Path

import pytest

from bidbox import answers, calls, verdicts
from bidbox_host import text
from bidbox_host.errors import UsageError
from bidbox_host.laws import source
from bidbox_host.text import catalogue, fields_of, texts_of

ENGLISH = texts_of("en")
SECTIONS = {key.split(".")[0] for key in ENGLISH}
HOST = Path(text.FOLDER).parent
SOURCES = [source.read(path) for path in source.sources().values()]
_ACCEPTABLE = ("insufficient", "out_of_rotation", "change_of_call")


def keys_in_code() -> tuple[set[str], set[str]]:
    """Return the keys that the host's code names whole, and patterns for those it builds."""
    whole, built = set(), set()
    for path in HOST.rglob("*.py"):
        tree = ast.parse(path.read_text())
        joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        pieces = {id(value) for node in joined for value in node.values}
        for node in ast.walk(tree):
            if id(node) in pieces:
                continue
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z_]+(\.\w+)+", node.value):
                    whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(v.value) if isinstance(v, ast.Constant) else ".+"
                    for v in node.values
                ]
                pattern = "".join(parts)
                if re.match(r"[a-z_]+\\\.", pattern):
                    built.add(pattern)
    return {key for key in whole if key.split(".")[0] in SECTIONS}, built


def test_every_key_that_the_code_names_has_a_text():
    whole, _ = keys_in_code()
    assert len(whole) > 40
    assert whole - set(ENGLISH) == set()


def test_every_text_has_a_key_in_the_code():
    whole, built = keys_in_code()
    unused = {
        key
        for key in ENGLISH
        if key not in whole and not any(re.fullmatch(pattern, key) for pattern in built)
    }
    assert unused == set()


@pytest.mark.parametrize("kind", verdicts.KINDS[1:])
def test_every_kind_of_irregularity_can_be_told(kind):
    assert f"what.{kind}" in ENGLISH
    assert f"accept.{kind}" in ENGLISH
    if kind in _ACCEPTABLE:
        assert f"ask.Q2_{kind}" in ENGLISH


@pytest.mark.parametrize("answer", answers.ANSWERS)
def test_every_answer_of_the_director_can_be_told(answer):
    assert f"answer.{answer}" in ENGLISH


@pytest.mark.parametrize("laws", SOURCES, ids=lambda s: s.edition)
def test_every_law_that_names_an_irregularity_says_what_follows(laws):
    for row in laws.calls:
        kind, law = row.cells[4], row.cells[5]
        if kind in verdicts.KINDS and kind != "insufficient":
            keys = {f"options.{laws.edition}.{law}", f"options.any.{law}"}
            assert keys & set(ENGLISH), row


@pytest.mark.parametrize("laws", SOURCES, ids=lambda s: s.edition)
def test_every_paragraph_that_settles_an_irregularity_has_a_sentence(laws):
    paragraphs = {row.cells[2] for row in laws.rulings} - {"-"}
    paragraphs |= {row.cells[1] for row in laws.effects if row.cells[0] in _EFFECTS}
    missing = {
        paragraph
        for paragraph in paragraphs
        if f"outcome.{laws.edition}.{paragraph}" not in ENGLISH
        and f"outcome.any.{paragraph}" not in ENGLISH
    }
    assert missing == set()


def test_no_sentence_is_kept_for_a_label_that_no_law_source_has():
    editions = {laws.edition: laws for laws in SOURCES}

    def labels(edition, *sections):
        chosen = [editions[edition]] if edition in editions else SOURCES
        cells = [(getattr(laws, name), at) for laws in chosen for name, at in sections]
        return {row.cells[at] for rows, at in cells for row in rows}

    for key in ENGLISH:
        family, edition, label = (*key.split(".", 2), "", "")[:3]
        if family == "outcome" and edition != "status":
            assert label in labels(edition, ("rulings", 2), ("effects", 1)), key
        if family == "options" and edition != "27":
            assert label in labels(edition, ("calls", 5), ("effects", 1)), key
        if family == "reading":
            assert edition in labels("", ("doubts", 1), ("doubts", 2)), key


_EFFECTS = {"unintended", "withdrawn", "void", "voided", "ruling", "late correction", "substitute"}


@pytest.mark.parametrize("laws", SOURCES, ids=lambda s: s.edition)
def test_both_readings_of_every_doubt_have_a_sentence(laws):
    readings = {cell for row in laws.doubts for cell in row.cells[1:]}
    assert {r for r in readings if f"reading.{r}" not in ENGLISH} == set()


@pytest.mark.parametrize("laws", SOURCES, ids=lambda s: s.edition)
def test_every_question_has_words(laws):
    asked = {word for row in laws.states for word in re.findall(r"Q\d+", row.cells[2])}
    for question in asked - {"Q2"}:
        edition = f"ask.{question}_{laws.edition}"
        assert f"ask.{question}" in ENGLISH or edition in ENGLISH, question


def test_no_sentence_speaks_of_a_call_that_it_could_name():
    nameless = re.compile(
        r"\bthe (insufficient bid|lowest (sufficient )?bid|(withdrawn|cancelled|inadmissible)"
        r" (call|bid|double|redouble)|(call|bid|pass|double) out of (rotation|turn)|offender)\b",
        re.IGNORECASE,
    )
    assert {k: t for k, t in ENGLISH.items() if nameless.search(t)} == {}


@pytest.mark.parametrize("language", text.languages())
def test_a_translation_has_no_key_and_no_name_that_english_has_not(language):
    for key, sentence in texts_of(language).items():
        assert key in ENGLISH
        assert fields_of(sentence) <= fields_of(ENGLISH[key]), key


def test_calls_and_seats_are_named_as_a_director_says_them():
    english = catalogue()
    assert [english.call(c) for c in ("1D", "3N", "P", "X")] == ["1D", "3NT", "pass", "double"]
    assert english.call("P").the == "the pass"
    assert english.call("1D").the == english.call("1D").a == "1D"
    assert [english.seat(s) for s in calls.SEATS] == ["North", "East", "South", "West"]


def test_a_sentence_begins_with_a_capital_whatever_it_begins_with():
    english = catalogue()
    assert english("outcome.any.39B", call=english.call("P")).startswith("The pass is cancelled")


def test_a_language_that_nobody_wrote_is_refused_by_name():
    with pytest.raises(UsageError, match=r"'tlh'.*en"):
        catalogue("tlh")


def test_a_language_without_a_text_falls_back_on_english(tmp_path, monkeypatch):
    (tmp_path / "en.toml").write_text('[seat]\nN = "North"\nE = "East"\n')
    (tmp_path / "fr.toml").write_text('[seat]\nN = "Nord"\n')
    monkeypatch.setattr(text, "FOLDER", tmp_path)
    catalogue.cache_clear()
    try:
        french = catalogue("fr")
        assert (french.seat("N"), french.seat("E")) == ("Nord", "East")
    finally:
        catalogue.cache_clear()
