"""What Spinnengift is played with, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from voicehost.rules.core import ByNature, BySeat, Result

INGREDIENTS: Final = ("venom", "slime", "toadstool", "weed", "poop", "root")
CARDS_OF_EACH: Final = 3
GOBLIN: Final = "goblin"
GOBLINS: Final = 5
CARDS: Final = range(len(INGREDIENTS) * CARDS_OF_EACH + GOBLINS)
STAR: Final = 5
"""A chip is the number of ingredients it asks for; the star counts as five holes."""
CHIPS_OF_EACH: Final = 5
PEEKS: Final = 6
MONSTERS: Final = 7
MEDALS: Final = 42
CHIPS_AT_END: Final = 2
HAZARD: Final = (0, 5, 8, 11, 13, 20)
"""Chances out of 20 that the n-th chip since the last monster brings out the next one (P13)."""


class SpinnengiftState(NamedTuple):
    """`phase` is "place", "peek", "move", "roll", "turn" or "cauldron"."""

    players: int
    seat: int
    phase: str
    chips: tuple[int, ...]
    """The chip on each spot, 0 for none."""
    spots: tuple[int, ...]
    """Where each seat's witch stands."""
    cards: tuple[str, ...]
    """What the cards that lie face up show, "" for a face-down card."""
    wanted: str
    """The ingredient to be found now, or ""."""
    found: int
    """Ingredients found in this turn, or cards turned over so far in the peek."""
    cauldron: int
    """Chips in the cauldron."""
    medals: tuple[int, ...]
    monsters: tuple[int, ...]
    short: bool
    """Whether the medals have run out."""
    over: Result | None
    secret: tuple[str, ...] | None
    """What each card shows."""


@dataclass(frozen=True, slots=True)
class Place(BySeat):
    """Place the witch beside a chip with one hole (P3)."""

    spot: int


@dataclass(frozen=True, slots=True)
class Peek(BySeat):
    """Before the game, turn over a card for all to see (P4)."""

    card: int


@dataclass(frozen=True, slots=True)
class Stay(BySeat):
    """Stay beside the own spot (P5)."""


@dataclass(frozen=True, slots=True)
class Walk(BySeat):
    """Go along the path, one direction or two (P5)."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll(ByNature):
    """A face of the die: the ingredient to be found (P8)."""

    ingredient: str


@dataclass(frozen=True, slots=True)
class TurnCard(BySeat):
    """Turn over a face-down card, 0 to 22 (P8)."""

    card: int


@dataclass(frozen=True, slots=True)
class Cauldron(ByNature):
    """A chip went into the cauldron: does a monster fall out (P13)?"""

    falls: bool
