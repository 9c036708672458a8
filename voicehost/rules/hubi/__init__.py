"""Schnappt Hubi! (Catch Hubi!), travel edition: mice and rabbits catch a ghost together before midnight.

First they raise curtains and look for the magic door; when it is opened, Hubi wakes up. Then they search
the rooms, and win when two of them stand in the room of the ghost they have found.

Rules U1 to U22; the house is in `house`. Open in the rulebook and decided here: the fields of the compass
(U10), the numbers of walls (U2), one Hubi chip that is never set aside (U7), and who chooses when Hubi
moves (U16).
"""

from voicehost.rules.hubi.events import (
    ClockMoved,
    CompassSpun,
    CurtainRaised,
    DoorOpened,
    FigureChosen,
    FigureMoved,
    FoodLaid,
    FoodSearched,
    FoodSwapped,
    GameLost,
    GameOpened,
    GameWon,
    HubiMoved,
    HubiSleeps,
    HubiStayed,
    TurnPassed,
)
from voicehost.rules.hubi.game import COMPASS, Hubi, lay_food
from voicehost.rules.hubi.house import DOOR, FREE, HOLE, PASSES, ROOMS, SIDES, WALLS, WINDOW
from voicehost.rules.hubi.legality import ghost_moves
from voicehost.rules.hubi.pieces import (
    FIGURES,
    FIGURES_OF_EACH,
    FOOD_OF,
    FOODS,
    FOODS_OF_EACH,
    MIDNIGHT,
    NOWHERE,
    Choose,
    EndTurn,
    HubiSecret,
    HubiState,
    Move,
    MoveHubi,
    OpenDoor,
    Raise,
    Search,
    Spin,
    SwapFood,
)

__all__ = [
    "COMPASS",
    "DOOR",
    "FIGURES",
    "FIGURES_OF_EACH",
    "FOODS",
    "FOODS_OF_EACH",
    "FOOD_OF",
    "FREE",
    "HOLE",
    "MIDNIGHT",
    "NOWHERE",
    "PASSES",
    "ROOMS",
    "SIDES",
    "WALLS",
    "WINDOW",
    "Choose",
    "ClockMoved",
    "CompassSpun",
    "CurtainRaised",
    "DoorOpened",
    "EndTurn",
    "FigureChosen",
    "FigureMoved",
    "FoodLaid",
    "FoodSearched",
    "FoodSwapped",
    "GameLost",
    "GameOpened",
    "GameWon",
    "Hubi",
    "HubiMoved",
    "HubiSecret",
    "HubiSleeps",
    "HubiState",
    "HubiStayed",
    "Move",
    "MoveHubi",
    "OpenDoor",
    "Raise",
    "Search",
    "Spin",
    "SwapFood",
    "TurnPassed",
    "ghost_moves",
    "lay_food",
]
