"""Grammars: the closed set of sentences that make sense in a state, over all languages at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from voicehost.errors import Trouble
from voicehost.hear.ear import Phrase
from voicehost.phrases.intent import Intent
from voicehost.phrases.language import Language, read_language
from voicehost.phrases.match import TextMatch, match_text
from voicehost.phrases.templates import Names
from voicehost.resources import find, layers

OPEN_SLOTS: Final = ("seat", "lang")  # who plays, and what is installed: no two tables have the same values
_COMMON: Final = "common"


def games(overlay: Path | None = None) -> tuple[str, ...]:
    """Every game that some language has a grammar for, sorted. No code lists them."""
    files = (file for layer in layers("grammars", overlay) for file in layer.glob("*/*.yaml"))
    return tuple(sorted({file.stem for file in files if file.stem != _COMMON}))


@dataclass(frozen=True, slots=True)
class Grammar:
    """What may be said at the table. Immutable once loaded."""

    languages: tuple[Language, ...]
    states: tuple[str, ...]

    @classmethod
    def load(cls, game: str | None, langs: Sequence[str], overlay: Path | None = None) -> Grammar:
        """`common.yaml` and `<game>.yaml` of every language; without a game, what may be said before one.

        All templates are sampled once, so that a mistake shows now, with file and line in a Trouble, and not
        in play: broken YAML, unknown lists, parts and states, digits, two meanings for one sentence, and
        anything that can be meant in one of the languages but not in another.
        """
        known = games(overlay)
        if game is not None and game not in known:
            raise Trouble(f"Unknown game {game!r}; choose from {', '.join(known)}.")
        languages = tuple(_read(lang, game, known, overlay) for lang in langs)
        grammar = cls(languages, tuple(dict.fromkeys(state for each in languages for state in each.states)))
        for state in grammar.states:
            _check_same_meanings(languages, state)
        return grammar

    def phrases(
        self, state: str, names: Names | None = None, only: Collection[str] | None = None
    ) -> tuple[Phrase, ...]:
        """The closed set in `state`, over all languages, in the order of the files.

        `names` says which values of a list exist now, such as {"seat": ("fox", "owl", "Anna")}: a value that
        the grammar knows is said as the grammar says it, any other is said as it is written. `only` keeps the
        intents of these names. Trouble for a name that cannot be called or that means something else already.
        """
        if state not in self.states:
            raise ValueError(f"unknown state {state!r}; there are {', '.join(self.states)}")
        return tuple(
            Phrase(sampled.text, language.code, sampled.meaning)
            for language in self.languages
            for sampled in language.sentences(state, names or {})
            if only is None or sampled.meaning.name in only
        )

    def match(self, text: str, phrases: Sequence[Phrase]) -> TextMatch:
        """`match_text` with the fillers, small words and homophones of the languages."""
        return match_text(text, phrases, {language.code: language.habits for language in self.languages})


def _read(lang: str, game: str | None, known: Sequence[str], overlay: Path | None) -> Language:
    """The language as spoken in the game, or with the titles of all games to choose from."""

    def path(name: str) -> Path:
        found = find("grammars", f"{lang}/{name}.yaml", overlay)
        if found is None:
            raise Trouble(f"The language {lang!r} lacks grammars/{lang}/{name}.yaml; write it or leave {lang!r} out.")
        return found

    if game is None:
        return read_language(lang, path(_COMMON), None, [path(title) for title in known])
    return read_language(lang, path(_COMMON), path(game))


def _check_same_meanings(languages: Sequence[Language], state: str) -> None:
    """The languages can mean the same in `state`. Otherwise Trouble, with the line that stands alone."""
    meanings: list[dict[Intent, str]] = [{} for _ in languages]
    for language, own in zip(languages, meanings, strict=True):
        for sampled in language.sentences(state, {}):
            closed = tuple(pair for pair in sampled.meaning.slots if pair[0] not in OPEN_SLOTS)
            own.setdefault(Intent(sampled.meaning.name, closed), sampled.source.where)
    for language, own in zip(languages, meanings, strict=True):
        for meaning, place in (pair for other in meanings for pair in other.items()):
            if meaning not in own:
                raise Trouble(
                    f"{place}: in state {state!r}, {meaning} can be said here, not in {language.code!r}; "
                    f"add it to grammars/{language.code}/."
                )
