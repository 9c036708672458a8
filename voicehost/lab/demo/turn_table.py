"""A simulated table for turn-based games: the room, the children in it, and the host's loudspeaker.

To the host it is a source of sound and a mouth, like devices. It learns what the host listens for (as children do from
what it tells), and lets the child speak whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.lab.demo.children import TurnChild, Word
from voicehost.lab.demo.mouth import RoomMouth
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.wording import intents_of
from voicehost.phrases.intent import Intent
from voicehost.rules import NATURE, Match
from voicehost.rules.dice import Dice
from voicehost.table.host import Entry, Log, Sounding
from voicehost.table.parts import Part, relayed
from voicehost.table.script import Listen, Reply, Script
from voicehost.tell.speech import Speech

BLOCK: Final = 512  # samples
POLITE: Final = SAMPLE_RATE // 5  # nobody speaks sooner than this after the host, however hasty
PATIENCE: Final = 3 * SAMPLE_RATE  # when nothing has happened for so long, a child says it again
DREAM: Final = 5 * SAMPLE_RATE  # a child that does not say "I roll" waits so long


class TurnTableRoom(RoomMouth):
    """`words` is the truth about what was said; `needed_s`: how long the host told events, `extra_s`: all else."""

    def __init__(
        self, room: Room, children: Sequence[TurnChild], speech: Speech, match: Match[Any], dice: Dice, log: Log
    ) -> None:
        super().__init__(room, speech)
        self.words: list[Word] = []
        self.needed_s = 0.0
        self.extra_s = 0.0
        self._children = children
        self._match = match
        self._dice = dice
        self._log = log
        self._events = {kind.__name__: kind for kind in match.game.events}
        self._state = ""  # what the host listens for
        self._ready = 0  # sample from which somebody may think of saying something
        self._planned: tuple[int, TurnChild, list[Intent]] | None = None  # from which sample, who, what
        self._decided: tuple[int, list[Intent]] = (-1, [])  # lines of the journal, and what was decided then
        self._question: Entry | None = None
        self._said: dict[int, tuple[int, Intent]] = {}  # by seat: lines of the journal then, and what was said last
        self._events_to_tell = False

    def around(self, script: Script) -> Script:
        """The same script, whose listening the children notice."""
        return relayed(script, self._pass_on)

    def _pass_on(self, request: Any) -> Part[Reply]:
        if isinstance(request, Listen):
            self._state = request.state.split("+")[0]
        reply = yield request
        self._state = ""
        return reply

    # --- source and mouth -----------------------------------------------------------------------------------------

    def read(self) -> Samples:
        """The next 32 ms of all microphones."""
        now = self._room.position
        if self._planned is None and self._state and now >= self._ready:
            self._plan(now)
        if self._planned is not None and self._planned[0] < now + BLOCK:
            at, child, choices = self._planned
            self._speak(max(at, now), child, choices)
        return self._room.render(BLOCK)

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """Let the host's loudspeaker sound. Nobody talks over it, and what it tells may change everybody's mind."""
        sounding = super().play(clips, now)
        self._planned, self._ready = None, sounding.end + POLITE
        if self._events_to_tell:
            self.needed_s += (sounding.end - sounding.start) / SAMPLE_RATE
        else:
            self.extra_s += (sounding.end - sounding.start) / SAMPLE_RATE
        self._events_to_tell = False
        return sounding

    def observe(self, entry: Entry) -> None:
        """Follow the game: called with every line of the timeline."""
        if entry.kind == "question":
            self._question = entry
        elif entry.kind == "event":
            self._events_to_tell = True
            facts = dict(entry.facts)
            event = self._events[facts.pop("event")](**facts)
            for child in self._children:
                child.bot.watch([event])

    # --- what the children do -------------------------------------------------------------------------------------

    def _plan(self, now: int) -> None:
        turn = self._match.turn
        if self._state == "between" or not turn.seats:
            return
        seat = turn.hand if turn.hand is not None else turn.seats[0]
        child = self._children[seat]
        choices = self._choices(child)
        if choices:
            self._planned = now + child.delay(), child, choices
        else:
            self._ready = now + DREAM

    def _choices(self, child: TurnChild) -> list[Intent]:
        """What the child may say now; nothing if it waits."""
        if self._state == "confirm":
            return [self._truth(child)]
        if self._state == "roll":
            return [Intent.of("roll")] if child.chance(child.manners.rolls) else []
        aside = child.aside(self._state)
        return [aside] if aside is not None else self._action(child)

    def _action(self, child: TurnChild) -> list[Intent]:
        """The same action until it is done, however often it has to be said."""
        line = len(self._match.lines)
        if self._decided[0] != line:
            view = self._match.view
            if self._match.turn.seats == (NATURE,):
                action = self._dice.pick(self._match.game.odds(view))
            else:
                action = child.bot.choose(view, self._match.legal(child.seat))
            self._decided = line, list(intents_of(action, view))
        return self._decided[1]

    def _truth(self, child: TurnChild) -> Intent:
        """Whether what the host asks about is what this child has said since something happened last."""
        line, said = self._said.get(child.seat, (-1, None))
        asked = self._question.facts["meaning"] if self._question else ""
        return Intent.of("yes" if line == len(self._match.lines) and str(said) == asked else "no")

    def _speak(self, at: int, child: TurnChild, choices: Sequence[Intent]) -> None:
        word = child.say(choices, self._state, self._room, at) if self._state else None
        self._planned = None
        if word is not None:
            self._ready = word.spoken.end + PATIENCE
            self.words.append(word)
            if word.meaning.name not in ("yes", "no"):
                self._said[word.seat] = len(self._match.lines), word.meaning
            self._log(Entry("said", word.onset_ms, word.as_facts()))
