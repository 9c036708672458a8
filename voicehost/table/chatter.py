"""Talk that is not for the host: what sounds like a call may be a piece of it.

An ear judges each sound by itself, as if every one were as likely to be a call. The table knows more: nobody draws out
a short word for seconds, and people who have just said a lot that means nothing to the host are talking to one
another, so that by chance some of it sounds like a phrase.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from voicehost.hear import acceptance
from voicehost.hear.ear import Ear, Heard, Phrase, Reason, Utterance

SLOWEST: Final = 4.0  # letters and digits per s of voice; each of 323 recordings of people lasted at most 0.3 s longer
DRAWL_MS: Final = 1_200.0  # by which a child may draw a word out
LATELY_MS: Final = 20_000.0
ENOUGH_MS: Final = 4_000.0  # so much voice without meaning lately is talk
TALK_NATS: Final = 1.0  # by which the odds of a call then fall: 0.73 counts like 0.5 in a quiet room
MEANINGLESS: Final = Heard(Reason.UNKNOWN, (), 0.0)


class Chatter:
    """Asks the ear, and judges its answer by how long the sound is and by what was said lately."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._lately: deque[tuple[float, float]] = deque()  # voice without meaning: when it ended, how long it was (ms)

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """What was said, as an ear tells it.

        Not even put to the ear is what is too long for every phrase, and amid talk what may go on: there a word
        before a short pause is more likely the beginning of a sentence.
        """
        if phrases and not any(_can_last(phrase, utterance) for phrase in phrases):
            return MEANINGLESS
        if not utterance.final and self._amid_talk(utterance):
            return MEANINGLESS
        return self.judge(utterance, self._ear.hear(utterance, phrases))

    def judge(self, utterance: Utterance, heard: Heard) -> Heard:
        """What an ear has heard, less sure where it is likely to be a piece of talk."""
        if heard.best is None or heard.reason not in (Reason.HEARD, Reason.UNSURE):
            return heard
        if not _can_last(heard.best, utterance):
            return replace(heard, reason=Reason.UNKNOWN)
        judged = _less_sure(heard) if self._amid_talk(utterance) else heard
        if utterance.limited and judged.reason is Reason.HEARD:  # cut out of running sound, it may be any half a word
            return replace(judged, reason=Reason.UNSURE)
        return judged

    def note(self, utterance: Utterance, heard: Heard) -> None:
        """Remember an utterance that is over, by what it was taken for."""
        if heard.reason is Reason.UNKNOWN:
            self._lately.append((utterance.end_ms, utterance.end_ms - utterance.onset_ms))

    def _amid_talk(self, utterance: Utterance) -> bool:
        while self._lately and self._lately[0][0] < utterance.onset_ms - LATELY_MS:
            self._lately.popleft()
        return utterance.limited or sum(lasted for _, lasted in self._lately) >= ENOUGH_MS


def _can_last(phrase: Phrase, utterance: Utterance) -> bool:
    """Whether anybody could take so long to say this."""
    letters = sum(c.isalnum() for c in phrase.text)
    return utterance.end_ms - utterance.onset_ms <= letters * 1000 / SLOWEST + DRAWL_MS


def _less_sure(heard: Heard) -> Heard:
    odds = math.log(max(heard.confidence, 1e-9) / max(1 - heard.confidence, 1e-9)) - TALK_NATS
    confidence = 1 / (1 + math.exp(-odds))
    return replace(heard, reason=acceptance.reason(confidence), confidence=confidence)
