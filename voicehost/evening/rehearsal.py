"""Playing a game for oneself, to know what will have to be told: it can then be rendered before it is.

A script is run with made-up children, who mostly say what makes sense, sometimes something else, and sometimes
nothing. What the host tells them is what it will tell the real ones, in other words or another order.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.table.script import Adjust, Adjusted, Cue, Listen, Quiet, Reply, Request, Said, Script, Tell, Told
from voicehost.table.talk import ENDINGS
from voicehost.tell.narrator import Line

GAMES: Final = 8
REQUESTS: Final = 1500  # of one game, then it is given up
SILENT: Final = 0.2  # share of the times when nobody says anything
STEP_MS: Final = 1000.0  # what is told or said lasts so long

ScriptOf = Callable[[int], Script]


def rehearse(script_of: ScriptOf, grammar: Grammar, names: Sequence[str], seed: int = 0) -> Iterator[Line]:
    """Every line that is told in some made-up games; `script_of` gives the script of each, by its number."""
    for number in range(GAMES):
        children = _Children(grammar, names, random.Random(f"rehearsal {seed} {number}"))
        script = script_of(number)
        try:
            request = next(script)
            for _ in range(REQUESTS):
                if isinstance(request, Tell):
                    yield from request.lines
                request = script.send(children.answer(request))
        except StopIteration:
            continue


class _Children:
    """They answer requests on a made-up clock, from one microphone."""

    def __init__(self, grammar: Grammar, names: Sequence[str], chance: random.Random) -> None:
        self._grammar = grammar
        self._names = {"seat": tuple(names)}
        self._chance = chance
        self._sets: dict[str, list[Phrase]] = {}
        self._now = 0.0

    def answer(self, request: Request) -> Reply:
        match request:
            case Tell():
                start, self._now = self._now, self._now + STEP_MS
                return Told(start, self._now)
            case Cue():
                return Told(self._now, self._now)
            case Listen():
                return self._say(request)
            case Adjust():
                return Adjusted(self._chance.random() < 0.5)
        return Quiet(self._now)

    def _say(self, request: Listen) -> Said | Quiet:
        phrases = self._phrases(request.state)
        if not phrases or request.until <= self._now or self._chance.random() < SILENT:
            self._now = max(self._now + STEP_MS / 10, 0.0 if math.isinf(request.until) else request.until)
            return Quiet(self._now)
        weights = [math.exp(request.prior(phrase)) for phrase in phrases] if request.prior else None
        (phrase,) = self._chance.choices(phrases, weights)
        onset, self._now = self._now + STEP_MS / 4, self._now + STEP_MS
        return Said(None, onset, self._now, Reason.HEARD, phrase, 1.0)

    def _phrases(self, states: str) -> list[Phrase]:
        """What they may say; nobody ends a rehearsal."""
        if states not in self._sets:
            sets = (self._grammar.phrases(state, self._names) for state in states.split("+"))
            meant = (phrase for one in sets for phrase in one)
            self._sets[states] = [p for p in meant if isinstance(p.meaning, Intent) and p.meaning.name not in ENDINGS]
        return self._sets[states]
