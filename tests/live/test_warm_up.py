"""An ear has heard the longest utterance before anybody speaks."""

from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason
from voicehost.hear.listening.listener import PRE_ROLL, TAIL
from voicehost.live.live import LONGEST_S, warm_up

PHRASES = (Phrase("Help", "en", "help"),)


class Ear:
    """Remembers what it was asked."""

    name = "test"

    def __init__(self):
        self.heard = []

    def prepare(self, phrases):
        pass

    def hear(self, utterance, phrases):
        self.heard.append((utterance, tuple(phrases)))
        return Heard(Reason.UNKNOWN, (), 0.0)


class Along(Ear):
    """One that listens along."""

    def listen_for(self, phrases):
        raise AssertionError("nobody speaks")

    def feed(self, samples, start, serial):
        raise AssertionError("nobody speaks")


def test_an_ear_hears_as_much_as_an_utterance_can_hold():
    ear = Ear()
    warm_up(ear, PHRASES)
    ((utterance, phrases),) = ear.heard
    limit_s = 6.0  # the listener's own
    assert len(utterance.audio) >= limit_s * SAMPLE_RATE + PRE_ROLL + TAIL
    assert len(utterance.audio) == LONGEST_S * SAMPLE_RATE
    assert phrases == PHRASES


def test_an_ear_that_listens_along_is_left_in_peace():
    ear = Along()
    warm_up(ear, PHRASES)
    assert ear.heard == []
