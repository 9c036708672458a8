"""The host's own voice, and what the listener promises about onsets that may still come."""

from __future__ import annotations

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.scene import Room, Spoken
from voicehost.lab.demo.speakers import SPEAKERS

MS = SAMPLE_RATE // 1000
PEOPLE = [speaker for speaker in SPEAKERS if not speaker.neural]
NEWS = PEOPLE[0].say("Zwei schwarze Kater, ein Besen, drei Spinnen und eine Hexe.", "de")
CALL = PEOPLE[1].say("Hexenbesen!", "de")
ECHO = 400 * MS


def listen(room: Room, listener: Listener, until: int) -> list[Utterance]:
    out: list[Utterance] = []
    while room.position < until:
        out += listener.feed(room.render(800))
    return [u for u in out + listener.flush() if u.final]


def announce(room: Room, listener: Listener, at: int) -> Spoken:
    """Let the host speak as the program does: it knows where its clip lies, not where the voice in it does."""
    truth = room.host(NEWS, at)
    listener.host_spoke(at, at + len(NEWS))
    return truth


@pytest.mark.parametrize("channels", [1, 2, 4])
@pytest.mark.parametrize("leak_db", [-15.0, -5.0])
def test_the_host_alone_never_counts_as_a_player(channels: int, leak_db: float) -> None:
    """Whatever its leak triggers is marked (B77)."""
    room = Room(channels, seed=channels, host_leak_db=leak_db, reverb_s=0.3)
    listener = Listener(channels)
    announce(room, listener, 2 * SAMPLE_RATE)
    assert all(u.during_host for u in listen(room, listener, 9 * SAMPLE_RATE))


@pytest.mark.parametrize("channels", [1, 2, 4])
@pytest.mark.parametrize("leak_db", [-15.0, -5.0])
@pytest.mark.parametrize("pause_ms", [450, 900])
def test_a_call_after_the_host_is_found_with_its_onset(channels: int, leak_db: float, pause_ms: int) -> None:
    """The leak has just ended, and its utterance must not swallow the call (B80)."""
    room = Room(channels, seed=channels, host_leak_db=leak_db)
    listener = Listener(channels)
    announce(room, listener, 2 * SAMPLE_RATE)
    truth = room.speak(0, CALL, 2 * SAMPLE_RATE + len(NEWS) + pause_ms * MS)
    found = [u for u in listen(room, listener, truth.end + SAMPLE_RATE) if not u.during_host]
    assert [u.channel for u in found] == [0]
    assert abs(found[0].onset - truth.onset) <= 60 * MS  # an H at the mercy of the noise before it


def test_a_call_over_the_host_is_marked() -> None:
    """It began while the host spoke: the caller must know."""
    room = Room(2, seed=1)
    listener = Listener(2)
    host = announce(room, listener, 2 * SAMPLE_RATE)
    truth = room.speak(1, CALL, host.end - SAMPLE_RATE)
    marked = [u for u in listen(room, listener, host.end + 2 * SAMPLE_RATE) if u.channel == 1]
    assert any(abs(u.onset - truth.onset) <= 120 * MS for u in marked)
    assert all(u.during_host for u in marked)


def test_a_call_in_the_echo_stays_marked_although_it_lasts_longer() -> None:
    """The onset decides, not the end."""
    room = Room(2, seed=1)
    listener = Listener(2)
    host = announce(room, listener, 2 * SAMPLE_RATE)
    room.speak(1, CALL, host.at + len(NEWS) + ECHO // 2)
    assert [u.during_host for u in listen(room, listener, host.end + 3 * SAMPLE_RATE) if u.channel == 1] == [True]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_settled_stays_settled(seed: int) -> None:
    """No utterance ever begins at or before a position that was called settled, and the promise never shrinks."""
    rng = np.random.default_rng(seed)
    room = Room(3, seed=seed, snr_db=float(rng.choice([10, 20])), crosstalk_db=float(rng.choice([-6, -12])))
    for turn in range(6):
        at = SAMPLE_RATE + turn * SAMPLE_RATE + int(rng.integers(SAMPLE_RATE))
        room.speak(int(rng.integers(3)), PEOPLE[turn % len(PEOPLE)].say("Flieg Besen!", "de"), at)
    listener = Listener(3)
    settled, known = -1, set()
    while room.position < 10 * SAMPLE_RATE:
        for utterance in listener.feed(room.render(320)):
            assert utterance.onset > settled or utterance.serial in known
            known.add(utterance.serial)
        assert listener.settled() >= settled
        settled = listener.settled()
    assert len(known) >= 2
    assert settled > listener.position - 300 * MS


def test_an_open_call_holds_the_promise_back() -> None:
    """While somebody speaks, what began with them is not settled; when they are done it is, soon."""
    room = Room(2, seed=3)
    truth = room.speak(0, CALL, 2 * SAMPLE_RATE)
    listener = Listener(2)
    while room.position < truth.end:
        listener.feed(room.render(320))
    assert truth.onset - 60 * MS < listener.settled() < truth.onset + 30 * MS
    while room.position < truth.end + 750 * MS:
        listener.feed(room.render(320))
    assert listener.settled() > truth.end
