"""Whose sound is it? Each small piece of time and frequency belongs to the microphone where it is loudest.

Voices are sparse: even when two people call at once, most pieces of the spectrum are dominated by one of them
(O. Yilmaz, S. Rickard: "Blind separation of speech mixtures via time-frequency masking", 2004). A voice is loudest in
its owner's microphone, so the pieces that a microphone owns are its own player's voice, and what leaks in from the
others drops out. Microphones may hear a sound up to half a frame apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE

HOP: Final = SAMPLE_RATE // 100  # 10 ms: one frame
WINDOW: Final = 2 * HOP  # 20 ms, centred on its frame
LOOKAHEAD: Final = (WINDOW - HOP) // 2  # samples needed after a frame's end
CLEAR: Final = 2.0  # 3 dB: a piece is clearly owned when it is that much stronger than anywhere else
MARGIN: Final = 3.0  # a piece is owned when it is 5 dB stronger than the leak that it might be
CERTAIN: Final = 100.0  # leaks are learned from pieces 20 dB above the floor
LEAK_SHARE: Final = 0.3  # of a new block in a leak (of its decibels)
LOUD: Final = 6.0  # a piece is more than noise when it is that much above the floor (a chance of 1 in 400)

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

    whole: Array  # [n, channels, bands] all power
    owned: Array  # [n, channels, bands] power in the pieces that the channel owns
    clear: Array  # [n, channels] power in loud pieces that it clearly owns
    loud: Array  # [n, channels] power in all its loud pieces


class Ownership:
    """Turns samples into frames. Keeps one frame of memory, so that a leak that comes later is still a leak."""

    def __init__(self, channels: int) -> None:
        self._window = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
        self._last = np.zeros((1, channels, len(BANDS)), np.float32)
        # leak[i, j]: power of j's voice in i, relative to j; until it is known, whoever is louder owns
        self.leak = np.full((channels, channels), 1 / MARGIN, np.float32)
        self._known = np.zeros((channels, channels), bool)

    def measure(self, samples: NDArray[np.int16], noise: Array) -> Frames:
        """Frames of `samples`, int16 [(n + 1) * HOP, channels]: n windows, each a hop after the one before.

        `noise` is the power of the room in each piece of a frame, shape [channels, bins]. What is not louder than
        that takes nothing away from others, so in a calm room every microphone owns all it hears.
        """
        cut = np.lib.stride_tricks.sliding_window_view(samples, WINDOW, axis=0)[::HOP]  # [n, channels, window]
        spectrum = np.fft.rfft(cut * self._window, axis=-1)
        power = np.square(spectrum.real) + np.square(spectrum.imag)
        loud = np.where(power > LOUD * noise, power, 0)
        recent, rival = self._leaks(loud)
        owned = np.where(power >= rival, power, 0) @ BANDS
        clear = (np.where(power > CLEAR * recent, loud, 0) @ BANDS).sum(axis=-1)
        total = (loud @ BANDS).sum(axis=-1)
        return Frames(power @ BANDS, owned, clear, total)

    def _leaks(self, loud: Array) -> tuple[Array, Array]:
        """Per piece the greatest power of the other channels, now or one frame ago, and what may leak from there.

        A leak may lie in a neighbouring piece, too: a sound that comes some milliseconds later has its gaps elsewhere.
        """
        history = np.concatenate([self._last, loud])
        self._last = loud[-1:]
        recent = np.maximum(history[1:], history[:-1])
        wide = recent.copy()
        np.maximum(wide[..., 1:], recent[..., :-1], out=wide[..., 1:])
        np.maximum(wide[..., :-1], recent[..., 1:], out=wide[..., :-1])
        strongest, rival = np.zeros_like(wide), np.zeros_like(wide)
        for channel, other in permutations(range(wide.shape[1]), 2):
            np.maximum(strongest[:, channel], recent[:, other], out=strongest[:, channel])
            leak = np.float32(MARGIN) * self.leak[channel, other] * wide[:, other]
            np.maximum(rival[:, channel], leak, out=rival[:, channel])
        return strongest, rival

    def learn(self, whole: Array, floor: Array, voice: list[bool]) -> None:
        """Take a block of frames, [n, channels, bands], in which the channels with `voice` spoke.

        A low quantile, so that a second voice in the block does not pass for a leak.
        """
        for channel, other in permutations(range(len(voice)), 2):
            if not voice[other]:
                continue
            certain = (whole[:, other] > CERTAIN * floor[other]) & (whole[:, channel] < whole[:, other])
            if certain.sum() < 50:
                continue
            seen = float(np.quantile(whole[:, channel][certain] / whole[:, other][certain], 0.3))
            share = LEAK_SHARE if self._known[channel, other] else 1.0
            self.leak[channel, other] *= (seen / self.leak[channel, other]) ** share
            self._known[channel, other] = True
