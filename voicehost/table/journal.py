"""The journal on disk: every line is safe before the table hears of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from voicehost.errors import Trouble
from voicehost.rules import JournalError, Match


class JournalFile:
    """Appends lines to a file and syncs each. Use it as the `journal` of a Match."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Trouble(f"Cannot write the journal {path}: {error.strerror}.") from error

    def __call__(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Nothing more will be written."""
        self._file.close()


def resume_match(path: Path) -> tuple[Match[Any], JournalFile]:
    """The match that a journal file holds, going on in the same file. A line cut off by a crash is removed.

    Raises Trouble for a file that is missing, damaged, or of another version.
    """
    try:
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise Trouble(f"Cannot read the journal {path}: {error.strerror}.") from error
    try:
        match = Match.resume(text.splitlines())
    except JournalError as error:
        raise Trouble(f"{path} cannot be resumed. {error} Start a new game without --resume.") from error
    if match.torn or not text.endswith("\n"):
        _replace(path, "".join(f"{line}\n" for line in match.lines))
    journal = JournalFile(path)
    return Match.resume(match.lines, journal), journal


def _replace(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(path)
