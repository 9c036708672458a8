"""The journal on disk: every line is safe before the table hears of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, Final

from voicehost.errors import Trouble
from voicehost.rules import NATURE, Event, JournalError, Match, action_from_json
from voicehost.rules.core import Events
from voicehost.whole import write_whole

Notice = Callable[[str], None]  # gets a sentence about what is wrong

NOT_OF_THE_ACTION: Final = ("sum", "drawn", "digest")  # what a line of the journal holds besides the action


class JournalFile:
    """Appends lines to a file and syncs each. Use it as the `journal` of a Match.

    `notice` is told once when the disk takes no more; what could not be written is written as soon as it does again.
    Without a notice that is Trouble.
    """

    def __init__(self, path: Path, notice: Notice | None = None) -> None:
        self._path = path
        self._file: FileIO | None = None
        self._notice = notice
        self._unwritten = b""
        self._told = False

    def __call__(self, line: str) -> None:
        self._unwritten += line.encode() + b"\n"
        try:
            self._write()
            self._told = False
        except OSError as error:
            self._tell(unwritten(self._path, error), error)

    def _write(self) -> None:
        if self._file is None:
            self._file = self._path.open("ab", buffering=0)
        while self._unwritten:
            written = self._file.write(self._unwritten)
            self._unwritten = self._unwritten[written:]
        os.fsync(self._file.fileno())

    def _tell(self, sentence: str, error: OSError) -> None:
        if self._notice is None:
            raise Trouble(sentence) from error
        if not self._told:
            self._notice(sentence)
        self._told = True

    def close(self) -> None:
        """Nothing more will be written."""
        if self._file is not None:
            self._file.close()


def unwritten(path: Path, error: OSError) -> str:
    """The sentence for a game that goes on although the disk takes no more."""
    return f"The game cannot be written to {path} ({error.strerror}); mend that, or it cannot be gone on with later."


def resume_match(path: Path, notice: Notice | None = None) -> tuple[Match[Any], JournalFile]:
    """The match that a journal file holds, going on in the same file. A line cut off by a crash is removed.

    `notice` is for the JournalFile. Raises Trouble for a file that is missing, damaged, or of another version.
    """
    match, text = _read(path)
    if match.torn or not text.endswith("\n"):
        try:
            write_whole(path, "".join(f"{line}\n" for line in match.lines))
        except OSError as error:
            raise Trouble(f"Cannot write the journal {path}: {error.strerror}.") from error
    journal = JournalFile(path, notice)
    return Match.resume(match.lines, journal), journal


def read_events(path: Path) -> list[Event]:
    """Everything that a journal file tells, from the opening on. Raises Trouble like `resume_match`."""
    return [event for events in _replay(_read(path)[0].lines) for event in events]


def last_events(match: Match[Any]) -> Events:
    """What the last action led to, to be told again; the opening if nothing has been done yet."""
    return _replay(match.lines)[-1]


def _replay(lines: Sequence[str]) -> list[Events]:
    """What each action led to, the opening first. What was taken back has not happened."""
    match = Match.resume(lines[:1])
    happened = [match.opening]
    for line in lines[1:]:
        entry = {key: value for key, value in json.loads(line).items() if key not in NOT_OF_THE_ACTION}
        if "do" not in entry:
            match.takeback()
            happened.pop()
            continue
        action = action_from_json(match.game, entry)
        happened.append(match.throw(action) if action.seat == NATURE else match.do(action))
    return happened


def _read(path: Path) -> tuple[Match[Any], str]:
    """The match that a journal file holds, and the text of the file."""
    try:
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise Trouble(f"Cannot read the journal {path}: {error.strerror}.") from error
    try:
        return Match.resume(text.splitlines()), text
    except JournalError as error:
        raise Trouble(f"{path} cannot be resumed. {error} Start a new game without --resume.") from error
