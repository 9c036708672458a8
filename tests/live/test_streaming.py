"""The host and an ear that listens along: the real Vosk library at a real table, its grammar spoken in Korean words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicehost.audio.devices import Microphone
from voicehost.audio.microphones import BLOCK
from voicehost.audio.session import SessionRecorder
from voicehost.evening.evening import EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.hear.stream import Stream
from voicehost.hear.vosk.ear import VoskEar
from voicehost.hear.vosk.recognizer import Recognizer
from voicehost.live.live import LiveOptions, _header, _host, replay_session
from voicehost.phrases.grammar import Grammar
from voicehost.table.host import Entry, Host, Silent, SoundEnded
from voicehost.table.parts import listen
from voicehost.table.script import Quiet, Script

Speak = Callable[[str], Utterance]
SPELLINGS = {"de": {"schwarzer": "마녀", "kater": "고양이", "hexenbesen": "모자", "flieg": "나무", "hilfe": "기차"}}
pytestmark = pytest.mark.slow

LATENCY = ("decided_ms", "latency_ms")


@pytest.fixture(scope="module")
def ear(korean_folder: Path) -> Iterator[VoskEar]:
    """An ear that hears German phrases through Korean words."""
    ear = VoskEar(lambda lang: korean_folder, spellings=SPELLINGS, matcher=Grammar.load("verhext", ("de",)).match)
    yield ear
    ear.close()


@pytest.fixture(scope="module")
def sound(speak_korean: Speak) -> Samples:
    """Two microphones, [n, 2]: "Schwarzer Kater", "Hilfe", and both at once."""
    chance = np.random.default_rng(5)
    sound = chance.normal(0, 30, (16 * SAMPLE_RATE, 2))
    for channel, text, at_s in (
        (0, "마녀 고양이", 2),
        (1, "기차", 5),
        (0, "마녀 고양이", 8),
        (1, "기차", 8.2),
        (0, "기차", 12),
    ):
        spoken = speak_korean(text)
        voice = spoken.audio[spoken.onset : spoken.end]
        at = int(at_s * SAMPLE_RATE)
        sound[at : at + len(voice), channel] += voice
        sound[at : at + len(voice), 1 - channel] += 0.1 * voice
    return np.clip(np.rint(sound), -32768, 32767).astype(np.int16)


class Recorded:
    """Sound in blocks of a device."""

    def __init__(self, sound: Samples, block: int) -> None:
        self.channels, self.lost = sound.shape[1], False
        self._blocks = (sound[at : at + block] for at in range(0, len(sound), block))

    def read(self) -> Samples | None:
        """The next block."""
        return next(self._blocks, None)


def script() -> Script:
    """Two states of the game in turn, as the sound goes on."""
    for until, state in ((4000.0, "round"), (7000.0, "between"), (15_500.0, "round+between")):
        while not isinstance((yield from listen(state, until)), Quiet):
            pass


def timeline(ear: VoskEar, sound: Samples, block: int = 320) -> list[dict[str, Any]]:
    """What the host makes of the sound to its end, without how long it took."""
    lines: list[Entry] = []
    host = Host(
        source=Recorded(sound, block),
        mouth=Silent(),
        listener=Listener(sound.shape[1]),
        ear=ear,
        grammar=Grammar.load("verhext", ("de",)),
        names=("Anna", "Ben"),
        log=lines.append,
    )
    with suppress(SoundEnded):
        host.run(script())
    return without_latency(lines)


def without_latency(lines: Sequence[Entry]) -> list[dict[str, Any]]:
    """A timeline without how long it took."""
    return [{name: fact for name, fact in line.as_json().items() if name not in LATENCY} for line in lines]


def test_calls_are_heard_by_an_ear_that_listens_along(ear: VoskEar, sound: Samples) -> None:
    """Every call, from its own microphone, in German that was Korean."""
    heard = sorted((line["onset_ms"], line["seat"], line.get("text")) for line in timeline(ear, sound))
    assert [(seat, text) for _, seat, text in heard] == [
        (0, "Schwarzer Kater"),
        (1, "Hilfe"),
        (0, "Schwarzer Kater"),
        (1, "Hilfe"),
        (0, "Hilfe"),
    ]


def test_most_of_a_call_is_decoded_before_it_ends(
    ear: VoskEar, sound: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the host asks, at most the last block of a lonely call is still to be decoded."""
    fed: list[int] = []
    asked: list[tuple[int, int]] = []
    feed, ask = Recognizer.feed, VoskEar._hear
    monkeypatch.setattr(Recognizer, "feed", lambda self, block: (fed.append(len(block)), feed(self, block))[1])

    def hear(self: VoskEar, utterance: Utterance, phrases: Any) -> Any:
        before = sum(fed)
        answer = ask(self, utterance, phrases)
        asked.append((sum(fed) - before, len(utterance.audio)))
        return answer

    monkeypatch.setattr(VoskEar, "_hear", hear)
    timeline(ear, sound[: 7 * SAMPLE_RATE])
    assert len(asked) >= 2
    assert all(rest <= 0.1 * SAMPLE_RATE < whole / 4 for rest, whole in asked)


