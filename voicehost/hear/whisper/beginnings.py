"""Where a phrase may pause: its first words, as what a voice has said that only takes breath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voicehost.hear.ear import Phrase
from voicehost.hear.words import words_of


@dataclass(frozen=True, slots=True)
class Beginning:
    """The meaning of words that mean nothing yet."""

    lang: str
    words: tuple[str, ...]


def beginnings(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The beginnings of all phrases that are no phrase themselves, each as likely as the likeliest of its phrases."""
    whole = {(phrase.lang, words_of(phrase.text)) for phrase in phrases}
    found: dict[Beginning, Phrase] = {}
    for phrase in phrases:
        spoken = phrase.text.split()
        for count in range(1, len(spoken)):
            text = " ".join(spoken[:count])
            beginning = Beginning(phrase.lang, words_of(text))
            known = found.get(beginning)
            if (beginning.lang, beginning.words) not in whole and (known is None or phrase.prior > known.prior):
                found[beginning] = Phrase(text, phrase.lang, beginning, phrase.prior)
    return list(found.values())
