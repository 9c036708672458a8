"""From recognised words to the phrase that was meant: the closed set of one language, as a streaming ear needs it.

Vosk's grammar is not closed: words of different phrases are spliced, and noise becomes a listed word. So only
whole phrases count, and they must fit the sound: cover the voice, at a pace at which people speak.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from rapidfuzz import fuzz

from voicehost.hear.acceptance import reason
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.recognizer import Word
from voicehost.hear.vocabulary import Form, Vocabulary, letters

DECOYS: Final = 20  # with the Korean model and a synthetic voice they halve false accepts for 3.5 points of recall
WHOLE: Final = 100.0  # likeness of a phrase that was recognised word by word
ASK_FROM: Final = 65.0  # likeness from which other words are worth asking back
COVERED: Final = 0.6  # share of the voice that the words of a phrase must fill to be acted on
PACE_S: Final = (0.025, 0.35)  # seconds per letter between which people speak; children draw words out


@dataclass(frozen=True, slots=True)
class WordsHeard(Heard):
    """An ear's answer with its words. Positions are samples of the input stream; likeness is the score (0..100)."""

    words: tuple[Word, ...] = ()

    @property
    def onset(self) -> int | None:
        """Where the first word begins, if any."""
        return self.words[0].start if self.words else None

    @property
    def end(self) -> int | None:
        """Just past the last word, if any."""
        return self.words[-1].end if self.words else None


class Ranked(Protocol):
    """What a matcher answers."""

    @property
    def reason(self) -> Reason:
        """HEARD, UNSURE or UNKNOWN."""

    @property
    def ranking(self) -> Sequence[tuple[Phrase, float]]:
        """The best phrase of each meaning with its likeness (0..100), best first."""


Matcher = Callable[[str, Sequence[Phrase]], Ranked]


@dataclass(frozen=True)
class ClosedSet:
    """The phrases of one language that make sense now, and the grammar that lets a model hear them."""

    phrases: tuple[Phrase, ...]
    forms: dict[Form, tuple[Phrase, ...]]
    words: frozenset[str]  # of the model, that phrases are heard through
    grammar: tuple[str, ...]  # empty: none of the phrases can be heard
    vocabulary: Vocabulary = field(repr=False)

    @classmethod
    def of(
        cls, phrases: Sequence[Phrase], vocabulary: Vocabulary, unknown: str | None, decoys: int = DECOYS
    ) -> ClosedSet:
        """`unknown`: the model's word for other sounds, None if it has none. `decoys`: words of no phrase."""
        forms: dict[Form, tuple[Phrase, ...]] = {}
        for phrase in phrases:
            for form in vocabulary.forms(phrase.text):
                forms[form] = (*forms.get(form, ()), phrase)
        if not forms:
            return cls(tuple(phrases), {}, frozenset(), (), vocabulary)
        used = frozenset(word for form in forms for word in form)
        others = (*((unknown,) if unknown else ()), *vocabulary.decoys(decoys, used))
        return cls(tuple(phrases), forms, used, (*map(" ".join, forms), *others), vocabulary)

    def judge(self, words: Sequence[Word], utterance: Utterance, matcher: Matcher | None) -> WordsHeard:
        """Which phrase these words (positions in the stream) are, and whether it may be acted on."""
        known = [word for word in words if not word.text.startswith(("[", "<"))]
        spoken = tuple(word.text for word in known)
        verdict, ranking = self._ranked(spoken, matcher)
        if not ranking:
            return WordsHeard(Reason.UNKNOWN, (), 0.0, words=tuple(known))
        margin = 1.0 if len(ranking) == 1 or verdict is Reason.HEARD else 0.4
        sureness = 0.95 * ranking[0].score / WHOLE * margin * _fit(known, utterance)
        held_back = reason(sureness)
        if held_back is Reason.HEARD:
            held_back = verdict
        return WordsHeard(held_back, ranking, sureness, not self._may_go_on(spoken, ranking[0].phrase), tuple(known))

    def _ranked(self, spoken: Form, matcher: Matcher | None) -> tuple[Reason, tuple[Scored, ...]]:
        """A phrase word by word, else what the matcher finds in the words as they were meant."""
        if not spoken:
            return Reason.UNKNOWN, ()
        if spoken in self.forms:
            best = {phrase.meaning: Scored(phrase, WHOLE) for phrase in reversed(self.forms[spoken])}
            return (Reason.HEARD if len(best) == 1 else Reason.UNSURE), tuple(reversed(best.values()))
        meant = self.vocabulary.meant(spoken)
        if matcher is not None:
            found = matcher(meant, self.phrases)
            return found.reason, tuple(Scored(phrase, likeness) for phrase, likeness in found.ranking)
        return Reason.UNSURE, self._alike(meant)

    def _alike(self, meant: str) -> tuple[Scored, ...]:
        """Without a matcher other words are at best a question: the phrases like them, one per meaning."""
        glued = meant.replace(" ", "")
        scored = [Scored(phrase, fuzz.ratio(glued, phrase.text.lower().replace(" ", ""))) for phrase in self.phrases]
        best: dict[object, Scored] = {}
        for one in sorted(scored, key=lambda one: -one.score):
            if one.score >= ASK_FROM:
                best.setdefault(one.phrase.meaning, one)
        return tuple(best.values())

    def _may_go_on(self, spoken: Form, best: Phrase) -> bool:
        """Whether what was said is the beginning of a phrase that means something else."""
        return any(
            form[: len(spoken)] == spoken and len(form) > len(spoken) and phrases[0].meaning != best.meaning
            for form, phrases in self.forms.items()
        )


def _fit(words: Sequence[Word], utterance: Utterance) -> float:
    """How well words fit the voice, 0..1: noise and other speech squeeze or stretch them, or leave much uncovered."""
    voiced = max(utterance.end - utterance.onset, 1)
    covered = sum(max(min(w.end, utterance.end) - max(w.start, utterance.onset), 0) for w in words) / voiced
    fit = 1.0 if covered >= COVERED else covered / COVERED / 2
    for word in words:
        pace = (word.end - word.start) / SAMPLE_RATE / letters(word.text)
        if pace < PACE_S[0]:
            return 0.0
        if pace > PACE_S[1]:
            fit = min(fit, 0.4)
    return fit
