"""How long a pause ends an utterance: that depends on what has been heard of it.

The ear works while the pause goes on, so that its answer is there by the time that it may be acted on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from voicehost.hear.ear import Heard, Phrase, Reason, Samples, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.hear.words import words_of
from voicehost.phrases import Intent

SURE_FROM: Final = 0.7  # confidence; of what was less sure, some was half a word ("sieben|zehn")
SURE_MS: Final = 160.0  # of silence after a phrase that is surely whole; a T or K within a word is silent for less
UNSURE_MS: Final = 250.0  # ... after one that is less sure, or worth asking back
MAY_GO_ON_MS: Final = 400.0  # ... after one that begins a longer one ("Stimmt|nicht")


@dataclass(frozen=True, slots=True)
class _Held:
    """What the ear said to an early look, and how long a pause that takes (ms)."""

    utterance: Utterance
    heard: Heard
    phrases: Sequence[Phrase]
    pause_ms: float


class Patience:
    """Holds answers to early looks until the pause is long enough for them, or the voice goes on."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._held: dict[int, _Held] = {}  # by channel, the latest

    def decide(
        self, utterances: Iterable[Utterance], phrases: Sequence[Phrase], hear: Callable[[Utterance], Heard]
    ) -> Iterator[tuple[Utterance, Heard]]:
        """What can be decided now that these utterances have come in, one after another. `hear` asks the ear."""
        yield from self.due()
        for utterance in utterances:
            if utterance.final:
                yield utterance, self.recall(utterance, phrases) or hear(utterance)
            elif self._listener.silent_ms(utterance) is not None:  # not decided on, and no more of it has come in
                self.hold(utterance, hear(utterance), phrases)
        yield from self.due()

    def hold(self, utterance: Utterance, heard: Heard, phrases: Sequence[Phrase]) -> None:
        """Keep the answer to the latest early look at an utterance. `phrases`: what may have been said."""
        self._held[utterance.channel] = _Held(utterance, heard, phrases, pause_ms(heard, phrases))

    def due(self) -> list[tuple[Utterance, Heard]]:
        """The answers whose time has come; their utterances are closed, and later voice begins a new one."""
        found = []
        for channel, held in list(self._held.items()):
            silent = self._listener.silent_ms(held.utterance)
            if silent is not None and silent >= held.pause_ms:
                del self._held[channel]
                self._listener.close(held.utterance.serial)
                found.append((held.utterance, held.heard))
        return found

    def recall(self, final: Utterance, phrases: Sequence[Phrase]) -> Heard | None:
        """What an early look at an utterance that is over was taken for, if that was the same sound."""
        held = self._held.pop(final.channel, None)
        if held is None or held.utterance.serial != final.serial:
            return None
        if held.heard.best is None or held.phrases != phrases:
            return None
        return held.heard if np.array_equal(_voiced(held.utterance), _voiced(final)) else None


def _voiced(utterance: Utterance) -> Samples:
    """From its start to its end; another channel's voice may have been taken out of it only later."""
    return utterance.audio[: utterance.end - utterance.start]


def pause_ms(heard: Heard, phrases: Sequence[Phrase]) -> float:
    """How long a pause makes an early answer final, in ms; endless where only the listener's end of voice does."""
    if heard.best is None or not heard.complete or heard.reason not in (Reason.HEARD, Reason.UNSURE):
        return math.inf
    if _may_go_on(heard.best, phrases):
        return MAY_GO_ON_MS
    return SURE_MS if heard.reason is Reason.HEARD and heard.confidence >= SURE_FROM else UNSURE_MS


def _may_go_on(best: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Whether it is the beginning of a longer phrase that means something else.

    A spell that begins a pair of spells is complete in itself: the referee joins what comes next.
    """
    beginning = words_of(best.text)
    return any(
        other.lang == best.lang
        and other.meaning != best.meaning
        and len(longer := words_of(other.text)) > len(beginning)
        and longer[: len(beginning)] == beginning
        and not _chained(best, other)
        for other in phrases
    )


def _chained(first: Phrase, pair: Phrase) -> bool:
    """Whether `pair` says what `first` says and then something more of the same kind."""
    one, two = first.meaning, pair.meaning
    if not (isinstance(one, Intent) and isinstance(two, Intent)) or one.name != two.name:
        return False
    if len(one.slots) != len(two.slots):
        return False  # "left" is the beginning of "left and up", but nobody joins the two
    return all((two.get(slot) or "").split()[:1] == [value] for slot, value in one.slots)
