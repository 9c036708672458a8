"""Who sits at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from voicehost.errors import Trouble
from voicehost.rules import GAMES, Game
from voicehost.tell.narrator import Player

SIGNS = ("fox", "cat", "owl", "bear")
"""Call signs in order of seats. Their words in each language stand in grammars/ and voices/."""


def seat_players(
    game: type[Game] | None,  # type: ignore[type-arg]
    names: str | None,
    players: int | None,
    langs: Sequence[str],
) -> tuple[Player, ...]:
    """The players of `--names Anna,Ben` or `--players 3`, in order of seats; the languages go round.

    Raises Trouble for two of one name and for a number of players that the game (None: any game) does not allow.
    """
    named = [unicodedata.normalize("NFC", name.strip()) for name in (names or "").split(",") if name.strip()]
    if names and not named:
        raise Trouble(f"--names {names!r} names nobody; write it like Anna,Ben.")
    if players is not None and named and players != len(named):
        raise Trouble(f"--players {players} and {len(named)} names do not fit; give one of the two.")
    allowed = range(2, max(rules.seats[-1] for rules in GAMES.values()) + 1) if game is None else game.seats
    count = len(named) or players or min(len(SIGNS), allowed[-1])
    if count not in allowed:
        title = "A game" if game is None else game.name
        raise Trouble(
            f"{title} is for {allowed[0]} to {allowed[-1]} players, not {count}; change --players or --names."
        )
    if count > len(SIGNS) and not named:
        raise Trouble(f"There are call signs for {len(SIGNS)} players only; name all {count} with --names.")
    _need_distinct(named)
    return tuple(Player(name, langs[seat % len(langs)]) for seat, name in enumerate((named or SIGNS)[:count]))


def _need_distinct(names: Collection[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise Trouble(f"Two players are called {name!r}; give each a name of its own.")
        seen.add(name.casefold())


def need_game(name: str) -> type[Game]:  # type: ignore[type-arg]
    """The rules called `name`. Raises Trouble that lists the games."""
    if name not in GAMES:
        raise Trouble(f"There is no game {name!r}; choose from {', '.join(sorted(GAMES))}.")
    return GAMES[name]
