"""The built-in ear: Whisper scores a closed set of phrases instead of dictating.

A phrase's score is the sum over its tokens of log p(token | sound) - log p(token | near-silence). As a
likelihood ratio it rewards every further word that the sound explains and forgives none that it does not, so
that beginnings of longer phrases need no special care and rare words do not lose for being rare.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from voicehost.hear import acceptance
from voicehost.hear.acceptance import Evidence
from voicehost.hear.decoder import Decoder, Sound, Trie
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.features import FRAMES_PER_S, Floats, as_float, log_mel
from voicehost.hear.tokens import Tokens
from voicehost.hear.weights import whisper_folder

if TYPE_CHECKING:
    from ctranslate2.models import Whisper

WINDOWS_S: Final = (5, 10, 20, 30)  # lengths of sound the encoder is run on; the shortest that fits is taken
PAD: Final = int(0.3 * SAMPLE_RATE)  # samples of silence put on both sides of a clip
NEAR_SILENCE: Final = 1e-3  # amplitude (of 1) of the noise that gives the null prior

Key = tuple[str, tuple[int, ...]]  # language and tokens of a phrase


class WhisperEar:
    """Ranks a closed set of phrases in one encoder pass and one decoder pass for all languages together."""

    name = "whisper"

    def __init__(self, folder: Path | None = None, threads: int | None = None) -> None:
        """Load the weights (about a second). `folder` holds verified Whisper files (the extra's if None)."""
        import ctranslate2
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        threadpool_limits(1, "blas")  # two BLAS threads wait for each other whenever a core is busy elsewhere
        home = whisper_folder() if folder is None else folder
        self._tokens = Tokens(home / "tokenizer.json")
        self._decoder = Decoder(home / "model.bin")
        self._encoder: Whisper = ctranslate2.models.Whisper(
            str(home), compute_type="int8", intra_threads=threads or os.cpu_count() or 1
        )
        self._silences: dict[int, Sound] = {}
        self._nulls: dict[tuple[int, Key], float] = {}

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Warm up: the null priors of a closed set, in the window that most calls fall into."""
        self._null_scores(self._keys(phrases), WINDOWS_S[0])

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Rank the phrases by how well they explain the sound, and say whether the best may be acted on."""
        keys = self._keys(phrases)
        if not keys or not utterance.audio.any():
            return Heard(Reason.UNKNOWN, (), 0.0)
        if utterance.level_dbfs < acceptance.QUIET_BELOW_DBFS:
            return Heard(Reason.TOO_QUIET, (), 0.0)
        window = _window_for(len(utterance.audio))
        sound = self._encode(as_float(utterance.audio), window)
        raw = self._scores(sound, keys)
        null = self._null_scores(keys, window)
        scored = [
            (Scored(phrase, raw[key] - null[key]), key)
            for phrase, key in zip(phrases, keys, strict=True)
            if key[1]
        ]
        scored.sort(key=lambda pair: -pair[0].score)
        ranking = _best_of_each_meaning([one for one, _ in scored])
        if not ranking:
            return Heard(Reason.UNKNOWN, (), 0.0)
        best = scored[0][1]
        margin = ranking[0].score - ranking[1].score if len(ranking) > 1 else 20.0
        sureness = acceptance.confidence(Evidence(ranking[0].score, raw[best], len(best[1]), margin))
        return Heard(
            acceptance.reason(sureness), ranking, sureness, not _may_go_on(ranking[0].phrase, phrases)
        )

    def _keys(self, phrases: Sequence[Phrase]) -> list[Key]:
        return [(phrase.lang, self._tokens.encode(phrase.text)) for phrase in phrases]

    def _encode(self, audio: Floats, window_s: int) -> Sound:
        """Encode sound (float32, -1..1), padded by silence and cut to the window."""
        import ctranslate2

        frames = window_s * FRAMES_PER_S
        features = log_mel(np.pad(audio, PAD))[:, :frames]
        features = np.pad(features, ((0, 0), (0, frames - features.shape[1])))
        encoded = self._encoder.encode(
            ctranslate2.StorageView.from_array(np.ascontiguousarray(features[None]))
        )
        return self._decoder.listen(np.array(encoded, dtype=np.float32)[0])

    def _scores(self, sound: Sound, keys: Sequence[Key]) -> dict[Key, float]:
        """Log-probability of each phrase, given the sound and the phrase's language."""
        trie = Trie([self._tokens.start])
        paths: dict[Key, list[int]] = {}
        for lang, tokens in keys:
            head = (self._tokens.language(lang), self._tokens.transcribe, self._tokens.no_timestamps)
            paths[lang, tokens] = trie.add(tokens, trie.add(head)[-1])
        logs = self._decoder.log_probs(sound, trie)
        return {key: float(logs[nodes].sum()) for key, nodes in paths.items()}

    def _null_scores(self, keys: Sequence[Key], window_s: int) -> dict[Key, float]:
        """Log-probability of each phrase given near-silence; once per phrase and window, then kept."""
        missing = [key for key in dict.fromkeys(keys) if (window_s, key) not in self._nulls]
        if missing:
            if window_s not in self._silences:
                noise = np.random.default_rng(0).standard_normal(SAMPLE_RATE).astype(np.float32)
                self._silences[window_s] = self._encode(noise * np.float32(NEAR_SILENCE), window_s)
            for key, score in self._scores(self._silences[window_s], missing).items():
                self._nulls[window_s, key] = score
        return {key: self._nulls[window_s, key] for key in keys}


def _window_for(samples: int) -> int:
    seconds = (samples + 2 * PAD) / SAMPLE_RATE
    return next((window for window in WINDOWS_S if seconds <= window), WINDOWS_S[-1])


def _best_of_each_meaning(scored: Sequence[Scored]) -> tuple[Scored, ...]:
    """Keep the first of each meaning of a list that is sorted best first."""
    first: dict[Hashable, Scored] = {}
    for one in scored:
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
