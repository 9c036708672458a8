"""Schnappt Hubi! at the table: ways by direction or by the kind of wall, rooms by their place in the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from voicehost.phrases.intent import Intent
from voicehost.rules import Action, Match
from voicehost.rules import hubi as rules
from voicehost.table.turns.play import Due, Play, Reading, Refused, Unclear
from voicehost.tell.narrator import Line, Narrator


class HubiPlay(Play[rules.HubiState]):
    """Adapter of Schnappt Hubi!. Figure and corner may come one after the other."""

    undoable: ClassVar[tuple[type[Action], ...]] = (rules.Choose, rules.Move)
    throw_question: ClassVar[str] = "ask-spin"
    early: ClassVar[str] = "act"

    def __init__(self, match: Match[rules.HubiState]) -> None:
        super().__init__(match)
        self._figure: str | None = None
        self._corner: int | None = None

    def due(self) -> Due:
        view = self.view
        match view.phase:
            case "choose" if self._figure is not None:
                return Due("choose", "ask-corner", {"figure": self._figure}, otherwise="act+roll", obvious=True)
            case "choose":
                return Due("choose", "ask-choose", otherwise="act+roll", obvious=True)
            case "hubi" if view.hubi == rules.NOWHERE:
                return Due("hubi", "ask-swap-food", otherwise="act+roll")
            case "hubi":
                return Due("hubi", "ask-hubi-room", otherwise="act+roll")
        return Due("act", "ask-act", otherwise="hubi+roll")

    def read(self, intent: Intent, seat: int) -> Reading:
        direction = intent.get("direction") or ""
        match intent.name:
            case "choose" | "figure" | "corner":
                return self._choice(intent, seat)
            case "curtain":
                return rules.Raise(seat, direction)
            case "go":
                return rules.Move(seat, direction)
            case "through" if self.view.phase == "act":
                return self._through(intent.get("way") or "", seat)
            case "through":
                return rules.Move(seat, "up")  # the rules say what comes first
            case "door":
                return rules.OpenDoor(seat)
            case "search":
                return rules.Search(seat)
            case "end":
                return rules.EndTurn(seat)
            case "room" | "swap" if self.view.phase == "hubi":
                return self._ghost(intent, seat)
            case "room" | "swap":
                return rules.MoveHubi(seat, int(intent.get("room") or 0))
        return None

    def _choice(self, intent: Intent, seat: int) -> Reading:
        corner = intent.get("corner")
        figure = self._figure = intent.get("figure") or self._figure
        place = self._corner = int(corner) if corner is not None else self._corner
        if figure is None:
            return Unclear("ask-choose")
        if place is None:
            free = next(choice.corner for choice in self.match.legal() if isinstance(choice, rules.Choose))
            why_not = self.match.why_not(rules.Choose(seat, figure, free))
            if why_not is None:
                return Unclear("ask-corner", {"figure": figure})
            self._figure = None
            return Refused(why_not.reason, why_not.facts)
        self.forget()
        return rules.Choose(seat, figure, place)

    def _through(self, kind: str, seat: int) -> Reading:
        """The only wall of this kind that the own room is known to have."""
        sides = rules.SIDES[self.view.rooms[seat]]
        ways = [direction for direction, side in sides.items() if self.view.walls[side.wall] == kind]
        if not ways:
            return Refused("no-such-way")
        return rules.Move(seat, ways[0]) if len(ways) == 1 else Unclear("ask-direction")

    def _ghost(self, intent: Intent, seat: int) -> Reading:
        """Where Hubi goes, or which two chips change places (in any order)."""
        view = self.view
        if view.hubi != rules.NOWHERE:
            named = intent.get("room") or intent.get("second")
            side = rules.SIDES[view.hubi].get(intent.get("direction") or "")
            if named is None and side is None:
                return Refused("no-such-room")
            return rules.MoveHubi(seat, side.beyond if side else int(named or 0))
        rooms = [int(room) for slot in ("first", "second", "room") if (room := intent.get(slot)) is not None]
        if len(rooms) == 1:
            return self._only_swap_at(rooms[0], seat)
        if len(rooms) != 2:
            return Unclear("ask-swap-food")
        cheese, carrot = rooms if view.foods[rooms[0]] == "cheese" else reversed(rooms)
        return rules.SwapFood(seat, cheese, carrot)

    def _only_swap_at(self, room: int, seat: int) -> Reading:
        """One room is enough where only one exchange is possible with it."""
        swaps = [move for move in self.match.legal(seat) if isinstance(move, rules.SwapFood)]
        here = [move for move in swaps if room in (move.cheese, move.carrot)]
        if not here:
            return Refused("not-that-food")
        return here[0] if len(here) == 1 else Unclear("ask-swap-food")

    def face(self, intent: Intent) -> rules.Spin | None:
        if intent.name != "face":
            return None
        also = intent.get("also")
        return rules.Spin(int(intent.get("points") or 0), clock=also == "clock", hubi=also == "hubi")

    def has_face(self) -> bool:
        return self.view.phase == "spin"

    def confirmation(self, action: Action) -> Unclear | None:
        return Unclear("confirm-search") if isinstance(action, rules.Search) else None

    def around(self, narrator: Narrator, seat: int) -> Sequence[Line]:
        """How many actions are left, and what may be searched in the own room; for hidden Hubi, what lies where."""
        view = self.view
        if view.phase == "hubi" and view.hubi == rules.NOWHERE:
            return self._foods(narrator, seat)
        if view.phase != "act":
            return ()
        left = narrator.say("actions-left", to=seat, left=view.points)
        if not view.awake or view.turned[view.rooms[seat]]:
            return left
        return [*left, *narrator.say("room-food", to=seat, food=view.foods[view.rooms[seat]])]

    def status(self, narrator: Narrator) -> Sequence[Line]:
        """The hour, where everybody is, and how far the search has come."""
        view = self.view
        lines = narrator.say("score-hour", hour=view.hour, left=rules.MIDNIGHT - view.hour)
        for room in sorted(set(view.rooms)):
            seats = tuple(seat for seat, own in enumerate(view.rooms) if own == room)
            lines += narrator.say("score-group", room=room, seats=seats)
        if not view.awake:
            return [*lines, *narrator.say("score-door", found=rules.DOOR in view.walls)]
        lines += narrator.say("score-hubi", found=view.hubi != rules.NOWHERE, room=view.hubi)
        return [*lines, *(self._foods(narrator) if view.hubi == rules.NOWHERE else ())]

    def _foods(self, narrator: Narrator, seat: int | None = None) -> list[Line]:
        """Where cheese and carrots lie face down."""
        view, lines = self.view, list[Line]()
        for food in rules.FOODS:
            rooms = tuple(r for r in rules.ROOMS if view.foods[r] == food and not view.turned[r])
            lines += narrator.say("food-group", to=seat, food=food, rooms=rooms) if rooms else []
        return lines

    def forget(self) -> bool:
        half = self._figure is not None or self._corner is not None
        self._figure = self._corner = None
        return half
