"""Talk that is not for the host makes the host less sure of what sounds like a call."""

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.table.chatter import Chatter

HELP = Phrase("Help", "en", "help")
LONG = Phrase("Tell me what I can do", "en", "help me")


class Ear:
    """Hears the first phrase with a given confidence, and remembers how often it was asked."""

    def __init__(self, confidence=0.6, reason=Reason.HEARD):
        self.confidence, self.reason, self.asked = confidence, reason, 0

    def hear(self, utterance, phrases):
        self.asked += 1
        return Heard(self.reason, (Scored(phrases[0], 5.0),), self.confidence)


def utterance(at=0.0, seconds=0.6, **options):
    onset = int(at * SAMPLE_RATE)
    return Utterance(0, onset, onset, onset + int(seconds * SAMPLE_RATE), np.ones(100, np.int16), **options)


def after(confidence, *talk, **options):
    """What becomes of a call at 30 s that an ear is so sure of, after talk at these (seconds, lasting seconds)."""
    chatter = Chatter(Ear(confidence))
    for at, seconds in talk:
        chatter.note(utterance(at, seconds), Heard(Reason.UNKNOWN, (), 0.0))
    return chatter.hear(utterance(30, **options), [HELP])


def test_in_a_quiet_room_the_ear_is_believed():
    assert after(0.6) == Heard(Reason.HEARD, (Scored(HELP, 5.0),), 0.6)


def test_amid_talk_a_doubtful_call_is_no_longer_acted_on():
    heard = after(0.6, (20, 2.5), (25, 2.5))
    assert heard.reason is Reason.UNSURE
    assert heard.confidence == pytest.approx(0.36, abs=0.01)


def test_amid_talk_a_clear_call_still_counts():
    assert after(0.95, (20, 2.5), (25, 2.5)).reason is Reason.HEARD


def test_amid_talk_a_call_must_be_over_before_it_counts():
    assert after(0.95, (20, 2.5), (25, 2.5), final=False).reason is Reason.UNKNOWN
    assert after(0.95, final=False).reason is Reason.HEARD


def test_a_single_word_that_was_not_understood_is_no_talk():
    assert after(0.6, (25, 1.5)).reason is Reason.HEARD


def test_talk_is_forgotten_after_a_while():
    assert after(0.6, (1, 6.0)).reason is Reason.HEARD


def test_a_piece_cut_out_of_running_sound_is_never_acted_on():
    assert Chatter(Ear(0.999)).hear(utterance(limited=True), [HELP]).reason is Reason.UNSURE


def test_nobody_takes_four_seconds_for_a_short_word():
    heard = Chatter(Ear(0.99)).hear(utterance(seconds=4.0), [HELP, LONG])
    assert heard.reason is Reason.UNKNOWN


def test_what_is_too_long_for_every_phrase_is_not_put_to_the_ear():
    ear = Ear()
    assert Chatter(ear).hear(utterance(seconds=7.0), [HELP, LONG]).reason is Reason.UNKNOWN
    assert ear.asked == 0


@pytest.mark.parametrize("reason", [Reason.UNKNOWN, Reason.TOO_QUIET])
def test_what_the_ear_rejects_stays_rejected(reason):
    assert Chatter(Ear(0.1, reason)).hear(utterance(limited=True), [HELP]).reason is reason
