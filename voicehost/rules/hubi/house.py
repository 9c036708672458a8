"""The haunted house of Schnappt Hubi!: nine rooms, the twelve walls between them, and which houses can be
won.

Rooms are numbered 0 to 8 from the top left, row by row. Directions belong to the board and not to a seat
(U22).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from voicehost.rules.dice import Dice

Figure: TypeAlias = Literal["mouse", "rabbit"]

ROOMS: Final = range(9)
WIDTH: Final = 3
CORNERS: Final = (0, 2, 6, 8)
FREE: Final = "free"
HOLE: Final = "hole"
WINDOW: Final = "window"
DOOR: Final = "door"

STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Wall(NamedTuple):
    """One side of a room: the room beyond it, and the number of the wall between them."""

    beyond: int
    wall: int


def _build() -> tuple[tuple[tuple[int, int], ...], tuple[dict[str, Wall], ...]]:
    """The two rooms beside each wall, and each room's sides by direction."""
    pairs: list[tuple[int, int]] = []
    for room in ROOMS:
        row, column = divmod(room, WIDTH)
        if column + 1 < WIDTH:
            pairs.append((room, room + 1))
        if row + 1 < WIDTH:
            pairs.append((room, room + WIDTH))
    sides: tuple[dict[str, Wall], ...] = tuple({} for _ in ROOMS)
    for room in ROOMS:
        row, column = divmod(room, WIDTH)
        for direction, (down, right) in STEPS.items():
            if 0 <= row + down < WIDTH and 0 <= column + right < WIDTH:
                beyond = room + down * WIDTH + right
                sides[room][direction] = Wall(beyond, pairs.index((min(room, beyond), max(room, beyond))))
    return tuple(pairs), sides


WALLS, SIDES = _build()
"""`WALLS[wall]` are the two rooms beside it; `SIDES[room][direction]` is what lies there."""

PASSES: Final[dict[str, frozenset[str]]] = {
    "mouse": frozenset({FREE, HOLE}),
    "rabbit": frozenset({FREE, WINDOW}),
}
"""Which walls a figure can go through, apart from the open magic door (U12)."""


def connected(walls: Sequence[str], open_kinds: frozenset[str]) -> bool:
    """Whether all nine rooms can be reached through walls of these kinds."""
    reached, edge = {0}, [0]
    while edge:
        room = edge.pop()
        for beyond, wall in SIDES[room].values():
            if beyond not in reached and walls[wall] in open_kinds:
                reached.add(beyond)
                edge.append(beyond)
    return len(reached) == len(ROOMS)


def solvable(walls: Sequence[str]) -> bool:
    """Whether every team can win from every corner (U4).

    Mice and rabbits must each reach all rooms once the door is open, and one of the two kinds must get
    around the closed door, so that somebody can stand on its other side.
    """
    mice, rabbits = PASSES["mouse"], PASSES["rabbit"]
    through_door = all(connected(walls, kinds | {DOOR}) for kinds in (mice, rabbits))
    return through_door and (connected(walls, mice) or connected(walls, rabbits))


def can_be_solved(free: int, holes: int, windows: int) -> bool:
    """Whether these numbers of walls allow any solvable house: nine rooms need eight ways."""
    enough = len(ROOMS) - 1
    fewest, most = sorted((free + holes, free + windows))
    return fewest + 1 >= enough and most >= enough


def draw_house(free: int, holes: int, windows: int, dice: Dice) -> tuple[str, ...]:
    """A solvable house, all of them equally likely: the kind of each of the twelve walls, one of them the door."""
    kinds = [FREE] * free + [HOLE] * holes + [WINDOW] * windows + [DOOR]
    while True:
        walls = dice.shuffled(kinds)
        if solvable(walls):
            return walls
