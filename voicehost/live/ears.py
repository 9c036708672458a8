"""The table's ear: chosen by name or by what is here, and given what it must know of the grammars."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from voicehost.errors import Trouble
from voicehost.hear.choose import Choice, choose_ears, open_ear, whisper_alone
from voicehost.hear.ear import Ear
from voicehost.hear.vosk.ear import VoskEar
from voicehost.live.speed import answer_ms, remember, remembered_ms
from voicehost.phrases.grammar import Grammar, games
from voicehost.phrases.language import Language
from voicehost.resources import find
from voicehost.tell.voice import voices_for


def open_table_ear(
    asked: str, langs: Sequence[str], data: Path | None = None, *, measure: bool = False, **options: Any
) -> tuple[Ear, Choice]:
    """The ear that listens to a table of these languages, and why it is this one (see `choose_ears`).

    How fast both ears are together is measured the first time that it matters, and whenever `measure` is set.
    `options` are those of `VoskEar`. Raises Trouble if the ear is not here, or if nothing is here that could hear.
    """
    woken: dict[str, Ear] = {}

    def both_ms() -> float:
        ms = None if measure else remembered_ms(langs)
        if ms is None:
            ear = woken["both"] = _open("both", langs, data, **options)
            ms = answer_ms(ear, langs, data)
            remember(langs, ms)
        return ms

    choice = choose_ears(asked, langs, both_ms=both_ms)
    if choice.name == "text":
        raise Trouble(f"{choice.why} Typed games need no ear: voicehost play --text.")
    try:
        return woken.get(choice.name) or _open(choice.name, langs, data, **options), choice
    except Trouble as trouble:
        if asked != "auto" or choice.name == "whisper":
            raise
        return _open("whisper", langs, data), whisper_alone(trouble)


def chosen_ear(asked: str, langs: Sequence[str]) -> Choice:
    """Which ear would listen, as far as it is known without waking any. Raises Trouble if it is not here."""
    return choose_ears(asked, langs, both_ms=partial(remembered_ms, langs))


def _open(name: str, langs: Sequence[str], data: Path | None, **options: Any) -> Ear:
    """The ear of that name, told of the grammars if it hears words."""
    return open_ear(name, **(_vosk_options(langs, data) | options if name in ("vosk", "both") else {}))


def vosk_ear(langs: Sequence[str], data: Path | None = None) -> VoskEar:
    """The streaming ear alone. Raises Trouble if a language has no model."""
    return VoskEar(**_vosk_options(langs, data))


def _vosk_options(langs: Sequence[str], data: Path | None) -> dict[str, Any]:
    """How Vosk hears words that its models lack: authored spellings, text matching, and the sound of a word."""
    spoken = {lang: _languages(lang, data) for lang in langs}
    spellings = {lang: dict(pair for one in each for pair in one.spellings.items()) for lang, each in spoken.items()}
    habits = Grammar(tuple(each[0] for each in spoken.values() if each), ())
    sounds = {lang: voices_for(lang, overlay=data)[-1].load().ipa for lang in langs}
    return {"spellings": spellings, "matcher": habits.match, "sounds": sounds}


def _languages(lang: str, data: Path | None) -> list[Language]:
    """A language as it is spoken in each game that it has a grammar for."""
    here = [game for game in games(data) if find("grammars", f"{lang}/{game}.yaml", data)]
    return [language for game in here for language in Grammar.load(game, (lang,), data).languages]
