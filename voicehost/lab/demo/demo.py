"""A whole game at a simulated table: synthetic players speak, the program hears them through real audio."""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Protocol

from voicehost.audio.files import write_wav
from voicehost.errors import Trouble
from voicehost.evening.games import open_table
from voicehost.evening.journal import JournalFile, last_events, resume_match
from voicehost.evening.lobby import EXPERT
from voicehost.hear.ear import SAMPLE_RATE, Ear
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.children import MANNERS, TurnChild
from voicehost.lab.demo.ledger import Ledger
from voicehost.lab.demo.players import TEMPERS, Child
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.speakers import SPEAKERS, Speaker
from voicehost.lab.demo.table import SimulatedTable
from voicehost.lab.demo.turn_ledger import TurnLedger
from voicehost.lab.demo.turn_table import TurnTableRoom
from voicehost.phrases.grammar import Grammar
from voicehost.rules import Match
from voicehost.rules.core import Events
from voicehost.rules.dice import Dice
from voicehost.table.host import Entry, Host, Log, Mouth, Source
from voicehost.table.race.verhext import STATES
from voicehost.table.script import Script
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Narrator, Player
from voicehost.tell.speech import Speech
from voicehost.whole import need_writable

DRY_ROOM_MS = 200.0  # echo tail of the simulated room, as `voicehost doctor` measures it for a real one


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What the demo plays. `langs`: the table's languages, the main one first; `data`: a folder laid over grammars/ and
    voices/; `journal`: a file that keeps the game, where it goes on with `resume`; `out`: the session as a WAV file;
    `dice`: "drawn", or "real" ones that the players read aloud (turn-based games)."""

    players: tuple[Player, ...]
    langs: tuple[str, ...]
    seed: int = 1
    expert: bool = False
    window_ms: float = 100.0
    single_mic: bool = False
    out: Path | None = None
    journal: Path | None = None
    resume: bool = False
    data: Path | None = None
    game: str = "verhext"
    dice: str = "drawn"


class Sound(Source, Mouth, Protocol):
    """A simulated table: the host hears it and speaks into it."""

    def observe(self, entry: Entry) -> None:
        """Let the players follow the timeline."""


class Players(Protocol):
    """The synthetic players of one game, and what is found out about how they were heard."""

    @property
    def sound(self) -> Sound: ...

    @property
    def states(self) -> Sequence[str]: ...

    def around(self, script: Script) -> Script:
        """The script, as far as the players have to follow it."""

    def note(self, entry: Entry) -> None:
        """Take a line of the timeline."""

    def figures(self, audio_s: float) -> dict[str, Any]:
        """What the truth says about it."""


class Demo:
    """One game at a simulated table. `log` gets every line of the timeline as it happens."""

    def __init__(self, options: DemoOptions, ear: Ear, log: Log) -> None:
        self._options = options
        self._log = log
        self._closing = ExitStack()
        if options.out is not None:
            need_writable(options.out)
        self._match, last = self._open_match()
        names = [player.name for player in options.players]
        langs, data, game, seed = options.langs, options.data, options.game, options.seed
        grammar = Grammar.load(game, langs, data)
        narrator = Narrator(game, langs, options.players, seed=seed, overlay=data)
        self._table = open_table(self._match, narrator, names, seed=seed, dice=options.dice, resumed=last)
        self._talk = TableTalk(self._table)
        self._room = Room(len(names), seed=seed, single_mic=options.single_mic, record=options.out is not None)
        speech = Speech.of(langs, overlay=data)
        cast: type[_Race] | type[_Turns] = _Race if game == "verhext" else _Turns
        self._players: Players = cast(options, self._match, self._room, speech, grammar, log)
        self._host = Host(
            source=self._players.sound,
            mouth=self._players.sound,
            listener=Listener(self._room.microphones, echo_ms=DRY_ROOM_MS),
            ear=ear,
            grammar=grammar,
            names=names,
            log=self._take,
        )

    @property
    def audio_s(self) -> float:
        """How much sound there has been, in s."""
        return self._room.position / SAMPLE_RATE

    def play(self) -> dict[str, Any]:
        """Play to the end; the summary, which is also the last line of the timeline."""
        began = time.perf_counter()
        with self._closing:
            self._host.prepare(self._players.states)
            self._host.run(self._players.around(self._talk.around(self._table.script())))
        if self._options.out is not None:
            write_wav(self._options.out, self._room.mix(), SAMPLE_RATE)
        result = self._match.result
        winners = [self._options.players[seat].name for seat in result.winners] if result else []
        summary = {
            "game": self._options.game,
            "seed": self._options.seed,
            **self._players.figures(self.audio_s),
            "winner": ", ".join(winners) or None,
            "audio_s": round(self.audio_s, 1),
            "wall_s": round(time.perf_counter() - began, 1),
            "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
        self._log(Entry("summary", self._host.now, summary))
        return summary

    def _take(self, entry: Entry) -> None:
        self._players.note(entry)
        self._log(entry)
        self._players.sound.observe(entry)

    def _open_match(self) -> tuple[Match[Any], Events | None]:
        """A new match, or the one in the journal with what happened last."""
        options = self._options
        if options.resume:
            if options.journal is None:
                raise Trouble("--resume needs the file of the game; name it with --journal FILE.")
            match, journal = resume_match(options.journal)
            self._closing.callback(journal.close)
            if match.game.name != options.game or match.view.players != len(options.players):
                raise Trouble(f"{options.journal} holds another game or other players; name it with its own options.")
            return match, last_events(match)
        sink = None
        if options.journal is not None:
            if options.journal.exists():
                raise Trouble(f"{options.journal} exists; go on with --resume or name another file.")
            sink = JournalFile(options.journal)
            self._closing.callback(sink.close)
        count = len(options.players)
        variant: dict[str, Any] = dict(EXPERT.get(options.game, {})) if options.expert else {}
        if options.game == "verhext":
            variant["window_ms"] = options.window_ms
        return Match.new(options.game, players=count, seed=options.seed, journal=sink, **variant), None


class _Race:
    """Verhext!: all may call at once."""

    states = STATES

    def __init__(
        self, options: DemoOptions, match: Match[Any], room: Room, speech: Speech, grammar: Grammar, log: Log
    ) -> None:
        self._match = match
        self._ledger = Ledger(options.window_ms)
        children = [
            Child(
                seat,
                player,
                _speaker(options, seat),
                TEMPERS[seat % len(TEMPERS)],
                grammar,
                _dice(options, f"seat {seat}"),
            )
            for seat, player in enumerate(options.players)
        ]
        self.sound = SimulatedTable(room, children, speech, lambda: match.view, _dice(options, "table"), log)

    def around(self, script: Script) -> Script:
        """The players see the dice; the timeline tells them enough."""
        return script

    def note(self, entry: Entry) -> None:
        """Take a line of the timeline."""
        self._ledger.note(entry, self._match.view.solution)

    def figures(self, audio_s: float) -> dict[str, Any]:
        """Calls and rounds."""
        return self._ledger.summary(self.sound.calls)


class _Turns:
    """The other games: one child after another."""

    def __init__(
        self, options: DemoOptions, match: Match[Any], room: Room, speech: Speech, grammar: Grammar, log: Log
    ) -> None:
        own = set(grammar.states) - set(Grammar.load(None, options.langs, options.data).states)
        self.states = (*sorted(own), "roll+between", "confirm", "dice")
        self._ledger = TurnLedger()
        children = [
            TurnChild(
                seat, player, _speaker(options, seat), manners, grammar, _dice(options, f"seat {seat}"), options.game
            )
            for (seat, player), manners in zip(enumerate(options.players), cycle(MANNERS), strict=False)
        ]
        self.sound = TurnTableRoom(room, children, speech, match, _dice(options, "table"), log)

    def around(self, script: Script) -> Script:
        """The players know what they are asked."""
        return self.sound.around(script)

    def note(self, entry: Entry) -> None:
        """Take a line of the timeline."""
        self._ledger.note(entry)

    def figures(self, audio_s: float) -> dict[str, Any]:
        """Calls and turns, and how much the host talks: about events, and beyond them."""
        return {
            **self._ledger.summary(self.sound.words),
            "told_share": round(self.sound.needed_s / audio_s, 3),
            "extra_share": round(self.sound.extra_s / audio_s, 3),
        }


def _speaker(options: DemoOptions, seat: int) -> Speaker:
    return SPEAKERS[(options.seed + 3 * seat) % len(SPEAKERS)]


def _dice(options: DemoOptions, purpose: str) -> Dice:
    return Dice(f"{options.seed} {purpose}")
