"""A call amid other people's talk: nobody pauses, but somebody nearer to the microphone is suddenly louder."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

WATCHED: Final = 200  # frames (10 ms) of talk that a call is compared with
LEAST: Final = 80  # ... of which there must be so many: the loudest word of a sentence often comes late
SMOOTH: Final = 9  # frames of a running median, which a click does not move
RISE_DB: Final = 7.0  # over the loudest that was heard before
REACHED: Final = 15  # frames within which a voice reaches that
STAYS_DB: Final = 3.0  # a call goes on while it is so much louder than the talk was


def risen(power: NDArray[np.float32]) -> tuple[int, float] | None:
    """Where a louder voice begins in the power of so many frames, and the power above which it goes on; None if not.

    Asked at every frame, it answers as soon as the last frames are clearly louder than all that came before them.
    """
    edge = len(power) - REACHED - SMOOTH
    if edge < LEAST:
        return None
    last = float(np.median(power[-SMOOTH:]))
    before = power[:edge]
    if last < before.mean() * 10 ** (RISE_DB / 10):  # far quicker than what follows
        return None
    loudest = float(np.median(np.lib.stride_tricks.sliding_window_view(before, SMOOTH), axis=1).max())
    if last < loudest * 10 ** (RISE_DB / 10):
        return None
    return edge + int(np.argmax(power[edge:] >= loudest)), loudest * 10 ** (STAYS_DB / 10)
