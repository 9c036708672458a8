"""What a family writes down once: the language of the table and who usually plays.

`settings.toml` in the user's configuration folder, for example

    lang = "de,en"

    [[players]]
    name = "Anna"
    lang = "de"
"""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path

from voicehost.errors import Trouble
from voicehost.tell.narrator import Player

FILE: Final = "settings.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """`langs`: the table's languages, the main one first (empty: all). `players`: who may be asked for by name."""

    langs: str | None = None
    players: tuple[Player, ...] = ()


def settings_path() -> Path:
    """Where the settings are looked for."""
    return user_config_path("voicehost", appauthor=False) / FILE


def read_settings(path: Path | None = None) -> Settings:
    """The settings, or the defaults if there is no file. Raises Trouble that names the mistake."""
    path = path or settings_path()
    if not path.is_file():
        return Settings()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: {error}; mend that line or delete the file.") from error
    lang = table.get("lang")
    if lang is not None and not isinstance(lang, str):
        raise Trouble(f'{path}: lang should be a text such as "de" or "de,en".')
    players = table.get("players", [])
    if not isinstance(players, list):
        raise Trouble(f"{path}: players should be written as [[players]] tables with name and lang.")
    return Settings(lang, tuple(_player(path, entry) for entry in players))


def _player(path: Path, entry: Any) -> Player:
    known = (
        isinstance(entry, dict) and set(entry) <= {"name", "lang"} and all(isinstance(v, str) for v in entry.values())
    )
    if not known or not entry.get("name", "").strip():
        raise Trouble(f"{path}: each [[players]] needs a name and may have a lang, both as texts.")
    return Player(unicodedata.normalize("NFC", entry["name"].strip()), entry.get("lang", ""))
