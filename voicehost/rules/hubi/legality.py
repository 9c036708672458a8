"""What is allowed in Schnappt Hubi!, and why something is not; all of it answers from what everybody sees."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final, TypeAlias

from voicehost.rules.core import Action
from voicehost.rules.hubi.house import CORNERS, DOOR, PASSES, ROOMS, SIDES, STEPS, WALLS
from voicehost.rules.hubi.pieces import (
    FIGURES,
    FIGURES_OF_EACH,
    FOOD_OF,
    NOWHERE,
    Choose,
    EndTurn,
    HubiState,
    Move,
    MoveHubi,
    OpenDoor,
    Raise,
    Search,
    SwapFood,
)

Why: TypeAlias = tuple[str, dict[str, Any]] | None
"""A reason of REFUSALS with its facts, or None if nothing speaks against it."""

REFUSALS: Final = MappingProxyType(
    {
        "choose_first": "The figures are chosen first.",
        "spin_first": "The compass is spun first.",
        "hubi_first": "Hubi moves first.",
        "act_now": "Hubi does not move now; it is time for actions.",
        "no_such_figure": "There are mice and rabbits only.",
        "figure_taken": "Both figures of the kind {figure} are taken.",
        "both_kinds": "The team needs at least one mouse and one rabbit.",
        "not_a_corner": "Figures begin in a corner room.",
        "corner_taken": "Another figure begins in that corner.",
        "outside": "In the direction {direction} the house ends.",
        "no_such_direction": "There is no such direction; there are up, down, left and right.",
        "already_raised": "That curtain is already gone.",
        "curtain": "A curtain hangs there; it is raised first.",
        "wall_hole": "Only mice fit through a mouse hole.",
        "wall_window": "Only rabbits get through a rabbit window.",
        "wall_door": "The magic door is locked.",
        "door_hidden": "The magic door has not been found.",
        "door_open": "The magic door is already open.",
        "not_at_door": "The figure does not stand at the magic door.",
        "nobody_beyond": "Nobody stands on the other side of the magic door.",
        "still_asleep": "Hubi sleeps until the magic door is open; searching comes later.",
        "already_turned": "The chip in this room lies face up already.",
        "wrong_food": "A {figure} cannot look under {food}.",
        "no_such_room": "There is no such room.",
        "not_adjacent": "These rooms are not side by side.",
        "not_that_food": "A face-down cheese and a face-down carrot are exchanged.",
        "occupied": "Hubi goes only where no animal is.",
    }
)


def because(reason: str, **facts: Any) -> Why:
    """A reason with its facts."""
    return reason, facts


def ghost_moves(state: HubiState, seat: int) -> tuple[Action, ...]:
    """How Hubi may move, by whose hand it may be: chips exchanged while he hides (U16), else his own way (U17)."""
    if state.hubi != NOWHERE:
        rooms = (beyond for beyond, _ in SIDES[state.hubi].values() if beyond not in state.rooms)
        return tuple(MoveHubi(seat, room) for room in rooms)
    moves: list[Action] = []
    for one, two in WALLS:
        if state.foods[one] != state.foods[two] and not (state.turned[one] or state.turned[two]):
            cheese, carrot = (one, two) if state.foods[one] == "cheese" else (two, one)
            moves.append(SwapFood(seat, cheese, carrot))
    return tuple(moves)


def legal_acts(state: HubiState, seat: int) -> tuple[Action, ...]:
    """What a seat may do with its actions."""
    room, figure = state.rooms[seat], state.figures[seat]
    acts: list[Action] = []
    for direction, (_, wall) in SIDES[room].items():
        kind = state.walls[wall]
        if not kind:
            acts.append(Raise(seat, direction))
        elif kind in PASSES[figure] or (kind == DOOR and state.awake):
            acts.append(Move(seat, direction))
    if not state.awake:
        if mind_door(state, seat) is None:
            acts.append(OpenDoor(seat))
    elif not state.turned[room] and state.foods[room] == FOOD_OF[figure]:
        acts.append(Search(seat))
    acts.append(EndTurn(seat))
    return tuple(acts)


def mind_choice(state: HubiState, choice: Choose) -> Why:
    """What speaks against a figure or corner (U5)."""
    if choice.figure not in FIGURES:
        return because("no_such_figure")
    if state.figures.count(choice.figure) == FIGURES_OF_EACH:
        return because("figure_taken", figure=choice.figure)
    team = {*state.figures, choice.figure}
    if len(state.figures) == state.players - 1 and len(team) < len(FIGURES):
        return because("both_kinds")
    if choice.corner not in CORNERS:
        return because("not_a_corner")
    return because("corner_taken") if choice.corner in state.rooms else None


def mind_act(state: HubiState, action: Any) -> Why:
    """What speaks against one of the actions that cost a point."""
    seat = action.seat
    room, figure = state.rooms[seat], state.figures[seat]
    match action:
        case Raise(_, direction) | Move(_, direction):
            if direction not in SIDES[room]:
                known = direction in STEPS
                return because("outside" if known else "no_such_direction", direction=direction)
            kind = state.walls[SIDES[room][direction].wall]
            if isinstance(action, Raise):
                return because("already_raised") if kind else None
            if not kind:
                return because("curtain")
            if kind in PASSES[figure] or (kind == DOOR and state.awake):
                return None
            return (f"wall_{kind}", {})
        case Search():
            if not state.awake:
                return because("still_asleep")
            if state.turned[room]:
                return because("already_turned")
            food = state.foods[room]
            fits = food == FOOD_OF[figure]
            return None if fits else because("wrong_food", figure=figure, food=food)
        case OpenDoor():
            return mind_door(state, seat)
    return None


def mind_door(state: HubiState, seat: int) -> Why:
    """What speaks against opening the magic door (U15)."""
    if state.awake:
        return because("door_open")
    if DOOR not in state.walls:
        return because("door_hidden")
    rooms = WALLS[state.walls.index(DOOR)]
    if state.rooms[seat] not in rooms:
        return because("not_at_door")
    return None if set(rooms) <= set(state.rooms) else because("nobody_beyond")


def mind_ghost(state: HubiState, action: Any) -> Why:
    """What speaks against a move of the ghost (U16, U17)."""
    if action in ghost_moves(state, action.seat):
        return None
    moves_hubi = isinstance(action, MoveHubi)
    if moves_hubi != (state.hubi != NOWHERE):
        return because("not_now", action=type(action).__name__)
    rooms = (state.hubi, action.room) if moves_hubi else (action.cheese, action.carrot)
    if any(room not in ROOMS for room in rooms):
        return because("no_such_room")
    if tuple(sorted(rooms)) not in WALLS:
        return because("not_adjacent")
    return because("occupied" if moves_hubi else "not_that_food")
