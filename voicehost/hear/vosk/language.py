"""One language of the streaming ear: its model, its vocabulary, and the one recognizer that is kept alive.

What is heard in a span of sound depends on nothing but the span and the closed set: not on what was heard before, not
on the sizes of blocks, not on whether the sound came piece by piece or at once, early or late. So a recorded evening is
heard as it was, however fast the computer is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance
from voicehost.hear.vosk.model import VoskModel
from voicehost.hear.vosk.recognizer import Reading, Recognizer, Word
from voicehost.hear.vosk.vocabulary import Vocabulary

# Samples before an onset, as silence where an utterance has fewer: of 51 Korean words cut at their onset 28 were heard,
# 36 after an eighth or a quarter of a second, 33 after half a second. Silence behind changes nothing.
LEAD_IN: Final = SAMPLE_RATE // 4


class Span:
    """The sound of one utterance as far as it has come in, without a gap. Positions are those of the stream."""

    def __init__(self, serial: int, start: int) -> None:
        self.serial, self.start = serial, start
        self._sound = bytearray()

    @classmethod
    def of(cls, utterance: Utterance) -> Span:
        """An utterance that was not streamed, with the silence that it may need before its onset."""
        quiet = max(LEAD_IN - (utterance.onset - utterance.start), 0)
        span = cls(utterance.serial, utterance.start - quiet)
        span.add(np.zeros(quiet, np.int16), span.start)
        span.add(utterance.audio, utterance.start)
        return span

    @property
    def next(self) -> int:
        """Position of the next sample to come."""
        return self.start + len(self._sound) // 2

    def add(self, block: Samples, position: int) -> None:
        """More sound, from a position within the span or just behind it; what is here already stays as it is."""
        self._sound += block[self.next - position :].tobytes()

    def since(self, position: int) -> Samples:
        """The samples from a position on."""
        return np.frombuffer(bytes(self._sound[2 * (position - self.start) :]), np.int16)

    def complete(self, utterance: Utterance) -> bool:
        """Add the rest of an utterance. False if the span is not its beginning: another's sound, or not as it was."""
        if self.serial != utterance.serial or not self.start <= utterance.start <= self.next:
            return False
        streamed = self.since(utterance.start)
        if self.start > utterance.onset - LEAD_IN or not np.array_equal(streamed, utterance.audio[: len(streamed)]):
            return False
        self.add(utterance.audio, utterance.start)
        return True


class Language:
    """Decodes spans of sound in one language. Only the ear's worker touches it."""

    def __init__(self, model: VoskModel, vocabulary: Vocabulary) -> None:
        self.model, self.vocabulary = model, vocabulary
        self._recognizer: Recognizer | None = None
        self._span: Span | None = None  # that is being decoded, up to this position
        self._decoded = 0

    def follow(self, span: Span, grammar: Sequence[str]) -> Recognizer:
        """Decode what has come in. Another span than last time, or another closed set, begins at the span's start."""
        recognizer = self._recognizer = self._recognizer or Recognizer(self.model, grammar)
        if self._span is not span or recognizer.sentences != tuple(grammar):
            recognizer.drop()
            recognizer.swap(grammar)
            self._span, self._decoded = span, span.start
        recognizer.feed(span.since(self._decoded))
        self._decoded = span.next
        return recognizer

    def decode(self, span: Span, grammar: Sequence[str]) -> list[Reading]:
        """The readings of a span, at positions of the stream. If the span goes on, it is decoded anew."""
        readings = self.follow(span, grammar).final()
        self._span = None
        return [
            Reading(tuple(Word(w.text, w.start + span.start, w.end + span.start) for w in one.words), one.score)
            for one in readings
        ]
