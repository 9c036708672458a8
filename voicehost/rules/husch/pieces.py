"""What Husch Husch is played with, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from voicehost.rules.core import ByNature, BySeat, Result

WITCHES: Final = ("orange", "pink", "purple", "brown", "grey")
RIBBONS: Final = ("red", "yellow", "green", "blue", "white")
"""The ribbon of each place from left to right; no witch has one of these colours (H10)."""
PLACES: Final = range(len(RIBBONS))
ARROW: Final = "arrow"
FACES: Final = (*WITCHES, ARROW)
BLOCKSBERG: Final = 7


class HuschState(NamedTuple):
    """Whose turn it is, where the hats stand, and what was rolled."""

    players: int
    seat: int
    spaces: tuple[int, ...]
    """The space of each place, 1 to 7."""
    face: str
    """What was rolled and is not yet carried out, or ""."""
    streak: int
    """Right hats in this turn."""
    over: Result | None
    secret: tuple[str, ...] | None
    """The witch under the hat of each place."""


@dataclass(frozen=True, slots=True)
class Roll(ByNature):
    """A face of the die: the colour of a witch, or "arrow" (H2)."""

    face: str


@dataclass(frozen=True, slots=True)
class Lift(BySeat):
    """Lift the hat at `place`, 0 to 4 from the left (H3)."""

    place: int


@dataclass(frozen=True, slots=True)
class Found(BySeat):
    """Real hats: the witch that was rolled sat under the hat at `place`, as the table says."""

    place: int


@dataclass(frozen=True, slots=True)
class Missed(BySeat):
    """Real hats: another witch sat under the lifted hat, as the table says."""


@dataclass(frozen=True, slots=True)
class Swap(BySeat):
    """Exchange the hats at two places without looking (H6)."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Keep(BySeat):
    """Leave the hats where they are; only with the option swap="may"."""
