"""From recognised words to the phrase that was meant: the closed set of one language, as a streaming ear needs it.

Vosk's grammar is not closed: words of different phrases are spliced, and noise becomes a listed word. So only
whole phrases count, and they must fit the sound: cover the voice, at a pace at which people speak.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from rapidfuzz import fuzz

from voicehost.hear.acceptance import reason
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.vosk.recognizer import Reading, Word
from voicehost.hear.vosk.vocabulary import Form, Vocabulary, letters, put_back

DECOYS: Final = 20  # 5 % instead of 35 % falsely accepted, 48 % instead of 64 % recall (the measure of both.py)
WHOLE: Final = 100.0  # per cent: likeness of words that are a phrase, and score of one that every reading means
SUREST: Final = 0.95  # confidence in it, if its words fit the voice
ASK_FROM: Final = 65.0  # likeness from which other words are worth asking back
COVERED: Final = 0.6  # share of the voice that the words of a phrase must fill to be acted on
PACE_S: Final = (0.025, 0.35)  # seconds per letter between which people speak; children draw words out


@dataclass(frozen=True, slots=True)
class WordsHeard(Heard):
    """An ear's answer with its words. Positions are samples of the input stream; scores are shares in per cent."""

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


Words = tuple[Word, ...]
Matcher = Callable[[str, Sequence[Phrase]], Ranked]


@dataclass(slots=True)
class _Weighed:
    """A meaning in the balance: its phrase and words in the first reading that may be acted on, or the first at all."""

    phrase: Phrase
    words: Words
    verdict: Reason
    weight: float = 0.0


@dataclass(frozen=True)
class ClosedSet:
    """The phrases of one language that make sense now, and the grammar that lets a model hear them."""

    phrases: tuple[Phrase, ...]
    forms: dict[Form, tuple[Phrase, ...]]
    words: frozenset[str]  # of the model, that phrases are heard through
    grammar: tuple[str, ...]  # empty: none of the phrases can be heard
    stand_ins: Mapping[Form, str] = field(repr=False)  # what was meant by words that stand for others

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
            return cls(tuple(phrases), {}, frozenset(), (), {})
        used = frozenset(word for form in forms for word in form)
        others = (*((unknown,) if unknown else ()), *vocabulary.decoys(decoys, used))
        stand_ins = vocabulary.stand_ins(phrase.text for phrase in phrases)
        return cls(tuple(phrases), forms, used, (*map(" ".join, forms), *others), stand_ins)

    def judge(self, readings: Sequence[Reading], utterance: Utterance, matcher: Matcher | None) -> WordsHeard:
        """Which phrase was said, by the readings of its sound (best first), and whether it may be acted on.

        Bayes' rule: a phrase weighs by the readings that mean it and by its prior, against all that may have been
        said. Readings that mean nothing here have the prior 0, as most phrases have.
        """
        whole, weighed = 0.0, dict[Hashable, _Weighed]()
        for reading in readings:
            words = _known(reading, utterance)
            verdict, meant = self._meant(_texts(words), matcher)
            likely = math.exp(reading.score - readings[0].score)
            whole += likely * (sum(math.exp(one.phrase.prior) for one in meant) if meant else 1)
            for one in meant:
                candidate = weighed.setdefault(one.phrase.meaning, _Weighed(one.phrase, words, verdict))
                candidate.weight += likely * math.exp(one.phrase.prior) * one.score / WHOLE
                if verdict is Reason.HEARD and candidate.verdict is not verdict:
                    candidate.phrase, candidate.words, candidate.verdict = one.phrase, words, verdict
        if not weighed:
            return WordsHeard(Reason.UNKNOWN, (), 0.0, words=_known(readings[0], utterance))
        best, *_ = ranked = sorted(weighed.values(), key=lambda one: -one.weight)
        sureness = SUREST * best.weight / whole * _fit(best.words, utterance)
        held_back = reason(sureness)
        return WordsHeard(
            best.verdict if held_back is Reason.HEARD else held_back,
            tuple(Scored(one.phrase, WHOLE * one.weight / whole) for one in ranked),
            sureness,
            words=best.words,
        )

    def _meant(self, spoken: Form, matcher: Matcher | None) -> tuple[Reason, Sequence[Scored]]:
        """The phrases that these words are, else those that the matcher finds in the words as they were meant."""
        if not spoken:
            return Reason.UNKNOWN, ()
        if spoken in self.forms:
            best = {phrase.meaning: Scored(phrase, WHOLE) for phrase in reversed(self.forms[spoken])}
            return Reason.HEARD, tuple(reversed(best.values()))
        text = put_back(spoken, self.stand_ins)
        if matcher is None:
            return Reason.UNSURE, self._alike(text)
        found = matcher(text, self.phrases)
        ranking = found.ranking[:1] if found.reason is Reason.HEARD else found.ranking
        return found.reason, [Scored(phrase, likeness) for phrase, likeness in ranking]

    def _alike(self, meant: str) -> tuple[Scored, ...]:
        """Without a matcher other words are at best a question: the phrases like them, one per meaning."""
        glued = meant.replace(" ", "")
        scored = [Scored(phrase, fuzz.ratio(glued, phrase.text.lower().replace(" ", ""))) for phrase in self.phrases]
        best: dict[object, Scored] = {}
        for one in sorted(scored, key=lambda one: -one.score):
            if one.score >= ASK_FROM:
                best.setdefault(one.phrase.meaning, one)
        return tuple(best.values())


def _known(reading: Reading, utterance: Utterance) -> Words:
    """The words of the utterance itself, without the model's words for other sounds."""
    return tuple(word for word in reading.words if word.end > utterance.start and not word.text.startswith(("[", "<")))


def _texts(words: Words) -> Form:
    return tuple(word.text for word in words)


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
