"""Whose sound it is: leaks are learned, and others are turned down for the ear."""

from __future__ import annotations

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.hear.listening.listener import Listener
from voicehost.hear.listening.ownership import BANDS, HOP, Ownership
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.speakers import SPEAKERS

PEOPLE = [speaker for speaker in SPEAKERS if not speaker.neural]
SILENCE = np.zeros((2, len(BANDS)), np.float32)


@pytest.mark.parametrize("n", [1, HOP, HOP + 1, 4799])
def test_what_nobody_else_says_is_left_as_it_is(n: int) -> None:
    """Cutting into windows and adding up again changes no sample, whatever the length."""
    sound = (3000 * np.random.default_rng(n).standard_normal((n, 2))).astype(np.int16)
    sound[:, 0] = 0
    assert np.array_equal(Ownership(2).separate(sound, SILENCE, 1), sound[:, 1])


def test_frames_do_not_depend_on_how_they_are_measured() -> None:
    """One call or many: the memory of one frame carries over."""
    sound = (3000 * np.random.default_rng(1).standard_normal((HOP * 21, 3))).astype(np.int16)
    noise = np.full((3, len(BANDS)), 1e6, np.float32)
    whole = Ownership(3).measure(sound, noise)
    pieces = Ownership(3)
    parts = [pieces.measure(sound[k * HOP : (k + 5) * HOP + HOP], noise) for k in range(0, 20, 5)]
    assert np.allclose(np.concatenate([p.owned for p in parts]), whole.owned, rtol=1e-5)
    assert np.allclose(np.concatenate([p.clear for p in parts]), whole.clear, rtol=1e-5)


@pytest.mark.parametrize("crosstalk_db", [-12.0, -6.0])
def test_the_leak_between_microphones_is_learned(crosstalk_db: float) -> None:
    """After a few calls it is known to about two decibels."""
    room = Room(2, seed=1, crosstalk_db=crosstalk_db, gain_spread_db=0)
    listener = Listener(2)
    for turn in range(4):
        room.speak(turn % 2, PEOPLE[turn].say("Hexenbesen flieg!", "de"), room.position + SAMPLE_RATE)
        listener.feed(room.render(3 * SAMPLE_RATE))
    leak_db = 10 * np.log10(listener.leak)
    assert leak_db[0, 1] == pytest.approx(crosstalk_db, abs=2.5)
    assert leak_db[1, 0] == pytest.approx(crosstalk_db, abs=2.5)


def test_another_voice_is_turned_down_for_the_ear() -> None:
    """Two call at once at -6 dB of cross-talk: what the ear gets is nearer to the one voice by 6 dB and more."""

    def call(both: bool) -> tuple[Samples, Samples]:
        room = Room(2, seed=1, crosstalk_db=-6, snr_db=40, gain_spread_db=0)
        listener = Listener(2)
        first = room.speak(0, PEOPLE[0].say("Schwarzer Kater!", "de"), 2 * SAMPLE_RATE)
        if both:
            room.speak(1, PEOPLE[1].say("Hexenbesen flieg los!", "de"), first.onset + 100 * HOP // 10)
        sound = room.render(5 * SAMPLE_RATE)
        mine = next(u for u in listener.feed(sound) + listener.flush() if u.channel == 0 and u.final)
        stretch = slice(first.onset - mine.start, first.end - mine.start)
        return mine.audio[stretch], sound[first.onset : first.end, 0]

    def error_db(heard: Samples, wanted: Samples) -> float:
        n = min(len(heard), len(wanted))
        off = np.square(heard[:n].astype(float) - wanted[:n])
        return 10 * float(np.log10(off.mean() / np.square(wanted[:n].astype(float)).mean()))

    alone, _ = call(both=False)
    separated, mixed = call(both=True)
    assert error_db(separated, alone) < error_db(mixed, alone) - 4
