"""Models that are here already: in the store, or in the folders where vosk, piper and others keep theirs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from voicehost.store.catalogue import Kind

_VOSK_NAME = re.compile(r"vosk-model(?:-small)?-(?P<lang>[a-z]{2,3})(?:-|$)")
_PIPER_NAME = re.compile(r"(?P<lang>[a-z]{2,3})_[A-Z]{2}-")
_SPEAKER_NAME = re.compile(r"vosk-model-spk(?:-|$)")
_WHISPER_CACHE: Final = "models--Systran--faster-whisper-base"


@dataclass(frozen=True, slots=True)
class Found:
    """A model on disk."""

    name: str
    kind: Kind
    lang: str | None  # None: not tied to a language, or it does not say
    folder: Path  # for Piper the folder that holds NAME.onnx
    ours: bool = False  # installed by the store, with a manifest


def language_of(name: str) -> str | None:
    """The language in a model's name: "de" for vosk-model-small-de-0.15 and for de_DE-thorsten-medium."""
    found = _VOSK_NAME.match(name) if not _SPEAKER_NAME.match(name) else None
    found = found or _PIPER_NAME.match(name)
    return found["lang"] if found else None


def default_root() -> Path:
    """The store's folder: $VOICEHOST_MODELS, else models/ in the user's data folder."""
    if named := os.environ.get("VOICEHOST_MODELS"):
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("voicehost", appauthor=False) / "models"


def elsewhere() -> dict[Kind, tuple[Path, ...]]:
    """Where other programs keep models on this computer; the folders need not exist."""
    from platformdirs import user_data_path

    home, env = Path.home(), os.environ
    hub = env.get("HF_HUB_CACHE") or str(Path(env.get("HF_HOME", home / ".cache" / "huggingface")) / "hub")
    vosk = (home / ".cache" / "vosk", home / "AppData" / "Local" / "vosk", Path("/usr/share/vosk"))
    piper = (user_data_path("piper", appauthor=False), user_data_path("piper-voices", appauthor=False))
    return {
        Kind.VOSK: (*_listed("VOSK_MODEL_PATH"), *vosk),
        Kind.PIPER: (*_listed("PIPER_VOICES"), *piper, Path("/usr/share/piper-voices")),
        Kind.WHISPER: (Path(hub) / _WHISPER_CACHE / "snapshots",),
    }


def search(kind: Kind, folder: Path) -> list[Found]:
    """The models of one kind in or below a folder of somebody else, in the order of their names.

    A folder that may not be read holds nothing for us.
    """
    try:
        return list(_search(kind, folder))
    except OSError:
        return []


def _search(kind: Kind, folder: Path) -> Iterator[Found]:
    if not folder.is_dir():
        return
    if kind is Kind.PIPER:
        for voice in sorted(folder.rglob("*.onnx")):
            if voice.with_name(f"{voice.name}.json").is_file():
                yield Found(voice.stem, kind, language_of(voice.stem), voice.parent)
        return
    if kind is Kind.WHISPER:
        for revision in sorted(folder.iterdir()):
            yield Found("faster-whisper-base", kind, None, revision)
        return
    for model in (folder, *sorted(folder.iterdir())):  # $VOSK_MODEL_PATH may name the model itself
        if model.is_dir() and model.name.startswith("vosk-model"):
            inner = Kind.SPEAKER if _SPEAKER_NAME.match(model.name) else Kind.VOSK
            yield Found(model.name, inner, language_of(model.name), model)


def _listed(variable: str) -> tuple[Path, ...]:
    return tuple(Path(part).expanduser() for part in os.environ.get(variable, "").split(os.pathsep) if part)
