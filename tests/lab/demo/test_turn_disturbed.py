"""What children's homes sound like, put as sound through a whole game: it is answered or logged, never acted upon."""

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.babble import Babble
from voicehost.lab.demo.demo import Demo, DemoOptions
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.rules.dice import Dice
from voicehost.tell.narrator import Player

SHOUTED = 2.0  # s after the beginning, while the host opens the game
BABBLED = 20.0  # s after the beginning, for half a minute


def babble(seconds, rng):
    """People talking to each other without a pause."""
    talk = Babble(("en",), Dice(3), voices=30)
    parts = []
    while sum(map(len, parts)) < seconds * SAMPLE_RATE:
        parts.append(talk.exchange())
    return np.concatenate(parts)[: int(seconds * SAMPLE_RATE)]


def cough(rng):
    """Two bursts of noise, sharp at the beginning."""
    time = np.arange(int(0.25 * SAMPLE_RATE)) / SAMPLE_RATE
    burst = rng.standard_normal(len(time)) * np.exp(-time / 0.06)
    return np.concatenate([burst, np.zeros(SAMPLE_RATE // 10), 0.7 * burst]).astype(np.float32)


def music(seconds, rng):
    """A tune of three voices with overtones, a new chord every half second."""
    scale = 220.0 * 2 ** (np.array([0, 2, 4, 5, 7, 9, 11, 12]) / 12)
    time = np.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
    chords = (rng.choice(scale, 3, replace=False) for _ in range(int(seconds * 2)))
    tones = [sum(np.sin(2 * np.pi * n * f * time) / n for f in chord for n in (1, 2, 3, 4)) for chord in chords]
    return (np.concatenate(tones) * np.tile(np.exp(-time / 0.4), len(tones))).astype(np.float32)


def was_said(action, lines):
    """Whether the child said that within the utterance that was acted on; it may have begun with others' talk."""
    seat, onset = action["seat"], action["onset_ms"]
    heard = (
        e.facts for e in lines if e.kind == "heard" and (e.facts.get("seat"), e.facts["onset_ms"]) == (seat, onset)
    )
    end = next(heard)["end_ms"]
    said = (e.facts for e in lines if e.kind == "said")
    same = (one for one in said if (one["seat"], one["meaning"]) == (seat, action["action"]))
    return any(one["onset_ms"] < end and onset < one["end_ms"] for one in same)


@pytest.mark.slow
def test_babble_coughs_music_and_a_shout_over_the_host_are_answered_or_logged_and_never_acted_upon():
    """Half a minute of babble at one microphone, coughs at all, music at another; the game goes on to its end."""
    from voicehost.hear.whisper.ear import WhisperEar

    rng, lines = np.random.default_rng(4), []
    options = DemoOptions((Player("fox", "en"), Player("owl", "en")), ("en",), seed=3, game="husch")
    demo = Demo(options, WhisperEar(), lines.append)
    room = demo._room
    room.speak(0, SPEAKERS[2].say("Stop that and give it back to me, it is mine!", "en"), int(SHOUTED * SAMPLE_RATE))
    room.speak(1, babble(30, rng), int(BABBLED * SAMPLE_RATE), gain_db=-6)
    for second in (55, 62, 75, 88):
        room.speak(second % 2, cough(rng), second * SAMPLE_RATE)
    room.speak(0, music(20, rng), 100 * SAMPLE_RATE, gain_db=-10)
    summary = demo.play()

    assert summary["winner"] in ("fox", "owl")
    actions = [entry.facts for entry in lines if entry.kind == "action"]
    assert [action for action in actions if not was_said(action, lines)] == []
    heard = [entry for entry in lines if entry.kind == "heard"]
    babbled = [e for e in heard if BABBLED * 1000 <= e.facts["onset_ms"] <= (BABBLED + 30) * 1000]
    assert babbled
    assert all(entry.facts["reason"] for entry in heard)
    answered = [entry for entry in lines if entry.kind in ("missed", "refused", "question")]
    assert any(BABBLED * 1000 <= entry.at <= (BABBLED + 40) * 1000 for entry in answered)
