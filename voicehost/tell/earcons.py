"""Earcons: short rendered tones that say what words would say too slowly.

Each is a handful of struck notes, written down as (pitch in Hz, start in ms, length in ms). The first sample of "open"
is the moment from which calls count, so its first note starts at once and hard.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.tell.clip import SPEECH_RATE, Clip, faded, samples_in

Note = tuple[float, float, float]

EARCONS: Final[dict[str, tuple[Note, ...]]] = {
    "listening": ((659.3, 0, 140), (880.0, 90, 220)),  # rising: your turn to speak
    "open": ((523.3, 0, 240), (1046.5, 0, 240)),  # the gong: calls count from here
    "heard": ((1318.5, 0, 90),),  # a tick: something was understood
    "right": ((523.3, 0, 160), (659.3, 90, 160), (784.0, 180, 160), (1046.5, 270, 420)),
    "wrong": ((311.1, 0, 200), (233.1, 150, 380)),
    "tie": ((587.3, 0, 160), (622.3, 110, 160), (587.3, 220, 160), (622.3, 330, 300)),  # a muddle
    "timeup": ((784.0, 0, 200), (659.3, 160, 200), (523.3, 320, 420)),
    "asleep": ((523.3, 0, 300), (392.0, 240, 500)),
}

OVERTONES: Final = ((1.0, 1.0), (2.0, 0.35), (3.01, 0.12), (5.4, 0.05))  # (multiple, strength): a soft bell
DECAYS: Final = 5.0  # time constants within a note's length
ATTACK_MS: Final = 4.0
PEAK: Final = 0.35  # of full scale: as loud to the ear as speech at the common loudness


@cache
def earcon(name: str) -> Clip:
    """The tone of that name. Raises KeyError for a name that is not in EARCONS. Do not write into the clip."""
    notes = EARCONS[name]
    wave = np.zeros(samples_in(max(start + length for _, start, length in notes)))
    for pitch, start, length in notes:
        struck = _struck(pitch, length)
        begin = samples_in(start)
        wave[begin : begin + len(struck)] += struck[: len(wave) - begin]
    clip = np.asarray(np.rint(wave * (PEAK * 32767 / np.max(np.abs(wave)))), dtype=np.int16)
    clip = faded(clip, 20, start=False)
    clip.setflags(write=False)
    return clip


def _struck(pitch: float, length: float) -> NDArray[np.float64]:
    """One note of a soft bell: it starts at once and dies away."""
    time = np.arange(samples_in(length)) / SPEECH_RATE
    wave = sum(strength * np.sin(2 * np.pi * pitch * multiple * time) for multiple, strength in OVERTONES)
    attack = np.minimum(1.0, time * 1000 / ATTACK_MS)
    return np.asarray(wave * attack * np.exp(-DECAYS * time * 1000 / length), dtype=np.float64)
