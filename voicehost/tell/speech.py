"""Lines to sound: pronunciation, voice, even loudness, and the rhythm between lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
        parts: list[Clip] = []
        for line in lines:
            clip = self._line(line)
            if len(clip):
                parts += [silence(LINE_GAP_MS) if parts else EMPTY, clip, silence(line.pause_ms)]
        return join([silence(lead_in_ms), *parts]) if parts else EMPTY

    def earcon(self, name: str) -> Clip:
        """The tone of that name (see EARCONS)."""
        return earcon(name)

    def speak(self, text: str, lang: str, *, faster: float = 1.0) -> Clip:
        """A text as a finished clip. Empty if nothing can be spoken."""
        speaker = self._speakers[lang]
        voice = speaker.voice if len(text.split()) > 1 else speaker.single
        spelt = speaker.pronunciation.apply(text, voice.name.partition(":")[0])
        sentences = [self._sentence(part, voice, self._rate * faster) for part in SENTENCE_END.split(spelt)]
        gap = silence(SENTENCE_GAP_MS / self._rate)
        spoken = [clip for clip in sentences if len(clip)]
        return join([part for clip in spoken for part in (clip, gap)][:-1])

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
        for line in lines:
            self._line(line)

    def _line(self, line: Line) -> Clip:
        told = self._beat(line) if line.beat else self.speak(line.text, line.lang)
        if line.earcon is None:
            return told
        return join([earcon(line.earcon), silence(EARCON_GAP_MS), told])

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
