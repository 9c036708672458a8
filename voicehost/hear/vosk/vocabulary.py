"""Which words of the model a phrase is heard through.

A streaming ear knows only the words of its model. A word that it lacks is heard through other words: a spelling of
the grammar file ("kröten schleim"), a split into words that the model has, or a word that sounds nearly the
same. Each maps back to the phrase that was meant; what cannot be heard at all is said, not dropped.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from rapidfuzz import fuzz, process

from voicehost.hear.ear import Phrase
from voicehost.hear.words import Words, words_of

Form = Words  # words of the model
Sound = Callable[[str], str]  # how a word is spoken, such as its IPA; by default its letters without accents

MOST_FORMS: Final = 6  # ways to hear one phrase
SHORTEST_PART: Final = 3  # letters of a part of a split word; shorter ones are noise in a model's list
NEAR_FROM: Final = 75.0  # likeness of spelling (0..100) from which a word may stand for another
NEAR_TRIED: Final = 40  # candidates by spelling whose sound is compared


class How(StrEnum):
    """By what a word of a phrase is heard."""

    WRITTEN = "as written"
    SHARP_S = "ß or ss"
    SPELLING = "spelling of the grammar"
    SPLIT = "split"
    NEAR = "sounds alike"
    NOT = "cannot be heard"


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word of a phrase, and the words of the model that stand for it (none: it cannot be heard)."""

    word: str
    forms: tuple[Form, ...]
    how: How


class Lexicon(Protocol):
    """What a vocabulary asks of a model."""

    def has(self, word: str) -> bool:
        """Whether the model knows the word, exactly as written."""

    def words(self) -> Iterator[str]:
        """Every word of the model."""


