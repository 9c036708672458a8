"""Days of a kitchen table through the whole host, from files and faster than they last.

Does memory grow, is sound lost, does the host act although nobody called it, and does it still hear after a day? Every
hour begins with talk that is not for the host; then it is quiet but for a child that calls now and then.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
import soundfile

from voicehost.audio.files import write_wav
from voicehost.evening.evening import EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import SAMPLE_RATE, Ear, Phrase, Samples
from voicehost.hear.listening.listener import Listener
from voicehost.lab.bench.live import STATE, Meter, parrot
from voicehost.lab.demo.babble import PEAK, Babble
from voicehost.lab.demo.scene import voice_span
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.live.replay import BLOCK
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules.dice import Dice
from voicehost.table.host import Entry, Host, Silent, SoundEnded

HOUR: Final = 3600 * SAMPLE_RATE
PAUSE_S: Final = 1.5  # of room noise at most between two exchanges
NOISE_RMS: Final = 20.0  # of int16
CALL_EVERY_S: Final = 300.0  # in which a child calls once, while it is quiet
AROUND_MS: Final = 500.0  # so near to a call, what is heard is that call
WARM_S: Final = 600.0  # after so much sound everything that is kept has been made

Report = Callable[[dict[str, Any]], None]


@dataclass(slots=True)
class Call:
    """What a child truly called, and what the host made of it. Times in ms of the whole day."""

    onset: float
    end: float
    intent: Intent
    taken: list[str] = field(default_factory=list)  # the intents that were acted on


class Day:
    """A table whose sound comes from one file for each hour, in `folder`. The same seed sounds the same."""

    channels = 1
    lost = False

    def __init__(self, langs: Sequence[str], hours: float, talk: float, seed: int, folder: Path) -> None:
        self.calls: list[Call] = []
        self.samples = round(hours * HOUR)
        self._talk = talk  # share of every hour
        self._dice = Dice(f"soak {seed}")
        self._rng = np.random.default_rng(seed)
        self._babble = Babble(langs, self._dice)
        self._phrases = [p for p in Grammar.load(None, langs).phrases(STATE) if isinstance(p.meaning, Intent)]
        self._file = folder / "hour.wav"
        self._blocks = self._read()

    def read(self) -> Samples | None:
        """The next 100 ms."""
        return next(self._blocks, None)

    def talk_until(self, now: float) -> float:
        """How much of the day's talk (hours) lies before `now` (ms)."""
        hours = now / 3_600_000
        return int(hours) * self._talk + min(hours % 1, self._talk)

    def _read(self) -> Iterator[Samples]:
        for first in range(0, self.samples, HOUR):
            write_wav(self._file, self._hour(first, min(HOUR, self.samples - first)), SAMPLE_RATE)
            with soundfile.SoundFile(self._file) as file:
                while len(block := file.read(BLOCK, dtype="int16", always_2d=True)):
                    yield block

    def _hour(self, first: int, samples: int) -> Samples:
        """One hour of sound, int16 [samples], that begins at sample `first` of the day."""
        wave = self._rng.standard_normal(samples, np.float32) * np.float32(NOISE_RMS)
        talk = min(samples, round(HOUR * self._talk))
        at = 0
        while at < talk:
            at += self._lay(wave[:talk], at, self._babble.exchange()) + self._dice.below(int(PAUSE_S * SAMPLE_RATE))
        every = int(CALL_EVERY_S * SAMPLE_RATE)
        for begin in range(talk + SAMPLE_RATE, samples - every, every):
            self._call(wave, first, begin + self._dice.below(every // 2))
        return np.asarray(np.clip(np.rint(wave), -32768, 32767), np.int16)

    def _call(self, wave: Any, first: int, at: int) -> None:
        phrase: Phrase = self._dice.choice(self._phrases)
        clip = self._dice.choice(SPEAKERS).say(phrase.text, phrase.lang)
        assert isinstance(phrase.meaning, Intent)
        onset, end = ((first + at + edge) * 1000 / SAMPLE_RATE for edge in voice_span(clip))
        self.calls.append(Call(onset, end, phrase.meaning))
        self._lay(wave, at, clip * np.float32(PEAK * 32767 / np.abs(clip).max()))

    @staticmethod
    def _lay(wave: Any, at: int, clip: Any) -> int:
        """Add a clip to the sound, cut off at its end; its length."""
        room = wave[at : at + len(clip)]
        room += clip[: len(room)]
        return len(clip)


@dataclass(slots=True)
class Witness:
    """Reads the timeline of the day and keeps the score."""

    day: Day
    report: Report
    meter: Meter = field(default_factory=Meter)
    heard: int = 0
    lost: int = 0
    false: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)  # MB, once warm and then at the end of every hour
    _due: float = WARM_S * 1000

    def log(self, entry: Entry) -> None:
        """Take in one line of the timeline."""
        while entry.at >= self._due:
            self.memory.append(round(self.meter.load().rss_mb))
            self._due = len(self.memory) * HOUR * 1000 / SAMPLE_RATE
            self.report(self.figures(entry.at))
        if entry.kind != "heard":
            return
        self.heard += 1
        facts = entry.facts
        self.lost += facts["reason"] == "lost_audio"
        if facts["reason"] != "heard":
            return
        near = (c for c in reversed(self.day.calls) if c.onset - AROUND_MS < facts["onset_ms"] < c.end + AROUND_MS)
        if (call := next(near, None)) is not None:
            call.taken.append(facts["intent"])
        else:
            self.false.append(f"{facts['text']} ({facts['confidence']}) at {facts['onset_ms'] / 1000:.1f} s")

    def figures(self, now: float) -> dict[str, Any]:
        """What there is to tell after so many ms of the day."""
        load, hours = self.meter.load(), now / 3_600_000
        talk = self.day.talk_until(now)
        calls = [call for call in self.day.calls if call.end + 2000 < now]
        return {
            "audio_hours": round(hours, 2),
            "talk_hours": round(talk, 2),
            "utterances": self.heard,
            "calls": len(calls),
            "calls_understood": sum(call.intent.name in call.taken for call in calls),
            "calls_misunderstood": sum(any(name != call.intent.name for name in call.taken) for call in calls),
            "lost_audio": self.lost,
            "false_actions": len(self.false),
            "false_per_hour_of_talk": round(len(self.false) / talk, 2) if talk else None,
            "false": self.false,
            "times_real_time": round(now / 1000 / load.seconds, 1),
            "cpu_per_second_of_audio": round(load.cpu * load.seconds / (now / 1000), 4),
            "rss_mb": round(load.rss_mb),
            "rss_growth_mb": round(load.rss_mb) - self.memory[0] if self.memory else None,
        }


def soak(
    langs: Sequence[str], hours: float, talk: float, ear: Ear, seed: int = 1, report: Report = lambda figures: None
) -> dict[str, Any]:
    """Let the host listen to `hours` of a kitchen table, in a share `talk` of which people talk to one another.

    `report` gets the figures so far after every hour.
    """
    with tempfile.TemporaryDirectory(prefix="voicehost-soak-") as folder:
        day = Day(langs, hours, talk, seed, Path(folder))
        witness = Witness(day, report)
        host = Host(
            source=day,
            mouth=Silent(),
            listener=Listener(1),
            ear=ear,
            grammar=Grammar.load(None, langs),
            names=(),
            log=witness.log,
        )
        script = parrot(threading.Event())
        with suppress(SoundEnded):
            host.run(script(EveningOptions(langs=tuple(langs)), Sessions(), datetime.now))
    missing = day.samples - round(host.now * SAMPLE_RATE / 1000)
    return {"langs": list(langs), "samples_missing": missing, **witness.figures(host.now)}
