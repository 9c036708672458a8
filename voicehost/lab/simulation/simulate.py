"""Many whole games, played by bots, to prove that the rules hold and to see what settings do.

Game number n of a plan depends on the plan's seed and n alone, and everything that is counted is added up
in whole numbers, so the report is the same for any number of processes. Every game is checked against the
laws of `laws` while it is played, and then played again from its actions: the replay must end in the same
state, and its time is the speed of the bare rules.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from voicehost.lab.simulation import chance, laws
from voicehost.lab.simulation.bots import BOTS, SKILLS, Bot
from voicehost.lab.simulation.figures import COUNTED, quantile, share
from voicehost.rules import GAMES, NATURE, TABLE, Action, Dice, Event, Game, Illegal, public
from voicehost.rules.verhext import Call, Settle

MOST_TURNS: Final = 3000
"""A game longer than this is given up and counted as capped (P18)."""
CHECK_EVERY: Final = 8
CHUNK: Final = 25
"""Games that one process plays before it reports."""
SPEAKING_MS: Final = 900.0
"""How long a spell takes to shout: calls arrive this much after their onset, two spells twice as late."""


@dataclass(frozen=True)
class Plan:
    """What to play. `skills` go around the table; with several, every game moves them on by one seat."""

    game: str
    players: int
    games: int
    seed: int = 1
    skills: tuple[str, ...] = ("perfect",)
    options: tuple[tuple[str, Any], ...] = ()

    def rules(self) -> Game[Any]:
        """The game with its options. Raises Illegal."""
        return GAMES[self.game].with_options(**dict(self.options))

    def skill(self, number: int, seat: int) -> str:
        """The skill of a seat in game `number`."""
        return self.skills[(number + seat) % len(self.skills)]


@dataclass
class Tally:
    """What was counted, in whole numbers only (but for the time), so that tallies add up in any order."""

    games: int = 0
    illegal: int = 0
    capped: int = 0
    won: int = 0
    applies: int = 0
    applying_s: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    skill_wins: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    events: Counter[int] = field(default_factory=Counter)
    figures: Counter[str] = field(default_factory=Counter)
    faces: dict[tuple[int, ...], Counter[int]] = field(default_factory=dict)
    """How often each face came, by the weights of all faces and the index of the face."""

    def add(self, other: Tally) -> None:
        """Add what another process has counted."""
        for name in ("games", "illegal", "capped", "won", "applies", "applying_s"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("reasons", "wins", "skill_wins", "turns", "events", "figures"):
            getattr(self, name).update(getattr(other, name))
        for weights, counts in other.faces.items():
            self.faces.setdefault(weights, Counter()).update(counts)


class Table:
    """One game on its way, with its bots."""

    def __init__(self, plan: Plan, number: int, tally: Tally) -> None:
        self.plan = plan
        self.number = number
        self.tally = tally
        self.game = plan.rules()
        seed = f"{plan.seed}/{plan.game}/{plan.players}/{number}"
        self.dice = Dice(seed)
        self.first = self.state = self.game.setup(plan.players, self.dice)
        self.bots: list[Bot[Any]] = [
            BOTS[plan.game](seat, SKILLS[plan.skill(number, seat)], Dice(f"{seed}/{seat}"))
            for seat in range(plan.players)
        ]
        self.actions: list[Action] = []
        self.events: list[Event] = list(self.game.opening(public(self.state)))
        self.turns = sum(map(COUNTED[plan.game].turns, self.events))

    def play(self) -> None:
        """Play to the end, or to the cap on turns."""
        while (seats := self.game.turn(self.state).seats) and self.turns <= MOST_TURNS:
            if NATURE in seats:
                self._throw()
            elif TABLE in seats:
                self._answer_together(seats)
            else:
                self._ask(seats[0])
        laws.check(self.state)
        self._replay()
        self._count()

    def _do(self, action: Action) -> None:
        try:
            self.state, events = self.game.apply(self.state, action)
        except Illegal:
            self.tally.illegal += 1
            action = self.game.legal(self.state, action.seat)[0]
            self.state, events = self.game.apply(self.state, action)
        self.actions.append(action)
        self.events.extend(events)
        self.turns += sum(map(COUNTED[self.plan.game].turns, events))
        if len(self.actions) % CHECK_EVERY == 0:
            laws.check(self.state)
        for bot in self.bots:
            bot.watch(events)

    def _throw(self) -> None:
        odds = self.game.odds(self.state)
        weights = tuple(weight for _, weight in odds)
        face = self.dice.pick(tuple(enumerate(weights)))
        self.tally.faces.setdefault(weights, Counter())[face] += 1
        self._do(odds[face][0])

    def _ask(self, seat: int) -> None:
        self._do(self.bots[seat].choose(public(self.state), self.game.legal(self.state, seat)))

    def _answer_together(self, seats: Sequence[int]) -> None:
        """One round of calls: all shout when they like, calls arrive when they are spoken, and the host settles."""
        view, begun = public(self.state), self.state.round
        calls = [self.bots[seat].choose(view, self.game.legal(view, seat)) for seat in seats if seat != TABLE]
        waiting = sorted((call for call in calls if isinstance(call, Call)), key=_arrival)
        while waiting:
            self._do(waiting.pop(0))
            if self.state.over is not None or self.state.round != begun:
                return  # decided: whoever still speaks is too late
            if self.state.right and waiting:
                until = round(min(call.at for call in waiting) - 0.1, 1)
                if until > self.state.settled:
                    self._do(Settle(until))
                if self.state.over is not None or self.state.round != begun:
                    return

    def _replay(self) -> None:
        """Play the same actions again at full speed; they must lead to the same end."""
        apply, state = self.game.apply, self.first
        started = time.process_time()
        for action in self.actions:
            state, _ = apply(state, action)
        self.tally.applying_s += time.process_time() - started
        self.tally.applies += len(self.actions)
        if state != self.state:
            raise laws.LawBroken(f"replay ends elsewhere: {state} instead of {self.state}")

    def _count(self) -> None:
        tally, plan = self.tally, self.plan
        tally.games += 1
        tally.turns[self.turns] += 1
        tally.events[len(self.events)] += 1
        tally.figures.update(COUNTED[plan.game].figures(self.events, self.state))
        result = self.game.result(self.state)
        if result is None:
            tally.capped += 1
            return
        tally.reasons[result.reason] += 1
        tally.won += bool(result.winners)
        for seat in result.winners:
            tally.wins[seat] += 1
            tally.skill_wins[plan.skill(self.number, seat)] += 1


def _arrival(call: Call) -> tuple[float, int]:
    """When a call is understood: after its last word."""
    return (call.at + SPEAKING_MS * len(call.spells), call.seat)


def play_games(plan: Plan, numbers: Sequence[int]) -> Tally:
    """Play some games of a plan. Raises LawBroken naming the game, so that it can be played again alone."""
    tally = Tally()
    for number in numbers:
        try:
            Table(plan, number, tally).play()
        except laws.LawBroken as broken:
            raise laws.LawBroken(f"game {number} of {plan}: {broken}") from None
    return tally


def simulate(plan: Plan, jobs: int = 1, progress: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Play a plan in `jobs` processes and report. `progress` hears how many more games are finished."""
    started = time.monotonic()
    total = Tally()
    chunks = [range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK)]
    for tally in _tallies(plan, chunks, jobs):
        total.add(tally)
        if progress is not None:
            progress(tally.games)
    return report(plan, total, time.monotonic() - started)


