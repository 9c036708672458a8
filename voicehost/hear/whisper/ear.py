"""The built-in ear: Whisper's encoder listens, and the closed set is scored instead of dictated."""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from voicehost.hear import acceptance
from voicehost.hear.acceptance import Evidence
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.whisper.beginnings import Beginning, beginnings
from voicehost.hear.whisper.decoder import Decoder, Sound
from voicehost.hear.whisper.features import FRAMES_PER_S, Floats, as_float, log_mel
from voicehost.hear.whisper.scoring import Candidate, Scorer, Weighed
from voicehost.hear.whisper.tokens import Tokens
from voicehost.hear.whisper.weights import whisper_folder

if TYPE_CHECKING:
    from ctranslate2.models import Whisper

WINDOWS_S: Final = (5, 7, 10, 15, 20, 30)  # seconds that the encoder is run on; the shortest that holds the sound
BEFORE: Final = int(0.6 * SAMPLE_RATE)  # samples before the voice, silence where the stream has fewer
AFTER: Final = int(0.3 * SAMPLE_RATE)  # ... and after it
FASTEST: Final = 22.0  # letters and digits per s of voice that the fastest speaker manages
UNHEARD: Final = 4  # letters that a soft beginning or end may lose
NEAR_SILENCE: Final = 1e-3  # amplitude (of 1) of the noise that gives the null prior

Ranked = tuple[Scored, Weighed]


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
        """Find the null priors of a closed set and of the beginnings of its phrases; they are kept."""
        self._scorer.learn(c for c in self._candidates((*phrases, *beginnings(phrases))) if c.spellings)

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Rank the phrases by how well they explain the sound, and say whether the best may be acted on.

        At a short pause the beginnings of phrases are ranked, too: a voice that only takes breath has often said what
        sounds more like a beginning than like any whole phrase ("middle right" is not "middle left").
        """
        if phrases and utterance.audio.any() and utterance.level_dbfs < acceptance.QUIET_BELOW_DBFS:
            return Heard(Reason.TOO_QUIET, (), 0.0)
        asked = phrases if utterance.final else (*phrases, *beginnings(phrases))
        ranked = self._rank(utterance, asked)
        complete = not ranked or not _begins(ranked[0])
        whole = [one for one in ranked if not _begins(one)]
        if not whole:
            return Heard(Reason.UNKNOWN, (), 0.0, complete)
        sureness = acceptance.confidence(_evidence(whole))
        return Heard(acceptance.reason(sureness), tuple(scored for scored, _ in whole), sureness, complete)

    def weigh(self, utterance: Utterance, phrases: Sequence[Phrase]) -> tuple[Evidence | None, tuple[Scored, ...]]:
        """The ranking, and the evidence for its first; None where there is nothing to rank."""
        ranked = self._rank(utterance, phrases)
        return _evidence(ranked) if ranked else None, tuple(scored for scored, _ in ranked)

    def _rank(self, utterance: Utterance, phrases: Sequence[Phrase]) -> list[Ranked]:
        """The best phrase of each meaning, best first."""
        voiced_s = (utterance.end - utterance.onset) / SAMPLE_RATE
        phrases = [phrase for phrase in phrases if _can_be_said_in(phrase, voiced_s)]
        candidates = self._candidates(phrases)
        sayable = [c for c in candidates if c.spellings]
        if not sayable or not utterance.audio.any():
            return []
        weighed = {w.candidate: w for w in self._scorer.score(self._encode(_framed(utterance)), sayable)}
        several = len({c.lang for c in sayable}) > 1
        scored: list[Ranked] = []
        for phrase, candidate in zip(phrases, candidates, strict=True):
            if (one := weighed.get(candidate)) is not None:
                scored.append((Scored(phrase, one.score + one.language * several + phrase.prior), one))
        best: dict[Hashable, Ranked] = {}
        for ranked in sorted(scored, key=lambda ranked: -ranked[0].score):
            best.setdefault(ranked[0].phrase.meaning, ranked)
        return list(best.values())

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


def _begins(ranked: Ranked) -> bool:
    return isinstance(ranked[0].phrase.meaning, Beginning)


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


def _evidence(ranked: Sequence[Ranked]) -> Evidence:
    """What is known of the first of a ranking."""
    (first, best), *others = ranked
    margin = first.score - others[0][0].score if others else acceptance.LARGEST_MARGIN
    return Evidence(best.score, best.places, margin, best.shortfall)
