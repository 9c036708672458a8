"""Whose sound is it? Each small piece of time and frequency belongs to the microphone where it is loudest.

Voices are sparse: even when two people call at once, most pieces of the spectrum are dominated by one of them
(O. Yilmaz, S. Rickard: "Blind separation of speech mixtures via time-frequency masking", 2004). A voice is loudest in
its owner's microphone, so the pieces that a microphone owns are its own player's voice, and what leaks in from the
others drops out. Microphones may hear a sound up to half a frame apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples

HOP: Final = SAMPLE_RATE // 100  # 10 ms: one frame
WINDOW: Final = 2 * HOP  # 20 ms, centred on its frame
LOOKAHEAD: Final = (WINDOW - HOP) // 2  # samples needed after a frame's end
CLEAR: Final = 2.0  # 3 dB: a piece is clearly owned when it is that much stronger than anywhere else
MARGIN: Final = 3.0  # a piece is owned when it is 5 dB stronger than the leak that it might be
ECHO_DB: Final = 2.0  # an echo falls by so much per frame (60 dB in 0.3 s); less would mask soft beginnings
ECHOES: Final = 25.0  # ... that of a sound 14 dB above the floor; weaker ones have no echo that matters
CERTAIN: Final = 100.0  # leaks are learned from pieces 20 dB above the floor
ENOUGH: Final = 50  # such pieces
LOW: Final = 0.3  # quantile of their ratios
LEAST_LEAK: Final = 1e-6  # a muted microphone delivers zeros, and nothing leaks into it
LEAK_SHARE: Final = 0.3  # of a new block in a leak (of its decibels)
TURN_DOWN_DB: Final = 20.0  # what others own is turned down by this for the ear
LOUD: Final = 6.0  # a piece is more than noise when it is that much above the floor (a chance of 1 in 400)

EDGES_HZ: Final = (100, 200, 300, 400, 500, 650, 800, 1000, 1200, 1500, 1800, 2200, 2700, 3300, 4000, 4800,
                   5700, 6700, 7800)  # fmt: skip
_HZ = np.arange(WINDOW // 2 + 1) * SAMPLE_RATE / WINDOW
BANDS: Final = np.array(
    [(low <= _HZ) & (high > _HZ) for low, high in pairwise(EDGES_HZ)], np.float32
).T  # [bins, bands]

HANN: Final = np.hanning(WINDOW + 1)[:-1].astype(np.float32)

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Frames:
    """What was measured in `n` frames; powers are those of the windowed spectrum of int16 samples."""

    whole: Array  # [n, channels, bands] all power
    owned: Array  # [n, channels, bands] power in the pieces that the channel owns
    clear: Array  # [n, channels] power in loud pieces that it clearly owns
    loud: Array  # [n, channels] power in all its loud pieces


class Ownership:
    """Turns samples into frames. Learns how much of each voice leaks into the other microphones."""

    def __init__(self, channels: int) -> None:
        self._memory = np.zeros((2, channels, len(BANDS)), np.float32)
        # leak[i, j]: power of j's voice in i, relative to j; until it is known, whoever is louder owns
        self.leak = np.full((channels, channels), 1 / MARGIN, np.float32)
        self._known = np.zeros((channels, channels), bool)

    def measure(self, samples: NDArray[np.int16], noise: Array) -> Frames:
        """Frames of `samples`, int16 [(n + 1) * HOP, channels]: n windows, each a hop after the one before.

        `noise` is the power of the room in each piece of a frame, shape [channels, bins]. What is not louder than
        that takes nothing away from others, so in a calm room every microphone owns all it hears.
        """
        power = _power(_spectrum(samples))
        loud = np.where(power > LOUD * noise, power, 0)
        lately, self._memory = _lately(loud, np.where(power > ECHOES * noise, power, 0), self._memory)
        strongest, leaks = self._elsewhere(lately)
        owned = np.where(power >= leaks, power, 0) @ BANDS
        clear = np.where(power > CLEAR * strongest, loud, 0) @ BANDS
        return Frames(power @ BANDS, owned, clear.sum(axis=-1), (loud @ BANDS).sum(axis=-1))

    def separate(self, samples: NDArray[np.int16], noise: Array, channel: int) -> Samples:
        """What `channel` owns of a stretch of sound, int16 [n, channels] -> [n]; the rest is turned down.

        Ears take the right phrase far more often when another player called over it.
        """
        around = ((HOP, WINDOW + HOP), (0, 0))
        spectrum = _spectrum(np.pad(samples, around)[: (len(samples) // HOP + 3) * HOP])
        power = _power(spectrum)
        loud = np.where(power > LOUD * noise, power, 0)
        lately, _ = _lately(loud, np.zeros_like(loud), np.zeros_like(self._memory))  # echoes harm less than holes
        _, leaks = self._elsewhere(lately)
        gain = np.where(power >= leaks, 1.0, 10 ** (-TURN_DOWN_DB / 20))[:, channel]
        pieces = np.fft.irfft(spectrum[:, channel] * gain, WINDOW)  # Hann windows, half overlapped, add up to one
        wave = np.zeros((len(pieces) + 1) * HOP)
        wave[:-HOP] += pieces[:, :HOP].ravel()
        wave[HOP:] += pieces[:, HOP:].ravel()
        return np.clip(np.rint(wave[HOP : HOP + len(samples)]), -32768, 32767).astype(np.int16)

    def learn(self, whole: Array, floor: Array, voice: Sequence[bool]) -> None:
        """Take a block of frames, [n, channels, bands], in which the channels with `voice` spoke.

        A low quantile, so that a second voice in the block does not pass for a leak.
        """
        for channel, other in permutations(range(len(voice)), 2):
            if not voice[other]:
                continue
            certain = (whole[:, other] > CERTAIN * floor[other]) & (whole[:, channel] < whole[:, other])
            if certain.sum() < ENOUGH:
                continue
            seen = float(np.quantile(whole[:, channel][certain] / whole[:, other][certain], LOW))
            seen = max(seen, LEAST_LEAK)
            share = LEAK_SHARE if self._known[channel, other] else 1.0
            self.leak[channel, other] *= (seen / self.leak[channel, other]) ** share
            self._known[channel, other] = True

    def _elsewhere(self, lately: Array) -> tuple[Array, Array]:
        """The greatest power in the other channels, echoes included, and what may leak from there.

        A leak may lie in a neighbouring piece, too: a sound that comes some milliseconds later has its gaps elsewhere.
        """
        wide = lately.copy()
        np.maximum(wide[..., 1:], lately[..., :-1], out=wide[..., 1:])
        np.maximum(wide[..., :-1], lately[..., 1:], out=wide[..., :-1])
        strongest, leaks = np.zeros_like(wide), np.zeros_like(wide)
        for channel, other in permutations(range(wide.shape[1]), 2):
            np.maximum(strongest[:, channel], lately[:, other], out=strongest[:, channel])
            leak = np.float32(MARGIN) * self.leak[channel, other] * wide[:, other]
            np.maximum(leaks[:, channel], leak, out=leaks[:, channel])
        return strongest, leaks


def _spectrum(samples: NDArray[np.int16]) -> NDArray[np.complex64]:
    """[(n + 1) * HOP, channels] -> [n, channels, bins]."""
    cut = np.lib.stride_tricks.sliding_window_view(samples, WINDOW, axis=0)[::HOP]  # [n, channels, window]
    return np.asarray(np.fft.rfft(cut * HANN, axis=-1), np.complex64)


def _lately(loud: Array, echoing: Array, memory: Array) -> tuple[Array, Array]:
    """The power that is still in the room, [n, channels, bins]: now, one frame ago, or as an echo.

    `memory` is what the call before gave back: its last `loud` frame and its last echo.
    """
    fall = np.float32(10 ** (-ECHO_DB / 10))
    echo = np.concatenate([memory[1:], echoing])
    for frame in range(1, len(echo)):
        np.maximum(echo[frame], fall * echo[frame - 1], out=echo[frame])
    before = np.concatenate([memory[:1], loud[:-1]])
    return np.maximum(np.maximum(loud, before), echo[1:]), np.stack([loud[-1], echo[-1]])


def _power(spectrum: NDArray[np.complex64]) -> Array:
    return np.square(spectrum.real) + np.square(spectrum.imag)
