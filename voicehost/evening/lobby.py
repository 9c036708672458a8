"""The lobby: which game, who plays, like experts or not. Everything by voice, with defaults after silence.

Wishes may come in any order ("the fox", "Let's play Hubi", "like experts"); what is still missing is asked for. The
language in which a child gives its name is the language in which it is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from voicehost.hear.ear import Reason
from voicehost.phrases.intent import Intent
from voicehost.rules import GAMES
from voicehost.table.confirm import made_sure
from voicehost.table.parts import CHATTER_MS, TRIES, Meanwhile, Part, ask, listen, note, said_name, tell
from voicehost.table.script import Aside, Quiet, Said, Script
from voicehost.table.seats import SIGNS
from voicehost.tell.narrator import Line, Narrator, Player

WAIT_MS: Final = 10_000.0  # silence after which the lobby asks again, or goes on with what it knows
USUAL: Final = 3  # so many play if nobody says who
EXPERT: Final[dict[str, dict[str, Any]]] = {"verhext": {"expert": True}, "hubi": {"expert": 3}}
"""The options with which a game is played like experts; games without an entry have no such variant."""


@dataclass(slots=True)
class Plan:
    """What is to be played. `channels` are the microphones by which the players spoke, in order of seats."""

    game: str | None = None
    players: list[Player] = field(default_factory=list)
    expert: bool | None = None
    resume: bool = False
    channels: list[int] = field(default_factory=list)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game's rules."""
        return dict(EXPERT.get(self.game or "", {})) if self.expert else {}


