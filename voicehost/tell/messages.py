"""Facts to sentences: Fluent messages in voices/<lang>/common.ftl and voices/<lang>/<game>.ftl.

No sentence is glued together here. A message is a value and, as attributes, further wordings of the same; its
words for things of the game are terms. Two functions are added to Fluent's own:

    TERM("seat", $seat, case: "dative")
        The term -seat-fox, given the key "fox"; where there is no such term, -seat with $value. Several keys
        are joined by -comma and by -seat-and or else -and. A third argument is handed on as $count.
    WORDS($n)
        A whole number from 0 to 999 in words, by the terms -number-... What counts from 0 in the rules and from one
        at the table is WORDS($card, plus: 1).

The files of a user's folder are laid over the packaged ones message by message, so that a changed sentence is
one line in a file.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from fluent.runtime import FluentBundle
from fluent.runtime.types import FluentType

from voicehost.errors import Trouble
from voicehost.tell.catalogue import Catalogue

SENTENCE_START: Final = re.compile(r"(?:^|[.!?…]\s+)[„“\"»]*([^\W\d_])")


class Several(tuple[str, ...], FluentType):
    """Several keys as one argument of a message: the seats of a tie, the two spells of a solution."""

    __slots__ = ()

    def format(self, locale: object) -> str:
        """Bare keys are no words of a language."""
        raise ValueError('several keys need TERM("kind", $keys)')


class Messages:
    """The sentences of one language for one game, or only those that all games share.

    The wordings of a message follow one another at random but never twice in a row; the same seed tells the
    same story. Raises Trouble with file and line for files that are broken.
    """

    def __init__(self, lang: str, game: str | None = None, *, overlay: Path | None = None, seed: int = 0) -> None:
        self.lang = lang
        self._catalogue = Catalogue.load(lang, game, overlay)
        self._bundle = _Bundle(lang, self._catalogue)
        self._chance = random.Random(f"{seed} {lang}")
        self._last: dict[str, int] = {}

    def __contains__(self, message_id: object) -> bool:
        return message_id in self._catalogue.messages

    @property
    def ids(self) -> tuple[str, ...]:
        """Every message, sorted."""
        return tuple(sorted(self._catalogue.messages))

    def render(self, message_id: str, facts: Mapping[str, object] | None = None) -> str:
        """One wording of a message with its facts filled in; "" where the language says nothing about it."""
        count = len(self._wordings(message_id))
        last = self._last.get(message_id)
        choice = int(self._chance.random() * (count if last is None else max(1, count - 1)))
        if last is not None and count > 1 and choice >= last:
            choice += 1
        self._last[message_id] = choice
        return self._format(message_id, self._wordings(message_id)[choice], facts or {})

    def every_wording(self, message_id: str, facts: Mapping[str, object] | None = None) -> tuple[str, ...]:
        """All wordings of a message, for tests and for rendering ahead."""
        return tuple(self._format(message_id, p, facts or {}) for p in self._wordings(message_id))

    def _wordings(self, message_id: str) -> list[Any]:
        if message_id not in self:
            raise Trouble(f"voices/{self.lang} has no message {message_id!r}; add it to {self._catalogue.newest}.")
        message = self._bundle.get_message(message_id)
        return [message.value, *message.attributes.values()]

    def _format(self, message_id: str, pattern: Any, facts: Mapping[str, object]) -> str:
        arguments = {name: _argument(value) for name, value in facts.items()}
        text, errors = self._bundle.format_pattern(pattern, arguments)
        if errors:
            where = self._catalogue.place(message_id)
            raise Trouble(f"{where}: message {message_id}: {'; '.join(map(str, errors))}.")
        return _sentence_case(str(text))


class _Bundle(FluentBundle):
    """A Fluent bundle that can look a term up by a key which is only known at play."""

    def __init__(self, lang: str, catalogue: Catalogue) -> None:
        functions: dict[str, Callable[..., Any]] = {
            "TERM": self._term,
            "WORDS": self._words,
        }
        super().__init__([lang], functions=functions, use_isolating=False)
        self.add_resource(catalogue.resource)

    def _term(self, kind: str, value: Any, count: Any = None, **forms: Any) -> str:
        if isinstance(value, Several):
            return self._joined(kind, [self._term(kind, key, count, **forms) for key in value])
        arguments = dict(forms) if count is None else {**forms, "count": count}
        if f"{kind}-{value}" in self._terms:
            return self._phrase(f"{kind}-{value}", arguments)
        if kind in self._terms:
            return self._phrase(kind, {**arguments, "value": value})
        raise ValueError(f"there is no term -{kind}-{value}")

    def _joined(self, kind: str, words: list[str]) -> str:
        if not words:
            raise ValueError("an empty list has no words")
        last = f"{kind}-and" if f"{kind}-and" in self._terms else "and"
        text = words[0]
        for word in words[1:-1]:
            text = self._phrase("comma", {"left": text, "right": word})
        return self._phrase(last, {"left": text, "right": words[-1]}) if len(words) > 1 else text

    def _words(self, value: Any, plus: Any = 0, **forms: Any) -> str:
        number = int(value) + int(plus)
        if not 0 <= number <= 999:
            raise ValueError(f"{number} has no words here")
        if f"number-{number}" in self._terms:
            return self._phrase(f"number-{number}", forms)
        if number > 99:
            hundreds, rest = divmod(number, 100)
            kind = "number-hundreds-and" if rest else "number-hundreds"
            parts = {"hundreds": hundreds, "rest": rest}
        else:
            kind, parts = "number-tens-and-units", {"tens": number // 10 * 10, "units": number % 10}
        return self._phrase(kind, {**forms, **parts})

    def _phrase(self, term: str, arguments: Mapping[str, Any]) -> str:
        if term not in self._terms:
            raise ValueError(f"there is no term -{term}")
        pattern: Any = self._lookup(term, term=True).value
        text, errors = self.format_pattern(pattern, {**_NO_FORMS, **arguments})
        if errors:
            raise ValueError(f"term -{term}: {errors[0]}")
        return str(text)


_NO_FORMS: Final = {"case": "", "form": "", "count": ""}  # a term may ask for what its caller did not give


def _argument(value: object) -> Any:
    """A fact as Fluent takes it: truth as yes/no, nothing as none, times in whole ms, tuples as Several."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case float():
            return round(value)
        case int() | str() | FluentType():
            return value
        case tuple() | list():
            return Several(map(str, value))
    return str(value)


def _sentence_case(text: str) -> str:
    """A capital at the beginning of every sentence, because it may begin with a term ("der Fuchs")."""
    text = " ".join(text.split())
    return SENTENCE_START.sub(lambda match: match[0][:-1] + match[1].upper(), text)
