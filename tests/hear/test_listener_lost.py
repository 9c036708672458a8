"""A microphone that is unplugged in the middle of a word: the half that was heard is no call."""

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.hear.listener import Listener
from voicehost.lab.scene import Room
from voicehost.lab.speakers import SPEAKERS

BLOCK = 512


def heard(gap_after_ms):
    """The finals of a room in which the sound is lost for two seconds, so long after a word began (1 s)."""
    room = Room(1, seed=3)
    room.speak(0, SPEAKERS[0].say("Fledermaus!", "de"), SAMPLE_RATE)
    sound = room.render(6 * SAMPLE_RATE // BLOCK * BLOCK)
    gap = (SAMPLE_RATE + gap_after_ms * SAMPLE_RATE // 1000) // BLOCK * BLOCK
    kept = np.concatenate([sound[:gap], sound[gap + 2 * SAMPLE_RATE :]])
    listener, out = Listener(1), []
    for first in range(0, len(kept) - BLOCK + 1, BLOCK):
        out += listener.feed(kept[first : first + BLOCK], lost=first == gap)
    return [utterance for utterance in out if utterance.final]


def test_a_word_that_was_cut_off_is_marked():
    (half,) = heard(300)
    assert half.lost
    assert half.end <= SAMPLE_RATE * 1.4


def test_a_word_that_was_over_before_is_not():
    (whole,) = heard(1500)
    assert not whole.lost
