"""A whole game through real devices: synthetic children play it aloud in real time, then its recording is replayed.

Are all verdicts the same, and how soon after a child has spoken does the host answer in a real game, where most of what
it says is new?
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from voicehost.audio.devices import Microphone
from voicehost.evening.evening import EveningOptions
from voicehost.evening.games import open_table
from voicehost.evening.rehearsal import rehearse
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import Ear, Phrase, Reason
from voicehost.lab.bench import pulse
from voicehost.lab.bench.live import same_verdicts
from voicehost.lab.bench.live_race import GAME as RACE
from voicehost.lab.bench.live_race import NAMES, Racers
from voicehost.lab.bench.live_trials import percentile
from voicehost.lab.demo.people import People
from voicehost.lab.demo.wording import intents_of
from voicehost.lab.simulation.bots import BOTS, Bot, Skill
from voicehost.live.live import LiveOptions, Now, play_live, replay_session
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules import NATURE, Match
from voicehost.rules.dice import Dice
from voicehost.table.host import Entry
from voicehost.table.parts import Part, relayed
from voicehost.table.script import Expect, Listen, Note, Reply, Request, Script, Seating, Tell
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Narrator, Player

THINKING_S: Final = (0.5, 1.5)  # from the host's last word to the child's first
PATIENCE_S: Final = 5.0  # after its own last word, then a child says it again
SKILL: Final = Skill(forget=0.1, lapse=0.1, reaction_ms=1000.0)


class Children:
    """Two children around one microphone, with `people` for their voices; None: they are silent."""

    def __init__(self, langs: Sequence[str], game: str, seed: int, people: People | None = None) -> None:
        self.langs, self.game, self.seed = tuple(langs), game, seed
        self.players = [Player(name, langs[seat % len(langs)]) for seat, name in enumerate(NAMES)]
        self._grammar = Grammar.load(game, langs)
        self.spoken = 0
        self._people = people
        self._thinking = Dice(f"voices {seed}")
        self._dice = Dice(f"live game {seed}")
        self._bots: list[Bot[Any]] = [BOTS[game](seat, SKILL, self._dice) for seat in range(len(NAMES))]
        self._busy_until = 0.0  # s, monotonic: until then nobody says anything; infinite: somebody is about to
        self._said: Intent | None = None
        self._asked = ""  # what the host asks whether it was meant

    def script(self, options: EveningOptions, sessions: Sessions, now: Now) -> Script:
        """One game from its opening to its end."""
        self._match: Match[Any] = Match.new(self.game, players=len(NAMES), seed=self.seed)
        yield Seating(self._grammar, NAMES)
        yield Expect(rehearse(self._made_up, self._grammar, NAMES, self.seed))
        yield from relayed(self._table(self._match, self.seed), self._watch)

    def _table(self, match: Match[Any], seed: int) -> Script:
        table = open_table(match, Narrator(self.game, self.langs, self.players, seed=seed), NAMES, seed=seed)
        return TableTalk(table).around(table.script())

    def _made_up(self, number: int) -> Script:
        return self._table(Match.resume(self._match.lines[:1]), number + 1)

    def _watch(self, request: Request) -> Part[Reply]:
        if isinstance(request, Note):
            self._note(request)
        if isinstance(request, Tell):
            self._busy_until = 0.0  # whatever was waited for has come
        if self._people is not None and isinstance(request, Listen):
            while (span := self._people.spoke()) is not None:
                self._busy_until = min(self._busy_until, span[1] + PATIENCE_S)
            if time.monotonic() >= self._busy_until:
                self._speak(request.state, self._people)
        return (yield request)

    def _note(self, note: Note) -> None:
        facts: dict[str, Any] = dict(note.facts)
        if note.kind == "question":
            self._asked = str(facts.get("meaning", ""))
        if note.kind == "event":
            kinds = {kind.__name__: kind for kind in self._match.game.events}
            event = kinds[facts.pop("event")](**facts)
            for bot in self._bots:
                bot.watch([event])

    def _speak(self, state: str, people: People) -> None:
        seat = max(self._match.turn.hand or 0, *self._match.turn.seats, 0)
        phrases = [p for p in self._phrases(state) if p.meaning in self._meant(state.split("+")[0])]
        own = [p for p in phrases if p.lang == self.players[seat].lang] or phrases
        if not own:
            return
        phrase = self._dice.choice(own)
        if state != "confirm":
            assert isinstance(phrase.meaning, Intent)
            self._said = phrase.meaning
        low, high = THINKING_S
        people.say(phrase, self.seed + 3 * seat, after_s=low + (high - low) * self._thinking.draw())
        self.spoken += 1
        self._busy_until = math.inf

    def _meant(self, state: str) -> Sequence[Intent]:
        """What the child whose turn it is may say."""
        if state == "confirm":
            return (Intent.of("yes" if self._asked == str(self._said) else "no"),)
        if state == "roll":
            return (Intent.of("roll"),)
        if state == "between" or self._match.turn.seats == (NATURE,) or self._match.result is not None:
            return ()
        seat = self._match.turn.seats[0]
        return intents_of(self._bots[seat].choose(self._match.view, self._match.legal(seat)), self._match.view)

    def _phrases(self, states: str) -> list[Phrase]:
        return [p for state in states.split("+") for p in self._grammar.phrases(state, {"seat": NAMES})]


def bench_game(langs: Sequence[str], game: str, seed: int, ear: Ear | None = None) -> dict[str, Any]:
    """Play a game to its end in real time and replay it; one JSON object.

    In a race the answer to a call waits for what others may have called earlier, so that there `decided_ms`, from the
    end of a voice to its verdict, tells how quick the host is.
    """
    live: list[Entry] = []
    again: list[Entry] = []
    began = time.monotonic()
    count = len(NAMES) if game == RACE else 1  # microphones
    with pulse.PulseServer(count), tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.flac"
        devices = LiveOptions(
            tuple(Microphone(pulse.microphone(number)) for number in range(count)),
            speaker=pulse.SPEAKER,
            record=record,
        )
        evening, sessions = EveningOptions(langs=tuple(langs), seed=seed), Sessions(Path(folder) / "games")
        with People(count) as people:
            children = _children(langs, game, seed, people)
            play_live(evening, devices, live.append, script=children.script, sessions=sessions, ear=ear)
        lasted = time.monotonic() - began
        replay_session(record, again.append, ear=ear, script=_children(langs, game, seed).script)
    answers = answer_times(live)
    heard = [entry.facts for entry in live if entry.kind == "heard" and entry.facts["reason"] == Reason.HEARD.value]
    decided = [facts["latency_ms"] for facts in heard]
    return {
        "game": game,
        "langs": list(langs),
        "seed": seed,
        "minutes": round(lasted / 60, 1),
        "spoken": children.spoken,
        "actions": sum(entry.kind in ("action", "call") for entry in live),
        "tellings": sum(entry.kind == "tell" for entry in live),
        "decided_ms_p50": percentile(decided, 50),
        "decided_ms_p95": percentile(decided, 95),
        "answers": len(answers),
        "answer_ms_p50": percentile(answers, 50),
        "answer_ms_p95": percentile(answers, 95),
        **same_verdicts(live, again),
        "lost_audio": sum(entry.facts.get("reason") == "lost_audio" for entry in live),
        "troubles": [entry.facts["text"] for entry in live if entry.kind == "trouble"],
    }


def _children(langs: Sequence[str], game: str, seed: int, people: People | None = None) -> Children | Racers:
    return Racers(langs, seed, people) if game == RACE else Children(langs, game, seed, people)


def answer_times(entries: Sequence[Entry]) -> list[float]:
    """From the end of each voice that was acted on to the first sample of what the host tells next, in ms."""
    found, end = [], None
    for entry in entries:
        if entry.kind == "heard":
            end = entry.facts["end_ms"] if entry.facts["reason"] == Reason.HEARD.value else None
        elif entry.kind == "tell" and end is not None:
            found.append(entry.at - end)
            end = None
    return found
