"""A phrase as words."""

from __future__ import annotations

import re
import unicodedata

Words = tuple[str, ...]  # in order

_BREAKS = re.compile(r"[^\w']+|_+")


def words_of(text: str) -> Words:
    """A phrase as words: NFC, lower case (never casefold, which loses ß), without punctuation and hyphens."""
    text = unicodedata.normalize("NFC", text).lower().replace("’", "'")
    return tuple(word for part in _BREAKS.split(text) if (word := part.strip("'")))
