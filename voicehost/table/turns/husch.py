"""Husch Husch at the table: hats by ribbon, number or place; with real hats, "right" or "wrong"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from voicehost.phrases.intent import Intent
from voicehost.rules import Action, Match
from voicehost.rules import husch as rules
from voicehost.table.turns.play import Due, Play, Reading, Unclear
from voicehost.tell.narrator import Line, Narrator


class HuschPlay(Play[rules.HuschState]):
    """Adapter of Husch Husch. With real hats, the hat and what was under it come one after the other, in any order."""

    early: ClassVar[str] = "lift+swap"

    def __init__(self, match: Match[rules.HuschState]) -> None:
        super().__init__(match)
        self._real = match.game.options()["hats"] == "real"
        self._lifted: int | None = None
        self._right = False

    def due(self) -> Due:
        if self.view.face == rules.ARROW:
            voluntary = self.match.game.options()["swap"] == "may"
            return Due("swap", "ask-swap-may" if voluntary else "ask-swap", otherwise="lift+roll")
        if self._lifted is not None:
            return Due("confirm+lift", "ask-found", {"witch": self.view.face}, obvious=True)
        return Due("lift+confirm" if self._real else "lift", "ask-lift", otherwise="swap+roll")

    def read(self, intent: Intent, seat: int) -> Reading:
        match intent.name:
            case "lift":
                place = _place(intent, "hat")
                return self._found(place, seat) if self._looked else rules.Lift(seat, place)
            case "yes" if self._looked and self._lifted is None:
                self._right = True
                return Unclear("ask-lift")
            case "yes" if self._looked and self._lifted is not None:
                return rules.Found(seat, self._lifted)
            case "no" if self._looked:
                return rules.Missed(seat)
            case "swap":
                return rules.Swap(seat, *sorted((_place(intent, "first"), _place(intent, "second"))))
            case "keep":
                return rules.Keep(seat)
        return None

    @property
    def _looked(self) -> bool:
        """Whether the players look under real hats for a witch."""
        return self._real and self.view.face in rules.WITCHES

    def _found(self, place: int, seat: int) -> Reading:
        """A real hat was lifted: was it the right one?"""
        if self._right:
            return rules.Found(seat, place)
        self._lifted = place
        return Unclear("ask-found", {"witch": self.view.face})

    def face(self, intent: Intent) -> rules.Roll | None:
        return rules.Roll(intent.get("face") or "") if intent.name == "face" else None

    def has_face(self) -> bool:
        return True

    def confirmation(self, action: Action) -> Unclear | None:
        match action:
            case rules.Lift(_, place):
                return Unclear("confirm-lift", {"place": place})
            case rules.Swap(_, first, second):
                return Unclear("confirm-swap", {"first": first, "second": second})
        return None

    def around(self, narrator: Narrator, seat: int) -> Sequence[Line]:
        """What was rolled."""
        return narrator.say("die-rolled", to=seat, face=self.view.face) if self.view.face else ()

    def status(self, narrator: Narrator) -> Sequence[Line]:
        """The hats by their spaces, the foremost first."""
        lines: list[Line] = []
        for space in sorted(set(self.view.spaces), reverse=True):
            places = tuple(place for place in rules.PLACES if self.view.spaces[place] == space)
            lines += narrator.say("score-group", space=space, places=places)
        return lines

    def forget(self) -> bool:
        half = self._right or self._lifted is not None
        self._lifted, self._right = None, False
        return half


def _place(intent: Intent, slot: str) -> int:
    """The place that a slot names by the colour of its ribbon."""
    return rules.RIBBONS.index(intent.get(slot) or "")
