"""Synthetic people for demo, tests and benches: the same voices as the host has, made into many by pitch and pace.

Resampling moves pitch and formants together, as a smaller or larger head does; speaking rate is then set by the voice
itself. Which voices there are depends on the language and on what is installed: nothing here names one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import soxr

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.scene import Mono, as_mono
from voicehost.tell.espeak import EspeakVoice
from voicehost.tell.pronounce import Pronunciation
from voicehost.tell.voice import SPEECH_RATE, Voice, voices_for


@dataclass(frozen=True, slots=True)
class Speaker:
    """One synthetic person. `head` 1.3 raises pitch and formants by 30 % (a child), 0.9 lowers them.

    `pace` 0.7 speaks slowly. `neural`: use a neural voice where the language has one. `variant` and `pitch` (0..99) are
    eSpeak's, for the languages that have no neural voice.
    """

    name: str
    head: float = 1.0
    pace: float = 1.0
    neural: bool = False
    variant: str = ""
    pitch: int = 50

    def say(self, text: str, lang: str) -> Mono:
        """The text as float32 mono at 16 kHz, the same samples every time; empty if nothing can be spoken."""
        return _say(self, text, lang)


@lru_cache(maxsize=1024)
def _say(speaker: Speaker, text: str, lang: str) -> Mono:
    voice = _voice(speaker, lang)
    written = _pronunciation(lang).apply(text, voice.name.partition(":")[0])
    clip = as_mono(voice.speak(written, rate=speaker.pace / speaker.head))
    wave = np.asarray(soxr.resample(clip, SPEECH_RATE * speaker.head, SAMPLE_RATE), np.float32)
    wave.setflags(write=False)
    return wave


def _voice(speaker: Speaker, lang: str) -> Voice:
    choices = voices_for(lang)
    if speaker.neural and choices[0].model is not None:
        return choices[0].load()
    settings = dict(choices[-1].espeak or {})
    settings.update(variant=speaker.variant, pitch=speaker.pitch)
    return EspeakVoice(lang, **settings)


_pronunciation = lru_cache(Pronunciation.load)


# Every figure of the demos and benches rests on these voices. They were chosen to differ, before any figure was known:
# replacing those that the ear finds hard would improve the figures, not the ear.
SPEAKERS: Final = (
    Speaker("man", neural=True, variant="m3", pitch=35),
    Speaker("girl", head=1.18, variant="f2", pitch=55),
    Speaker("boy", head=1.30, neural=True, variant="m7", pitch=50),
    Speaker("woman", variant="f3", pitch=50),
    Speaker("slow man", pace=0.72, variant="m7", pitch=40),
    Speaker("small child", head=1.30, pace=0.9, variant="f4", pitch=60),
    Speaker("grandfather", head=0.92, pace=0.85, neural=True, variant="m2", pitch=25),
    Speaker("young woman", head=1.12, pace=1.1, neural=True, variant="f5", pitch=60),
    Speaker("quick boy", head=1.22, pace=1.1, variant="m4", pitch=60),
    Speaker("slow girl", head=1.2, pace=0.75, neural=True, variant="f1", pitch=60),
)
