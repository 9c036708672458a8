"""How a player would put an action into words: the sentences of the grammar that mean it, as intents.

The other way round from the adapters in table/turns/, and written without them, so that the two can be held against
each other.
"""

from __future__ import annotations

from typing import Any

from voicehost.phrases.intent import Intent
from voicehost.rules import Action, hubi, husch, spinnengift


def intents_of(action: Action, view: Any) -> tuple[Intent, ...]:
    """Every meaning by which a player can ask for this action now; the plainest first."""
    match action:
        case husch.Lift(_, place):
            return (Intent.of("lift", hat=husch.RIBBONS[place]),)
        case husch.Swap(_, first, second):
            return (_swap(husch.RIBBONS[first], husch.RIBBONS[second]),)
        case husch.Keep():
            return (Intent.of("keep"),)
        case husch.Roll(face):
            return (Intent.of("face", face=face),)
        case hubi.Choose(_, figure, corner):
            return (Intent.of("choose", figure=figure, corner=str(corner)),)
        case hubi.Raise(_, direction):
            return (Intent.of("curtain", direction=direction),)
        case hubi.Move(seat, direction):
            return (Intent.of("go", direction=direction), *_through(view, seat, direction))
        case hubi.OpenDoor():
            return (Intent.of("door"),)
        case hubi.Search():
            return (Intent.of("search"),)
        case hubi.EndTurn():
            return (Intent.of("end"),)
        case hubi.SwapFood(_, cheese, carrot):
            return (_swap(str(cheese), str(carrot)),)
        case hubi.MoveHubi(_, room):
            return (Intent.of("room", room=str(room)),)
        case hubi.Spin(points, clock, ghost):
            also = {"also": "clock" if clock else "hubi"} if clock or ghost else {}
            return (Intent.of("face", points=str(points), **also),)
        case spinnengift.Place(_, spot):
            one_hole = [place for place, holes in enumerate(view.chips) if holes == 1]
            return (Intent.of("place", chip=str(one_hole.index(spot) + 1)),)
        case spinnengift.Peek(_, card) | spinnengift.TurnCard(_, card):
            return (Intent.of("card", number=str(card + 1)),)
        case spinnengift.Stay():
            return (Intent.of("stay"),)
        case spinnengift.Walk(_, path):
            return (Intent.of("go", **dict(zip(("first", "second"), path, strict=False))),)
        case spinnengift.Roll(ingredient):
            return (Intent.of("face", ingredient=ingredient),)
    raise ValueError(f"{action!r} is not put into words")


def _swap(one: str, other: str) -> Intent:
    """Which of the two is named first means nothing."""
    first, second = sorted((one, other))
    return Intent.of("swap", first=first, second=second)


def _through(view: hubi.HubiState, seat: int, direction: str) -> tuple[Intent, ...]:
    """ "Through the mouse hole", where only one wall of the room can be meant."""
    sides = hubi.SIDES[view.rooms[seat]]
    kind = view.walls[sides[direction].wall]
    alike = [side for side in sides.values() if view.walls[side.wall] == kind]
    return (Intent.of("through", way=kind),) if kind != hubi.FREE and len(alike) == 1 else ()
