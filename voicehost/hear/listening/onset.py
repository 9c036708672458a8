"""Where a voice really begins, within the run of frames that stood out: the first sound that a listener would count."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

BELOW_PEAK_DB: Final = 30.0  # what is softer than this against the voice's loudest frame is breath, not voice
HIDDEN: Final = 8.0  # evidence (see `floor`) of a beginning of which other voices hide a part
AVERAGED: Final = 3  # everything is averaged over a frame and the two after it
FRAMES: Final = 40  # the onset is looked for in the first 400 ms of the run
NEEDED: Final = FRAMES + AVERAGED - 1

Frames = NDArray[np.float32]


def first_voiced(own: Frames, whole: Frames, evidence: Frames, peak: float) -> int:
    """The frame of the run in which the voice begins; 0 if none is loud enough.

    For every frame of 10 ms: power that is the voice's own, all loud power there is, and evidence that something of it
    is its own. Where others hide a part of a soft beginning (F, H, W), all the power may be its own. `peak`: of `own`.
    """
    bar = peak * 10 ** (-BELOW_PEAK_DB / 10)
    mine, any_power, certain = (_averaged(x) for x in (own, np.maximum(own, whole), evidence))
    return int(np.argmax((mine >= bar) | ((any_power >= bar) & (certain >= HIDDEN))))


def _averaged(values: Frames) -> Frames:
    return np.convolve(values, np.full(AVERAGED, 1 / AVERAGED), "full")[AVERAGED - 1 :].astype(np.float32)
