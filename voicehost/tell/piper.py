"""Piper, the neural voice: an .onnx file and the .json beside it."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from voicehost.errors import Trouble
from voicehost.tell.clip import EMPTY, SPEECH_RATE, Clip, join, silence, speakable
from voicehost.tell.espeak import PHONEMIZER, short_path

SENTENCE_GAP_MS: Final = 160.0  # Piper renders sentence by sentence and puts nothing between them
_PEAK: Final = 0.7  # of full scale; models differ in level from sentence to sentence
_PUNCTUATION: Final = frozenset(" .,;:!?…-–—'\"„“”‚‘’«»()¡¿")


class PiperVoice:
    """One Piper voice, loaded on construction (about 0.4 s). `sha256`: refuse the model if it is another."""

    def __init__(self, model: Path, lang: str, *, sha256: str | None = None) -> None:
        import piper
        from piper.phonemize_espeak import ESPEAK_DATA_DIR

        self.lang = lang
        self.name = f"piper:{model.stem}"
        self._model = model
        if sha256 is not None and self._sha256 != sha256:
            raise Trouble(f"The voice {model} is damaged (wrong SHA-256) and is not used; install it again.")
        try:
            self._piper = piper.PiperVoice.load(model, espeak_data_dir=short_path(ESPEAK_DATA_DIR))
        except Exception as error:  # onnxruntime and piper raise many kinds for a broken pair of files
            raise Trouble(f"The voice {model} cannot be loaded ({error}); install it again.") from error
        self._rate = int(self._piper.config.sample_rate)

    @cached_property
    def _sha256(self) -> str:
        try:
            with self._model.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise Trouble(f"The voice {self._model} cannot be read ({error.strerror}).") from error

    @property
    def fingerprint(self) -> str:
        """Everything that shapes the sound; the speech cache files clips under it."""
        return f"{self.name} {self._sha256[:16]}"

    def speak(self, text: str, *, rate: float = 1.0) -> Clip:
        """The text as a clip; empty if nothing can be spoken. `rate` 1.2 is a fifth faster.

        The generator's noise is off: the same text always gives the same samples, so that a seeded game
        can be repeated.
        """
        text = speakable(text)
        if not text:
            return EMPTY
        config = self._settings(rate)
        sentences = []
        for phonemes in self._phonemes(text):
            ids = self._piper.phonemes_to_ids(phonemes)
            wave = self._piper.phoneme_ids_to_audio(ids, config)
            sentences += [self._clip(np.asarray(wave, dtype=np.float32)), silence(SENTENCE_GAP_MS)]
        return join(sentences[:-1])

    def ipa(self, text: str) -> str:
        """How the voice would read the text, in IPA with stress marks."""
        return " ".join("".join(sentence) for sentence in self._phonemes(speakable(text)))

    def _phonemes(self, text: str) -> list[list[str]]:
        with PHONEMIZER:
            sentences: list[list[str]] = self._piper.phonemize(text)
        return [s for s in sentences if not _PUNCTUATION.issuperset(s)]

    def _settings(self, rate: float) -> Any:
        from piper import SynthesisConfig

        return SynthesisConfig(length_scale=self._piper.config.length_scale / rate, noise_scale=0.0, noise_w_scale=0.0)

    def _clip(self, wave: Any) -> Clip:
        wave = wave.reshape(-1)
        if self._rate != SPEECH_RATE:
            import soxr

            wave = soxr.resample(wave, self._rate, SPEECH_RATE)
        peak = float(np.max(np.abs(wave), initial=1e-6))
        return np.asarray(np.rint(wave * (_PEAK / peak * 32767)), dtype=np.int16)


def voice_language(model: Path) -> str | None:
    """The language code that a Piper voice's .json names, or None if the pair of files is not usable."""
    try:
        config = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
        family = config["language"]["family"]
        return str(family) if "phoneme_id_map" in config else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
