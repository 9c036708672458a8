"""The question that every ear answers: which of these phrases was called?

An ear knows nothing of games, seats or rules. It gets an utterance and the closed set of phrases that make sense
now, and answers with a ranking and a reason. Beside the built-in ear (`whisper.py`) there is Vosk (`vosk.py`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE: Final = 16_000  # Hz; all hearing happens at this rate, int16 mono per channel

Samples = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence that may be called now. `meaning` is opaque to the ear: phrases of one meaning do not compete."""

    text: str  # as a person writes it, NFC: "Hexenbesen flieg"
    lang: str  # language code: "de"
    meaning: Hashable
    prior: float = 0.0  # nats: how much likelier than others it is to be said now, before anything is heard


@dataclass(frozen=True, slots=True)
class Utterance:
    """One stretch of voice on one channel. All positions are sample indices of the input stream (16 kHz)."""

    channel: int  # the microphone that owns the sound
    start: int  # position of audio[0]; at least 0.5 s before the onset where the stream has it
    onset: int  # where the voice begins, refined to 10 ms
    end: int  # just past the last voiced sample
    audio: Samples  # mono, 16 kHz
    level_dbfs: float = -20.0  # RMS of the voiced part
    final: bool = True  # False: a short pause only, the voice may go on (an early look)
    serial: int = 0  # the same for every look at one utterance
    lost: bool = False  # audio was lost inside: no verdict may rest on it
    during_host: bool = False  # the onset lies in the host's own voice or its echo
    limited: bool = False  # cut at the hard limit, or begun right after such a cut: long running sound

    @property
    def onset_ms(self) -> float:
        """Onset in ms since the stream began."""
        return self.onset * 1000 / SAMPLE_RATE

    @property
    def end_ms(self) -> float:
        """End of voice in ms since the stream began."""
        return self.end * 1000 / SAMPLE_RATE

    @classmethod
    def of_clip(cls, audio: Samples) -> Utterance:
        """A whole clip as one utterance (benchmarks, `voicehost hear`)."""
        rms = float(np.sqrt(np.mean(np.square(audio.astype(np.float64))))) if len(audio) else 0.0
        level = 20 * float(np.log10(max(rms, 1e-3) / 32768))
        return cls(channel=0, start=0, onset=0, end=len(audio), audio=audio, level_dbfs=level)


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody is speaking: an utterance that goes on. Its sound so far lies between two positions of the stream."""

    serial: int  # of the utterance that it will be
    channel: int
    start: int  # at or before the start of that utterance
    stop: int  # what comes before will surely be part of it


class Reason(StrEnum):
    """Why an utterance was taken or not. Every sound that was heard as voice ends with one of these."""

    HEARD = "heard"  # the best phrase may be acted on
    UNSURE = "unsure"  # probably the best phrase, ask back
    UNKNOWN = "unknown"  # voice, but none of the phrases
    TOO_QUIET = "too_quiet"  # voice below the level that can be judged


@dataclass(frozen=True, slots=True)
class Scored:
    """A phrase and its score: log p(tokens | audio) - log p(tokens | near-silence), in nats."""

    phrase: Phrase
    score: float


@dataclass(frozen=True, slots=True)
class Heard:
    """An ear's answer. `ranking` holds the best phrase of each meaning, best first (it may be cut short)."""

    reason: Reason
    ranking: tuple[Scored, ...]
    confidence: float  # probability (0..1) that the first of the ranking was said
    complete: bool = True  # False: at this pause the sound is rather the beginning of a phrase than any whole one

    @property
    def best(self) -> Phrase | None:
        """The first of the ranking, if any."""
        return self.ranking[0].phrase if self.ranking else None


class Ear(Protocol):
    """Answers which of the phrases was called. One instance serves a whole session, from one thread."""

    name: str

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Warm up for a closed set, so that the first `hear` is not slower than the others."""

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Rank the phrases. An empty closed set or empty audio gives UNKNOWN with an empty ranking."""


@runtime_checkable
class StreamingEar(Ear, Protocol):
    """An ear that can also listen along while somebody speaks, so that its answers come sooner."""

    def listen_for(self, phrases: Sequence[Phrase]) -> None:
        """The closed set of what is fed from now on."""

    def feed(self, block: Samples, position: int, serial: int) -> None:
        """More sound of the utterance that will have this serial; `position` is the first sample's. Returns at once."""
