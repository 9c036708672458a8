"""Clips: what voices and earcons hand to the loudspeaker, and the small things done to every one of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

SPEECH_RATE: Final = 22_050  # Hz; every voice and earcon is rendered at this rate

Clip = NDArray[np.int16]  # mono at SPEECH_RATE, shape [samples]

EMPTY: Final[Clip] = np.zeros(0, dtype=np.int16)

LOUDNESS_DBFS: Final = -20.0  # RMS of the voiced part of every clip
PEAK_DBFS: Final = -1.5  # no sample is louder than this
FADE_MS: Final = 8.0  # at both ends: some players make a scratchy noise where a clip ends in mid-wave
MARGIN_MS: Final = 15.0  # kept around the voice when silence is trimmed, so that no soft consonant is lost

FRAME_MS: Final = 10.0
QUIET_DBFS: Final = -52.0  # a frame below this, relative to full scale, is silence


def speakable(text: str) -> str:
    """The text as voices take it: NFC, without control characters and pictures; "" if nothing can be spoken.

    Composed letters matter: a voice reads "fünf" with a combining mark as "funf".
    """
    text = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in unicodedata.normalize("NFC", text))
    text = "".join(c for c in text if unicodedata.category(c) not in ("So", "Sk"))
    if not any(c.isalnum() for c in text):
        return ""
    return re.sub(r" +", " ", text).strip()


def silence(ms: float) -> Clip:
    """`ms` of silence."""
    return np.zeros(max(0, samples_in(ms)), dtype=np.int16)


def samples_in(ms: float) -> int:
    """How many samples `ms` last."""
    return round(ms * SPEECH_RATE / 1000)


def duration_ms(clip: Clip) -> float:
    """How long a clip lasts, in ms."""
    return len(clip) * 1000 / SPEECH_RATE


def join(clips: Iterable[Clip]) -> Clip:
    """One after another."""
    parts = list(clips)
    return np.concatenate(parts) if parts else EMPTY


def finished(clip: Clip) -> Clip:
    """Trimmed, brought to the common loudness, faded at both ends: every sentence goes through this."""
    return faded(levelled(trimmed(clip)))


def trimmed(clip: Clip) -> Clip:
    """Without the silence at both ends, but for a small margin."""
    loud = np.flatnonzero(_frame_levels(clip) > QUIET_DBFS)
    if len(loud) == 0:
        return EMPTY
    frame, margin = samples_in(FRAME_MS), samples_in(MARGIN_MS)
    start = max(0, int(loud[0]) * frame - margin)
    return clip[start : (int(loud[-1]) + 1) * frame + margin]


def levelled(clip: Clip) -> Clip:
    """Brought to LOUDNESS_DBFS over its voiced frames; peaks above PEAK_DBFS are bent down, not cut off."""
    levels = _frame_levels(clip)
    voiced = levels[levels > QUIET_DBFS]
    if len(voiced) == 0:
        return clip
    rms = float(np.sqrt(np.mean(10 ** (voiced / 10))))
    gained = clip.astype(np.float64) / 32768 * (10 ** (LOUDNESS_DBFS / 20) / rms)
    return np.asarray(np.rint(_limited(gained) * 32768), dtype=np.int16)


def faded(clip: Clip, ms: float = FADE_MS, *, start: bool = True) -> Clip:
    """Falling to silence within the last `ms`, and rising from it within the first unless `start` is false."""
    length = min(samples_in(ms), len(clip) // 2)
    if length == 0:
        return clip
    ramp = 0.5 - 0.5 * np.cos(np.pi * np.arange(length) / length)
    out = clip.astype(np.float64)
    if start:
        out[:length] *= ramp
    out[len(out) - length :] *= ramp[::-1]
    return np.asarray(np.rint(out), dtype=np.int16)


def _limited(wave: NDArray[np.float64]) -> NDArray[np.float64]:
    """Soft knee: straight up to half the ceiling, then approaching the ceiling like tanh."""
    ceiling = 10 ** (PEAK_DBFS / 20)
    knee = ceiling / 2
    size = np.abs(wave)
    bent = knee + (ceiling - knee) * np.tanh((size - knee) / (ceiling - knee))
    return np.sign(wave) * np.where(size > knee, bent, size)


def _frame_levels(clip: Clip) -> NDArray[np.float64]:
    """RMS of each 10 ms frame in dBFS; the last frame may be shorter."""
    frame = samples_in(FRAME_MS)
    count = -(-len(clip) // frame)
    padded = np.zeros(count * frame)
    padded[: len(clip)] = clip
    power = np.mean(np.square(padded.reshape(count, frame) / 32768), axis=1)
    return np.asarray(10 * np.log10(np.maximum(power, 1e-12)))
