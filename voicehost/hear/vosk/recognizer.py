"""One Vosk recognizer behind a rail: what would end the process or be believed wrongly never reaches the library.

Vosk 0.3.45 ends the process for a grammar that is empty or no list of strings, for one that holds `<eps>`, and
for a swap while sound is being decoded; it never returns for a sample rate of 0. It silently loses words that it
does not know, believes stereo, floats and wrong rates, and throws dice: the same sound need not give the same words
twice. See the tests, which show each hazard on the library.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.hear.vosk.model import VoskModel

BLOCK: Final = SAMPLE_RATE // 10  # samples handed over at a time, counted from the beginning of a span
MOST_READINGS: Final = 10
RENEW_AFTER: Final = 120 * SAMPLE_RATE  # samples; a recognizer that runs on keeps memory and bends its clock

_C = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
_DECIMAL_COMMA = re.compile(r'("(?:confidence|start|end)"\s*:\s*-?\d+),(\d+)')


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word. Positions are samples."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a span. The score is a log-probability in nats: only differences between readings count."""

    words: tuple[Word, ...]
    score: float


class Recognizer:
    """Decodes one span of sound after the other against a closed set. One thread calls it, always the same."""

    def __init__(self, model: VoskModel, sentences: Sequence[str]) -> None:
        """`sentences`: the closed set, each a string of words that the model knows. ValueError if not."""
        self._model = model
        self._grammar = grammar_json(sentences, model)
        self.sentences = tuple(sentences)
        self._native: Any = None
        self._fed = self._span = 0  # samples that the native recognizer took, and where the span began
        self._waiting = bytearray()  # less than a block
        self._ended: list[list[Reading]] = []  # sentences that the model's own endpointer has ended in this span
        self._renew()

    @property
    def at_rest(self) -> bool:
        """Whether nothing has been fed since the last end of a span; only then may the grammar change."""
        return self._fed == self._span and not self._waiting

    def swap(self, sentences: Sequence[str]) -> None:
        """Listen for another closed set. RuntimeError in mid-span, ValueError for a grammar that is none."""
        grammar = grammar_json(sentences, self._model)
        if not self.at_rest:
            raise RuntimeError("the grammar of a recognizer may be swapped only at rest")
        self.sentences = tuple(sentences)
        if grammar != self._grammar:
            self._grammar = grammar
            self._native.SetGrammar(grammar)

    def feed(self, samples: Samples) -> None:
        """Go on with the span. Only int16 mono at 16 kHz passes; ValueError for anything else."""
        if not isinstance(samples, np.ndarray) or samples.dtype != np.int16 or samples.ndim != 1:
            raise ValueError("a recognizer is fed one channel of int16 samples at 16 kHz")
        if self.at_rest and self._fed > RENEW_AFTER:
            self._renew()
        self._waiting += samples.tobytes()
        while len(self._waiting) >= 2 * BLOCK:
            self._hand_over(2 * BLOCK)

    def partial(self) -> str:
        """What it may become, for a sign of life only: it flickers, and never decides."""
        return str(_parsed(self._native.PartialResult()).get("partial", ""))

    def final(self) -> tuple[Reading, ...]:
        """End the span: its likeliest readings, best first, positions counted from its first sample. Then at rest."""
        if self._waiting:
            self._hand_over(len(self._waiting))
        _throw_the_same_dice(self._fed - self._span)
        readings = [Reading((), 0.0)]
        for part in (*self._ended, self._readings(self._native.FinalResult())):
            joined = (Reading(a.words + b.words, a.score + b.score) for a in readings for b in part)
            readings = sorted(joined, key=lambda reading: -reading.score)[:MOST_READINGS]
        self._rest()
        return tuple(readings)

    def drop(self) -> None:
        """End the span and forget it, with all that the recognizer has learned of the voice in it."""
        if self._fed > self._span:
            self._native.Reset()
            self._native.SetGrammar(self._grammar)  # Reset alone keeps what was learned
        self._rest()

    def close(self) -> None:
        """Free the native recognizer, in the thread that calls."""
        self._native = None

    def _hand_over(self, count: int) -> None:
        """Give so many of the waiting bytes to the library."""
        _throw_the_same_dice(self._fed - self._span)
        ended = self._native.AcceptWaveform(bytes(self._waiting[:count]))
        del self._waiting[:count]
        self._fed += count // 2
        if ended:
            self._ended.append(self._readings(self._native.Result()))

    def _rest(self) -> None:
        self._waiting.clear()
        self._ended = []
        self._span = self._fed

    def _renew(self) -> None:
        """A fresh native recognizer: its memory and its clock begin anew, ours for the next span as well."""
        import vosk

        self._native = vosk.KaldiRecognizer(self._model.native, SAMPLE_RATE, self._grammar)
        self._native.SetWords(True)
        self._native.SetMaxAlternatives(MOST_READINGS)
        self._fed = self._span = 0

    def _readings(self, result: str) -> list[Reading]:
        """The readings of a native result, at least one."""
        found = _parsed(result).get("alternatives", ())
        return [Reading(self._words(one), float(one["confidence"])) for one in found] or [Reading((), 0.0)]

    def _words(self, alternative: dict[str, Any]) -> tuple[Word, ...]:
        """Native times run on over spans; they never leave what was fed."""
        words = []
        for entry in alternative.get("result", ()):
            start, end = (
                min(max(round(float(entry[key]) * SAMPLE_RATE) - self._span, 0), self._fed - self._span)
                for key in ("start", "end")
            )
            words.append(Word(unicodedata.normalize("NFC", entry["word"]), start, end))
        return tuple(words)


def _throw_the_same_dice(place: int) -> None:
    """Before each piece of a span: what Kaldi draws there is the same whenever the span is decoded.

    Kaldi adds a little noise to the sound ("dither", feature-window.cc) and draws it from the C library's rand().
    """
    _C.srand(place + 1)


def grammar_json(sentences: Sequence[str], model: VoskModel) -> str:
    """The closed set as Vosk reads it: a JSON list, letters as they are (`\\u` escapes lose their word), in NFC.

    Raises ValueError for a set that is empty or is a string, and for sentences that are blank or hold a word that
    the model lacks: it would be dropped without notice.
    """
    if isinstance(sentences, str) or not isinstance(sentences, Sequence) or not sentences:
        raise ValueError("a closed set is a list of at least one sentence")
    checked = []
    for sentence in sentences:
        words = unicodedata.normalize("NFC", sentence).split() if isinstance(sentence, str) else []
        if not words:
            raise ValueError(f"{sentence!r} is no sentence of a closed set")
        for word in words:
            if not model.has(word):
                raise ValueError(f"the model does not know the word {word!r}")
        checked.append(" ".join(words))
    return json.dumps(list(dict.fromkeys(checked)), ensure_ascii=False)


def _parsed(result: str) -> dict[str, Any]:
    """A native result; under locales with a decimal comma Vosk prints numbers that are no JSON."""
    try:
        facts = json.loads(result)
    except ValueError:
        try:
            facts = json.loads(_DECIMAL_COMMA.sub(r"\1.\2", result))
        except ValueError:
            return {}
    return facts if isinstance(facts, dict) else {}
