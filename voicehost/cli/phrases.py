"""`voicehost phrases`: what may be said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from voicehost.phrases import Grammar


def phrases(
    game: Annotated[str, typer.Argument(help="A game, such as verhext.")],
    lang: Annotated[str | None, typer.Option(help="Languages: de, en, de,en or mixed.")] = None,
    state: Annotated[str | None, typer.Option(help="Only what may be said in this state.")] = None,
    ear: Annotated[
        str | None, typer.Option("--ears", "--ear", help="vosk: through which words each sentence is heard.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder whose grammars/ lie over the packaged.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Print the closed set of a game: every sentence that can be understood, and what it means."""
    from voicehost.errors import Trouble
    from voicehost.hear.ear import Phrase
    from voicehost.phrases import Grammar, Intent
    from voicehost.resources import need_languages

    grammar = Grammar.load(game, need_languages(lang, data), data)
    if state is not None and state not in grammar.states:
        raise Trouble(f"{game} has no state {state!r}; choose from {', '.join(grammar.states)}.")
    if ear is not None:
        _report(ear, grammar, state, data, as_json)
        return
    allowed: dict[Phrase, list[str]] = {}  # phrase -> its states
    for each in grammar.states if state is None else (state,):
        for phrase in grammar.phrases(each):
            allowed.setdefault(phrase, []).append(each)
    width = max((len(phrase.text) for phrase in allowed), default=0)
    for phrase, states in allowed.items():
        meaning = phrase.meaning
        assert isinstance(meaning, Intent)
        if as_json:
            facts = {"intent": meaning.name, "slots": dict(meaning.slots), "states": states}
            print(json.dumps({"type": "phrase", "lang": phrase.lang, "text": phrase.text, **facts}, ensure_ascii=False))
        else:
            print(f"{phrase.lang}  {phrase.text:{width}}  {meaning}  [{' '.join(states)}]")


def _report(ear: str, grammar: Grammar, state: str | None, data: Path | None, as_json: bool) -> None:
    """Through which words of its models an ear hears each sentence, and what it cannot hear."""
    from voicehost.errors import Trouble
    from voicehost.live.ears import vosk_ear

    if ear != "vosk":
        raise Trouble(f"Only the ear vosk hears words; {ear!r} scores whole sentences and needs no report.")
    listener = vosk_ear([language.code for language in grammar.languages], data)
    states = grammar.states if state is None else (state,)
    closed_set = tuple(dict.fromkeys(phrase for each in states for phrase in grammar.phrases(each)))
    try:
        listener.prepare(closed_set)
        rows = listener.report(closed_set)
    finally:
        listener.close()
    for row in rows:
        print(json.dumps({"type": "phrase", **row.as_json()}, ensure_ascii=False) if as_json else row)
    if not as_json:
        print(f"{sum(bool(row.heard) for row in rows)} of {len(rows)} sentences can be heard.")
