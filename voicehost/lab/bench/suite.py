"""A suite of sentences: the closed set is all of a language; clips outside it must stay unanswered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from voicehost.hear.ear import Ear, Phrase, Reason, Samples
from voicehost.lab.bench.clips import Clip, Collection, as_utterance, normalised
from voicehost.lab.demo.ledger import percentile


@dataclass(frozen=True, slots=True)
class Answer:
    """What an ear made of one clip of a suite."""

    clip: Clip
    named: bool  # its sentence was ranked first
    accepted: bool  # the first was HEARD
    best: str
    confidence: float
    ms: float

    @property
    def right(self) -> bool:
        """Whether its sentence was named and acted on, or what is outside the set was left alone."""
        return self.named and self.accepted if self.clip.transcript is not None else not self.accepted

    def told(self) -> str:
        """One line for a person who looks into what went wrong."""
        return f"{self.clip.lang}/{self.clip.path.name} -> {self.best!r} ({self.confidence:.2f})"


def answers(ear: Ear, suite: Collection, noise: Samples | None = None, snr_db: float = 10.0) -> Iterator[Answer]:
    """Put every clip to the ear with all sentences of its language; only the question itself is timed."""
    sets = {lang: _closed_set(suite, lang) for lang in suite.langs}
    for lang in suite.langs:
        ear.prepare(sets[lang])
        for clip in suite.clips:
            if clip.lang == lang:
                utterance = as_utterance(clip, noise, snr_db)
                begun = time.perf_counter()
                heard = ear.hear(utterance, sets[lang])
                ms = (time.perf_counter() - begun) * 1000
                named = heard.best is not None and heard.best.meaning == normalised(clip.transcript or "")
                best = heard.best.text if heard.best else ""
                yield Answer(clip, named, heard.reason is Reason.HEARD, best, heard.confidence, ms)


def summary(found: list[Answer], ear: str, skipped: int = 0) -> dict[str, object]:
    """The figures per language, and how many out-of-set clips were not accepted."""
    result: dict[str, object] = {}
    for lang in sorted({a.clip.lang for a in found}):
        inside = [a for a in found if a.clip.lang == lang and a.clip.transcript is not None]
        result[lang] = {
            "clips": len(inside),
            "right": sum(a.named for a in inside),
            "accepted_right": sum(a.named and a.accepted for a in inside),
        }
    outside = [a for a in found if a.clip.transcript is None]
    return {
        **result,
        "oov": len(outside),
        "oov_rejected": sum(not a.accepted for a in outside),
        "ms_p95": percentile([a.ms for a in found], 95),
        "skipped": skipped,
        "ear": ear,
    }


def _closed_set(suite: Collection, lang: str) -> list[Phrase]:
    return [Phrase(text, lang, normalised(text)) for text in suite.closed_set(lang)]
