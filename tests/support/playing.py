"""Bots at a stage: they say what they do by the intents of the grammar, and answer what they are asked."""

from stage import Stage

from voicehost.evening.games import open_table
from voicehost.evening.sessions import Sessions
from voicehost.lab.demo.wording import intents_of
from voicehost.lab.simulation.bots import BOTS, Skill
from voicehost.rules import NATURE, Match
from voicehost.rules.dice import Dice
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Narrator, Player

NAMES = ("fox", "owl", "bear")
TURN_GAMES = ("husch", "hubi", "spinnengift")


class Bots:
    """Three children who play one match. Use an instance as the `talker` of a stage."""

    def __init__(self, seed=1, own_microphones=True, careless=0.1):
        self.match = None
        self._own = own_microphones
        self._skill = Skill(0.1, careless, 1000.0)
        self._dice = Dice(f"bots {seed}")

    def sit_down(self, match):
        """Play this match from now on."""
        self.match = match
        self._bots = [BOTS[match.game.name](seat, self._skill, self._dice) for seat in range(match.view.players)]
        carry_out = match._do

        def watched(action, drawn):
            events = carry_out(action, drawn)
            for bot in self._bots:
                bot.watch(events)
            return events

        match._do = watched

    def __call__(self, state, now, stage):
        if state == "between" or self.match is None or self.match.result is not None:
            return
        seat = self.match.turn.seats[0]
        speaker = max(seat, self.match.turn.hand or 0)
        who = speaker if self._own else None
        if state == "confirm":
            stage.say(who, "yes", now + 400)
        elif state.startswith("roll"):
            stage.say(who, "roll", now + 400)
        elif seat == NATURE:
            face = self._dice.pick(self.match.game.odds(self.match.view))
            stage.mean(who, intents_of(face, self.match.view)[0], now + 400)
        else:
            stage.mean(who, self._dice.choice(intents_of(self.action(), self.match.view)), now + 400)

    def action(self):
        """What the child whose turn it is would do."""
        seat = self.match.turn.seats[0]
        return self._bots[seat].choose(self.match.view, self.match.legal(seat))


class Playing:
    """A table with bots. `talker` replaces them or stands before them; `match` goes on."""

    def __init__(self, game, langs=("en",), talker=None, match=None, seed=5, last=None, dice="drawn", **options):
        self.match = match or Match.new(game, players=3, seed=seed, **options)
        self.bots = Bots(seed)
        self.bots.sit_down(self.match)
        players = [Player(name, langs[seat % len(langs)]) for seat, name in enumerate(NAMES)]
        self.narrator = Narrator(game, langs, players, seed=1)
        self.table = open_table(self.match, self.narrator, NAMES, seed=1, dice=dice, resumed=last)
        self.talk = TableTalk(self.table)
        self.stage = Stage(talker=talker or self.bots)

    def play(self, hours=1):
        """To the end; the stage."""
        return self.stage.run(self.talk.around(self.table.script()), limit_ms=hours * 3_600_000.0)


class Watched(Sessions):
    """Sessions that tell which match was begun or gone on with."""

    def __init__(self, folder, bots):
        super().__init__(folder)
        self.matches = []
        self._bots = bots

    def begin(self, *args, **options):
        session, match = super().begin(*args, **options)
        self._see(match)
        return session, match

    def resume(self, session):
        match = super().resume(session)
        self._see(match)
        return match

    def _see(self, match):
        self.matches.append(match)
        if match.game.name in TURN_GAMES:
            self._bots.sit_down(match)
