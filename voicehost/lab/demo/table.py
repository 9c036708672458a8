"""A simulated kitchen table: the room, the players around it, and the host's loudspeaker in it.

To the host it is a source of sound and a mouth, like devices. The players follow what is said at the table through the
timeline: they call when a round is open, wait while the host talks, and answer when they are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.lab.demo.mouth import RoomMouth
from voicehost.lab.demo.players import POLITE_MS, Child, TrueCall
from voicehost.lab.demo.scene import Room
from voicehost.rules.dice import Dice
from voicehost.rules.verhext import VerhextState
from voicehost.table.host import Entry, Log, Sounding
from voicehost.tell.speech import Speech

BLOCK: Final = 512  # samples
POLITE: Final = POLITE_MS * SAMPLE_RATE // 1000
NEAR_MS: Final = 1000.0  # a question is about a call that began so near to the onset that was heard
VERDICTS: Final = ("CardWon", "Tohuwabohu", "NobodyRight")


class SimulatedTable(RoomMouth):
    """`view` tells the players what lies on the table; `calls` is the truth about what they called."""

    def __init__(
        self,
        room: Room,
        players: Sequence[Child],
        speech: Speech,
        view: Callable[[], VerhextState],
        dice: Dice,
        log: Log,
    ) -> None:
        super().__init__(room, speech)
        self.calls: list[TrueCall] = []
        self._players = players
        self._view = view
        self._dice = dice
        self._log = log
        self._planned: list[TrueCall] = []
        self._judged: set[int] = set()  # seats whose calls in this round have been taken
        self._answer: Callable[[int], object] | None = None  # to the question that the host asks, as often as it asks

    def read(self) -> Samples:
        """The next 32 ms of all microphones."""
        horizon = self._room.position + BLOCK
        for call in [c for c in self._planned if c.due < horizon]:
            self._planned.remove(call)
            self._players[call.seat].call(call, self._room, max(call.due, self._room.position))
            self.calls.append(call)
            self._log(Entry("shout", call.onset_ms, call.as_facts()))
        return self._room.render(BLOCK)

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """Let the host's loudspeaker sound; nobody talks over it, and questions are answered after it."""
        sounding = super().play(clips, now)
        answered = 0
        if self._answer is not None:
            self._answer(sounding.end + POLITE)
            answered = 3 * SAMPLE_RATE
        for call in self._planned:
            pause = POLITE + self._dice.below(SAMPLE_RATE // 2)
            call.due = max(call.due, sounding.end + answered + pause)
        return sounding

    def observe(self, entry: Entry) -> None:
        """Follow the game: called with every line of the timeline."""
        match entry.kind:
            case "open":
                opened = int(entry.facts["opened_ms"] * SAMPLE_RATE / 1000)
                plans = [player.plan(self._view(), opened) for player in self._players]
                self._planned = [plan for plan in plans if plan is not None]
                self._judged = set()
            case "event" if entry.facts["event"] in VERDICTS:
                self._planned = []
            case "call" | "refused":
                self._answer = None
                if entry.kind == "call":
                    self._judged.add(entry.facts["seat"])
            case "question":
                self._answer = self._answer_to(entry)

    def _answer_to(self, question: Entry) -> Callable[[int], object] | None:
        ask = question.facts["ask"]
        caller = self._drowned_caller() if ask == "others" else self._true_caller(question)
        if caller is None:
            return None  # nobody called that: the table is silent
        player = self._players[caller.seat]
        if ask in ("who", "others"):
            return lambda at: player.say_name(self._room, at)
        if ask == "what":
            return lambda at: player.repeat(caller, self._room, at)
        meant = caller.spells == tuple(question.facts["spells"])
        return lambda at: player.confirm(meant, self._room, at)

    def _drowned_caller(self) -> TrueCall | None:
        """Who called first of those in this round whose call has not been taken."""
        drowned = [call for call in self._called() if call.seat not in self._judged]
        return min(drowned, key=lambda call: call.onset_ms, default=None)

    def _true_caller(self, question: Entry) -> TrueCall | None:
        """The call that the question is about: the seat's, or the one that truly began near the heard onset."""
        onset, seat = question.facts["onset_ms"], question.facts.get("seat")
        near = [c for c in self._called() if c.seat == seat or (seat is None and abs(c.onset_ms - onset) < NEAR_MS)]
        return min(near, key=lambda c: abs(c.onset_ms - onset), default=None)

    def _called(self) -> list[TrueCall]:
        return [call for call in self.calls if call.round == self._view().round]
