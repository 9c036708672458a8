"""Synthetic players for the demo: each with a voice, a language and a temper. They know what the table knows.

They see the throw (public), think for a while, and shout; the program under test gets only the sound. What they truly
called, and when, is kept as the truth that the summary is measured against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from voicehost.hear.ear import SAMPLE_RATE, Phrase
from voicehost.lab.demo.scene import Room, Spoken
from voicehost.lab.demo.speakers import Speaker
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules.dice import Dice
from voicehost.rules.verhext import SYMBOLS, VerhextState
from voicehost.tell.narrator import Player

POLITE_MS: Final = 700  # nobody calls sooner than this after the host has stopped talking
ONE_BREATH: Final = 0.3  # share of double spells that are called without a pause


@dataclass(frozen=True, slots=True)
class Temper:
    """How a player plays: `reaction` and its `spread` in seconds, the share of wrong calls and of silent rounds."""

    reaction: float
    spread: float
    wrong: float
    silent: float


TEMPERS: Final = (
    Temper(reaction=1.1, spread=0.30, wrong=0.05, silent=0.10),  # attentive
    Temper(reaction=0.9, spread=0.40, wrong=0.25, silent=0.05),  # hasty
    Temper(reaction=1.5, spread=0.50, wrong=0.10, silent=0.20),  # dreamy
    Temper(reaction=1.2, spread=0.35, wrong=0.15, silent=0.10),  # lively
)


@dataclass(slots=True)
class TrueCall:
    """What one player truly called in one round. `spoken` fills when it sounds."""

    round: int
    seat: int
    spells: tuple[str, ...]
    texts: tuple[str, ...]  # one clip each
    due: int  # sample at which it begins, unless the host talks
    gap: int  # samples of silence between two clips
    spoken: list[Spoken] = field(default_factory=list)

    @property
    def onset_ms(self) -> float:
        """True onset of the first spell."""
        return self.spoken[0].onset * 1000 / SAMPLE_RATE

    @property
    def end_ms(self) -> float:
        """True end of the last spell."""
        return self.spoken[-1].end * 1000 / SAMPLE_RATE

    def as_facts(self) -> dict[str, Any]:
        """The call as facts of the timeline."""
        return {
            "seat": self.seat,
            "text": ", ".join(self.texts),
            "spells": list(self.spells),
            "onset_ms": round(self.onset_ms, 1),
            "end_ms": round(self.end_ms, 1),
        }


class Child:
    """One synthetic child at a seat."""

    def __init__(
        self, seat: int, player: Player, speaker: Speaker, temper: Temper, grammar: Grammar, dice: Dice
    ) -> None:
        self.seat = seat
        self.lang = lang = player.lang
        self._speaker = speaker
        self._temper = temper
        self._dice = dice
        self._spells = _by_meaning(grammar.phrases("round", only=["spell"]), lang)
        self._answers = _by_meaning(grammar.phrases("confirm", only=["yes", "no"]), lang)
        self._signs = _by_meaning(grammar.phrases("who", {"seat": [player.name]}, only=["seat"]), lang)

    def plan(self, view: VerhextState, opened: int) -> TrueCall | None:
        """What to call in this round, and when. `opened`: sample at which the round opened."""
        chance = self._dice.draw
        delay = max(0.4, self._temper.reaction + self._temper.spread * _bell(self._dice))
        silent, wrong = chance() < self._temper.silent, chance() < self._temper.wrong
        spells = self._dice.shuffled(view.solution)
        if wrong:
            others = [s for s in SYMBOLS if s not in view.solution]
            spells = (self._dice.choice(others),) if others else spells[:1]
        in_one_breath = chance() < ONE_BREATH
        gap = int((0.15 + 0.5 * chance()) * SAMPLE_RATE)
        if in_one_breath:
            texts: tuple[str, ...] = (self._dice.choice(self._spells[Intent.of("spell", spells=" ".join(spells))]),)
        else:
            texts = tuple(self._dice.choice(self._spells[Intent.of("spell", spells=s)]) for s in spells)
        if silent:
            return None
        return TrueCall(view.round, self.seat, tuple(spells), texts, opened + int(delay * SAMPLE_RATE), gap)

    def call(self, call: TrueCall, room: Room, at: int) -> None:
        """Shout it, from sample `at` on."""
        call.spoken += self.repeat(call, room, at)

    def repeat(self, call: TrueCall, room: Room, at: int) -> list[Spoken]:
        """Say what was called, from sample `at` on."""
        spoken = []
        for text in call.texts:
            clip = self._speaker.say(f"{text}!", self.lang)
            spoken.append(room.speak(self.seat, clip, at))
            at += len(clip) + call.gap
        return spoken

    def say_name(self, room: Room, at: int) -> None:
        """Answer "Who was that?"."""
        (texts,) = self._signs.values()
        room.speak(self.seat, self._speaker.say(texts[-1], self.lang), at)

    def confirm(self, yes: bool, room: Room, at: int) -> None:
        """Answer "Did you call ...?" truthfully."""
        text = self._answers[Intent.of("yes" if yes else "no")][0]
        room.speak(self.seat, self._speaker.say(text, self.lang), at)


def _by_meaning(phrases: Sequence[Phrase], lang: str) -> dict[Intent, list[str]]:
    found: dict[Intent, list[str]] = {}
    for phrase in phrases:
        if phrase.lang == lang and isinstance(phrase.meaning, Intent):
            found.setdefault(phrase.meaning, []).append(phrase.text)
    return found


def _bell(dice: Dice) -> float:
    """About normally distributed: mean 0, standard deviation 1 (sum of twelve uniforms, less six)."""
    return sum(dice.draw() for _ in range(12)) - 6.0
