"""Synthetic children who play turn-based games by voice: they know what everybody at the table knows.

Each has a voice, a language, a memory and manners. A child says what it does in any of the grammar's sentences for it,
waits when the host talks, answers when it is asked, says it again when nothing happens, and asks for the score now and
then. What was truly said, and when, is kept as the truth that the summary is measured against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.scene import Room, Spoken
from voicehost.lab.demo.speakers import Speaker
from voicehost.lab.simulation.bots import BOTS, Bot, Skill
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules.dice import Dice
from voicehost.tell.narrator import Player


@dataclass(frozen=True, slots=True)
class Manners:
    """`reaction` and its `spread` in seconds; `forget`: share of its memory lost each turn; `lapse`: share of actions
    that are whatever comes to mind; `rolls`: how often it says that it rolls; `curious`: how often it asks first."""

    reaction: float
    spread: float
    forget: float
    lapse: float
    rolls: float
    curious: float


MANNERS: Final = (
    Manners(reaction=1.0, spread=0.3, forget=0.02, lapse=0.05, rolls=0.8, curious=0.03),  # attentive
    Manners(reaction=0.7, spread=0.4, forget=0.15, lapse=0.20, rolls=1.0, curious=0.01),  # hasty
    Manners(reaction=1.8, spread=0.7, forget=0.25, lapse=0.10, rolls=0.3, curious=0.05),  # dreamy
    Manners(reaction=1.2, spread=0.4, forget=0.08, lapse=0.10, rolls=0.6, curious=0.10),  # lively
)
ASIDES: Final = (Intent.of("score"), Intent.of("turn"), Intent.of("help"), Intent.of("again"))


@dataclass(frozen=True, slots=True)
class Word:
    """One thing that a child truly said, and where it lies in the stream (samples)."""

    seat: int
    meaning: Intent
    text: str
    lang: str
    spoken: Spoken

    @property
    def onset_ms(self) -> float:
        """True onset."""
        return self.spoken.onset * 1000 / SAMPLE_RATE

    @property
    def end_ms(self) -> float:
        """True end."""
        return self.spoken.end * 1000 / SAMPLE_RATE

    def as_facts(self) -> dict[str, Any]:
        """The word as facts of the timeline."""
        times = {"onset_ms": round(self.onset_ms, 1), "end_ms": round(self.end_ms, 1)}
        return {"seat": self.seat, "text": self.text, "lang": self.lang, "meaning": str(self.meaning), **times}


class TurnChild:
    """One synthetic child at a seat."""

    def __init__(
        self, seat: int, player: Player, speaker: Speaker, manners: Manners, grammar: Grammar, dice: Dice, game: str
    ) -> None:
        self.seat = seat
        self.lang = player.lang
        self.manners = manners
        self.bot: Bot[Any] = BOTS[game](seat, Skill(manners.forget, manners.lapse, 0.0), dice)
        self._speaker = speaker
        self._grammar = grammar
        self._dice = dice
        self._sentences: dict[str, dict[Intent, list[str]]] = {}

    def delay(self) -> int:
        """How long it takes to begin to speak, in samples."""
        bell = sum(self._dice.draw() for _ in range(12)) - 6.0  # about normally distributed
        return int(max(0.35, self.manners.reaction + self.manners.spread * bell) * SAMPLE_RATE)

    def chance(self, share: float) -> bool:
        """Whether something happens that happens in this share of cases."""
        return self._dice.draw() < share

    def aside(self, state: str) -> Intent | None:
        """Something that it would like to know first, if that can be asked now."""
        possible = [intent for intent in ASIDES if intent in self._by_meaning(state)]
        return self._dice.choice(possible) if possible and self.chance(self.manners.curious) else None

    def say(self, choices: Sequence[Intent], state: str, room: Room, at: int) -> Word:
        """Say one of these meanings in one of its sentences, from sample `at` on."""
        meaning = self._dice.choice([intent for intent in choices if intent in self._by_meaning(state)])
        text = self._dice.pick(_as_usual(self._by_meaning(state)[meaning]))
        return Word(self.seat, meaning, text, self.lang, room.speak(self.seat, self._speaker.say(text, self.lang), at))

    def _by_meaning(self, state: str) -> dict[Intent, list[str]]:
        """The sentences of its language in a state ("lift"), by meaning."""
        if state not in self._sentences:
            found: dict[Intent, list[str]] = {}
            for phrase in self._grammar.phrases(state):
                if phrase.lang == self.lang and isinstance(phrase.meaning, Intent):
                    found.setdefault(phrase.meaning, []).append(phrase.text)
            self._sentences[state] = found
        return self._sentences[state]


def _as_usual(sentences: Sequence[str]) -> list[tuple[str, int]]:
    """How often each sentence is said: grammars list the usual ones first, and use falls with the rank (Zipf's law)."""
    return [(text, round(1000 / rank)) for rank, text in enumerate(sentences, 1)]
