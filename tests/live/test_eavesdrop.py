"""What `voicehost listen` says about a sound."""

import numpy as np

from voicehost.hear.ear import Heard, Phrase, Reason, Scored, Utterance
from voicehost.live.eavesdrop import Overheard

UTTERANCE = Utterance(0, 16_000, 24_000, 32_000, np.ones(100, np.int16), level_dbfs=-30.2)
RANKING = tuple(Scored(Phrase(text, "en", text), score) for text, score in (("Help", 9.1), ("Pause", 2.0), ("Stop", 1)))


def lines(reason, doubted=False):
    return list(Overheard(UTTERANCE, Heard(reason, RANKING, 0.9), doubted).as_lines())


def test_onset_length_level_reason_and_the_best_three_are_told():
    first, *best = lines(Reason.HEARD)
    assert first == "microphone 1, onset 1.50 s, 500 ms, -30 dBFS: understood"
    assert [line.split() for line in best] == [
        ["9.10", "Help", "[en]"],
        ["2.00", "Pause", "[en]"],
        ["1.00", "Stop", "[en]"],
    ]


def test_every_reason_has_words_of_its_own():
    told = {lines(reason)[0] for reason in Reason}
    assert len(told) == len(Reason)


def test_what_is_doubted_because_people_talk_says_so():
    assert lines(Reason.UNSURE, doubted=True)[0].endswith("the host would ask back (it is a piece of talk)")


def test_lost_sound_is_told_and_nothing_is_claimed():
    overheard = Overheard(UTTERANCE, None)
    assert list(overheard.as_lines()) == ["microphone 1, onset 1.50 s, 500 ms, -30 dBFS: sound was lost in it"]
    assert overheard.as_json()["reason"] == "lost_audio"
