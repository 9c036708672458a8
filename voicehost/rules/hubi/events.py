"""What happens in Schnappt Hubi!."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from voicehost.rules.core import Event


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The house stands; the figures are chosen first, by `seat` and then clockwise."""

    players: int
    hour: int
    seat: int


@dataclass(frozen=True, slots=True)
class FigureChosen(Event):
    """A seat has its figure in a corner room."""

    seat: int
    figure: str
    corner: int


@dataclass(frozen=True, slots=True)
class FoodLaid(Event):
    """Every room has its chip; `foods` are their backs, room by room."""

    foods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompassSpun(Event):
    """So many actions, and whether the field shows the clock or Hubi."""

    seat: int
    points: int
    clock: bool
    hubi: bool


@dataclass(frozen=True, slots=True)
class ClockMoved(Event):
    """The clock shows `hour`; `left` hours are left, 0 at midnight."""

    hour: int
    left: int


@dataclass(frozen=True, slots=True)
class HubiSleeps(Event):
    """The Hubi field counts for nothing before the door is open."""


@dataclass(frozen=True, slots=True)
class FoodSwapped(Event):
    """The face-down chips of two adjacent rooms were exchanged; the rooms are those before the exchange."""

    cheese: int
    carrot: int


@dataclass(frozen=True, slots=True)
class HubiMoved(Event):
    """Hubi, already found, went from one room to the next."""

    start: int
    room: int


@dataclass(frozen=True, slots=True)
class HubiStayed(Event):
    """Hubi could not move."""


@dataclass(frozen=True, slots=True)
class CurtainRaised(Event):
    """Behind the curtain is a `wall`: "free", "hole", "window" or "door"; `left` actions are left."""

    reveals: ClassVar[bool] = True
    seat: int
    room: int
    direction: str
    wall: str
    left: int


@dataclass(frozen=True, slots=True)
class FigureMoved(Event):
    """A figure went through a wall into `room`; `left` actions are left."""

    seat: int
    figure: str
    start: int
    room: int
    direction: str
    wall: str
    left: int


@dataclass(frozen=True, slots=True)
class FoodSearched(Event):
    """The chip of a room was turned over and stays so; `hubi` if the ghost was under it."""

    reveals: ClassVar[bool] = True
    seat: int
    room: int
    food: str
    hubi: bool
    left: int


@dataclass(frozen=True, slots=True)
class DoorOpened(Event):
    """The magic door between two rooms is open and Hubi is awake; `other` stands on its other side."""

    seat: int
    other: int
    room: int
    beyond: int
    left: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """It is the turn of `seat`; its `task` is to "choose" a figure in the beginning, later to "spin"."""

    seat: int
    task: str


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """Hubi is caught: `seats` stand in his `room`, at `hour`."""

    seats: tuple[int, ...]
    room: int
    hour: int


@dataclass(frozen=True, slots=True)
class GameLost(Event):
    """Midnight, and Hubi is free. He was in `room`; `found` if the team had found him."""

    reveals: ClassVar[bool] = True
    room: int
    found: bool
