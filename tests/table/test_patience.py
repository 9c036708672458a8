"""How long a pause ends an utterance: early answers, and when they may be acted on."""

import math
from dataclasses import replace

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.scene import Room, voice_span
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.phrases import Intent
from voicehost.table.patience import MAY_GO_ON_MS, SURE_MS, UNSURE_MS, Patience, pause_ms

LEFT = Phrase("go left", "en", Intent.of("go", first="left"))
LEFT_AND_UP = Phrase("go left and up", "en", Intent.of("go", first="left", second="up"))
CAT = Phrase("black cat", "en", Intent.of("spell", spells="cat"))
CAT_AND_BROOM = Phrase("black cat broom fly", "en", Intent.of("spell", spells="cat broom"))

GAP = SAMPLE_RATE // 10  # longer than the pause that is looked at, shorter than one that ends an utterance


def answer(best: Phrase, reason: Reason = Reason.HEARD, complete: bool = True, confidence: float = 0.9) -> Heard:
    return Heard(reason, (Scored(best, 9.0),), confidence, complete)


@pytest.mark.parametrize(
    ("heard", "phrases", "pause"),
    [
        (answer(LEFT), (LEFT, LEFT_AND_UP), MAY_GO_ON_MS),
        (answer(CAT), (CAT, CAT_AND_BROOM), SURE_MS),
        (answer(CAT, Reason.UNSURE), (CAT, CAT_AND_BROOM), UNSURE_MS),
        (answer(CAT, confidence=0.6), (CAT, CAT_AND_BROOM), UNSURE_MS),
        (answer(CAT, Reason.UNKNOWN), (CAT,), math.inf),
        (answer(LEFT_AND_UP), (LEFT, LEFT_AND_UP), SURE_MS),
        (answer(LEFT_AND_UP, complete=False), (LEFT_AND_UP,), math.inf),
        (Heard(Reason.UNKNOWN, (), 0.0), (LEFT,), math.inf),
    ],
    ids=[
        "half a way",
        "a spell, since the referee joins a second one",
        "not sure",
        "not very sure",
        "talk, of which more may come",
        "nothing is longer",
        "it sounds like a beginning",
        "nothing",
    ],
)
def test_the_pause_that_ends_an_utterance_depends_on_what_was_heard(heard, phrases, pause):
    assert pause_ms(heard, phrases) == pause


def test_an_answer_is_held_until_the_pause_is_long_enough():
    """The ear may try early; its answer counts once the voice has been silent for the time that it takes."""
    room, listener = Room(1, seed=4), Listener(1)
    listener.feed(room.render(SAMPLE_RATE))
    spoken = room.speak(0, SPEAKERS[0].say("black cat", "en"), room.position)
    patience, due = Patience(listener), []
    sound = room.render(2 * SAMPLE_RATE)
    for first in range(0, len(sound), 160):
        for utterance in listener.feed(sound[first : first + 160]):
            assert not utterance.final
            patience.hold(utterance, answer(CAT), (CAT,))
        due += [(utterance.end, listener.position) for utterance, _ in patience.due()]
    ((end, decided),) = due
    assert end == pytest.approx(spoken.end, abs=0.05 * SAMPLE_RATE)
    assert SURE_MS <= (decided - end) / 16 <= SURE_MS + 30


def test_a_voice_that_goes_on_takes_its_early_answer_back():
    """Between two words nothing is decided, and what follows is the same utterance."""
    room, listener = Room(1, seed=4), Listener(1)
    listener.feed(room.render(SAMPLE_RATE))
    words = [SPEAKERS[0].say(word, "en") for word in ("black", "cat")]
    black, cat = (word[slice(*voice_span(word))] for word in words)
    room.speak(0, np.concatenate([black, np.zeros(GAP, np.float32), cat]), room.position)
    patience, looks, due = Patience(listener), [], []
    sound = room.render(2 * SAMPLE_RATE)
    for first in range(0, len(sound), 160):
        for utterance in listener.feed(sound[first : first + 160]):
            looks.append(utterance)
            patience.hold(utterance, answer(CAT), (CAT,))
        due += [utterance for utterance, _ in patience.due()]
    assert [utterance.serial for utterance in due] == [looks[0].serial]
    assert len(looks) >= 2
    assert due[0].end == looks[-1].end > looks[0].end


def test_what_an_early_look_was_taken_for_is_remembered_until_the_voice_has_ended():
    """The same sound for the same phrases need not be heard twice; other phrases, or a sound from which another voice
    was taken out meanwhile, must be heard anew."""
    room, listener = Room(1, seed=4), Listener(1)
    listener.feed(room.render(SAMPLE_RATE))
    room.speak(0, SPEAKERS[0].say("black cat", "en"), room.position)
    *looks, final = listener.feed(room.render(3 * SAMPLE_RATE))
    unknown = answer(CAT, Reason.UNKNOWN)
    cleaner = replace(final, audio=final.audio // 2)
    for over, phrases, known in ((final, (CAT,), unknown), (final, (LEFT,), None), (cleaner, (CAT,), None)):
        patience = Patience(listener)
        patience.hold(looks[-1], unknown, (CAT,))
        assert patience.due() == []
        assert patience.recall(over, phrases) == known
        assert patience.recall(over, phrases) is None, "told once"
