"""How loud should the host's own voice be in each microphone now? What is clearly louder is somebody at the table.

The host knows what it plays, and when. How much of that comes back is learned while it speaks, per microphone; until
then it is what `voicehost doctor` has measured, if anybody has set that. All frames are 10 ms of the input stream;
levels are dB.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.listening.ownership import WINDOW

HEARD_AROUND: Final = (-3, 8)  # an echo may come so many frames early or late
ECHO_FALL_DB: Final = 30.0  # by which the echo has fallen when it counts as over
AUDIBLE_DB: Final = -45.0  # what is played below this (dBFS) teaches nothing
HISTORY: Final = 1000  # frames that are remembered
ENOUGH: Final = 100  # frames that must have been heard before anything is expected
AT_MOST: Final = 0.8  # quantile of what came back: somebody may have talked over the host
AT_LEAST: Final = 0.1  # quantile of all that was heard meanwhile: between its words only the room is left
RELEARN: Final = 25  # frames
LOUDER_DB: Final = 5.0  # a frame so far above the expected echo is not the host's
CLEARLY_DB: Final = 8.0  # ... and a voice of which so much is so far above is a call; the rest may be its pauses
CLEAR_SHARE: Final = 0.2
CLEAR_FRAMES: Final = 8
NOTHING: Final = -200.0
# Power of a frame at 0 dBFS: by Parseval's theorem the mean square of int16, times half the window's length, times the
# energy of its samples (3/8 of a Hann window each).
FULL_SCALE_DB: Final = 10 * math.log10(32768**2 * WINDOW / 2 * WINDOW * 3 / 8)


class Echo:
    """Learns what the host's voice sounds like in `channels` microphones; `echo_frames` is how long it lingers.

    `level_db`: how loud it comes back, relative to what is played, until it is learned; None: unknown.
    """

    def __init__(self, channels: int, echo_frames: int, level_db: float | None = None) -> None:
        self._fall = ECHO_FALL_DB / max(1, echo_frames)
        self._spoken: list[tuple[int, NDArray[np.float64]]] = []  # first frame, level of each frame
        self._lingering = NOTHING
        self._seen: list[deque[float]] = [deque(maxlen=HISTORY) for _ in range(channels)]
        known = None if level_db is None else level_db + FULL_SCALE_DB
        self._leak = [known] * channels  # dB from what is played to what is heard
        self._meanwhile: list[deque[float]] = [deque(maxlen=HISTORY) for _ in range(channels)]
        self._room = [NOTHING] * channels  # dB of what is heard between the host's words

    def spoke(self, first: int, levels: Sequence[float]) -> None:
        """From frame `first` on the host plays sound of these levels, in dBFS."""
        self._spoken.append((first, np.asarray(levels, np.float64)))

    def stopped(self, frame: int) -> None:
        """The host fell silent at this frame."""
        self._spoken = [(first, levels[: max(0, frame - first)]) for first, levels in self._spoken]

    def excess(self, first: int, power: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far each frame from `first` on is above the expected echo or the room's noise, in dB: both [n, channels].

        `power`: of the frames, linear. Infinite where no echo is expected, or none is known yet. Frames must come in
        order, each once.
        """
        if not self._spoken and self._lingering <= NOTHING:
            return np.full(power.shape, np.inf, np.float32)
        heard = 10 * np.log10(np.maximum(power, 1e-3))
        out = np.full(power.shape, np.inf, np.float32)
        for row, frame in enumerate(range(first, first + len(power))):
            played = self._played_around(frame)
            self._lingering = max(played, self._lingering - self._fall)
            if self._lingering < AUDIBLE_DB - ECHO_FALL_DB:
                self._lingering = NOTHING
                continue
            for channel, leak in enumerate(self._leak):
                if played > AUDIBLE_DB:
                    self._seen[channel].append(float(heard[row, channel]) - played)
                self._meanwhile[channel].append(float(heard[row, channel]))
                if leak is not None:
                    out[row, channel] = heard[row, channel] - max(self._lingering + leak, self._room[channel])
            if frame % RELEARN == 0:
                self._learn()
        self._forget(first)
        return out

    def _played_around(self, frame: int) -> float:
        """The loudest that was played about when it would be heard in this frame."""
        loudest = NOTHING
        for first, levels in self._spoken:
            begin, end = frame - first - HEARD_AROUND[1], frame - first - HEARD_AROUND[0]
            part = levels[max(0, begin) : max(0, end)]
            if len(part):
                loudest = max(loudest, float(part.max()))
        return loudest

    def _learn(self) -> None:
        for channel, (seen, meanwhile) in enumerate(zip(self._seen, self._meanwhile, strict=True)):
            if len(seen) >= ENOUGH:
                self._leak[channel] = float(np.quantile(seen, AT_MOST))
            if len(meanwhile) >= ENOUGH:
                self._room[channel] = float(np.quantile(meanwhile, AT_LEAST))

    def _forget(self, frame: int) -> None:
        self._spoken = [one for one in self._spoken if one[0] + len(one[1]) + HEARD_AROUND[1] >= frame]


def stands_out(excess: NDArray[np.float32]) -> bool:
    """Whether a voice with these frames, [n] dB above the expected echo, is clearly somebody at the table."""
    clearly = int(np.sum(np.isfinite(excess) & (excess >= CLEARLY_DB)))
    return clearly >= max(CLEAR_FRAMES, CLEAR_SHARE * len(excess))


def levels_of(clip: NDArray[np.int16], rate: int) -> tuple[int, ...]:
    """The level of every 10 ms of a clip, in whole dBFS."""
    frame = rate / 100
    edges = np.rint(np.arange(int(len(clip) / frame) + 1) * frame).astype(int)
    power = np.add.reduceat(np.square(clip.astype(np.float64) / 32768), edges[:-1]) if len(edges) > 1 else np.zeros(0)
    return tuple(np.rint(10 * np.log10(np.maximum(power / frame, 1e-12))).astype(int).tolist())
