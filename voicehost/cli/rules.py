"""`voicehost rules`: the short rules of a game, to read or to explain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from voicehost.errors import Trouble


def rules(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")],
    lang: Annotated[str | None, typer.Option(help="de, en, several with commas, or mixed for all.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="Explain it with an option, such as expert=4. Repeatable.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="A folder with voices/ that is laid over the packaged one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per language.")] = False,
) -> None:
    """Print the short rules of a game in plain words."""
    from voicehost import resources
    from voicehost.cli.simulate import parse_options
    from voicehost.rules import GAMES, Illegal
    from voicehost.tell.rulebook import rulebook

    if game not in GAMES:
        raise Trouble(f"Unknown game {game!r}; choose from {', '.join(GAMES)}.")
    try:
        chosen = GAMES[game].with_options(**parse_options(option or []))
    except Illegal as refusal:
        raise Trouble(str(refusal)) from None
    for number, language in enumerate(resources.need_languages(lang, data)):
        text = rulebook(chosen, language, data)
        if as_json:
            print(json.dumps({"game": game, "lang": language, "text": text}, ensure_ascii=False))
        else:
            print(text if not number else f"\n{text}", end="" if text.endswith("\n") else "\n")
