"""The built-in ear: Whisper's encoder listens, and the closed set is scored instead of dictated."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from voicehost.hear import acceptance
from voicehost.hear.acceptance import Evidence
from voicehost.hear.decoder import Decoder, Sound
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.features import FRAMES_PER_S, Floats, as_float, log_mel
from voicehost.hear.scoring import Candidate, Scorer
from voicehost.hear.tokens import Tokens
from voicehost.hear.weights import whisper_folder

if TYPE_CHECKING:
    from ctranslate2.models import Whisper

WINDOWS_S: Final = (5, 7, 10, 15, 20, 30)  # seconds that the encoder is run on; the shortest that holds the sound
BEFORE: Final = int(0.6 * SAMPLE_RATE)  # samples before the voice, silence where the stream has fewer
AFTER: Final = int(0.3 * SAMPLE_RATE)  # ... and after it
FASTEST: Final = 22.0  # letters and digits per s of voice that the fastest speaker manages
UNHEARD: Final = 4  # letters that a soft beginning or end may lose
NEAR_SILENCE: Final = 1e-3  # amplitude (of 1) of the noise that gives the null prior


class WhisperEar:
    """Ranks a closed set of phrases; all languages share one pass of the encoder."""

    name = "whisper"

    def __init__(self, folder: Path | None = None, threads: int | None = None) -> None:
        """Load the weights (about a second). `folder` holds verified Whisper files (the extra's if None)."""
        import ctranslate2
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        threadpool_limits(1, "blas")  # see Decoder: work is dealt out in larger pieces
        home = whisper_folder() if folder is None else folder
        threads = threads or min(os.cpu_count() or 1, 4)
        self._encoder: Whisper = ctranslate2.models.Whisper(str(home), compute_type="int8", intra_threads=threads)
        self._decoder = Decoder(home / "model.bin", threads)
        self._tokens = Tokens(home / "tokenizer.json")
        noise = np.random.default_rng(0).standard_normal(2 * SAMPLE_RATE).astype(np.float32)
        silence = self._encode(noise * np.float32(NEAR_SILENCE))
        self._scorer = Scorer(self._tokens, self._decoder, silence)

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Find the null priors of a closed set; they are kept."""
        self._scorer.learn(c for c in self._candidates(phrases) if c.spellings)

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Rank the phrases by how well they explain the sound, and say whether the best may be acted on."""
        if phrases and utterance.audio.any() and utterance.level_dbfs < acceptance.QUIET_BELOW_DBFS:
            return Heard(Reason.TOO_QUIET, (), 0.0)
        evidence, ranking = self.weigh(utterance, phrases)
        if evidence is None:
            return Heard(Reason.UNKNOWN, (), 0.0)
        sureness = acceptance.confidence(evidence)
        complete = not _may_go_on(ranking[0].phrase, phrases)
        return Heard(acceptance.reason(sureness), ranking, sureness, complete)

    def weigh(self, utterance: Utterance, phrases: Sequence[Phrase]) -> tuple[Evidence | None, tuple[Scored, ...]]:
        """The ranking, and the evidence for its first; None where there is nothing to rank."""
        voiced_s = (utterance.end - utterance.onset) / SAMPLE_RATE
        phrases = [phrase for phrase in phrases if _can_be_said_in(phrase, voiced_s)]
        candidates = self._candidates(phrases)
        sayable = [c for c in candidates if c.spellings]
        if not sayable or not utterance.audio.any():
            return None, ()
        weighed = self._scorer.score(self._encode(_framed(utterance)), sayable)
        several = len({c.lang for c in sayable}) > 1
        scores = {w.candidate: w.score + w.language * several for w in weighed}
        ranking = _best_of_each_meaning(
            Scored(phrase, scores[candidate] + phrase.prior)
            for phrase, candidate in zip(phrases, candidates, strict=True)
            if candidate in scores
        )
        first = candidates[phrases.index(ranking[0].phrase)]
        best = next(w for w in weighed if w.candidate == first)
        margin = ranking[0].score - ranking[1].score if len(ranking) > 1 else acceptance.LARGEST_MARGIN
        return Evidence(best.score, best.places, margin, best.shortfall), ranking

    def _candidates(self, phrases: Sequence[Phrase]) -> list[Candidate]:
        return [Candidate(phrase.lang, self._tokens.spellings(phrase.text)) for phrase in phrases]

    def _encode(self, audio: Floats) -> Sound:
        """Encode sound (float32, -1..1) in the shortest window that holds it; the rest of the window is still."""
        import ctranslate2

        seconds = len(audio) / SAMPLE_RATE
        window = next((w for w in WINDOWS_S if seconds <= w), WINDOWS_S[-1]) * FRAMES_PER_S
        features = log_mel(audio)[:, :window]
        features = np.pad(features, ((0, 0), (0, window - features.shape[1])))
        encoded = self._encoder.encode(ctranslate2.StorageView.from_array(features[None]))
        return self._decoder.listen(np.array(encoded, dtype=np.float32)[0])


def _can_be_said_in(phrase: Phrase, seconds: float) -> bool:
    """Whether anybody could say the phrase so fast. Two spells need more breath than one."""
    return sum(c.isalnum() for c in phrase.text) <= FASTEST * seconds + UNHEARD


def _framed(utterance: Utterance) -> Floats:
    """The sound with 0.6 s before the onset and 0.3 s after the end.

    Short clips are heard better after some silence: 0.6 s instead of 0.3 s before the voice gave 2 points of recall.
    Where the stream has less before, there is silence. After it, the sound of the room goes on, mirrored: an early
    look that ended in sudden silence took „Spinnenbein" for „Pause".
    """
    sound, end = as_float(utterance.audio), utterance.end - utterance.start
    before = max(0, BEFORE - (utterance.onset - utterance.start))
    room = sound[end:]
    missing = max(0, AFTER - len(room))
    room = np.pad(room, (0, missing), mode="reflect" if len(room) > 1 else "constant")
    return np.concatenate([np.zeros(before, np.float32), sound[:end], room])


def _best_of_each_meaning(scored: Iterable[Scored]) -> tuple[Scored, ...]:
    """The best phrase of each meaning, best first."""
    first: dict[Hashable, Scored] = {}
    for one in sorted(scored, key=lambda one: -one.score):
        first.setdefault(one.phrase.meaning, one)
    return tuple(first.values())


def _may_go_on(best: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Whether the words of `best` are the beginning of a phrase that means something else."""
    words = _words(best.text)
    return any(
        other.lang == best.lang
        and other.meaning != best.meaning
        and len(longer := _words(other.text)) > len(words)
        and longer[: len(words)] == words
        for other in phrases
    )


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()
