"""Sound to the log-mel features that Whisper's encoder reads."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples

if TYPE_CHECKING:
    from faster_whisper.feature_extractor import FeatureExtractor

Floats = NDArray[np.float32]

HOP: Final = 160  # samples per feature frame (10 ms)
FRAMES_PER_S: Final = SAMPLE_RATE // HOP


@cache
def _extractor() -> FeatureExtractor:
    from faster_whisper.feature_extractor import FeatureExtractor

    return FeatureExtractor()


def log_mel(audio: Floats) -> Floats:
    """Log-mel features of mono sound at 16 kHz in -1..1: float32 (80, frames), one frame per 10 ms."""
    features: Floats = _extractor()(audio, padding=0).astype(np.float32)
    return features


def as_float(audio: Samples) -> Floats:
    """int16 samples to float32 in -1..1."""
    return audio.astype(np.float32) / np.float32(32768)
