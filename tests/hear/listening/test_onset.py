"""The onset of a voice: not the breath before it, and not too late where others speak."""

from __future__ import annotations

import numpy as np

from voicehost.hear.listening.onset import first_voiced

PEAK = 1e6
NOTHING, BREATH, SOFT, VOWEL = 0.0, PEAK * 1e-4, PEAK * 10**-2.5, PEAK  # soft: 25 dB below the peak
CERTAIN, DOUBTFUL = 50.0, 5.0


def frames(*values: float) -> np.ndarray:
    """Each value for three frames."""
    return np.repeat(np.array(values, np.float32), 3)


def test_a_breath_before_the_voice_is_not_its_beginning() -> None:
    own = frames(BREATH, VOWEL, VOWEL)
    first = first_voiced(own, own, frames(CERTAIN, CERTAIN, CERTAIN), PEAK)
    assert abs(first - 3) <= 2  # it is averaged over three frames


def test_a_soft_first_sound_is() -> None:
    own = frames(SOFT, VOWEL, VOWEL)
    assert first_voiced(own, own, frames(CERTAIN, CERTAIN, CERTAIN), PEAK) == 0


def test_a_soft_first_sound_that_another_voice_hides_in_part_is_one_too() -> None:
    """A little of it is certainly its own, and the power that is there would be enough."""
    own, whole = frames(BREATH, BREATH, VOWEL), frames(SOFT, SOFT, VOWEL)
    assert first_voiced(own, whole, frames(CERTAIN, CERTAIN, CERTAIN), PEAK) == 0


def test_another_voice_alone_is_no_beginning() -> None:
    own, whole = frames(NOTHING, NOTHING, VOWEL), frames(VOWEL, VOWEL, VOWEL)
    assert first_voiced(own, whole, frames(DOUBTFUL, DOUBTFUL, CERTAIN), PEAK) >= 4


def test_where_nothing_is_loud_enough_the_run_begins_the_voice() -> None:
    own = frames(BREATH, BREATH)
    assert first_voiced(own, own, frames(CERTAIN, CERTAIN), PEAK) == 0
