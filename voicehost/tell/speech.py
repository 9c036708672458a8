"""Lines to sound: pronunciation, voice, even loudness, and the rhythm between lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np

from voicehost.tell.cache import ClipCache, default_folder
from voicehost.tell.clip import EMPTY, Clip, duration_ms, faded, finished, join, samples_in, silence
from voicehost.tell.earcons import earcon
from voicehost.tell.narrator import Line
from voicehost.tell.pronounce import Pronunciation
from voicehost.tell.voice import Voice, choose_voice, single_word_voice

LEAD_IN_MS: Final = 200.0  # of silence after idle, because loudspeakers swallow the first sound
SENTENCE_GAP_MS: Final = 180.0
LINE_GAP_MS: Final = 220.0
EARCON_GAP_MS: Final = 60.0
BEAT_MS: Final = 650.0  # from one word of a beat to the next
BEAT_REST_MS: Final = 60.0  # at least, between two words of a beat
SENTENCE_END: Final = re.compile(r"(?<=[.!?…])\s+")
RATES: Final = (0.6, 1.8)  # slowest and fastest speech
RENDERING: Final = "2"  # counts up when the same text would be rendered otherwise, so that old clips are not used


@dataclass(frozen=True, slots=True)
class Speaker:
    """What speaks one language: a voice, another one for single words where needed, and the pronunciation list."""

    voice: Voice
    single: Voice
    pronunciation: Pronunciation

    @classmethod
    def of(cls, lang: str, name: str | None = None, overlay: Path | None = None) -> Self:
        """The speaker of a language with the voice called `name`, or else the best one that is here."""
        voice = choose_voice(lang, name, overlay=overlay)
        single = single_word_voice(voice, overlay=overlay)
        return cls(voice, single, Pronunciation.load(lang, overlay))


class Speech:
    """Renders lines in the languages of `speakers`. `rate` 1.2 is a fifth faster; the table may change it."""

    def __init__(self, speakers: Mapping[str, Speaker], *, cache: ClipCache | None = None, rate: float = 1.0) -> None:
        self._speakers = dict(speakers)
        self._cache = cache if cache is not None else ClipCache(None)
        self._rate = rate

    @classmethod
    def of(
        cls,
        langs: Sequence[str],
        names: Mapping[str, str] | None = None,
        *,
        overlay: Path | None = None,
        cache: ClipCache | None = None,
        rate: float = 1.0,
    ) -> Self:
        """Speech with the best voices that are here, or those in `names` (language -> voice); clips on disk."""
        speakers = {lang: Speaker.of(lang, (names or {}).get(lang), overlay) for lang in langs}
        return cls(speakers, cache=cache or ClipCache(default_folder()), rate=rate)

    @property
    def rate(self) -> float:
        """How fast is spoken, within RATES."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = min(max(rate, RATES[0]), RATES[1])

    def render(self, lines: Sequence[Line], *, lead_in_ms: float = 0.0) -> Clip:
        """All lines as one clip, mono int16 at SPEECH_RATE. `lead_in_ms` of silence come first (LEAD_IN_MS if the
        loudspeaker has been idle)."""
        parts = list(self.pieces(lines))
        return join([silence(lead_in_ms), *parts]) if parts else EMPTY

    def pieces(self, lines: Sequence[Line]) -> Iterator[Clip]:
        """The same in pieces to be played one right after another. Each is made when it is asked for, so that the
        first sentence can sound while the second is being rendered."""
        gap = EMPTY
        for line in lines:
            told = False
            for clip in self._line(line):
                yield clip if told else join([gap, clip])
                told = True
            if told:
                gap = silence(LINE_GAP_MS)
                if line.pause_ms:
                    yield silence(line.pause_ms)

    def earcon(self, name: str) -> Clip:
        """The tone of that name (see EARCONS)."""
        return earcon(name)

    def speak(self, text: str, lang: str, *, faster: float = 1.0) -> Clip:
        """A text as a finished clip. Empty if nothing can be spoken."""
        return join(self._sentences(text, lang, faster))

    def _sentences(self, text: str, lang: str, faster: float = 1.0) -> Iterator[Clip]:
        """A text sentence by sentence, with the gaps between them."""
        speaker = self._speakers[lang]
        voice = speaker.voice if len(text.split()) > 1 else speaker.single
        spelt = speaker.pronunciation.apply(text, voice.name.partition(":")[0])
        gap = EMPTY
        for part in SENTENCE_END.split(spelt):
            clip = self._sentence(part, voice, self._rate * faster)
            if len(clip):
                yield join([gap, clip])
                gap = silence(SENTENCE_GAP_MS / self._rate)

    def _sentence(self, spelt: str, voice: Voice, rate: float) -> Clip:
        """A sentence from the cache if it was rendered before: many lines share their sentences."""
        key = f"{RENDERING}|{voice.fingerprint}|{rate:.3f}|{spelt}"
        clip = self._cache.get(key)
        if clip is None:
            clip = finished(voice.speak(spelt, rate=rate))
            self._cache.put(key, clip)
        return clip

    def prepare(self, lines: Sequence[Line]) -> None:
        """Render ahead what may be told next."""
        for _ in self.pieces(lines):
            pass

    def _line(self, line: Line) -> Iterator[Clip]:
        if line.earcon is not None:
            yield join([earcon(line.earcon), silence(EARCON_GAP_MS)])
        if line.beat:
            yield self._beat(line)
        else:
            yield from self._sentences(line.text, line.lang)

    def _beat(self, line: Line) -> Clip:
        """Each word begins exactly BEAT_MS (at rate 1) after the one before; no word says more by being longer."""
        step = samples_in(BEAT_MS / self._rate)
        *words, last = (self._beat_word(word, line.lang) for word in line.beat)
        clip = np.zeros(step * len(words) + len(last), dtype=np.int16)
        for index, word in enumerate([*words, last]):
            clip[index * step : index * step + len(word)] = word
        return clip

    def _beat_word(self, word: str, lang: str) -> Clip:
        """The word, spoken faster where it would not fit into its beat."""
        room = BEAT_MS / self._rate - BEAT_REST_MS
        clip = self.speak(word, lang)
        if duration_ms(clip) > room and len(word.split()) == 1:
            clip = self.speak(word, lang, faster=duration_ms(clip) / room)
            clip = faded(clip[: samples_in(room + BEAT_REST_MS)])
        return clip
