"""What is clearly louder than the host's own voice should be is somebody at the table."""

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.hear.listening.echo import ENOUGH, HISTORY, Echo, levels_of, stands_out
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.speakers import SPEAKERS

NEWS = (
    "The witch flies to a card with many witches, so listen to the dice.",
    "Nobody was right this time, it was the black cat and the bat.",
    "Now the next round begins, be careful and call the spell first.",
)
BLOCK = 512


def power(dbfs):
    """The power of frames whose level is `dbfs`, on some scale of its own."""
    return np.asarray(10 ** (np.asarray(dbfs, float) / 10) * 1e9, np.float32)[:, None]


def taught(echo_frames=10, leak=-20.0, frames=400):
    """An echo model that has heard the host at `leak` dB, and a room of -80 dBFS between its words."""
    echo = Echo(1, echo_frames)
    played = np.random.default_rng(1).uniform(-30, -20, frames)
    played[np.arange(frames) % 50 >= 40] = -120
    echo.spoke(0, played)
    for frame in range(frames):
        echo.excess(frame, power([max(played[frame] + leak, -80.0)]))
    return echo


def test_nothing_is_expected_while_the_host_is_silent():
    assert np.isinf(Echo(2, 10).excess(0, np.ones((5, 2), np.float32))).all()


def test_nothing_is_expected_before_the_echo_is_known():
    echo = Echo(1, 10)
    echo.spoke(0, [-20.0] * ENOUGH)
    assert np.isinf(echo.excess(0, power([-40.0] * (ENOUGH - 20)))).all()


def test_the_hosts_own_voice_does_not_stand_out_once_it_is_known():
    echo = taught()
    echo.spoke(500, [-20.0] * 100)
    excess = echo.excess(400, power([-80.0] * 110 + [-40.0] * 80))
    assert excess[110:].max() < 6
    assert not stands_out(excess[110:, 0])


def test_a_voice_20_db_louder_stands_out():
    echo = taught()
    echo.spoke(500, [-20.0] * 100)
    excess = echo.excess(400, power([-80.0] * 110 + [-20.0] * 80))
    assert stands_out(excess[110:, 0])


def test_the_echo_lingers_and_fades():
    echo = taught(echo_frames=40)
    echo.spoke(400, [-20.0] * 50)
    excess = echo.excess(400, power([-45.0] * 150))[:, 0]
    assert excess[40] < excess[70] < excess[85]
    assert np.isinf(excess[149])


def test_after_an_interruption_no_more_echo_is_expected():
    echo = taught(echo_frames=5)
    echo.spoke(400, [-20.0] * 500)
    echo.stopped(420)
    assert np.isinf(echo.excess(400, power([-45.0] * 100))[80:]).all()


def test_what_is_remembered_does_not_grow():
    echo = taught(frames=HISTORY * 3)
    assert len(echo._seen[0]) == HISTORY
    assert len(echo._spoken) <= 1


def test_levels_are_whole_decibels_for_every_10_ms():
    clip = np.concatenate([np.full(2205, 16_384), np.zeros(2205)]).astype(np.int16)
    assert levels_of(clip, 22_050) == (-6,) * 10 + (-120,) * 10
    assert levels_of(clip[:100], 22_050) == ()


