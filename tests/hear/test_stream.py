"""Who is streamed to an ear that listens along: the sound of one voice at a time, without a gap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Samples, StreamingEar, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.hear.stream import Stream
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.speakers import SPEAKERS

MS = SAMPLE_RATE // 1000
PEOPLE = [speaker for speaker in SPEAKERS if not speaker.neural]
CALL, OTHER = PEOPLE[0].say("Schwarzer Kater!", "de"), PEOPLE[1].say("Hexenbesen flieg!", "de")
SET = (Phrase("Schwarzer Kater", "de", 1),)


class Quiet:
    """An ear that only answers."""

    name = "quiet"

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Nothing to be warmed up."""

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Nothing was understood."""
        return Heard(Reason.UNKNOWN, (), 0.0)


class Attentive(Quiet):
    """An ear that keeps what it is fed: serial -> [(position, samples)]."""

    def __init__(self) -> None:
        self.sets: list[Sequence[Phrase]] = []
        self.fed: dict[int, list[tuple[int, Samples]]] = {}

    def listen_for(self, phrases: Sequence[Phrase]) -> None:
        """Another closed set."""
        self.sets.append(phrases)

    def feed(self, block: Samples, position: int, serial: int) -> None:
        """More sound."""
        self.fed.setdefault(serial, []).append((position, block))


def follow(room: Room, seconds: float, ear: Quiet, listener: Listener, block: int = 320) -> list[Utterance]:
    """Let the ear listen along; what the listener emits."""
    stream, out = Stream(ear, listener), []
    while room.position < seconds * SAMPLE_RATE:
        out += listener.feed(room.render(block))
        stream.follow(SET)
    return out


@pytest.mark.parametrize("block", [160, 320, 1600])
def test_what_is_fed_is_the_sound_of_the_utterance_to_come(block: int) -> None:
    """From before its first sample nearly to its last, piece after piece, and nothing that it will not hold."""
    room, ear = Room(1, seed=2), Attentive()
    room.speak(0, CALL, 2 * SAMPLE_RATE)
    final = follow(room, 5, ear, Listener(1), block)[-1]
    assert final.final
    [(serial, pieces)] = ear.fed.items()
    assert serial == final.serial
    ends = [position + len(piece) for position, piece in pieces]
    assert [position for position, _ in pieces[1:]] == ends[:-1]
    sound = np.concatenate([piece for _, piece in pieces])
    before = final.start - pieces[0][0]
    assert 0 <= before < 200 * MS
    assert len(sound) - before > 0.9 * len(final.audio)
    assert np.array_equal(sound[before:], final.audio[: len(sound) - before])


def test_the_closed_set_is_told_once() -> None:
    """And again only when it has become another."""
    room, ear = Room(1, seed=2), Attentive()
    room.speak(0, CALL, 2 * SAMPLE_RATE)
    follow(room, 5, ear, Listener(1))
    assert ear.sets == [SET]


def test_silence_is_not_streamed() -> None:
    """Nobody speaks, nothing is fed."""
    ear = Attentive()
    follow(Room(1, seed=3), 4, ear, Listener(1))
    assert (ear.fed, ear.sets) == ({}, [])


def test_of_two_who_speak_at_once_the_first_is_followed_to_the_end() -> None:
    """Never in turns: a recognizer that is torn to and fro would decode everything many times."""
    room, ear = Room(2, seed=4), Attentive()
    room.speak(0, CALL, 2 * SAMPLE_RATE)
    room.speak(1, OTHER, 2 * SAMPLE_RATE + 300 * MS)
    utterances = [u for u in follow(room, 6, ear, Listener(2)) if u.final]
    assert sorted(u.channel for u in utterances) == [0, 1]
    first = min(utterances, key=lambda u: u.onset)
    assert next(iter(ear.fed)) == first.serial
    spans = [(pieces[0][0], pieces[-1][0] + len(pieces[-1][1])) for pieces in ear.fed.values()]
    assert spans[0][1] - spans[0][0] > 0.9 * len(first.audio)


def test_the_hosts_own_voice_is_not_streamed() -> None:
    """What the loudspeaker says needs no ear."""
    room, ear, listener = Room(1, seed=1), Attentive(), Listener(1)
    room.host(OTHER, 2 * SAMPLE_RATE)
    listener.host_spoke(2 * SAMPLE_RATE, 2 * SAMPLE_RATE + len(OTHER))
    assert [u.during_host for u in follow(room, 6, ear, listener) if u.final] == [True]
    assert ear.fed == {}


def test_an_ear_that_only_answers_is_left_in_peace() -> None:
    """The built-in ear is asked at the end, as ever."""
    room = Room(1, seed=2)
    room.speak(0, CALL, 2 * SAMPLE_RATE)
    assert not isinstance(Quiet(), StreamingEar)
    assert isinstance(Attentive(), StreamingEar)
    assert [u.final for u in follow(room, 5, Quiet(), Listener(1))][-1]
