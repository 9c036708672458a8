"""The people at a live table, in a process of their own."""

import numpy as np
import pytest

from voicehost.audio.devices import Microphone
from voicehost.audio.microphones import Microphones
from voicehost.hear.ear import SAMPLE_RATE, Phrase
from voicehost.lab.bench import pulse
from voicehost.lab.demo.babble import PEAK
from voicehost.lab.demo.people import People, Saying
from voicehost.phrases.intent import Intent

HELP = Phrase("Help", "en", Intent.of("help"))


def test_a_voice_is_as_loud_as_it_is_asked_to_be():
    loud, quiet = (np.abs(Saying("Help", "en", 1, level).wave()[0]).max() / 32767 for level in (0.0, -6.0))
    assert loud == pytest.approx(PEAK, rel=0.01)
    assert quiet == pytest.approx(PEAK / 2, rel=0.02)


def test_the_voice_is_within_its_sound():
    wave, (begin, end) = Saying("Help", "en", 1).wave()
    assert 0 <= begin < end <= len(wave) / SAMPLE_RATE


@pytest.mark.pulse
@pytest.mark.slow
@pytest.mark.skipif(pulse.missing() is not None, reason=f"no sound server of our own: {pulse.missing()}")
def test_a_call_of_another_process_is_heard_when_it_is_said_to_sound():
    with pulse.PulseServer(1), People() as people:
        microphones = Microphones([Microphone(pulse.microphone(0))])
        microphones.open()
        try:
            for _ in range(90):
                microphones.read()
            people.say(HELP, 1)
            began, ended = people.spoke(10.0)
            first, last = (microphones.position_at(at) - microphones.position for at in (began, ended))
            heard = np.concatenate([microphones.read()[0][:, 0] for _ in range(60)])
        finally:
            microphones.close()
    loud = np.flatnonzero(np.abs(heard.astype(int)) > 800)
    assert abs(loud[0] - first) < 0.15 * SAMPLE_RATE
    assert abs(loud[-1] - last) < 0.15 * SAMPLE_RATE


@pytest.mark.pulse
@pytest.mark.slow
@pytest.mark.skipif(pulse.missing() is not None, reason=f"no sound server of our own: {pulse.missing()}")
def test_what_fails_in_their_process_is_told_here():
    with pulse.PulseServer(1), People() as people:
        people.say(Phrase("Help", "no such language", Intent.of("help")), 1)
        with pytest.raises(Exception, match="no such language"):
            people.spoke(10.0)
