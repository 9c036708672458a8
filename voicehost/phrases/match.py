"""Finding text in a closed set: typed sentences, and the words of a streaming ear.

Only whole sentences are compared, letter by letter (`fuzz.ratio`, the share of letters in common, 0..100).
Scorers that look for parts or for shared words are forbidden here: with them "der Hund" and "der Bär" are
alike because both hold "der". What is too close to call is asked, never decided by the order of a list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from hassil.util import remove_skip_words
from rapidfuzz import fuzz

from voicehost.hear.ear import Phrase, Reason

ACCEPT: Final = 85.0  # from this likeness on a sentence may be acted on: one wrong letter in seven
ASK: Final = 65.0  # from here on it is worth asking back
MARGIN: Final = 10.0  # two meanings nearer to each other than this are a tie
_EPSILON: Final = 1e-9  # a score equal to a limit reaches it, whatever the rounding

_NOISE_MARK = re.compile(r"\[[^\]]*\]|<[^>]*>")  # "[unk]", "<unk>": the ears' way to write no word
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´"))


@dataclass(frozen=True, slots=True)
class Habits:
    """How people speak a language, from its common.yaml. All words in the form of `plain`."""

    skip_words: tuple[str, ...] = ()  # fillers, dropped at both ends: "äh", "um"
    small_words: frozenset[str] = frozenset()  # tell nothing, not compared: "der", "und"
    weighty: frozenset[str] = frozenset()  # change the meaning, must be in both or in neither: "nicht", "all"
    homophones: Mapping[str, str] = field(default_factory=dict)  # heard -> meant, where that fits: "to" -> "two"


@dataclass(frozen=True, slots=True)
class TextMatch:
    """An answer with the reasons of an ear. `ranking` holds the best phrase of each meaning, best first."""

    reason: Reason
    ranking: tuple[tuple[Phrase, float], ...] = ()  # likeness 0..100

    @property
    def best(self) -> Phrase | None:
        """The first of the ranking, if any."""
        return self.ranking[0][0] if self.ranking else None


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Text as it is compared: NFC, lower case (ß stays), no punctuation, single spaces; maybe empty."""
    text = unicodedata.normalize("NFC", _NOISE_MARK.sub(" ", text)).lower().translate(_APOSTROPHES)
    return " ".join("".join(" " if unicodedata.category(c)[0] in "PSC" else c for c in text).split())


def match_text(text: str, phrases: Sequence[Phrase], habits: Mapping[str, Habits] | None = None) -> TextMatch:
    """Which of the phrases is `text`? `habits` by language; `Grammar.match` knows those of its languages.

    HEARD: a sentence of the set word by word, or near one and not near any other meaning. UNSURE: near enough
    to ask, or near to two meanings. UNKNOWN: nothing like it, nothing said, or an empty set.
    """
    habits = habits or {}
    if not plain(text):
        return TextMatch(Reason.UNKNOWN)
    readings = {lang: tuple(_readings(text, habits.get(lang, Habits()))) for lang in {p.lang for p in phrases}}
    for tier in range(max(map(len, readings.values()), default=0)):
        exact = [(p, 100.0) for p in phrases if plain(p.text) in readings[p.lang][tier : tier + 1]]
        if exact:
            ranking = _by_meaning(exact)
            return TextMatch(Reason.HEARD if len(ranking) == 1 else Reason.UNSURE, ranking)
    scored = [(p, _likeness(readings[p.lang], p, habits.get(p.lang, Habits()))) for p in phrases]
    ranking = tuple(entry for entry in _by_meaning(scored) if entry[1] + _EPSILON >= ASK)
    return TextMatch(_reason([score for _, score in ranking]), ranking)


def _reason(scores: Sequence[float]) -> Reason:
    """The verdict for the likeness of each meaning, best first."""
    if not scores:
        return Reason.UNKNOWN
    margin = scores[0] - scores[1] if len(scores) > 1 else MARGIN
    sure = scores[0] + _EPSILON >= ACCEPT and margin + _EPSILON >= MARGIN
    return Reason.HEARD if sure else Reason.UNSURE


def _by_meaning(scored: Sequence[tuple[Phrase, float]]) -> tuple[tuple[Phrase, float], ...]:
    """The best phrase of each meaning, best first; equals by alphabet, whatever the order of the set."""
    best: dict[object, tuple[Phrase, float]] = {}
    for phrase, score in sorted(scored, key=lambda entry: (-entry[1], entry[0].text, entry[0].lang)):
        best.setdefault(phrase.meaning, (phrase, score))
    return tuple(best.values())


def _readings(text: str, habits: Habits) -> Iterator[str]:
    """What may have been meant, most literal first: as it is, without fillers, with homophones put right."""
    said = plain(text)
    yield said
    bare = remove_skip_words(said, habits.skip_words, ignore_whitespace=False, end=False)
    bare = remove_skip_words(bare, habits.skip_words, ignore_whitespace=False, start=False)
    yield bare
    yield " ".join(habits.homophones.get(word, word) for word in bare.split())


def _likeness(readings: Sequence[str], phrase: Phrase, habits: Habits) -> float:
    """The best likeness of any reading to the phrase, 0..100."""
    target = plain(phrase.text)
    return max((_ratio(said, target, habits) for said in readings if said), default=0.0)


def _ratio(said: str, target: str, habits: Habits) -> float:
    """Likeness without small words, with or without spaces; 0 if only one of the two holds a weighty word."""
    if habits.weighty & set(said.split()) != habits.weighty & set(target.split()):
        return 0.0
    said, target = _without(said, habits.small_words).casefold(), _without(target, habits.small_words).casefold()
    # Spoken quickly, words fuse ("roterball") or fall apart ("spinnen bein"), so spaces are no evidence.
    return max(fuzz.ratio(said, target), fuzz.ratio(said.replace(" ", ""), target.replace(" ", "")))


def _without(text: str, words: frozenset[str]) -> str:
    """Text without these words, unless nothing would be left."""
    return " ".join(word for word in text.split() if word not in words) or text
