"""A microphone that is unplugged in the middle of a call: the half that was heard is no call."""

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.speakers import SPEAKERS

BLOCK = 512


def heard(gap_after_ms):
    """The finals of a room in which the sound is lost for four seconds, so long after a call began (1 s)."""
    room = Room(1, seed=3)
    room.speak(0, SPEAKERS[0].say("Schwarzer Kater und Hexenbesen!", "de"), SAMPLE_RATE)
    sound = room.render(9 * SAMPLE_RATE // BLOCK * BLOCK)
    gap = (SAMPLE_RATE + gap_after_ms * SAMPLE_RATE // 1000) // BLOCK * BLOCK
    kept = np.concatenate([sound[:gap], sound[gap + 4 * SAMPLE_RATE :]])
    listener, out = Listener(1), []
    for first in range(0, len(kept) - BLOCK + 1, BLOCK):
        out += listener.feed(kept[first : first + BLOCK], lost=first == gap)
    return [utterance for utterance in out if utterance.final]


@pytest.mark.parametrize("after_ms", [300, 660, 980, 1220, 1300])
def test_a_call_that_was_cut_off_is_marked(after_ms):
    """Even in the silence inside a T or K, or between two words."""
    (half,) = heard(after_ms)
    assert half.lost
    assert half.end <= SAMPLE_RATE + (after_ms + 100) * SAMPLE_RATE // 1000


def test_a_call_that_was_over_before_is_not():
    (whole,) = heard(3500)
    assert not whole.lost
