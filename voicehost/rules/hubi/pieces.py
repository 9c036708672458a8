"""What Schnappt Hubi! is played with, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from voicehost.rules.core import ByNature, BySeat, Result

FIGURES: Final = ("mouse", "rabbit")
FIGURES_OF_EACH: Final = 2
FOOD_OF: Final = {"mouse": "cheese", "rabbit": "carrot"}
FOODS: Final = ("cheese", "carrot")
FOODS_OF_EACH: Final = 5
MIDNIGHT: Final = 12
NOWHERE: Final = -1


class HubiSecret(NamedTuple):
    """What nobody has seen. Before the chips are laid, `chips` holds all ten and `ghost` is a place among them."""

    walls: tuple[str, ...]
    ghost: int
    """The room of the Hubi chip."""
    chips: tuple[str, ...]
    aside: tuple[int, int, int]
    """The chip set aside for an even team, for more rabbits and for more mice (U6); never the ghost (U7)."""


class HubiState(NamedTuple):
    """`phase` is "choose", "spin", "hubi" (the ghost moves) or "act"."""

    players: int
    seat: int
    phase: str
    hour: int
    """The hour on the clock; 0 is twelve o'clock at the start, 12 is midnight."""
    points: int
    """Actions left in this turn."""
    figures: tuple[str, ...]
    rooms: tuple[int, ...]
    """Where each seat's figure stands."""
    walls: tuple[str, ...]
    """The kind of each wall, or "" behind its curtain."""
    awake: bool
    """Whether the magic door is open."""
    foods: tuple[str, ...]
    """The back of the chip in each room."""
    turned: tuple[bool, ...]
    """Whether the chip in each room lies face up."""
    hubi: int
    """The room in which Hubi was found, or NOWHERE."""
    over: Result | None
    secret: HubiSecret | None


@dataclass(frozen=True, slots=True)
class Choose(BySeat):
    """Take a figure ("mouse" or "rabbit") and put it into a corner room (U5)."""

    figure: str
    corner: int


@dataclass(frozen=True, slots=True)
class Spin(ByNature):
    """A field of the compass: actions, and whether it shows the clock or Hubi (U8 to U10)."""

    points: int
    clock: bool = False
    hubi: bool = False


@dataclass(frozen=True, slots=True)
class Raise(BySeat):
    """Remove the curtain of the own room in this direction (U11)."""

    direction: str


@dataclass(frozen=True, slots=True)
class Move(BySeat):
    """Go through the wall in this direction (U12)."""

    direction: str


@dataclass(frozen=True, slots=True)
class Search(BySeat):
    """Turn over the chip of the own room (U13, U14)."""


@dataclass(frozen=True, slots=True)
class OpenDoor(BySeat):
    """Open the magic door between the own figure and another (U15)."""


@dataclass(frozen=True, slots=True)
class EndTurn(BySeat):
    """Let the other actions lapse (U8)."""


@dataclass(frozen=True, slots=True)
class SwapFood(BySeat):
    """Hubi hides: exchange the chips of two adjacent rooms (U16). NATURE does it with hubi="random"."""

    cheese: int
    carrot: int


@dataclass(frozen=True, slots=True)
class MoveHubi(BySeat):
    """Hubi is found: move him into an adjacent empty room (U17). NATURE does it with hubi="random"."""

    room: int
