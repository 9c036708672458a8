"""Whose sound is it? Each small piece of time and frequency belongs to the microphone where it is loudest.

Voices are sparse: even when two people call at once, most pieces of the spectrum are dominated by one of them
(O. Yilmaz, S. Rickard: "Blind separation of speech mixtures via time-frequency masking", 2004). A voice is loudest in
its owner's microphone, so the pieces that a microphone owns are its own player's voice, and what leaks in from the
others drops out. Microphones may hear a sound up to half a frame apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE

HOP: Final = SAMPLE_RATE // 100  # 10 ms: one frame
WINDOW: Final = 2 * HOP  # 20 ms, centred on its frame
LOOKAHEAD: Final = (WINDOW - HOP) // 2  # samples needed after a frame's end
CLEAR: Final = 2.0  # 3 dB: a piece is clearly owned when it is that much stronger than anywhere else

EDGES_HZ: Final = (100, 200, 300, 400, 500, 650, 800, 1000, 1200, 1500, 1800, 2200, 2700, 3300, 4000, 4800,
                   5700, 6700, 7800)  # fmt: skip
_HZ = np.arange(WINDOW // 2 + 1) * SAMPLE_RATE / WINDOW
BANDS: Final = np.array(
    [(low <= _HZ) & (high > _HZ) for low, high in pairwise(EDGES_HZ)], np.float32
).T  # [bins, bands]

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Frames:
    """What was measured in `n` frames; powers are those of the windowed spectrum of int16 samples."""

    owned: Array  # [n, channels, bands] power in the pieces that the channel owns
    clear: Array  # [n, channels] power in the pieces that it clearly owns
    total: Array  # [n, channels] all its power


class Ownership:
    """Turns samples into frames. Keeps one frame of memory, so that a leak that comes later is still a leak."""

    def __init__(self, channels: int) -> None:
        self._window = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
        self._last = np.zeros((1, channels, WINDOW // 2 + 1), np.float32)

    def measure(self, samples: NDArray[np.int16]) -> Frames:
        """Frames of `samples`, shape [(n + 1) * HOP, channels]: n windows, each a hop after the one before."""
        cut = np.lib.stride_tricks.sliding_window_view(samples, WINDOW, axis=0)[::HOP]  # [n, channels, window]
        spectrum = np.fft.rfft(cut * self._window, axis=-1)
        power = np.square(spectrum.real, dtype=np.float32) + np.square(spectrum.imag, dtype=np.float32)
        rival = self._strongest_elsewhere(power)
        owned = np.where(power >= rival, power, 0) @ BANDS
        clear = np.where(power > CLEAR * rival, power, 0) @ BANDS
        return Frames(owned, clear.sum(axis=-1), (power @ BANDS).sum(axis=-1))

    def _strongest_elsewhere(self, power: Array) -> Array:
        """Per piece the greatest power of the other channels, now or one frame ago."""
        history = np.concatenate([self._last, power])
        self._last = power[-1:].copy()
        recent = np.maximum(history[1:], history[:-1])
        channels = power.shape[1]
        if channels == 1:
            return np.zeros_like(power)
        return np.stack([np.delete(recent, channel, axis=1).max(axis=1) for channel in range(channels)], axis=1)
