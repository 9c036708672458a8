"""Pronunciation lists: words that a voice would misread, and how to write them so that it does not.

voices/<lang>/pronunciation.toml holds a table [words]: word = respelling ("Hexenbesen" = "Hexen-Besen"). A respelling
may differ by kind of voice, and for Piper it may be IPA in double brackets: "Hubi" = { espeak = "Huhbi", piper =
"[[hˈuːbiː]]" }. (eSpeak's own phoneme notation is not used: it crashes on garbage.) Only sound changes, never print.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from voicehost import resources
from voicehost.errors import Trouble

Respelling = str | Mapping[str, str]


@dataclass(frozen=True)
class Pronunciation:
    """The list of one language; keys are NFC and lower case."""

    words: Mapping[str, Respelling]

    @classmethod
    def load(cls, lang: str, overlay: Path | None = None) -> Pronunciation:
        """The packaged list with the user's laid over it. Raises Trouble naming a broken file."""
        words: dict[str, Respelling] = {}
        for folder in resources.layers("voices", overlay):
            path = folder / lang / "pronunciation.toml"
            for word, respelling in (_read(path) if path.is_file() else {}).items():
                words.setdefault(_key(word), respelling)
        return cls(words)

    def apply(self, text: str, kind: str) -> str:
        """The text as a voice of that kind ("espeak", "piper") should get it. Whole words, whatever their case."""
        text = unicodedata.normalize("NFC", text)
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._respelled(match[0], kind), text)

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if not self.words:
            return None
        longest_first = sorted(self.words, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)

    def _respelled(self, word: str, kind: str) -> str:
        respelling = self.words[_key(word)]
        return respelling if isinstance(respelling, str) else respelling.get(kind, word)


def _key(word: str) -> str:
    """Not casefold: it would make ss of ß."""
    return unicodedata.normalize("NFC", word).lower()


def _read(path: Path) -> Mapping[str, Respelling]:
    try:
        table: Any = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("words", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: {error}; mend that line (words stand in quotation marks).") from error
    if not isinstance(table, Mapping):
        raise Trouble(f"{path} needs a table [words]; compare it with the packaged one.")
    for word, respelling in table.items():
        spellings = respelling.values() if isinstance(respelling, Mapping) else [respelling]
        if not all(isinstance(text, str) and text for text in spellings):
            raise Trouble(f"{path}: the word {word!r} needs a respelling in quotation marks.")
    return table
