"""What happens in Spinnengift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from voicehost.rules.core import Event


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """Chips and cards lie; the witches are placed first, by `seat` and then clockwise."""

    players: int
    seat: int


@dataclass(frozen=True, slots=True)
class WitchPlaced(Event):
    """A witch stands beside a chip with one hole."""

    seat: int
    spot: int


@dataclass(frozen=True, slots=True)
class CardPeeked(Event):
    """A card is shown to all before the game; `left` more follow."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    shows: str
    left: int


@dataclass(frozen=True, slots=True)
class CardsHidden(Event):
    """Some open cards go face down again (P11)."""

    cards: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """It is the turn of `seat`; its `task` is to "place" the witch, to "peek" at six cards, or to "play".

    `spot` and `holes` tell where its witch stands and which chip lies there (0 none, 5 the star); both are
    -1 and 0 before it is placed.
    """

    seat: int
    task: str
    spot: int
    holes: int


@dataclass(frozen=True, slots=True)
class WitchStayed(Event):
    """A witch stays beside a spot with a chip of so many holes, 0 for none."""

    seat: int
    spot: int
    holes: int


@dataclass(frozen=True, slots=True)
class WitchWalked(Event):
    """A witch went along `path` to `spot`, with a chip of so many holes, 0 for none."""

    seat: int
    start: int
    spot: int
    path: tuple[str, ...]
    holes: int


@dataclass(frozen=True, slots=True)
class NothingToWin(Event):
    """The spot is empty, and the turn is over (P6)."""

    seat: int


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """The ingredient to be found, as number `number` of `holes`."""

    seat: int
    ingredient: str
    number: int
    holes: int


@dataclass(frozen=True, slots=True)
class NoneLeft(Event):
    """All three cards of the rolled ingredient lie open already, and the turn is over (P9)."""

    seat: int
    ingredient: str


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """A card shows an ingredient or "goblin"; `left` ingredients are still to be found if it was right."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    shows: str
    wanted: str
    right: bool
    left: int


@dataclass(frozen=True, slots=True)
class GoblinStruck(Event):
    """The goblin ended the turn of `seat`, and `others` took a medal each (P10)."""

    seat: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChipWon(Event):
    """All ingredients found: the seat has `medals` new medals and now `total` (P12)."""

    seat: int
    spot: int
    holes: int
    medals: int
    total: int


@dataclass(frozen=True, slots=True)
class MedalsRunOut(Event):
    """All `medals` are given out. `owed` if the game counts on and buttons serve as medals (P17)."""

    medals: int
    owed: bool


@dataclass(frozen=True, slots=True)
class CauldronFilled(Event):
    """A chip went into the cauldron, which now holds `chips` and keeps its monster."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class MonsterFell(Event):
    """A monster fell out of the cauldron: the seat has `total`, and `left` monsters are left (P14)."""

    seat: int
    total: int
    left: int


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The end by `reason` ("seventh_monster" or "two_chips"): `seats` have the most `points`.

    `decided` by "points", by "monsters", or "shared" among several (P16); `scores` are all seats' points.
    """

    seats: tuple[int, ...]
    reason: str
    decided: str
    points: int
    scores: tuple[int, ...]
