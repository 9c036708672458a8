"""What happens in Verhext!."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from voicehost.rules.core import Event


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The ring is laid; `cards` are the kinds clockwise, the witch stands on the card `start`."""

    players: int
    cards: tuple[str, ...]
    start: int
    shaker: int


@dataclass(frozen=True, slots=True)
class DiceThrown(Event):
    """The dice lie. The witch would land on the card `target`, of kind `witch`; that is all one needs to know."""

    shaker: int
    cats: int
    brooms: int
    bats: int
    pips: int
    target: int
    witch: str
    size: str


@dataclass(frozen=True, slots=True)
class CallRight(Event):
    """A right call, kept until it is clear whether it was the first. `at` is its onset in ms."""

    seat: int
    spells: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class CallWrong(Event):
    """A wrong call: the seat is out of this round; `left` seats may still answer."""

    seat: int
    spells: tuple[str, ...]
    at: float
    left: int


@dataclass(frozen=True, slots=True)
class SeatPassed(Event):
    """The seat does not call; `left` seats may still answer."""

    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class CardWon(Event):
    """The first right caller takes the card that the witch stands on.

    Afterwards the seat owns `alike` cards of this kind and `total` in all. `ahead` is the time in ms to the
    next right call, or -1 if none had been heard when the round was judged.
    """

    seat: int
    solution: tuple[str, ...]
    witch: str
    size: str
    alike: int
    total: int
    ahead: float


@dataclass(frozen=True, slots=True)
class Tohuwabohu(Event):
    """Several were right at once: nobody gets a card (V11)."""

    seats: tuple[int, ...]
    solution: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NobodyRight(Event):
    """Every seat was wrong or silent: no card, and the witch stays (V8)."""

    solution: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WitchFlew(Event):
    """The witch flew `pips` cards from place `start` to place `target`, where she stands on a card of kind
    `witch`.
    """

    start: int
    target: int
    pips: int
    clockwise: bool
    witch: str
    size: str


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A new card fills the gap at `place`; `pile` cards are left."""

    reveals: ClassVar[bool] = True
    place: int
    witch: str
    size: str
    pile: int


@dataclass(frozen=True, slots=True)
class ShakerChanged(Event):
    """The next round: `seat` shakes."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The end. `reason` is "three_alike" (of kind `witch`) or "five_cards"."""

    seat: int
    reason: str
    witch: str
    total: int
