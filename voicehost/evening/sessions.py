"""Games on disk: each is a journal of what happened, and beside it a note of who plays what in which language.

A game is there from its first line on, so that it can be gone on with after any interruption. Finished games are what
the hall of fame counts; whoever deletes a session takes its victory with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from platformdirs import user_state_path

from voicehost.errors import Trouble
from voicehost.evening.journal import JournalFile, Notice, read_events, resume_match, unwritten
from voicehost.rules import Event, Match
from voicehost.tell.narrator import Player
from voicehost.whole import write_whole

NOTE: Final = ".json"
JOURNAL: Final = ".journal"


@dataclass(frozen=True, slots=True)
class Session:
    """One game. `winners` are names; a game that is not `finished` can be gone on with."""

    id: str
    game: str
    players: tuple[Player, ...]
    langs: tuple[str, ...]
    dice: str = "drawn"
    finished: bool = False
    winners: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(player.name for player in self.players)


class Sessions:
    """The folder of all games. Raises Trouble for one that is not there or damaged.

    `notice` is told when a game cannot be written; it goes on all the same. Without a notice that is Trouble.
    """

    def __init__(self, folder: Path | None = None, notice: Notice | None = None) -> None:
        self._notice = notice
        self.folder = folder or user_state_path("voicehost", appauthor=False) / "sessions"

    def begin(
        self,
        game: str,
        players: Sequence[Player],
        langs: Sequence[str],
        *,
        now: datetime,
        seed: int | str,
        dice: str = "drawn",
        **options: Any,
    ) -> tuple[Session, Match[Any]]:
        """A new game, on disk before it begins."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            if self._notice is None:  # otherwise the journal tells it
                raise Trouble(f"Cannot make the folder {self.folder} for the games: {error.strerror}.") from error
        session = Session(self._free_id(now, game), game, tuple(players), tuple(langs), dice)
        journal = JournalFile(self.journal(session), self._notice)
        match = Match.new(game, players=len(players), seed=seed, journal=journal, **options)
        self._write(session)
        return session, match

    def resume(self, session: Session) -> Match[Any]:
        """The match of a session, going on in its journal."""
        match, _ = resume_match(self.journal(session), self._notice)
        return match

    def events(self, session: Session) -> list[Event]:
        """Everything that happened so far, in order."""
        return read_events(self.journal(session))

    def finish(self, session: Session, match: Match[Any]) -> Session:
        """Write down who won, once the match has a result."""
        result = match.result
        assert result is not None
        done = replace(session, finished=True, winners=tuple(session.names[seat] for seat in result.winners))
        self._write(done)
        return done

    def journal(self, session: Session) -> Path:
        """The file that holds what happened."""
        return self.folder / (session.id + JOURNAL)

    def __iter__(self) -> Iterator[Session]:
        """All games, the oldest first; notes that cannot be read are left out."""
        for path in sorted(self.folder.glob("*" + NOTE)):
            try:
                yield self.find(path.stem)
            except Trouble:
                continue

    def find(self, identity: str) -> Session:
        """The session of that id."""
        path = self.folder / (identity + NOTE)
        if not path.is_file() or path.parent != self.folder:
            raise Trouble(f"There is no session {identity!r}; `voicehost sessions list` shows all.")
        try:
            note = json.loads(path.read_text(encoding="utf-8"))
            note["players"] = tuple(Player(**player) for player in note["players"])
            note |= {key: tuple(note[key]) for key in ("langs", "winners")}
            return Session(path.stem, **note)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise Trouble(f"{path} is damaged ({error}); delete it with `voicehost sessions delete`.") from error

    def latest(self) -> Session | None:
        """The game that was begun last and is not finished."""
        unfinished = [session for session in self if not session.finished and self.journal(session).is_file()]
        return unfinished[-1] if unfinished else None

    def delete(self, identity: str) -> None:
        """Remove a session and its journal for good."""
        note = self.folder / (identity + NOTE)
        if note.parent != self.folder or not note.is_file():
            raise Trouble(f"There is no session {identity!r}; `voicehost sessions list` shows all.")
        note.unlink()
        (self.folder / (identity + JOURNAL)).unlink(missing_ok=True)

    def fame(self) -> list[tuple[str, int]]:
        """How many games each name has won, the most first."""
        wins = Counter(name for session in self if session.finished for name in session.winners)
        return sorted(wins.items(), key=lambda entry: (-entry[1], entry[0]))

    def _free_id(self, now: datetime, game: str) -> str:
        """A name that sorts by time; games of one second are numbered."""
        second = f"{now:%Y-%m-%d-%H%M%S}"
        number = 1
        while any(self.folder.glob(f"{second}-{number}-*{JOURNAL}")):
            number += 1
        return f"{second}-{number}-{game}"

    def _write(self, session: Session) -> None:
        """Write the note in one piece."""
        content = asdict(session)
        path = self.folder / (content.pop("id") + NOTE)
        try:
            write_whole(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            if self._notice is None:
                raise Trouble(unwritten(path, error)) from error
            self._notice(unwritten(path, error))
