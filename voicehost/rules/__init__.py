"""The rules of four games on one shared engine: pure, without a clock, a device or a sentence.

Start with `Match.new("verhext", players=3, seed=7)`; `core` explains the shape, `match` the journal, and
each game has one module with its actions, its events and its rules.
"""

from typing import Any, Final

from voicehost.rules.core import (
    NATURE,
    TABLE,
    Action,
    ByNature,
    BySeat,
    ByTable,
    Event,
    Game,
    Illegal,
    Result,
    Turn,
    public,
)
from voicehost.rules.dice import Dice
from voicehost.rules.hubi import Hubi
from voicehost.rules.husch import Husch
from voicehost.rules.match import JournalError, Match, action_from_json, action_to_json
from voicehost.rules.spinnengift import Spinnengift
from voicehost.rules.verhext import Verhext

GAMES: Final[dict[str, type[Game[Any]]]] = {game.name: game for game in (Husch, Hubi, Verhext, Spinnengift)}
"""Every game by its name."""

__all__ = [
    "GAMES",
    "NATURE",
    "TABLE",
    "Action",
    "ByNature",
    "BySeat",
    "ByTable",
    "Dice",
    "Event",
    "Game",
    "Illegal",
    "JournalError",
    "Match",
    "Result",
    "Turn",
    "action_from_json",
    "action_to_json",
    "public",
]
