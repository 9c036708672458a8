"""Hours of talk through the whole host, faster than they last: does memory grow, does it act although nobody called?"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE, Ear, Samples
from voicehost.hear.listener import Listener
from voicehost.lab.bench_live import Meter, parrot, two_voices
from voicehost.phrases.grammar import Grammar
from voicehost.rules.dice import Dice
from voicehost.table.evening import EveningOptions
from voicehost.table.host import Entry, Host, Silent, SoundEnded
from voicehost.table.sessions import Sessions

BLOCK: Final = 512
CLIPS: Final = 60
PAUSE_S: Final = 1.5  # of room noise at most between two exchanges
NOISE_RMS: Final = 20.0  # of int16
WARM_S: Final = 300.0  # after so much sound everything that is kept has been made


class Talk:
    """A table in the background: pairs of voices, pauses, room noise, for `seconds`. The same seed talks the same."""

    channels = 1
    lost = False

    def __init__(self, langs: Sequence[str], seconds: float, seed: int) -> None:
        self._dice = Dice(f"soak {seed}")
        self._rng = np.random.default_rng(seed)
        self._clips = [two_voices(langs, self._dice) for _ in range(CLIPS)]
        self._left = int(seconds * SAMPLE_RATE)
        self._ready = np.zeros(0, np.int16)

    def read(self) -> Samples | None:
        """The next 32 ms."""
        if self._left < BLOCK:
            return None
        while len(self._ready) < BLOCK:
            pause = np.zeros(self._dice.below(int(PAUSE_S * SAMPLE_RATE)), np.int16)
            self._ready = np.concatenate([self._ready, pause, self._dice.choice(self._clips)])
        block, self._ready = self._ready[:BLOCK], self._ready[BLOCK:]
        self._left -= BLOCK
        noise = self._rng.normal(0, NOISE_RMS, BLOCK)
        return np.clip(block + noise, -32768, 32767).astype(np.int16)[:, None]


def soak(
    langs: Sequence[str], hours: float, ear: Ear, seed: int = 1, progress: Callable[[float], None] = lambda done: None
) -> dict[str, Any]:
    """Let the host listen to `hours` of talk that is not for it; `progress` gets the share that is done."""
    source = Talk(langs, hours * 3600, seed)
    false: list[str] = []
    heard = 0
    warm: list[float] = []

    def log(entry: Entry) -> None:
        nonlocal heard
        heard += entry.kind == "heard"
        if entry.kind == "heard" and entry.facts["reason"] == "heard":
            false.append(f"{entry.facts['text']} ({entry.facts['confidence']})")
        if not warm and entry.at > WARM_S * 1000:
            warm.append(Meter().load().rss_mb)
        progress(entry.at / (hours * 3_600_000))

    meter = Meter()
    host = Host(
        source=source,
        mouth=Silent(),
        listener=Listener(1),
        ear=ear,
        grammar=Grammar.load(None, langs),
        names=(),
        log=log,
    )
    options = EveningOptions(langs=tuple(langs))
    with suppress(SoundEnded):
        host.run(parrot(threading.Event())(options, Sessions(), datetime.now))
    load = meter.load()
    return {
        "langs": list(langs),
        "audio_hours": round(hours, 2),
        "utterances": heard,
        "false_actions": len(false),
        "false_per_hour": round(len(false) / hours, 2),
        "false": false,
        "times_real_time": round(hours * 3600 / load.seconds, 1),
        "cpu_per_second_of_audio": round(load.cpu * load.seconds / (hours * 3600), 3),
        "rss_growth_mb": round(load.rss_mb - warm[0], 1) if warm else None,
    }