class Vocabulary:
    """A language's words as one model can hear them."""

    def __init__(
        self, model: Lexicon, spellings: Mapping[str, str | Sequence[str]] | None = None, sound: Sound | None = None
    ) -> None:
        """`spellings`: word -> other words for it, one or several ways, from the grammar file of the language."""
        self._model = model
        self._spellings = {
            " ".join(words_of(word)): tuple(map(words_of, [ways] if isinstance(ways, str) else ways))
            for word, ways in (spellings or {}).items()
        }
        self._sound = sound or bare
        self._heard: dict[str, HeardWord] = {}
        self._listed: tuple[str, ...] | None = None
        self._bare: tuple[str, ...] = ()
        self._common: tuple[str, ...] = ()

    def hear_word(self, word: str) -> HeardWord:
        """How one word is heard. Every word is looked up once."""
        if word not in self._heard:
            self._heard[word] = self._looked_up(word)
        return self._heard[word]

    def forms(self, text: str) -> tuple[Form, ...]:
        """The ways to hear a phrase, the most literal first; none if one of its words cannot be heard."""
        ways = [self.hear_word(word).forms for word in words_of(text)]
        if not ways or not all(ways):
            return ()
        return tuple(tuple(itertools.chain(*parts)) for parts in itertools.islice(itertools.product(*ways), MOST_FORMS))

    def decoys(self, count: int, avoid: Collection[str]) -> tuple[str, ...]:
        """Words spread evenly over the model's list: whatever else is said finds something else to be.

        Not longer than nine letters (Hangul counted by its parts), so that they are like the words of games.
        """
        if not count:
            return ()
        self._common = self._common or tuple(word for word in self._words() if 3 <= letters(word) <= 9)
        words = self._common
        step = max(len(words) // count, 1)
        places = (range(first, min(first + step, len(words))) for first in range(step // 2, len(words), step))
        spread = (next((words[at] for at in part if words[at] not in avoid), None) for part in places)
        return tuple(word for word in spread if word is not None)[:count]

    def stand_ins(self, texts: Iterable[str]) -> dict[Form, str]:
        """What is heard in place of other words of these phrases: words of the model -> the word that was meant."""
        heard = (self.hear_word(word) for text in texts for word in words_of(text))
        return {form: one.word for one in heard if one.how is not How.WRITTEN for form in one.forms}

    def _looked_up(self, word: str) -> HeardWord:
        for how, forms in self._ways(word):
            known = tuple(dict.fromkeys(form for form in forms if form and all(map(self._model.has, form))))
            if known:
                return HeardWord(word, known, how)
        return HeardWord(word, (), How.NOT)

    def _ways(self, word: str) -> Iterator[tuple[How, Iterable[Form]]]:
        """Candidates, the most literal first; each kind is tried only when those before gave nothing."""
        yield How.WRITTEN, [(variant,) for variant in (word, word.capitalize(), word.upper(), word.replace("'", ""))]
        yield How.SHARP_S, [(variant,) for variant in _sharp_s(word)]
        yield How.SPELLING, self._spellings.get(word, ())
        yield How.SPLIT, self._splits(word)
        yield How.NEAR, self._near(word)

    def _splits(self, word: str) -> list[Form]:
        """The split into the fewest parts that the model has, of those the one whose shortest part is longest."""
        for count in (2, 3):
            cuts = itertools.combinations(range(1, len(word)), count - 1)
            splits = [tuple(word[a:b] for a, b in itertools.pairwise((0, *cut, len(word)))) for cut in cuts]
            honest = [
                parts
                for parts in splits
                if min(map(letters, parts)) >= SHORTEST_PART and all(map(self._model.has, parts))
            ]
            if honest:
                return [max(honest, key=lambda parts: min(map(letters, parts)))]
        return []

    def _near(self, word: str) -> list[Form]:
        """The word of the model that sounds most like this one, if any is near in spelling (accents aside)."""
        if letters(word) < SHORTEST_PART:
            return []
        words = self._words()
        self._bare = self._bare or tuple(map(bare, words))
        near = process.extract(bare(word), self._bare, scorer=fuzz.ratio, limit=NEAR_TRIED, score_cutoff=NEAR_FROM)
        wanted = self._sound(word)
        likeness, other = max(
            ((fuzz.ratio(self._sound(words[place]), wanted), words[place]) for _, _, place in near), default=(0.0, "")
        )
        return [(other,)] if likeness >= NEAR_FROM else []

    def _words(self) -> tuple[str, ...]:
        if self._listed is None:
            self._listed = tuple(self._model.words())
        return self._listed


@dataclass(frozen=True, slots=True)
class Row:
    """One phrase in the report: through which words it is heard, and how each odd word came about."""

    phrase: Phrase
    heard: tuple[str, ...]  # every way to hear it; empty: it cannot be heard
    odd: tuple[HeardWord, ...]  # words that are not heard as written
    rivals: tuple[str, ...] = ()  # phrases of another meaning that are heard through the same words

    def as_json(self) -> dict[str, object]:
        """A flat JSON object."""
        odd = {word.word: str(word.how) for word in self.odd}
        facts = {"heard": list(self.heard), "odd": odd, "rivals": list(self.rivals)}
        return {"lang": self.phrase.lang, "text": self.phrase.text, **facts}

    def __str__(self) -> str:
        if not self.heard:
            lost = ", ".join(word.word for word in self.odd if word.how is How.NOT)
            return f"{self.phrase.lang}  {self.phrase.text}: cannot be heard; the model lacks {lost or 'every word'}"
        notes = "; ".join(
            [f"{word.word}: {word.how}" for word in self.odd] + [f"the same as {rival}" for rival in self.rivals]
        )
        return f"{self.phrase.lang}  {self.phrase.text}: {' | '.join(self.heard)}{f'  ({notes})' if notes else ''}"


def report(phrases: Sequence[Phrase], vocabularies: Mapping[str, Vocabulary]) -> list[Row]:
    """Which phrase of a closed set is heard through which words; rows without `heard` cannot be heard."""
    forms = {phrase: vocabularies[phrase.lang].forms(phrase.text) for phrase in phrases}
    sharing: dict[tuple[str, Form], list[Phrase]] = {}
    for phrase, ways in forms.items():
        for form in ways:
            sharing.setdefault((phrase.lang, form), []).append(phrase)
    rows = []
    for phrase, ways in forms.items():
        heard = map(vocabularies[phrase.lang].hear_word, words_of(phrase.text))
        odd = tuple(word for word in dict.fromkeys(heard) if word.how is not How.WRITTEN)
        same = (other for form in ways for other in sharing[phrase.lang, form] if other.meaning != phrase.meaning)
        rivals = tuple(dict.fromkeys(other.text for other in same))
        rows.append(Row(phrase, tuple(map(" ".join, ways)), odd, rivals))
    return rows


def put_back(words: Sequence[str], stand_ins: Mapping[Form, str]) -> str:
    """Heard words as they were meant: what stands for another word is put back, longest first."""
    text, at = [], 0
    while at < len(words):
        longest = next((size for size in range(4, 0, -1) if tuple(words[at : at + size]) in stand_ins), 0)
        text.append(stand_ins[tuple(words[at : at + longest])] if longest else words[at])
        at += longest or 1
    return " ".join(text)


def _sharp_s(word: str) -> list[str]:
    """The word with every ß as ss, and with each ss as ß."""
    places = [at for at in range(len(word) - 1) if word[at : at + 2] == "ss"]
    return [word.replace("ß", "ss"), *(f"{word[:at]}ß{word[at + 2 :]}" for at in places)]


def bare(word: str) -> str:
    """The letters of a word without accents; Hangul syllables fall into their parts."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def letters(word: str) -> int:
    """Length in letters; a Hangul syllable counts by its parts."""
    return len(unicodedata.normalize("NFD", word))
