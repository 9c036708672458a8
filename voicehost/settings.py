"""What a family decides once: languages, players, microphones, loudspeaker, voices.

`settings.toml` in the user's configuration folder, for example

    lang = "de,en"
    microphones = ["USB Mic"]
    voices = {de = "thorsten"}

    [[players]]
    name = "Anna"
    lang = "de"

Every setting but players and voices may also come from the environment (VOICEHOST_LANG, VOICEHOST_TAIL_MS, ...), which
goes before the file. What is given to a command as an option goes before both.
"""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from platformdirs import user_config_path

from voicehost.errors import Trouble
from voicehost.tell.narrator import Player
from voicehost.whole import write_whole

FILE: Final = "settings.toml"
PREFIX: Final = "VOICEHOST_"
DEFAULT: Final = "default"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `origins` tells where each comes from: DEFAULT, the file's path, or a variable's name."""

    lang: str | None = None  # the table's languages, the main one first; None: all
    players: tuple[Player, ...] = ()  # who may be asked for by name
    microphones: tuple[str, ...] = ()  # as for --mic; none: the default device
    speaker: str | None = None  # None: the default device
    volume_db: float = 0.0
    rate: float = 1.0  # of speech
    voices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # language -> voice
    ear: str = "auto"
    tail_ms: float = 400.0  # how long the host's voice echoes; `voicehost doctor` measures it
    delay_ms: float = 0.0  # how much later it is heard than the drivers say; `voicehost doctor` measures it
    echo_db: float | None = (
        None  # how loud it comes back; None: learned while it speaks; `voicehost doctor` measures it
    )
    window_ms: float = 100.0  # calls so close together count as at once
    data: str | None = None  # a folder laid over grammars/ and voices/
    origins: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), compare=False)

    def origin(self, name: str) -> str:
        """Where a setting comes from."""
        return self.origins.get(name, DEFAULT)


LIMITS: Final = {
    "volume_db": (-18.0, 6.0),
    "rate": (0.6, 1.8),
    "tail_ms": (0.0, 5000.0),
    "delay_ms": (-1000.0, 5000.0),
    "echo_db": (-120.0, 60.0),
    "window_ms": (0.0, 2000.0),
}
NAMES: Final = tuple(one.name for one in fields(Settings) if one.name != "origins")


def settings_path() -> Path:
    """Where the settings are looked for."""
    return user_config_path("voicehost", appauthor=False) / FILE


def read_settings(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings; defaults where nothing is written. Raises Trouble that names the mistake and its place."""
    path = path or settings_path()
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name, value in _table(path).items():
        if name not in NAMES:
            raise Trouble(f"{path}: there is no setting {name!r}; choose from {', '.join(NAMES)}.")
        values[name] = _READERS[name](value, f"{path}: {name}")
        origins[name] = str(path)
    for name in NAMES:
        variable = PREFIX + name.upper()
        if variable in environ and name not in ("players", "voices"):
            values[name] = _READERS[name](_from_text(name, environ[variable]), variable)
            origins[name] = variable
    return Settings(**values, origins=MappingProxyType(origins))


def write_setting(name: str, text: str, path: Path | None = None) -> None:
    """Write one setting into the file and leave all else in it as it is. Raises Trouble for a value that is none."""
    path = path or settings_path()
    if name not in NAMES or name in ("players", "voices"):
        raise Trouble(f"{name!r} cannot be set like this; edit {path}.")
    value = _READERS[name](_from_text(name, text), name)
    _table(path)  # what cannot be read is not written over
    line = f"{name} = {_toml(value)}\n"
    old = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    first_table = re.search(r"^\s*\[", old, re.MULTILINE)
    top, rest = (old[: first_table.start()], old[first_table.start() :]) if first_table else (old, "")
    top, replaced = re.subn(rf"^{name}\s*=.*\n?", lambda _: line, top, count=1, flags=re.MULTILINE)
    if not replaced:
        top = f"{top.rstrip()}\n{line}".lstrip() + ("\n" if rest else "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, top + rest)
    except OSError as error:
        raise Trouble(f"Cannot write {path}: {error.strerror}.") from error


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: {error}; mend that line or delete the file.") from error
    except OSError as error:
        raise Trouble(f"Cannot read {path}: {error.strerror}.") from error


def _from_text(name: str, text: str) -> Any:
    """A setting as written in the environment or on the command line, as TOML would give it."""
    if name == "microphones":
        return [part.strip() for part in text.split(",") if part.strip()]
    if name in LIMITS:
        try:
            return float(text)
        except ValueError:
            return text
    return text


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return f"{value:g}"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise Trouble(f"{where} should be a text in quotation marks.")
    return unicodedata.normalize("NFC", value.strip())


def _number(low: float, high: float, value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise Trouble(f"{where} should be a number from {low:g} to {high:g}.")
    return float(value)


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Trouble(f'{where} should be a list of texts: ["..."].')
    return tuple(_text(entry, where) for entry in value)


def _voices(value: Any, where: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise Trouble(f'{where} should be a table: {{de = "..."}}.')
    return MappingProxyType({lang: _text(voice, where) for lang, voice in value.items()})


def _players(value: Any, where: str) -> tuple[Player, ...]:
    if not isinstance(value, list):
        raise Trouble(f"{where} should be written as [[players]] tables with name and lang.")
    return tuple(_player(entry, where) for entry in value)


def _player(entry: Any, where: str) -> Player:
    known = (
        isinstance(entry, dict) and set(entry) <= {"name", "lang"} and all(isinstance(v, str) for v in entry.values())
    )
    if not known or not entry.get("name", "").strip():
        raise Trouble(f"{where}: each [[players]] needs a name and may have a lang, both as texts.")
    return Player(_text(entry["name"], where), entry.get("lang", ""))


_READERS: Final[Mapping[str, Callable[[Any, str], Any]]] = {
    "lang": _text,
    "players": _players,
    "microphones": _texts,
    "speaker": _text,
    "voices": _voices,
    "ear": _text,
    "data": _text,
    **{name: partial(_number, *limits) for name, limits in LIMITS.items()},
}
