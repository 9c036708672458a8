"""Voices: who can speak a language here, and who does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.tell.clip import SPEECH_RATE, Clip
from voicehost.tell.espeak import EspeakVoice
from voicehost.tell.piper import PiperVoice, voice_language

__all__ = ["SPEECH_RATE", "Choice", "EspeakVoice", "PiperVoice", "Voice", "choose_voice", "voices_for"]

VOICES_FILE: Final = "voices.toml"


class Voice(Protocol):
    """Something that speaks one language. What cannot be spoken gives an empty clip, never an error."""

    @property
    def name(self) -> str:
        """What the user calls it: "espeak:de", "piper:en_US-joe-medium"."""

    @property
    def lang(self) -> str:
        """The language code of the texts that it is meant for."""

    @property
    def fingerprint(self) -> str:
        """Everything that shapes the sound of a text, for the speech cache."""

    def speak(self, text: str, *, rate: float = 1.0) -> Clip:
        """The text as mono int16 at SPEECH_RATE. `rate` 1.2 is a fifth faster."""

    def ipa(self, text: str) -> str:
        """How the text would be read, in IPA."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A voice that could speak, not loaded yet."""

    name: str
    lang: str
    model: Path | None = None  # Piper
    sha256: str | None = None
    espeak: Mapping[str, Any] | None = None

    def load(self) -> Voice:
        """The voice itself. Raises Trouble if its files are damaged."""
        if self.model is not None:
            return _piper(self.model, self.lang, self.sha256)
        return EspeakVoice(self.lang, **(self.espeak or {}))


@lru_cache(maxsize=4)
def _piper(model: Path, lang: str, sha256: str | None) -> PiperVoice:
    """A Piper voice weighs 100 MB, so those who speak with the same one share it."""
    return PiperVoice(model, lang, sha256=sha256)


def choose_voice(
    lang: str, name: str | None = None, *, folders: Sequence[Path] | None = None, overlay: Path | None = None
) -> Voice:
    """The voice that speaks `lang`: the one named (in settings or by an option), else the best that is here.

    `folders` are searched for Piper voices (None: the model store and Piper's usual places). Raises Trouble
    that lists the voices when the named one is not here.
    """
    choices = voices_for(lang, folders=folders, overlay=overlay)
    if name is None:
        return choices[0].load()
    for choice in choices:
        if name in (choice.name, choice.name.partition(":")[2]):
            return choice.load()
    if name.startswith("espeak:"):
        voice, _, variant = name.removeprefix("espeak:").partition("+")
        return EspeakVoice(lang, voice, variant)
    known = ", ".join(choice.name for choice in choices)
    raise Trouble(f"There is no voice {name!r} for {lang}; choose from {known} or name any espeak:VOICE+VARIANT.")


def single_word_voice(voice: Voice, *, overlay: Path | None = None) -> Voice:
    """Who speaks single words: the voice itself, or eSpeak where voices.toml says that neural voices garble them."""
    table = _table(overlay).get(voice.lang, {})
    if voice.name.startswith("piper:") and table.get("single_words") == "espeak":
        return EspeakVoice(voice.lang, **table["espeak"])
    return voice


def voices_for(lang: str, *, folders: Sequence[Path] | None = None, overlay: Path | None = None) -> tuple[Choice, ...]:
    """Every voice that can speak `lang` here, best first: installed Piper voices, a carried one, eSpeak."""
    table = _table(overlay).get(lang)
    if table is None:
        raise Trouble(f"voices/{VOICES_FILE} names no voice for {lang!r}; add a table [{lang}] to it.")
    preferred = {name: rank for rank, name in enumerate(table.get("piper", ()))}
    models = sorted(
        _installed(lang, piper_folders() if folders is None else folders),
        key=lambda model: (preferred.get(model.stem, len(preferred)), model.stem),
    )
    choices = [Choice(f"piper:{model.stem}", lang, model) for model in models]
    choices += _carried(lang, table.get("carried"))
    espeak = table["espeak"]
    full = "+".join(part for part in (espeak["voice"], espeak.get("variant", "")) if part)
    choices.append(Choice(f"espeak:{full}", lang, espeak=espeak))
    return tuple(choices)


def piper_folders() -> tuple[Path, ...]:
    """Where Piper voices are looked for: the model store, then where other programs keep theirs."""
    from voicehost.store.catalogue import Kind
    from voicehost.store.places import default_root, elsewhere

    return (default_root() / Kind.PIPER, *elsewhere()[Kind.PIPER])


def _installed(lang: str, folders: Sequence[Path]) -> Iterator[Path]:
    seen = set()
    for folder in folders:
        for model in sorted(folder.rglob("*.onnx")) if folder.is_dir() else ():
            if model.stem not in seen and voice_language(model) == lang:
                seen.add(model.stem)
                yield model


def _carried(lang: str, entry: Mapping[str, str] | None) -> Iterator[Choice]:
    """The voice in a data wheel, located without importing the package."""
    spec = find_spec(entry["package"]) if entry else None
    for place in (spec and spec.submodule_search_locations) or ():
        model = Path(place) / (entry or {})["model"]
        if model.is_file():
            yield Choice(f"piper:{model.stem}", lang, model, (entry or {})["sha256"])


def _table(overlay: Path | None) -> Mapping[str, Any]:
    path = resources.find("voices", VOICES_FILE, overlay)
    if path is None:
        raise Trouble(f"voices/{VOICES_FILE} is missing from this installation; install voicehost again.")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: {error}; mend that line.") from error