class Lobby:
    """Completes a plan. `known` are players from the settings, who may be called by name."""

    def __init__(self, plan: Plan, narrator: Narrator, known: Sequence[Player] = ()) -> None:
        self.plan = plan
        self.narrator = narrator
        self.names = (*(player.name for player in known), *SIGNS)
        self._known = {player.name: player for player in known}
        self._started = False
        self._missed = 0  # sounds in a row that were not understood
        narrator.players = tuple(plan.players)

    def script(self) -> Script:
        """Ask until the plan is complete."""
        if self.plan.game is None:
            yield from self._until(self._has_game, self._ask_game, self._default_game)
        if self.plan.resume or self.plan.game is None:
            return
        if len(self.plan.players) < self._fewest:
            yield from self._until(self._has_players, self._ask_players, self._default_players)
        if self.plan.expert is None and self.plan.game in EXPERT:
            yield from self._ask_variant()

    def status(self) -> list[Line]:
        """Who plays so far."""
        return [line for seat in range(len(self.plan.players)) for line in self.narrator.say("lobby-joined", to=seat)]

    def whose_turn(self) -> list[Line]:
        """What is still missing."""
        return self._ask_game() if self.plan.game is None else self._ask_players()

    def take_back(self) -> bool:
        """Take out the player who came last."""
        if not self.plan.players:
            return False
        self.plan.players.pop()
        self.plan.channels = self.plan.channels[: len(self.plan.players)]
        self.narrator.players = tuple(self.plan.players)
        return True

    # --- asking ---------------------------------------------------------------------------------------------------

    def _until(
        self, enough: Callable[[bool], bool], question: Callable[[], list[Line]], default: Callable[[], Part[None]]
    ) -> Part[None]:
        """Ask and listen until there is enough. `enough(quiet)`; after TRIES silences, the default."""
        silences = 0
        while not enough(False) and not self.plan.resume:
            told = yield from tell(question())
            until, quiet = told.end + WAIT_MS, True
            while not enough(False) and not self.plan.resume:
                reply = yield from listen("lobby", until)
                if isinstance(reply, Quiet):
                    break
                quiet = False
                if isinstance(reply, Said):
                    yield from self._take(reply)
                until = max(until, reply.end + WAIT_MS)
            if enough(quiet):
                return
            silences += quiet
            if silences == TRIES:
                yield from default()

    def _has_game(self, quiet: bool) -> bool:
        return self.plan.game is not None

    def _has_players(self, quiet: bool) -> bool:
        count = len(self.plan.players)
        return count == self._most or (count >= self._fewest and (quiet or self._started))

    def _ask_game(self) -> list[Line]:
        return self.narrator.say("lobby-game", games=tuple(GAMES))

    def _ask_players(self) -> list[Line]:
        if self.plan.players:
            return self.narrator.say("lobby-who-else")
        return self.narrator.say("lobby-players", names=tuple(dict.fromkeys(self.names)))

    def _default_game(self) -> Part[None]:
        yield from tell(self.narrator.say("lobby-default"))
        yield from self._choose(next(iter(GAMES)))

    def _default_players(self) -> Part[None]:
        yield from tell(self.narrator.say("lobby-default"))
        for name in self.names:
            if len(self.plan.players) < max(USUAL, self._fewest) and name not in self._joined():
                yield from self._join(name, self.narrator.main, None)
        self._started = True

    def _ask_variant(self) -> Part[None]:
        """Like experts or not; whoever comes in the meantime plays, too."""
        late: list[Said] = []
        meanwhile = Meanwhile("lobby", late.append)
        question, answers = self.narrator.say("lobby-variant"), ("yes", "no", "expert")
        answer = yield from ask(question, "confirm", lambda said: said_name(said) in answers, 2, meanwhile)
        self.plan.expert = answer is not None and answer.name != "no"
        for said in late:
            if said.reason is Reason.HEARD and said.intent is not None:
                yield from self._grant(said, said.intent)
        yield from tell(self.narrator.say("lobby-expert" if self.plan.expert else "lobby-simple"))

    # --- what was said --------------------------------------------------------------------------------------------

    def _take(self, said: Said) -> Part[None]:
        """Grant a wish, once it is certain."""
        if said.intent is None or said.reason not in (Reason.HEARD, Reason.UNSURE):
            yield from self._not_understood(said)
            return
        self._missed = 0
        meant = yield from made_sure(said, self.narrator, "lobby")
        if meant is None or meant.intent is None:
            yield from tell(self.narrator.say("say-again"))
        else:
            yield from self._grant(meant, meant.intent)

    def _not_understood(self, said: Said) -> Part[None]:
        """A friendly answer, but not to the children's talk among themselves; the second one is help."""
        yield from note("missed", reason=said.reason.value)
        if said.end - said.onset > CHATTER_MS:
            return
        if said.reason is Reason.TOO_QUIET:
            yield from tell(self.narrator.say("too-quiet"))
            return
        self._missed += 1
        yield from tell(self.narrator.say("say-again" if self._missed % 2 else "help-lobby"))

    def _grant(self, said: Said, intent: Intent) -> Part[None]:
        match intent.name:
            case "game":
                yield from self._choose(intent.get("game") or "")
            case "seat":
                lang = said.phrase.lang if said.phrase else self.narrator.main
                yield from self._join(intent.get("seat") or "", lang, said.channel)
            case "expert":
                self.plan.expert = True
                yield from tell(self.narrator.say("lobby-expert"))
            case "resume":
                self.plan.resume = True
            case "start":
                yield from self._start()
            case _:  # table talk that was confirmed
                yield Aside(said, "lobby")

    def _choose(self, game: str) -> Part[None]:
        most = GAMES[game].seats[-1]
        if len(self.plan.players) > most:
            yield from tell(self.narrator.say("lobby-full", most=most))
            return
        self.plan.game = game
        yield from note("chosen", game=game)
        yield from tell(self.narrator.say("lobby-chosen", game=game))

    def _join(self, name: str, lang: str, channel: int | None) -> Part[None]:
        players = self.plan.players
        if name in self._joined():
            yield from tell(self.narrator.say("lobby-taken", to=self._joined().index(name)))
            return
        if self.plan.game is not None and len(players) == self._most:
            yield from tell(self.narrator.say("lobby-full", most=self._most))
            return
        usual = self._known.get(name)
        spoken = (usual.lang if usual else "") or lang
        players.append(Player(name, spoken if spoken in self.narrator.langs else self.narrator.main))
        if channel is not None:
            self.plan.channels.append(channel)
        self.narrator.players = tuple(players)
        yield from note("joined", name=name, lang=players[-1].lang)
        yield from tell(self.narrator.say("lobby-joined", to=len(players) - 1))

    def _start(self) -> Part[None]:
        """ "Let's go!" """
        if self.plan.game is None:
            yield from tell(self._ask_game())
        elif len(self.plan.players) < self._fewest:
            yield from tell(self.narrator.say("lobby-more-players", fewest=self._fewest))
        else:
            self._started = True

    def _joined(self) -> list[str]:
        return [player.name for player in self.plan.players]

    @property
    def _fewest(self) -> int:
        return GAMES[self.plan.game or next(iter(GAMES))].seats[0]

    @property
    def _most(self) -> int:
        """More than there are names cannot play."""
        return min(GAMES[self.plan.game or next(iter(GAMES))].seats[-1], len(set(self.names)))
