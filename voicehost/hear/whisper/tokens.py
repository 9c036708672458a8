"""Text to Whisper's tokens and back."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from voicehost.errors import Trouble

UNSPOKEN: Final = re.compile(r"[^\w\s'’-]|_|(?<!\w)['’-]|['’-](?!\w)")
FIRST_MERGE: Final = ("Ġ", "t")  # "Ġ" stands for a space in byte-level BPE


class Tokens:
    """Whisper's byte-level BPE. Token ids are row numbers of the decoder's embedding."""

    def __init__(self, tokenizer_json: Path) -> None:
        from tokenizers import Tokenizer

        data = json.loads(tokenizer_json.read_text(encoding="utf-8"))
        restore_first_merge(data)
        self._tokenizer = Tokenizer.from_str(json.dumps(data, ensure_ascii=False))
        self.start = self._special("<|startoftranscript|>")
        self.end = self._special("<|endoftext|>")
        self.transcribe = self._special("<|transcribe|>")
        self.no_timestamps = self._special("<|notimestamps|>")
        self.first_special = self.end  # all ids from here on are control tokens
        self.encode = lru_cache(maxsize=20_000)(self._encode)

    def _special(self, name: str) -> int:
        found: int | None = self._tokenizer.token_to_id(name)
        if found is None:
            raise Trouble(f"The tokenizer of the Whisper weights lacks {name}; install the extra again.")
        return found

    def language(self, lang: str) -> int:
        """The control token of a language code. Raises Trouble for a language that Whisper does not know."""
        found: int | None = self._tokenizer.token_to_id(f"<|{lang}|>")
        if found is None:
            raise Trouble(f"The built-in ear does not know the language {lang!r}.")
        return found

    def spellings(self, text: str) -> tuple[tuple[int, ...], ...]:
        """The text as it is written and with its first letter in the other case; none for blank text."""
        words = spoken(text)
        both = (words, words[:1].swapcase() + words[1:])
        return tuple(dict.fromkeys(self.encode(each) for each in both)) if words else ()

    def head(self, lang: str) -> tuple[int, ...]:
        """The control tokens that stand between the start and a text: language, task, no time stamps."""
        return self.language(lang), self.transcribe, self.no_timestamps

    def _encode(self, text: str) -> tuple[int, ...]:
        """The tokens of a text as it is spoken, with the leading space that Whisper writes."""
        words = spoken(text)
        return tuple(self._tokenizer.encode(" " + words, add_special_tokens=False).ids) if words else ()

    def decode(self, ids: list[int]) -> str:
        """The text of tokens, control tokens left out."""
        text: str = self._tokenizer.decode([i for i in ids if i < self.first_special])
        return text.strip()


def spoken(text: str) -> str:
    """A text without the signs that nobody speaks, in NFC: "Flieg, Besen!" is "Flieg Besen", "bats' wings" is
    "bats wings". Apostrophes and hyphens within words stay ("don't", "Schoko-Bonbons"), and so does case.
    """
    return " ".join(UNSPOKEN.sub(" ", unicodedata.normalize("NFC", text)).split())


def restore_first_merge(tokenizer: dict[str, Any]) -> None:
    """Put back the first of Whisper's 50,000 merges where the published tokenizer.json has lost it.

    Without it every word that begins with t (" the", " three", " Tausche") falls into rare pieces and its
    phrase loses. Merges are written "a b" or ["a", "b"], depending on the version of the file.
    """
    merges = tokenizer["model"]["merges"]
    as_text = bool(merges) and isinstance(merges[0], str)
    first = " ".join(FIRST_MERGE) if as_text else list(FIRST_MERGE)
    if first not in merges:
        merges.insert(0, first)
