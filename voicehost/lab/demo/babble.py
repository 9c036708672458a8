"""People who talk at the table, but not to the host: sentences that are near to a game, two of them at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.resources import data_root
from voicehost.rules.dice import Dice

VOICES: Final = 120  # sentences that are kept; any two of them may meet
PEAK: Final = 0.5  # of full scale: a child at its microphone
BABBLE_DB: Final = -12.0  # relative to such a child


class Babble:
    """Talk without end in several languages. The same dice talk the same."""

    def __init__(self, langs: Sequence[str], dice: Dice, voices: int = VOICES) -> None:
        self._dice = dice
        sentences = _sentences(langs)
        self._voices = [_said(*dice.choice(sentences), dice) for _ in range(voices)]

    def exchange(self) -> NDArray[np.int16]:
        """Two people say something, the second before the first has ended; mono at 16 kHz."""
        first, second = self._dice.choice(self._voices), self._dice.choice(self._voices)
        begins = self._dice.below(max(1, len(first)))
        wave = np.zeros(max(len(first), begins + len(second)), np.int32)
        wave[: len(first)] += first
        wave[begins : begins + len(second)] += second
        return np.clip(wave, -32768, 32767).astype(np.int16)


def _said(lang: str, text: str, dice: Dice) -> NDArray[np.int16]:
    clip = dice.choice(SPEAKERS).say(text, lang)
    gain = PEAK * 32767 * 10 ** (BABBLE_DB / 20)
    return np.asarray(clip * (gain / np.abs(clip).max()), np.int16)


def _sentences(langs: Sequence[str]) -> list[tuple[str, str]]:
    """The rules of the games, sentence by sentence, each with its language."""
    found = []
    for lang in langs:
        for path in sorted((data_root("voices") / lang / "rules").glob("*")):
            text = path.read_text(encoding="utf-8").replace("\n", " ")
            found += [(lang, sentence.strip()) for sentence in text.split(". ") if len(sentence.split()) > 3]
    return found
