"""The witch's kitchen of Spinnengift und Krötenschleim: its board as a drawing, and the ways a witch can
go.

The rulebook shows 25 round spots on a path but does not say how the path runs (P2), so the board is data:
`o` is a spot, `-` and `|` are paths. Spots are numbered in reading order, and moves are said as directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent
from types import MappingProxyType
from typing import Final, NamedTuple

BOARDS: Final = MappingProxyType(
    {
        "grid": """
            o-o-o-o-o
            | | | | |
            o-o-o-o-o
            | | | | |
            o-o-o-o-o
            | | | | |
            o-o-o-o-o
            | | | | |
            o-o-o-o-o
        """,
    }
)


class Way(NamedTuple):
    """A move: the directions to say, the spot passed over (or None), and the spot where it ends."""

    path: tuple[str, ...]
    over: int | None
    target: int


class Board:
    """The spots and paths of one drawing. `ways[spot]` are all moves from a spot that chips might allow."""

    def __init__(self, drawing: str) -> None:
        lines = dedent(drawing).splitlines()
        marks = {(row, column): mark for row, line in enumerate(lines) for column, mark in enumerate(line)}
        numbers = {place: number for number, place in enumerate(p for p in sorted(marks) if marks[p] == "o")}
        self.spots = range(len(numbers))
        self.paths: tuple[dict[str, int], ...] = tuple({} for _ in self.spots)
        for (row, column), spot in numbers.items():
            for direction, (down, right), line_mark in _STEPS:
                beyond = numbers.get((row + 2 * down, column + 2 * right))
                if beyond is not None and marks.get((row + down, column + right)) == line_mark:
                    self.paths[spot][direction] = beyond
        self.ways = tuple(tuple(self._ways_from(spot)) for spot in self.spots)

    def _ways_from(self, spot: int) -> list[Way]:
        ways = [Way((direction,), None, target) for direction, target in self.paths[spot].items()]
        for direction, over in self.paths[spot].items():
            for then, target in self.paths[over].items():
                if target != spot:  # back to the own spot is no move (P5)
                    ways.append(Way((direction, then), over, target))
        return ways

    def open_ways(self, spot: int, chips: Sequence[int]) -> list[Way]:
        """The moves that the chips on the board allow: one step, or two over exactly one empty spot (P5)."""
        return [way for way in self.ways[spot] if way.over is None or not chips[way.over]]


_STEPS: Final = (
    ("up", (-1, 0), "|"),
    ("down", (1, 0), "|"),
    ("left", (0, -1), "-"),
    ("right", (0, 1), "-"),
)
DIRECTIONS: Final = tuple(direction for direction, _, _ in _STEPS)
KITCHENS: Final = MappingProxyType({name: Board(drawing) for name, drawing in BOARDS.items()})