def _tallies(plan: Plan, chunks: Sequence[range], jobs: int) -> Iterator[Tally]:
    if jobs == 1 or len(chunks) < 2:
        for chunk in chunks:
            yield play_games(plan, chunk)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(chunks)), _ignore_interrupts) as pool:
        yield from pool.imap_unordered(_play_chunk, [(plan, chunk) for chunk in chunks])


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent, which then ends its helpers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(work: tuple[Plan, range]) -> Tally:
    return play_games(*work)


def report(plan: Plan, tally: Tally, wall_s: float) -> dict[str, Any]:
    """What a machine reads of a simulation. Only the two speeds differ between two runs of the same plan."""
    finished = tally.games - tally.capped
    tests = [
        chance.p_value([counts[face] for face in range(len(weights))], weights)
        for weights, counts in sorted(tally.faces.items())
        if len(weights) > 1
    ]
    answer: dict[str, Any] = {
        "game": plan.game,
        "players": plan.players,
        "games": tally.games,
        "seed": plan.seed,
        "skill": ",".join(plan.skills),
        "finished": finished,
        "illegal": tally.illegal,
        "capped": tally.capped,
        "reasons": dict(sorted(tally.reasons.items())),
        "wins_by_seat": [tally.wins[seat] for seat in range(plan.players)],
        "win_rate": share(tally.won, tally.games),
        "turns_p50": quantile(tally.turns, 0.5),
        "turns_p95": quantile(tally.turns, 0.95),
        "spoken_events_p50": quantile(tally.events, 0.5),
        "chance_p_min": round(min([p * len(tests) for p in tests] + [1.0]), 6),
        **COUNTED[plan.game].report(tally.figures, tally.games),
    }
    if len(plan.skills) > 1:
        answer["wins_by_skill"] = {skill: tally.skill_wins[skill] for skill in sorted(set(plan.skills))}
    answer["applies_per_s"] = round(tally.applies / tally.applying_s) if tally.applying_s else 0
    answer["games_per_s"] = round(tally.games / wall_s, 1)
    return answer
