"""What happens in Husch Husch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from voicehost.rules.core import Event


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The hats are shuffled and stand on space 1; `seat` begins."""

    players: int
    seat: int


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """The die shows the colour of a witch, or "arrow"."""

    seat: int
    face: str


@dataclass(frozen=True, slots=True)
class HatLifted(Event):
    """Under the hat at `place` sits `witch`; `wanted` was looked for. All have seen it (H5)."""

    reveals: ClassVar[bool] = True
    seat: int
    place: int
    witch: str
    wanted: str
    right: bool


@dataclass(frozen=True, slots=True)
class HatFound(Event):
    """Real hats: under the hat at `place` sat `witch`, who was looked for."""

    reveals: ClassVar[bool] = True
    seat: int
    place: int
    witch: str


@dataclass(frozen=True, slots=True)
class HatMissed(Event):
    """Real hats: it was another witch than `wanted`; the table has seen which."""

    reveals: ClassVar[bool] = True
    seat: int
    wanted: str


@dataclass(frozen=True, slots=True)
class WitchMoved(Event):
    """The hat at `place` and its witch went on to `space`; `left` spaces are missing to the Blocksberg.

    `streak` is the number of right hats in this turn; the same player rolls again (H4).
    """

    seat: int
    place: int
    witch: str
    space: int
    left: int
    streak: int


@dataclass(frozen=True, slots=True)
class HatsSwapped(Event):
    """The hats at two places were exchanged, unseen (H6)."""

    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class HatsKept(Event):
    """The arrow was rolled and no hat was exchanged."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """It is the turn of `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The end: `seat` brought `witch` onto the Blocksberg with the hat at `place` (H8)."""

    seat: int
    place: int
    witch: str
