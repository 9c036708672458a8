"""What may be downloaded: models, and for each of their files a pin with its size and hash.

`pins.json` is the only list. A file that is not pinned there is never downloaded, and nothing is used whose hash
is not the pinned one. The licences of Vosk's models are those of the table on alphacephei.com/vosk/models.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import Any, Final

from voicehost.errors import Trouble

SIDE_FILE_CAP: Final = 1 << 20  # bytes; settings and model cards, which change upstream
UNKNOWN_CAP: Final = 3 << 30  # bytes; an archive whose hash is pinned and whose size is not


class Kind(StrEnum):
    """What a model is for."""

    VOSK = "vosk"  # the streaming ear, one language
    SPEAKER = "speaker"  # Vosk's hint at who speaks
    WHISPER = "whisper"  # the built-in ear, all languages
    PIPER = "piper"  # a voice


@dataclass(frozen=True, slots=True)
class Pin:
    """One file upstream."""

    name: str  # file name, as it is kept
    url: str
    size: int | None  # bytes; None: upstream does not say
    sha256: str | None = None
    md5: str | None = None
    drifts: bool = False  # upstream rewrites it now and then: another content is not wrong, if it comes twice
    optional: bool = False

    @property
    def cap(self) -> int:
        """The most bytes that will be accepted."""
        return SIDE_FILE_CAP if self.drifts else self.size or UNKNOWN_CAP


@dataclass(frozen=True, slots=True)
class Model:
    """Something to install, from one archive (Vosk) or from several files (Whisper, Piper)."""

    name: str
    kind: Kind
    lang: str | None  # None: every language
    licence: str
    starter: bool  # what `install LANGUAGE` installs
    pins: tuple[Pin, ...]

    @property
    def packed(self) -> bool:
        """Whether it comes as an archive."""
        return self.kind in (Kind.VOSK, Kind.SPEAKER)

    @property
    def size(self) -> int | None:
        """Bytes to download, None where upstream does not say."""
        sizes = [pin.size for pin in self.pins]
        return None if None in sizes else sum(size or 0 for size in sizes)


def catalogue(pins: Mapping[str, Any] | None = None) -> dict[str, Model]:
    """Every model that may be installed, by name. `pins` replaces the packaged pins.json (tests)."""
    if pins is None:
        text = resources.files("voicehost.store").joinpath("pins.json").read_text(encoding="utf-8")
        pins = json.loads(text)
    models = {}
    for section in (Kind.VOSK, Kind.PIPER, Kind.WHISPER):
        for name, entry in pins.get(section, {}).items():
            about = pins["about"][name]
            speaks = section is not Kind.VOSK or about["lang"]
            kind = section if speaks else Kind.SPEAKER
            files = tuple(_PINS_OF[section](name, entry))
            models[name] = Model(name, kind, about["lang"], about["licence"], about.get("starter", False), files)
    return models


def wanted(asked: Sequence[str], models: Mapping[str, Model]) -> list[Model]:
    """The models for names and languages: "de" stands for the ear and the voice that German starts with."""
    chosen: dict[str, Model] = {}
    for word in asked:
        starters = [m for m in models.values() if m.starter and m.lang == word.lower()]
        if word in models:
            starters = [models[word]]
        if not starters:
            langs = sorted({m.lang for m in models.values() if m.starter and m.lang})
            raise Trouble(
                f"No model is called {word!r}; name a language ({', '.join(langs)}) or a model "
                "of `voicehost models list`."
            )
        chosen |= {m.name: m for m in starters}
    return list(chosen.values())


def _archive_pins(name: str, entry: Mapping[str, Any]) -> list[Pin]:
    return [Pin(f"{name}.zip", entry["url"], entry["size"], entry["sha256"], entry["md5"])]


def _whisper_pins(name: str, entry: Mapping[str, Any]) -> list[Pin]:
    return [Pin(file, pin["url"], pin["size"], pin["sha256"]) for file, pin in entry.items()]


def _piper_pins(name: str, entry: Mapping[str, Any]) -> list[Pin]:
    """Only the network itself is pinned: upstream rewrites the settings and the card now and then."""
    beside = entry["onnx_url"].rpartition("/")[0]
    return [
        Pin(
            file,
            f"{beside}/{file}",
            pin["size"],
            md5=pin["md5"],
            drifts=not file.endswith(".onnx"),
            optional=not file.startswith(name),
        )
        for file, pin in entry["files"].items()
    ]


_PINS_OF: Final = {Kind.VOSK: _archive_pins, Kind.PIPER: _piper_pins, Kind.WHISPER: _whisper_pins}
