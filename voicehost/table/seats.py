"""Who sits at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from voicehost.errors import Trouble
from voicehost.rules import GAMES, Game
from voicehost.tell.narrator import Player

SIGNS = ("fox", "cat", "owl", "bear")
"""Call signs in order of seats. Their words in each language stand in grammars/ and voices/."""


def seat_players(game: type[Game], names: str | None, players: int | None, langs: Sequence[str]) -> tuple[Player, ...]:  # type: ignore[type-arg]
    """The players of `--names Anna,Ben` or `--players 3`, in order of seats; the languages go round.

    Raises Trouble for two of one name and for a number of players that the game does not allow.
    """
    named = [unicodedata.normalize("NFC", name.strip()) for name in (names or "").split(",") if name.strip()]
    if players is not None and named and players != len(named):
        raise Trouble(f"--players {players} and {len(named)} names do not fit; give one of the two.")
    count = len(named) or players or min(len(SIGNS), game.seats[-1])
    if count not in game.seats:
        fewest, most = game.seats[0], game.seats[-1]
        raise Trouble(f"{game.name} is for {fewest} to {most} players, not {count}; change --players or --names.")
    _need_distinct(named)
    return tuple(Player(name, langs[seat % len(langs)]) for seat, name in enumerate((named or SIGNS)[:count]))


def _need_distinct(names: Collection[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name.lower() in seen:
            raise Trouble(f"Two players are called {name!r}; give each a name of its own.")
        seen.add(name.lower())


def need_game(name: str) -> type[Game]:  # type: ignore[type-arg]
    """The rules called `name`. Raises Trouble that lists the games."""
    if name not in GAMES:
        raise Trouble(f"There is no game {name!r}; choose from {', '.join(sorted(GAMES))}.")
    return GAMES[name]
