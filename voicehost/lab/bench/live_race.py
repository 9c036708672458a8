"""Verhext! through real devices: two children with a microphone each race for the spells as soon as a round is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from voicehost.evening.evening import EveningOptions
from voicehost.evening.games import open_table
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import SAMPLE_RATE, Phrase
from voicehost.lab.demo.people import People
from voicehost.lab.demo.players import TEMPERS, Child, TrueCall
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.live.live import Now
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules import Match
from voicehost.rules.dice import Dice
from voicehost.table.parts import Part, relayed
from voicehost.table.script import Listen, Note, Reply, Request, Script, Seating, Tell
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Narrator, Player

GAME: Final = "verhext"
NAMES: Final = ("fox", "owl")
NEXT_SPELL_S: Final = 0.4  # a second spell is begun no sooner after the first one's beginning, and never before its end
POLITE_S: Final = 0.7  # from the end of a question to its answer


class Racers:
    """The children; they speak through `people`, None: they are silent."""

    def __init__(self, langs: Sequence[str], seed: int, people: People | None = None) -> None:
        self.spoken = 0
        self._langs, self._seed, self._people = tuple(langs), seed, people
        self._players = [Player(name, langs[seat % len(langs)]) for seat, name in enumerate(NAMES)]
        self._grammar = Grammar.load(GAME, langs)
        voices = [SPEAKERS[(seed + 3 * seat) % len(SPEAKERS)] for seat in range(len(NAMES))]
        self._children = [
            Child(seat, player, voices[seat], temper, self._grammar, Dice(f"live race {seed} {seat}"))
            for (seat, player), temper in zip(enumerate(self._players), TEMPERS, strict=False)
        ]
        self._called: dict[int, TrueCall] = {}  # in this round, by seat
        self._asked: dict[str, Any] | None = None  # whom the host asks whether which spells were meant
        self._answered = False

    def script(self, options: EveningOptions, sessions: Sessions, now: Now) -> Script:
        """One game from its opening to its end."""
        self._match: Match[Any] = Match.new(GAME, players=len(NAMES), seed=self._seed)
        narrator = Narrator(GAME, self._langs, self._players, seed=self._seed)
        table = open_table(self._match, narrator, NAMES, seed=self._seed)
        yield Seating(self._grammar, NAMES, tuple(range(len(NAMES))))
        yield from relayed(TableTalk(table).around(table.script()), self._watch)

    def _watch(self, request: Request) -> Part[Reply]:
        match request:
            case Note("open"):
                self._race()
            case Note("question", facts):
                self._asked, self._answered = dict(facts), False
            case Note("call" | "refused"):
                self._asked = None
            case Tell():
                self._answered = False  # the question is asked, perhaps once more
            case Listen(state) if "confirm" in state.split("+") and self._asked is not None and not self._answered:
                self._answered = True
                self._confirm(self._asked)
        return (yield request)

    def _race(self) -> None:
        """A round is open."""
        plans = (child.plan(self._match.view, 0) for child in self._children)
        self._called = {plan.seat: plan for plan in plans if plan is not None}
        for seat, plan in self._called.items():
            for number, text in enumerate(plan.texts):
                self._say(f"{text}!", seat, plan.due / SAMPLE_RATE + number * NEXT_SPELL_S)

    def _confirm(self, asked: dict[str, Any]) -> None:
        """The child that is asked says truthfully whether it has called that."""
        call = self._called.get(asked["seat"])
        meant = call is not None and list(call.spells) == asked["spells"]
        answer, lang = Intent.of("yes" if meant else "no"), self._players[asked["seat"]].lang
        text = next(p.text for p in self._grammar.phrases("confirm") if p.meaning == answer and p.lang == lang)
        self._say(text, asked["seat"], POLITE_S)

    def _say(self, text: str, seat: int, after_s: float) -> None:
        if self._people is not None:
            self.spoken += 1
            phrase = Phrase(text, self._players[seat].lang, None)
            self._people.say(phrase, self._seed + 3 * seat, after_s=after_s, at=seat)
