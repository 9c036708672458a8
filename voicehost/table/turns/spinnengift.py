"""Spinnengift und Krötenschleim at the table: cards by number, ways by direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from voicehost.phrases.intent import Intent
from voicehost.rules import Action, Event
from voicehost.rules import spinnengift as rules
from voicehost.rules.spinnengift.kitchen import KITCHENS
from voicehost.table.turns.play import Due, Play, Reading, Unclear
from voicehost.tell.narrator import Line, Narrator

MEMORY_MS: Final = 10_000.0  # P4: how long all may look at the six cards


class SpinnengiftPlay(Play[rules.SpinnengiftState]):
    """Adapter of Spinnengift."""

    undoable: ClassVar[tuple[type[Action], ...]] = (rules.Place,)
    early: ClassVar[str] = "card+move"

    def due(self) -> Due:
        match self.view.phase:
            case "place":
                return Due("place", "ask-place", otherwise="move+roll")
            case "peek":
                return Due("card", "ask-peek", otherwise="move+roll")
            case "move":
                return Due("move", "ask-move", otherwise="card+roll")
        return Due("card", "ask-card", otherwise="move+roll")

    def read(self, intent: Intent, seat: int) -> Reading:
        match intent.name:
            case "place":
                return rules.Place(seat, self._one_hole_spots()[int(intent.get("chip") or 1) - 1])
            case "stay":
                return rules.Stay(seat)
            case "go":
                return rules.Walk(seat, tuple(step for step in map(intent.get, ("first", "second")) if step))
            case "card":
                return self._card(seat, int(intent.get("number") or 0) - 1)
            case "beside":
                return self._beside(seat, int(intent.get("number") or 0) - 1)
        return None

    def _one_hole_spots(self) -> list[int]:
        """The spots with one hole at the beginning, in reading order: their numbers never change."""
        return [spot for spot, holes in enumerate(self.view.chips) if holes == 1]

    def _card(self, seat: int, card: int) -> Action:
        return rules.Peek(seat, card) if self.view.phase == "peek" else rules.TurnCard(seat, card)

    def _beside(self, seat: int, card: int) -> Reading:
        """One of the two neighbours; the table is asked which, unless one lies open already."""
        around = len(rules.CARDS)
        neighbours = [(card - 1) % around, (card + 1) % around]
        hidden = [beside for beside in neighbours if not self.view.cards[beside]]
        if len(hidden) == 2 and self.view.phase in ("peek", "turn"):
            return Unclear("ask-which-card", {"first": hidden[0], "second": hidden[1]})
        return self._card(seat, hidden[0] if hidden else neighbours[0])

    def face(self, intent: Intent) -> rules.Roll | None:
        return rules.Roll(intent.get("ingredient") or "") if intent.name == "face" else None

    def has_face(self) -> bool:
        return self.view.phase == "roll"

    def confirmation(self, action: Action) -> Unclear | None:
        match action:
            case rules.Peek(_, card) | rules.TurnCard(_, card):
                return Unclear("confirm-card", {"card": card})
        return None

    def memory_ms(self, event: Event) -> float:
        last_of_six = isinstance(event, rules.CardPeeked) and event.left == 0
        return MEMORY_MS if last_of_six else 0.0

    def around(self, narrator: Narrator, seat: int) -> Sequence[Line]:
        """The chips one step away, or the ingredient that was rolled."""
        if self.view.phase == "turn":
            return narrator.say("die-rolled", to=seat, ingredient=self.view.wanted)
        if self.view.phase != "move":
            return ()
        paths = KITCHENS[self.match.game.options()["board"]].paths[self.view.spots[seat]]
        return [
            line
            for direction, spot in paths.items()
            for line in narrator.say("around", to=seat, direction=direction, holes=self.view.chips[spot])
        ]

    def status(self, narrator: Narrator) -> Sequence[Line]:
        view = self.view
        totals = [medals + monsters for medals, monsters in zip(view.medals, view.monsters, strict=True)]
        left = rules.MONSTERS - sum(view.monsters)
        return [
            *narrator.standings(totals),
            *narrator.say("score-monsters", left=left),
            *narrator.say("score-cauldron", chips=view.cauldron),
        ]
