"""A whole evening as one script: hello, the lobby, a game, again or another one, good night.

Everything happens by voice. Every game is on disk from its first line, so an evening that was cut off is gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from voicehost.errors import Trouble
from voicehost.evening.games import GameTable, open_table
from voicehost.evening.journal import last_events
from voicehost.evening.lobby import Lobby, Plan
from voicehost.evening.rehearsal import rehearse
from voicehost.evening.sessions import Session, Sessions
from voicehost.hear.ear import Reason
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.phrases.match import plain
from voicehost.rules import Match
from voicehost.rules.core import Events
from voicehost.table.confirm import made_sure
from voicehost.table.parts import CHATTER_MS, Part, listen, note, relayed, said_name, tell
from voicehost.table.script import Aside, Expect, Quiet, Reply, Request, Said, Script, Seating
from voicehost.table.seats import SIGNS
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Line, Narrator, Player

OVER_MS: Final = 12_000.0  # silence after "Again?" before it is asked once more
OVER_TRIES: Final = 2  # then it is good night


@dataclass(frozen=True, slots=True)
class EveningOptions:
    """What is decided before the evening. `langs`: the table's languages, the main one first; `game` and `players`
    if they were given, with `channels` as their own microphones; `known`: who may be called by name; `options`: of the
    rules, by game; `data`: a folder laid over grammars/ and voices/; `resume`: go on with the last unfinished game."""

    langs: tuple[str, ...]
    game: str | None = None
    players: tuple[Player, ...] = ()
    channels: tuple[int, ...] = ()
    known: tuple[Player, ...] = ()
    expert: bool | None = None
    dice: str = "drawn"
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    data: Path | None = None
    resume: bool = False
    seed: int = 0


class Evening:
    """`script()` is played by a host; `now` tells the date for the names of the files.

    Raises Trouble for a name that cannot be called.
    """

    def __init__(self, options: EveningOptions, sessions: Sessions, now: Callable[[], datetime]) -> None:
        self._options = options
        self._sessions = sessions
        self._now = now
        self._games = 0  # so many were begun this evening
        self._need_names_to_call()

    def _need_names_to_call(self) -> None:
        """Raise Trouble for a name that cannot be called, or that means something else in the lobby."""
        grammar = Grammar.load(None, self._options.langs, self._options.data)
        names = [player.name for player in (*self._options.players, *self._options.known)]
        meanings = {plain(phrase.text): phrase.meaning for phrase in grammar.phrases("lobby", {"seat": SIGNS})}
        for name in names:
            if name not in SIGNS and (meaning := meanings.get(plain(name))) is not None:
                sign = meaning.get("seat") if isinstance(meaning, Intent) else None
                instead = f"write {sign} for that call sign, or" if sign else "give that player"
                raise Trouble(f"The name {name!r} already means {meaning} here; {instead} another name.")
        grammar.phrases("lobby", {"seat": (*names, *SIGNS)})

    def script(self) -> Script:
        """From hello to good night."""
        lobby = self._lobby_narrator(())
        yield from tell(lobby.say("welcome"))
        options = self._options
        plan = Plan(options.game, list(options.players), options.expert, options.resume, list(options.channels))
        while True:
            ending = yield from self._one_game(plan)
            if ending not in ("rematch", "newgame"):
                break
            plan.resume = False
            if ending == "newgame":
                plan = Plan(players=list(plan.players), channels=list(plan.channels))
        yield from tell(lobby.say("good-night"))

    def _one_game(self, plan: Plan) -> Part[str]:
        """The lobby as far as needed, one game, and what comes after it: "rematch", "newgame" or an ending."""
        begun = yield from self._begin(plan)
        if isinstance(begun, str):
            return begun
        session, match, last = begun
        owned = dict(zip((player.name for player in plan.players), plan.channels, strict=False))
        plan.channels = [owned[name] for name in session.names if name in owned]
        plan.game, plan.players = session.game, list(session.players)
        table, talk = yield from self._sit_down(plan, session, match, last)
        yield from talk.around(table.script())
        if match.result is None:
            return talk.ending
        self._sessions.finish(session, match)
        yield from note("finished", game=session.game, winners=list(match.result.winners))
        over = _Over(table)
        talk = TableTalk(table, self._fame(table.narrator))
        yield from talk.around(over.script())
        return talk.ending or over.wish

    def _begin(self, plan: Plan) -> Part[tuple[Session, Match[Any], Events | None] | str]:
        """A new game, or the one that was interrupted; the ending if the table would rather not."""
        while True:
            if plan.resume:
                plan.resume = False
                if (found := (yield from self._interrupted())) is not None:
                    return found
                yield from tell(self._lobby_narrator(()).say("session-none"))
            narrator = self._lobby_narrator(plan.players)
            lobby = Lobby(plan, narrator, self._options.known)
            talk = TableTalk(lobby, self._fame(narrator))
            yield Seating(Grammar.load(None, self._options.langs, self._options.data), lobby.names)
            yield from relayed(talk.around(lobby.script()), _nobody_sits_yet)
            if talk.ending:
                return talk.ending
            if not plan.resume:
                return (*self._new_game(plan), None)

    def _interrupted(self) -> Part[tuple[Session, Match[Any], Events] | None]:
        """The game that was begun last and is not finished; None if there is none, or if it is damaged."""
        session = self._sessions.latest()
        try:
            match = self._sessions.resume(session) if session is not None else None
        except Trouble as trouble:
            if self._options.resume:  # somebody sits at the keyboard and can mend it
                raise
            yield from note("damaged", session=session.id if session else None, why=str(trouble))
            return None
        return None if session is None or match is None else (session, match, last_events(match))

    def _new_game(self, plan: Plan) -> tuple[Session, Match[Any]]:
        assert plan.game is not None
        self._games += 1
        return self._sessions.begin(
            plan.game,
            plan.players,
            self._options.langs,
            now=self._now(),
            seed=f"{self._options.seed} {self._games}",
            dice=self._options.dice,
            **{**self._options.options.get(plan.game, {}), **plan.options},
        )

    def _sit_down(
        self, plan: Plan, session: Session, match: Match[Any], last: Events | None
    ) -> Part[tuple[GameTable, TableTalk]]:
        """The table of the game, and the ears set to its grammar and players."""
        data, seed = self._options.data, self._options.seed
        langs = tuple(dict.fromkeys((*self._options.langs, *session.langs)))
        channels = tuple(plan.channels) if len(set(plan.channels)) == len(session.players) else ()
        grammar = Grammar.load(session.game, langs, data)
        yield Seating(grammar, session.names, channels)
        yield from note("seated", game=session.game, names=list(session.names), session=session.id)
        narrator = Narrator(session.game, langs, session.players, seed=seed, overlay=data)
        table = open_table(match, narrator, session.names, seed=seed, dice=session.dice, resumed=last)
        yield Expect(rehearse(partial(self._made_up, session, match, langs), grammar, session.names, seed))
        return table, TableTalk(table, self._fame(narrator))

    def _made_up(self, session: Session, match: Match[Any], langs: Sequence[str], number: int) -> Script:
        """The same game from its deal, so with the same cards, made up to find out what may be told in it."""
        narrator = Narrator(session.game, langs, session.players, seed=number, overlay=self._options.data)
        dealt = Match.resume(match.lines[:1])
        table = open_table(dealt, narrator, session.names, seed=number, dice=session.dice)
        return TableTalk(table).around(table.script())

    def _lobby_narrator(self, players: Sequence[Player]) -> Narrator:
        options = self._options
        return Narrator(None, options.langs, players, seed=options.seed, overlay=options.data)

    def _fame(self, narrator: Narrator) -> list[Line]:
        """Who has won how often, over all evenings; the three best."""
        return [
            line for name, wins in self._sessions.fame()[:3] for line in narrator.say("fame-line", seat=name, wins=wins)
        ]


def _nobody_sits_yet(request: Request) -> Part[Reply]:
    """Whoever speaks in the lobby has no seat, though typed lines may say who it is."""
    reply = yield request
    return replace(reply, seat=None) if isinstance(reply, Said) else reply


class _Over:
    """After a game. `wish` is what the table wants: "rematch" or, after silence, nothing more."""

    def __init__(self, table: GameTable) -> None:
        self._narrator = table.narrator
        self.wish = ""

    def script(self) -> Script:
        """Ask what comes next. Another game and good night are table talk."""
        for _ in range(OVER_TRIES):
            told = yield from tell(self._narrator.say("over-question"))
            until = told.end + OVER_MS
            while not isinstance(reply := (yield from listen("over", until)), Quiet):
                if isinstance(reply, Said):
                    yield from self._take(reply)
                if self.wish:
                    return
                until = reply.end + OVER_MS

    def _take(self, said: Said) -> Part[None]:
        """Do what was wished, once it is certain. The children's talk among themselves needs no answer."""
        if said.intent is None or said.reason not in (Reason.HEARD, Reason.UNSURE):
            yield from note("missed", reason=said.reason.value, seat=said.seat)
            if said.end - said.onset <= CHATTER_MS:
                yield from tell(self._narrator.say("help-over"))
            return
        meant = yield from made_sure(said, self._narrator, "over")
        if meant is None:
            yield from tell(self._narrator.say("help-over"))
        elif said_name(meant) == "rematch":
            self.wish = "rematch"
        else:
            yield Aside(meant, "over")
