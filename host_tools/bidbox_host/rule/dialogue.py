"""The conversation of `bidbox rule`: says the script's sentences, reads the director's words."""

from collections.abc import Callable, Iterable

from bidbox_host.errors import UsageError
from bidbox_host.explain import acceptance, options, outcome, owed, standing, what, where
from bidbox_host.rule.parse import parse_auction, parse_seat, parse_word
from bidbox_host.rule.session import (
    BY_HAND,
    RULING,
    CallWanted,
    Choice,
    Finished,
    Question,
    Session,
)
from bidbox_host.text import Catalogue

_BACK = ("back", "b", "undo")
_HELP = ("?", "help", "h")
_HAND = ("hand", "ruling")
_INDENT = "  "


class Dialogue:
    """One session led to its end; `say` prints a line, `read` prompts for one and returns it."""

    def __init__(
        self,
        session: Session,
        texts: Catalogue,
        say: Callable[[str], None],
        read: Callable[[str], str],
    ) -> None:
        self._session = session
        self._texts = texts
        self._say = say
        self._read = read
        self._said: set[str] = set()

    def run(self) -> None:
        """Lead through all that is asked, then say how it stands."""
        if not self._session.cases:
            self._say(self._texts("rule.regular"))
        while self._turn():
            pass
        self.conclude()

    def conclude(self) -> None:
        """Say where the auction is and what is owed."""
        session, texts = self._session, self._texts
        self._say("")
        self._say(standing(session.answer["state"], texts))
        for sentence in where(session.answer["state"], texts):
            self._say(sentence)
        for sentence in owed(session.cases, session.answer["state"], texts):
            self._say(sentence)

    def _turn(self) -> bool:
        """Ask one question or for one call; False when there is nothing more to do."""
        step = self._session.step()
        self._settled()
        if isinstance(step, Finished):
            return False
        if isinstance(step, CallWanted):
            return self._call(step)
        self._ask(step)
        return True

    def _settled(self) -> None:
        for case in self._session.cases:
            self._once([*what(case, self._texts), *outcome(case, self._texts)])

    def _once(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            if sentence not in self._said:
                self._said.add(sentence)
                self._say(_INDENT + sentence)

    def _call(self, wanted: CallWanted) -> bool:
        texts = self._texts
        self._once(where(self._session.answer["state"], texts))
        while True:
            word = self._read(texts("rule.ask_call", seat=texts.seat(wanted.seat)))
            if not word:
                return False
            if self._common(word, texts.words("rule.help_call")):
                return True
            if self._take_call(word, wanted.seat):
                return True

    def _ask(self, question: Question) -> None:
        texts, case = self._texts, question.case
        self._once(script(question, texts))
        only = question.choices[0] if len(question.choices) == 1 else None
        words = "/".join(choice.word for choice in question.choices)
        if only:  # nothing hangs on what is answered
            words = texts("rule.enter")
        prompt = f"{texts(ask_key(question, texts), **case.names(texts))} [{words}]"
        while True:
            word = self._read(prompt)
            if self._common(word, texts.words("rule.help_question", words=words)):
                return
            choice = only if only and not word else chosen(question, word)
            if choice is not None:
                if choice.answer == BY_HAND:
                    self._by_hand()
                elif not self._session.choose(question, choice):
                    self._say(texts("rule.by_hand"))
                    self._by_hand()
                return
            if not word or question.case.verdict["status"] != "open":
                self._say(texts("rule.help_question", words=words))
            elif self._take_call(word, self._session.next_seat, words):
                return

    def _common(self, word: str, advice: str) -> bool:
        """Take back or explain; True if the step is to be taken anew."""
        lower = word.lower()
        if lower in _BACK:
            self._said.clear()
            if not self._session.back():
                self._say(self._texts("rule.nothing_back"))
            return True
        if lower in _HAND:
            self._by_hand()
            return True
        if lower in _HELP:
            self._say(advice)
            return True
        return False

    def _by_hand(self) -> None:
        """Take the state from the director, who has the last word (81C)."""
        texts = self._texts
        state = self._session.answer["state"]
        self._say(standing(state, texts))
        try:
            dealer = self._session.request["dealer"]
            stand = parse_auction(self._read(texts("rule.ask_standing")), dealer, texts)
            turn = self._seat(self._read(texts("rule.ask_turn")))
            silenced = [self._seat(w) for w in self._read(texts("rule.ask_silenced")).split()]
        except UsageError as error:
            self._say(error.format_message())
            return
        self._session.rule(stand, turn, silenced)

    def _seat(self, word: str) -> str:
        seat = parse_seat(word)
        if seat is None:
            raise UsageError(self._texts("rule.no_seat_here", seat=word))
        return seat

    def _take_call(self, word: str, seat: str, words: str = "") -> bool:
        try:
            event = parse_word(word, seat, self._texts)
        except UsageError as error:
            self._say(error.format_message())
            if words:
                self._say(self._texts("rule.help_question", words=words))
            return False
        return self._session.give(event)


def ask_key(question: Question, texts: Catalogue) -> str:
    """Return the key of a question's own sentence."""
    key = texts.any_of(
        f"ask.{question.id}_{question.case.kind}",
        f"ask.{question.id}_{question.case.edition}",
        f"ask.{question.id}",
    )
    return key or "ask.any"


def chosen(question: Question, word: str) -> Choice | None:
    """Return the choice that a word means: itself, its first letter or the answer's own name."""
    lower = word.lower()
    for choice in question.choices:
        if lower and lower in (choice.word, choice.word[0], choice.answer):
            return choice
    return None


def script(question: Question, texts: Catalogue) -> list[str]:
    """Return what the director says or does before a question, in the order of the scripts."""
    case = question.case
    names = case.names(texts)
    sentences = what(case, texts)
    if question.id == "Q1":
        key = texts.any_of(f"script.first_{case.kind}")
        sentences += [texts(key, **names)] if key else []
    elif question.id == "Q2":
        if case.kind == "insufficient":
            sentences += [texts("script.before_options", **names), *options(case, texts)]
            sentences += acceptance(case, texts)
        else:
            sentences += [*options(case, texts), *acceptance(case, texts)]
    elif question.id == RULING:
        sentences += [*acceptance(case, texts), *options(case, texts)]
    for number, reading in enumerate(question.readings, start=1):
        key = texts.any_of(f"reading.{reading}")
        sentence = texts.words(key, **names) if key else reading
        sentences.append(texts("script.reading", number=number, reading=sentence))
    return sentences
