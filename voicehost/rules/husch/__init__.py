"""Husch Husch kleine Hexe (Chop Chop, Little Witch): remember which witch is under which hat.

A colour is rolled, and the player lifts the hat under which that witch seems to hide. Whoever moves any witch
onto the Blocksberg wins, whatever her colour.

Rules H1 to H11. The names of the hats belong to five places, which keep their space on the path: a swap
exchanges the hidden witches of two places, so that a voice can always say which hat it means (H10).
"""

from voicehost.rules.husch.events import (
    DieRolled,
    GameOpened,
    GameWon,
    HatFound,
    HatLifted,
    HatMissed,
    HatsKept,
    HatsSwapped,
    TurnPassed,
    WitchMoved,
)
from voicehost.rules.husch.game import Husch
from voicehost.rules.husch.pieces import (
    ARROW,
    BLOCKSBERG,
    FACES,
    PLACES,
    RIBBONS,
    WITCHES,
    Found,
    HuschState,
    Keep,
    Lift,
    Missed,
    Roll,
    Swap,
)

__all__ = [
    "ARROW",
    "BLOCKSBERG",
    "FACES",
    "PLACES",
    "RIBBONS",
    "WITCHES",
    "DieRolled",
    "Found",
    "GameOpened",
    "GameWon",
    "HatFound",
    "HatLifted",
    "HatMissed",
    "HatsKept",
    "HatsSwapped",
    "Husch",
    "HuschState",
    "Keep",
    "Lift",
    "Missed",
    "Roll",
    "Swap",
    "TurnPassed",
    "WitchMoved",
]
