"""A call amid other people's talk: what is clearly louder than all before is an utterance of its own."""

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.hear.listening.listener import Listener
from voicehost.hear.listening.rise import REACHED, risen
from voicehost.lab.demo.scene import Room, active_rms, voice_span
from voicehost.lab.demo.speakers import SPEAKERS

TALK = "At the beginning all the hats lie under the witches on the table and everybody looks at them for a while."


def talk(frames: int = 180) -> np.ndarray:
    """Power of somebody who talks: words of 150 ms with pauses of 50 ms, all about as loud."""
    words = np.random.default_rng(5).uniform(0.5, 1.0, frames // 20 + 1).repeat(20)[:frames]
    return np.where(np.arange(frames) % 20 < 15, words, 0.01).astype(np.float32)


def test_a_voice_that_is_clearly_louder_is_found_where_it_begins():
    louder = np.concatenate([talk(), np.full(12, 12.0, np.float32)])
    first, bar = risen(louder)
    assert first == pytest.approx(180, abs=REACHED)
    assert louder[first] >= louder[:180].max() * 0.9
    assert 1.0 < bar < 4.0


@pytest.mark.parametrize(
    "power",
    [
        talk(200),
        np.concatenate([talk(), np.full(12, 3.0, np.float32)]),
        np.concatenate([talk(), np.full(3, 500.0, np.float32)]),
        np.concatenate([talk(60), np.full(12, 12.0, np.float32)]),
    ],
    ids=["talk that goes on", "5 dB louder", "a click", "the loud word of a sentence that has just begun"],
)
def test_other_sounds_are_no_call_amid_talk(power):
    assert risen(power) is None


def test_a_call_amid_talk_on_one_microphone_is_an_utterance_of_its_own():
    room, listener = Room(1, seed=2, snr_db=40), Listener(1)
    sound = room.render(8 * SAMPLE_RATE).astype(np.float64)
    background = SPEAKERS[0].say(TALK, "en")
    call = SPEAKERS[3].say("Lift the yellow hat!", "en")
    begins, ends = voice_span(call)
    background, call = (clip * level * 32767 / active_rms(clip) for clip, level in ((background, 0.01), (call, 0.04)))
    at = 4 * SAMPLE_RATE
    sound[SAMPLE_RATE : SAMPLE_RATE + len(background), 0] += background[: len(sound) - SAMPLE_RATE]
    sound[at : at + len(call), 0] += call
    utterances = [*listener.feed(np.rint(sound).astype(np.int16)), *listener.flush()]
    (found,) = [u for u in utterances if u.final and abs(u.onset - at - begins) < SAMPLE_RATE // 5]
    assert found.end == pytest.approx(at + ends, abs=SAMPLE_RATE // 5)
    assert found.start >= found.onset - SAMPLE_RATE // 10, "the talk before it belongs to another utterance"


def test_a_long_call_that_gets_louder_as_people_do_stays_one():
    room, listener = Room(1, seed=2), Listener(1)
    listener.feed(room.render(SAMPLE_RATE))
    clip = SPEAKERS[3].say("Swap the yellow hat and the white hat!", "en")
    room.speak(0, clip * np.linspace(0.6, 1.0, len(clip), dtype=np.float32), room.position)
    utterances = [*listener.feed(room.render(4 * SAMPLE_RATE)), *listener.flush()]
    assert len([u for u in utterances if u.final]) == 1
