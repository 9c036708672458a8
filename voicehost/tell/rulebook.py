"""The short rules of a game in plain words, for a parent who explains them or a voice that reads them.

The text is data, `voices/<language>/rules/<game>.md`. Whatever is a number or an option in the rule engine stands in
it as `$name` and is filled in from there, so that text and rules cannot drift apart; sentences that depend on an
option are in `options.toml` beside it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Any, Final

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.rules import Game, hubi, husch, spinnengift, verhext

NUMBERS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {
        "husch": {"hats": len(husch.WITCHES), "blocksberg": husch.BLOCKSBERG},
        "hubi": {"rooms": len(hubi.ROOMS), "walls": len(hubi.WALLS)},
        "verhext": {
            "alike": verhext.ALIKE_TO_WIN,
            "enough": verhext.CARDS_TO_WIN,
            "cards": len(verhext.WITCHES) * verhext.CARDS_OF_EACH,
            "ring": verhext.RING,
            "dice": verhext.DICE,
        },
        "spinnengift": {
            "cards": len(spinnengift.CARDS),
            "goblins": spinnengift.GOBLINS,
            "chips": spinnengift.STAR * spinnengift.CHIPS_OF_EACH,
            "peeks": spinnengift.PEEKS,
            "monsters": spinnengift.MONSTERS,
            "last": spinnengift.CHIPS_AT_END,
        },
    }
)
"""What a game is made of, by the names that its text uses."""

OPTIONS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "husch": {"swap": "swap"},
        "hubi": {"start": "expert", "hubi": "hubi"},
        "verhext": {"window": "window_ms"},
        "spinnengift": {"medals": "medals"},
    }
)
"""The options that a text names, by the names that it uses."""


def rulebook(game: Game[Any], lang: str, overlay: Path | None = None) -> str:
    """The rules of a game with its options, in a language, as Markdown that can be read aloud.

    Raises Trouble if the language has no text for the game, or if the text asks for something unknown.
    """
    path = _find(lang, f"{game.name}.md", overlay)
    values: dict[str, Any] = {"fewest": game.seats[0], "most": game.seats[-1], **NUMBERS.get(game.name, {})}
    wordings = _read_wordings(lang, overlay)
    for name, option in OPTIONS.get(game.name, {}).items():
        values[name] = _in_words(wordings.get(game.name, {}).get(option, {}), getattr(game, option))
    try:
        return Template(path.read_text(encoding="utf-8")).substitute(values)
    except KeyError as missing:
        raise Trouble(f"{path} asks for ${missing.args[0]}, which {game.name} does not have.") from None
    except ValueError as broken:
        raise Trouble(f"{path} has a lone $ sign ({broken}); write $$ for a dollar.") from None


def _find(lang: str, name: str, overlay: Path | None) -> Path:
    path = resources.find("voices", f"{lang}/rules/{name}", overlay)
    if path is None:
        raise Trouble(f"There is no voices/{lang}/rules/{name}; write one, or ask for another language.")
    return path


def _read_wordings(lang: str, overlay: Path | None) -> dict[str, dict[str, dict[str, str]]]:
    path = _find(lang, "options.toml", overlay)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Trouble(f"{path} is not valid TOML: {error}.") from None


def _in_words(wordings: Mapping[str, str], value: Any) -> str:
    """The sentence for an option's value, or the value itself where it needs no sentence."""
    plain = f"{value:g}" if isinstance(value, float) else str(value)
    key = "none" if value is None else plain
    return Template(wordings.get(key) or wordings.get("other", "$value")).substitute(value=plain)
