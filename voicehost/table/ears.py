"""The table's ear: chosen by name or by what is here, and given what it must know of the grammars."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from voicehost.errors import Trouble
from voicehost.hear.choose import Choice, choose_ears
from voicehost.hear.ear import Ear
from voicehost.hear.vosk import VoskEar
from voicehost.phrases.grammar import Grammar, games
from voicehost.tell.voice import voices_for


def open_table_ear(
    asked: str, langs: Sequence[str], data: Path | None = None, *, fast_enough: bool | None = None
) -> tuple[Ear, Choice]:
    """The ear that listens to a table of these languages, and why it is this one (see `choose_ears`).

    Raises Trouble if it is not here, or if nothing is here that could hear.
    """
    choice = choose_ears(asked, langs, fast_enough=fast_enough)
    ear = open_choice(choice, langs, data)
    if ear is None:
        raise Trouble(f"{choice.why} Typed games need no ear: voicehost play --text.")
    return ear, choice


def open_choice(choice: Choice, langs: Sequence[str], data: Path | None = None) -> Ear | None:
    """The chosen ear, told of the grammars if it hears words; None where nothing can hear."""
    return choice.open(**(_vosk_options(langs, data) if choice.name in ("vosk", "both") else {}))


def vosk_ear(langs: Sequence[str], data: Path | None = None) -> VoskEar:
    """The streaming ear alone. Raises Trouble if a language has no model."""
    return VoskEar(**_vosk_options(langs, data))  # type: ignore[arg-type]


def _vosk_options(langs: Sequence[str], data: Path | None) -> dict[str, object]:
    """How Vosk hears words that its models lack: authored spellings, text matching, and the sound of a word."""
    grammars = [Grammar.load(game, langs, data) for game in games(data)]
    spellings: dict[str, dict[str, object]] = {lang: {} for lang in langs}
    for language in (language for grammar in grammars for language in grammar.languages):
        spellings[language.code].update(language.spellings)
    sounds = {lang: voices_for(lang, overlay=data)[-1].load().ipa for lang in langs}
    return {"spellings": spellings, "matcher": grammars[0].match, "sounds": sounds}