def test_a_replay_gives_the_same_verdicts_on_a_slow_computer(
    ear: VoskEar, sound: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decoding that lags behind by chance changes nothing: not a word, not a confidence."""
    first = timeline(ear, sound)
    assert timeline(ear, sound) == first
    feed, chance = Recognizer.feed, np.random.default_rng(1)

    def lagging(self: Recognizer, block: Samples) -> None:
        time.sleep(chance.uniform(0, 0.004))
        feed(self, block)

    monkeypatch.setattr(Recognizer, "feed", lagging)
    assert timeline(ear, sound) == first


def test_streaming_decides_what_the_utterance_alone_would(
    ear: VoskEar, sound: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same calls, from the same onset, with and without listening along, and in other blocks."""
    facts = ("reason", "seat", "onset_ms", "end_ms", "text")
    along = [[line.get(fact) for fact in facts] for line in timeline(ear, sound)]
    assert [[line.get(fact) for fact in facts] for line in timeline(ear, sound, 1600)] == along
    monkeypatch.setattr(Stream, "follow", lambda self, phrases: None)
    assert [[line.get(fact) for fact in facts] for line in timeline(ear, sound)] == along


class Table(Recorded, Silent):
    """A table whose sound is recorded as it is read, as that of a live table."""

    def __init__(self, sound: Samples, recorder: SessionRecorder) -> None:
        super().__init__(sound, BLOCK)
        self._recorder = recorder

    def read(self) -> Samples | None:
        """The next block."""
        block = super().read()
        if block is not None:
            self._recorder.write(block, lost=False)
        return block


def test_a_recorded_evening_is_heard_again_as_it_was(
    ear: VoskEar, sound: Samples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound comes live and is recorded; the replay gives the same lines, confidences included."""
    monkeypatch.setattr(VoskEar, "prepare", lambda self, phrases: None)  # which would miss the German words
    evening, live = EveningOptions(langs=("de",)), LiveOptions(microphones=(Microphone(), Microphone()))
    recorder = SessionRecorder(tmp_path / "session.wav", 2, _header(evening, live, Sessions(tmp_path), ear.name))
    first: list[Entry] = []
    again: list[Entry] = []

    def lobby(*_: object) -> Script:
        while not isinstance((yield from listen("lobby", 15_000.0)), Quiet):
            pass

    _host(evening, Table(sound, recorder), ear, live.tail_ms, first.append).run(lobby())
    recorder.close()
    replay_session(tmp_path / "session.wav", again.append, ear=ear, script=lobby)
    assert without_latency(again) == without_latency(first)
    assert [entry.facts.get("text") for entry in first].count("Hilfe") == 3
