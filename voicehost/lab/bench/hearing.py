"""How well an ear names what people said among N choices, and keeps quiet when it is none of them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from voicehost.hear.ear import Ear, Phrase, Reason, Samples, Utterance
from voicehost.lab.bench.clips import Clip, Collection, as_utterance, normalised
from voicehost.lab.demo.ledger import percentile


@dataclass(frozen=True, slots=True)
class Trial:
    """One clip put to an ear twice: among choices that hold its transcript, and among choices that do not."""

    clip: Clip
    named: bool  # the transcript was ranked first
    named_lang: bool  # the phrase ranked first is in the clip's language
    accepted: bool  # ... and the first was HEARD
    false_accept: bool  # one of the wrong choices was HEARD
    score_right: float  # of the phrase ranked first in the first question, in nats
    score_wrong: float  # ... and in the second
    confidence_right: float
    confidence_wrong: float
    ms: float  # time of the first question
    best_right: str  # what was ranked first in the first question
    best_wrong: str  # ... and in the second

    def told(self) -> str:
        """One line for a person who looks into what went wrong."""
        name = f"{self.clip.path.parent.name}/{self.clip.path.name}: {self.clip.transcript!r}"
        right = f"{self.best_right!r} ({self.confidence_right:.2f})"
        return f"{name} -> {right}, without it {self.best_wrong!r} ({self.confidence_wrong:.2f})"


@dataclass(frozen=True, slots=True)
class Question:
    """A clip and its two closed sets."""

    clip: Clip
    utterance: Utterance
    with_it: tuple[Phrase, ...]
    without_it: tuple[Phrase, ...]

    def is_right(self, phrase: Phrase | None) -> bool:
        """Whether a phrase says what the clip says."""
        return phrase is not None and phrase.lang == self.clip.lang and phrase.meaning == _meaning(self.clip)


def questions(
    corpus: Collection,
    choices: int = 20,
    seed: int = 1,
    both: bool = False,
    noise: Samples | None = None,
    snr_db: float = 10.0,
) -> Iterator[Question]:
    """A question per clip, the same for the same seed. `both`: as many choices of each language at once.

    Distractors are other transcripts of the corpus in the same language that differ after normalisation;
    where a language has too few, all of them.
    """
    sets = {lang: corpus.closed_set(lang) for lang in corpus.langs}
    for clip in corpus.clips:
        draw = random.Random(f"{seed} {clip.path.parent.name}/{clip.path.name}")
        own = _meaning(clip)
        others = [text for text in sets[clip.lang] if normalised(text) != own]
        wrong = _phrases(draw.sample(others, min(choices, len(others))), clip.lang)
        more = [
            phrase
            for lang in corpus.langs
            if both and lang != clip.lang
            for phrase in _phrases(draw.sample(sets[lang], min(choices, len(sets[lang]))), lang)
        ]
        right = Phrase(clip.transcript or "", clip.lang, own)
        with_it = [right, *wrong[: choices - 1], *more]
        draw.shuffle(with_it)
        yield Question(clip, as_utterance(clip, noise, snr_db), tuple(with_it), (*wrong, *more))


def run_trial(ear: Ear, question: Question) -> Trial:
    """Put both questions to the ear; only the first is timed, after `prepare` as in a game."""
    ear.prepare(question.with_it)
    begun = time.perf_counter()
    heard = ear.hear(question.utterance, question.with_it)
    ms = (time.perf_counter() - begun) * 1000
    ear.prepare(question.without_it)
    wrong = ear.hear(question.utterance, question.without_it)
    return Trial(
        clip=question.clip,
        named=question.is_right(heard.best),
        named_lang=heard.best is not None and heard.best.lang == question.clip.lang,
        accepted=heard.reason is Reason.HEARD,
        false_accept=wrong.reason is Reason.HEARD,
        score_right=heard.ranking[0].score if heard.ranking else 0.0,
        score_wrong=wrong.ranking[0].score if wrong.ranking else 0.0,
        confidence_right=heard.confidence,
        confidence_wrong=wrong.confidence,
        ms=ms,
        best_right=heard.best.text if heard.best else "",
        best_wrong=wrong.best.text if wrong.best else "",
    )


def summary(trials: list[Trial], ear: str, skipped: int = 0) -> dict[str, object]:
    """The figures of a run. `accuracy` is before rejection, `recall` after it; shares are 0..1."""
    return {
        **_counts(trials),
        "lang_right": _share(sum(t.named_lang for t in trials), len(trials)),
        "by_source": _by(trials, lambda clip: clip.source),
        "by_lang": _by(trials, lambda clip: clip.lang),
        "ms_p50": percentile([t.ms for t in trials], 50),
        "ms_p95": percentile([t.ms for t in trials], 95),
        "skipped": skipped,
        "ear": ear,
    }


def _counts(trials: list[Trial]) -> dict[str, object]:
    named = sum(t.named for t in trials)
    right = sum(t.named and t.accepted for t in trials)
    false = sum(t.false_accept for t in trials)
    return {
        "clips": len(trials),
        "named": named,
        "accuracy": _share(named, len(trials)),
        "accepted_right": right,
        "recall": _share(right, len(trials)),
        "false_accepts": false,
        "false_accept_rate": _share(false, len(trials)),
    }


def _by(trials: list[Trial], key: Callable[[Clip], str]) -> dict[str, dict[str, object]]:
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        groups.setdefault(key(trial.clip), []).append(trial)
    return {name: _counts(group) for name, group in sorted(groups.items())}


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _phrases(texts: list[str], lang: str) -> list[Phrase]:
    return [Phrase(text, lang, normalised(text)) for text in texts]


def _meaning(clip: Clip) -> str:
    return normalised(clip.transcript or "")
