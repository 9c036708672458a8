"""What Verhext! is played with: cards, dice, a round, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from voicehost.rules.core import ByNature, BySeat, ByTable, Result

Symbol: TypeAlias = Literal["cat", "broom", "bat"]
Size: TypeAlias = Literal["single", "many"]
Answer: TypeAlias = Literal["open", "right", "wrong", "passed"]

SYMBOLS: Final[tuple[Symbol, ...]] = ("cat", "broom", "bat")
DICE: Final = 7
PIPS: Final = range(1, 7)
RED_PIPS: Final = frozenset({1, 3, 5})  # the others are black (V16)
RING: Final = 7
ALIKE_TO_WIN: Final = 3
CARDS_TO_WIN: Final = 5

WITCHES: Final[dict[str, Size]] = {
    "moon": "single",
    "herb": "single",
    "storm": "single",
    "forest": "many",
    "swamp": "many",
    "mountain": "many",
}
"""The six kinds of card and whether one or many witches are on them (V2)."""
CARDS_OF_EACH: Final = 5


class Card(NamedTuple):
    """A card: its kind of witch, and the way its black star points (+1 clockwise, -1 against; red is opposite)."""

    witch: str
    black: int


class VerhextState(NamedTuple):
    """A round is open while `pips` is not 0. Places of the ring count clockwise from 0."""

    players: int
    ring: tuple[Card, ...]
    witch: int
    won: tuple[tuple[str, ...], ...]
    shaker: int
    round: int
    pile: int
    counts: tuple[int, ...]
    pips: int
    solution: tuple[Symbol, ...]
    answers: tuple[Answer, ...]
    right: tuple[tuple[float, int], ...]
    """Right calls of this round as (onset in ms, seat), earliest first."""
    settled: float
    """No call with an onset up to this (ms) can still arrive; NEVER at first."""
    over: Result | None
    secret: tuple[Card, ...] | None
    """The pile, next card first."""


@dataclass(frozen=True, slots=True)
class Throw(ByNature):
    """The seven witch dice, counted in the order cat, broom, bat, and the pips of the white die (V3)."""

    counts: tuple[int, int, int]
    pips: int


@dataclass(frozen=True, slots=True)
class Call(BySeat):
    """One or two spells, as their symbols, shouted with the onset `at` in ms on the table's clock."""

    spells: tuple[Symbol, ...]
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Pass(BySeat):
    """The seat will not call in this round."""


@dataclass(frozen=True, slots=True)
class Settle(ByTable):
    """The host's promise that no call with an onset up to `until` ms can still arrive."""

    until: float
