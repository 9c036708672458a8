"""A whole game at a simulated table: synthetic players shout, the program hears them through real audio."""

from __future__ import annotations

import resource
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voicehost.audio.files import need_writable, write_wav
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Ear
from voicehost.hear.listener import Listener
from voicehost.lab.ledger import Ledger
from voicehost.lab.players import TEMPERS, Child
from voicehost.lab.scene import Room
from voicehost.lab.speakers import SPEAKERS
from voicehost.lab.table import SimulatedTable
from voicehost.phrases.grammar import Grammar
from voicehost.rules import Match
from voicehost.rules.dice import Dice
from voicehost.table.host import Entry, Host, Log
from voicehost.table.journal import JournalFile, resume_match
from voicehost.table.parts import TableTalk
from voicehost.table.verhext import STATES, VerhextTable
from voicehost.tell.narrator import Narrator, Player
from voicehost.tell.speech import Speech


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What the demo plays. `langs`: the table's languages, the main one first; `data`: a folder laid over grammars/ and
    voices/; `journal`: a file that keeps the game, where it goes on with `resume`; `out`: the session as a WAV file."""

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


class Demo:
    """One game of Verhext! at a simulated table. `log` gets every line of the timeline as it happens."""

    def __init__(self, options: DemoOptions, ear: Ear, log: Log) -> None:
        self._options = options
        self._log = log
        self._closing = ExitStack()
        if options.out is not None:
            need_writable(options.out)
        self._match = self._open_match()
        names = [player.name for player in options.players]
        langs, data = options.langs, options.data
        grammar = Grammar.load("verhext", langs, data)
        narrator = Narrator("verhext", langs, options.players, seed=options.seed, overlay=data)
        self._table = VerhextTable(self._match, narrator, names, reading=self._dice("reading"), resumed=options.resume)
        self._talk = TableTalk(narrator, self._table.status)
        self._room = Room(len(names), seed=options.seed, single_mic=options.single_mic, record=options.out is not None)
        self._sound = SimulatedTable(
            self._room,
            [self._child(seat, player, grammar) for seat, player in enumerate(options.players)],
            Speech.of(langs, overlay=data),
            lambda: self._match.view,
            self._dice("table"),
            log,
        )
        self._ledger = Ledger(options.window_ms)
        self._host = Host(
            source=self._sound,
            mouth=self._sound,
            listener=Listener(self._room.microphones),
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
            self._host.prepare(STATES)
            self._host.run(self._talk.around(self._table.script()))
        if self._options.out is not None:
            write_wav(self._options.out, self._room.mix(), SAMPLE_RATE)
        result = self._match.result
        summary = {
            "game": "verhext",
            "seed": self._options.seed,
            **self._ledger.summary(self._sound.calls),
            "winner": self._options.players[result.winners[0]].name if result else None,
            "audio_s": round(self.audio_s, 1),
            "wall_s": round(time.perf_counter() - began, 1),
            "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
        self._log(Entry("summary", self._host.now, summary))
        return summary

    def _take(self, entry: Entry) -> None:
        self._ledger.note(entry, self._match.view.solution)
        self._log(entry)
        self._sound.observe(entry)

    def _open_match(self) -> Match[Any]:
        options = self._options
        if options.resume:
            if options.journal is None:
                raise Trouble("--resume needs the file of the game; name it with --journal FILE.")
            match, journal = resume_match(options.journal)
            self._closing.callback(journal.close)
            if match.game.name != "verhext" or match.view.players != len(options.players):
                raise Trouble(f"{options.journal} holds another game or other players; name it with its own options.")
            return match
        sink = None
        if options.journal is not None:
            if options.journal.exists():
                raise Trouble(f"{options.journal} exists; go on with --resume or name another file.")
            sink = JournalFile(options.journal)
            self._closing.callback(sink.close)
        return Match.new(
            "verhext",
            players=len(options.players),
            seed=options.seed,
            journal=sink,
            expert=options.expert,
            window_ms=options.window_ms,
        )

    def _child(self, seat: int, player: Player, grammar: Grammar) -> Child:
        speaker = SPEAKERS[(self._options.seed + 3 * seat) % len(SPEAKERS)]
        return Child(seat, player, speaker, TEMPERS[seat % len(TEMPERS)], grammar, self._dice(f"seat {seat}"))

    def _dice(self, purpose: str) -> Dice:
        return Dice(f"{self._options.seed} {purpose}")