def host_says(room, listener, text, call=None):
    """Let the host speak, and perhaps a child call after a second of it; what was heard, and the truth of the call."""
    clip = SPEAKERS[4].say(text, "en")
    at = room.position
    room.host(clip, at)
    levels = levels_of(np.asarray(clip / np.abs(clip).max() * 20_000, np.int16), SAMPLE_RATE)
    listener.host_spoke(at, at + len(clip), levels)
    truth = room.speak(0, SPEAKERS[0].say(call, "en"), at + SAMPLE_RATE) if call else None
    heard = []
    for _ in range((len(clip) + 2 * SAMPLE_RATE) // BLOCK):
        heard += listener.feed(room.render(BLOCK))
    return [utterance for utterance in heard if utterance.final], truth


@pytest.mark.parametrize("seed", range(4))
def test_a_noisy_room_between_the_hosts_first_words_is_nobody(seed):
    """The host speaks as soon as it hears, before it can know the noise of the room."""
    room = Room(1, seed=seed, host_leak_db=-15.0, snr_db=20)
    listener = Listener(1, echo_ms=200)
    for text in NEWS:
        heard, _ = host_says(room, listener, text)
        assert all(utterance.during_host for utterance in heard)


@pytest.mark.parametrize("leak_db", [-25.0, -15.0])
@pytest.mark.parametrize("reverb_s", [0.0, 0.4])
def test_a_call_over_the_host_is_heard_and_the_host_is_not(leak_db, reverb_s):
    room = Room(1, seed=3, host_leak_db=leak_db, reverb_s=reverb_s, reverb_db=-20)
    listener = Listener(1)
    for _ in range(60):
        listener.feed(room.render(BLOCK))
    for text in NEWS:
        heard, _ = host_says(room, listener, text)
        assert all(utterance.during_host for utterance in heard)
    heard, _ = host_says(room, listener, NEWS[0])
    assert heard == []
    (called,), truth = host_says(room, listener, NEWS[1], call="Three times black cat")
    assert not called.during_host
    assert abs(called.onset_ms - truth.onset * 1000 / SAMPLE_RATE) < 75


def coupling_db(leak_db):
    """What the doctor would measure in such a room: the power that comes back relative to what is played."""
    room, clip = Room(1, seed=3, host_leak_db=leak_db), SPEAKERS[4].say(NEWS[0], "en")
    room.host(clip, 0)
    heard = room.render(len(clip)).astype(float)
    return 10 * np.log10(np.mean(heard**2) / np.mean((clip / np.abs(clip).max() * 20_000) ** 2))


@pytest.mark.parametrize("leak_db", [-25.0, -15.0])
def test_an_echo_that_was_measured_is_known_from_the_first_word_on(leak_db):
    """Without it everything during the host's first second is taken for the host's."""
    for echo_db, calls in ((None, 0), (coupling_db(leak_db), 1)):
        room = Room(1, seed=3, host_leak_db=leak_db, reverb_s=0.4, reverb_db=-20)
        listener = Listener(1, echo_db=echo_db)
        for _ in range(60):
            listener.feed(room.render(BLOCK))
        room.speak(0, SPEAKERS[0].say("Cat", "en"), room.position + SAMPLE_RATE // 5)
        heard, _ = host_says(room, listener, NEWS[0])
        assert sum(not utterance.during_host for utterance in heard) == calls
        heard, _ = host_says(room, listener, NEWS[1])
        assert all(utterance.during_host for utterance in heard)


def test_a_measured_echo_is_in_the_units_of_the_microphones():
    """Noise that comes back 20 dB below what is played is neither above nor below what is expected."""
    rng = np.random.default_rng(1)
    listener = Listener(1, echo_db=-20.0)
    listener.host_spoke(0, SAMPLE_RATE, [-20.0] * 100)
    listener.feed(rng.normal(0, 32768 * 10 ** (-40 / 20), (SAMPLE_RATE, 1)).astype(np.int16))
    excess = listener._excess.cut(10, 80)
    assert abs(float(np.median(excess))) < 1.5


def test_without_levels_everything_during_the_host_is_the_hosts():
    room = Room(1, seed=3)
    listener = Listener(1)
    listener.host_spoke(0, 5 * SAMPLE_RATE)
    room.speak(0, SPEAKERS[0].say("Three times black cat", "en"), SAMPLE_RATE)
    heard = [u for _ in range(150) for u in listener.feed(room.render(BLOCK)) if u.final]
    assert heard
    assert all(utterance.during_host for utterance in heard)


def test_after_an_interruption_calls_count_again():
    room = Room(1, seed=3)
    listener = Listener(1, echo_ms=100)
    listener.host_spoke(0, 60 * SAMPLE_RATE)
    listener.host_stopped(SAMPLE_RATE // 2)
    room.speak(0, SPEAKERS[0].say("Three times black cat", "en"), 2 * SAMPLE_RATE)
    heard = [u for _ in range(180) for u in listener.feed(room.render(BLOCK)) if u.final]
    assert [utterance.during_host for utterance in heard] == [False]
