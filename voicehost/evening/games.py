"""Every game as a script: one place that knows which table serves which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

from voicehost.rules import Match
from voicehost.rules.core import Events
from voicehost.rules.dice import Dice
from voicehost.table.race.verhext import VerhextTable
from voicehost.table.script import Script
from voicehost.table.talk import AtTable
from voicehost.table.turns.hubi import HubiPlay
from voicehost.table.turns.husch import HuschPlay
from voicehost.table.turns.play import Play
from voicehost.table.turns.spinnengift import SpinnengiftPlay
from voicehost.table.turns.turns import TurnTable
from voicehost.tell.narrator import Narrator

PLAYS: Final[Mapping[str, Callable[[Match[Any]], Play[Any]]]] = MappingProxyType(
    {"husch": HuschPlay, "hubi": HubiPlay, "spinnengift": SpinnengiftPlay}
)
"""The adapters of the turn-based games."""


class GameTable(AtTable, Protocol):
    """A match at a table, ready to be played."""

    match: Match[Any]
    names: tuple[str, ...]

    def script(self) -> Script:
        """From the opening to the winner."""


def open_table(
    match: Match[Any],
    narrator: Narrator,
    names: Sequence[str],
    *,
    seed: int | str = 0,
    dice: str = "drawn",
    resumed: Events | None = None,
) -> GameTable:
    """The table for a match of any game.

    `dice`: "drawn" by the program or "real", read aloud. `resumed`: what happened last, if the match goes on.
    """
    if match.game.name in PLAYS:
        return TurnTable(match, narrator, names, PLAYS[match.game.name](match), dice=dice, resumed=resumed)
    reading = Dice(f"{seed} reading")
    return VerhextTable(match, narrator, names, reading=reading, resumed=resumed is not None, dice=dice)
