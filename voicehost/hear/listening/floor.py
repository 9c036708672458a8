"""How far does a frame stand out from the room? Per channel and band, against a noise floor that is learned.

Soft first sounds (F, H, W) have little power, but all of it in bands where the room is quiet. So several regions of
the spectrum are watched at once, each whitened by its own floor and judged by its own spread (a constant false alarm
rate detector): a frame's evidence is the greatest deviation of a region, in standard deviations of the room's noise.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.listening.ownership import BANDS, EDGES_HZ, HANN

BLOCK: Final = 25  # frames (250 ms) after which the floor is learned anew
QUIETEST_RMS: Final = 1.5  # int16 steps: no floor lies below dither
REGIONS_HZ: Final = ((100, 800), (300, 1500), (1000, 2700), (2200, 4800), (4000, 7800), (100, 7800))
REGIONS: Final = len(REGIONS_HZ)
STANDS_OUT: Final = 6.0  # evidence above which a frame is more than noise
LEARN: Final = 0.3  # share of a new block in the floor
CHANGED: Final = 0.6  # ... when the room has become louder

Array = NDArray[np.float32]

_WIDTH = BANDS.sum(axis=0)  # bins per band
_REGIONS = np.array(
    [[low <= edge < high for edge in EDGES_HZ[:-1]] for low, high in REGIONS_HZ], np.float32
)  # [regions, bands]
_SHARE = (_REGIONS * _WIDTH).T / (_REGIONS * _WIDTH).sum(axis=1)  # [bands, regions]
_SPREAD = 1.4 / np.sqrt((_REGIONS * _WIDTH).sum(axis=1))  # of a chi-square spectrum with a Hann window
_WINDOW_POWER = float(np.square(HANN).sum())
_QUIETEST = (QUIETEST_RMS**2 * _WINDOW_POWER * _WIDTH).astype(np.float32)


class NoiseFloor:
    """The room noise of every channel. Learned block by block, so that the size of feeds does not matter."""

    def __init__(self, channels: int) -> None:
        self._floor: Array = np.tile(_QUIETEST, (channels, 1))
        self._spread: Array = np.tile(_SPREAD.astype(np.float32), (channels, 1))
        self._blocks = [0] * channels  # learned from so far

    @property
    def power(self) -> Array:
        """The floor, shape [channels, bands]."""
        return self._floor

    def per_piece(self) -> Array:
        """The floor's power in every piece of a frame, shape [channels, bins]."""
        return np.asarray((self._floor / _WIDTH) @ BANDS.T, np.float32)

    def evidence(self, owned: Array) -> Array:
        """How far each region stands out, in standard deviations: [n, channels, bands] -> [n, channels, regions]."""
        region = (owned / self._floor) @ _SHARE
        return np.asarray((region - 1) / self._spread, np.float32)

    def above(self, owned: Array) -> Array:
        """Power above the floor, summed over the bands: [n, channels, bands] -> [n, channels]; below it is negative."""
        return np.asarray((owned - self._floor).sum(axis=-1), np.float32)

    def learn(self, whole: Array, channel: int) -> None:
        """Take a block of frames without voice, shape [BLOCK, channels, bands], as the room's noise."""
        block = whole[:, channel]
        region = (block / self._floor[channel]) @ _SHARE
        calm = ((region - 1) / self._spread[channel]).max(axis=-1) < STANDS_OUT
        steady = calm.mean() >= 0.2
        if steady:
            block = block[calm]
        # Most of the block stands out and is no voice: the room itself has changed.
        self._blocks[channel] += 1
        share = max(1 / self._blocks[channel], LEARN if steady else CHANGED)
        floor = self._floor[channel]
        floor += np.float32(share) * (block.mean(axis=0) - floor)
        np.maximum(floor, _QUIETEST, out=floor)
        if len(block) > 4:
            seen = ((block / floor) @ _SHARE).std(axis=0)
            spread = self._spread[channel]
            share = max(1 / self._blocks[channel], LEARN / 3)
            spread += np.float32(share) * (np.clip(seen, _SPREAD * 0.7, _SPREAD * 3) - spread)
