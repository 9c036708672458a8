"""Players that test the rules: they see what everybody sees, and remember as well or as badly as their
skill.

A bot is given `public(state)`, its legal actions, and the events that everybody hears; never a whole state.
Skills model children roughly. They serve to prove the rules and to compare settings, and say nothing about
real children.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from voicehost.rules import Action, Dice, Event
from voicehost.rules import hubi as hubi_rules
from voicehost.rules import husch as husch_rules
from voicehost.rules import spinnengift as spinnengift_rules
from voicehost.rules import verhext as verhext_rules
from voicehost.rules.hubi import FOOD_OF, NOWHERE, PASSES, SIDES, WALLS, HubiState
from voicehost.rules.husch import ARROW, HuschState
from voicehost.rules.spinnengift import CARDS, CARDS_OF_EACH, INGREDIENTS, STAR, SpinnengiftState
from voicehost.rules.spinnengift.kitchen import KITCHENS
from voicehost.rules.verhext import VerhextState

V = TypeVar("V")


@dataclass(frozen=True)
class Skill:
    """How good a player is.

    forget: chance that something remembered is lost by the next turn.
    lapse: chance that an action is whatever comes to mind (a wrong spell, a wasted step).
    reaction_ms: median time from the dice to a shouted spell.
    """

    forget: float
    lapse: float
    reaction_ms: float


SKILLS: Final[Mapping[str, Skill]] = MappingProxyType(
    {
        "perfect": Skill(forget=0.0, lapse=0.0, reaction_ms=1500.0),
        "forgetful": Skill(forget=0.1, lapse=0.25, reaction_ms=1800.0),
        "random": Skill(forget=1.0, lapse=1.0, reaction_ms=1800.0),
    }
)
REACTION_SPREAD: Final = 0.3
"""Standard deviation of the logarithm of reaction times."""


class Bot(Generic[V]):
    """Plays anything legal. Each game's bot chooses better while it does not lapse."""

    def __init__(self, seat: int, skill: Skill, dice: Dice) -> None:
        self.seat = seat
        self.skill = skill
        self.dice = dice

    def watch(self, events: Sequence[Event]) -> None:
        """Hear what everybody hears."""

    def choose(self, view: V, legal: Sequence[Action]) -> Action:
        """One of the legal actions."""
        if self.skill.lapse >= 1 or (self.skill.lapse and self.dice.draw() < self.skill.lapse):
            return self.lapse(view, legal)
        return self.think(view, legal)

    def lapse(self, view: V, legal: Sequence[Action]) -> Action:
        """What comes to mind."""
        return self.dice.choice(legal)

    def think(self, view: V, legal: Sequence[Action]) -> Action:
        """The best that the bot knows."""
        return self.dice.choice(legal)


class RememberingBot(Bot[V]):
    """Remembers places and what is there. It forgets instead of lapsing."""

    def __init__(self, seat: int, skill: Skill, dice: Dice) -> None:
        super().__init__(seat, skill, dice)
        self.memory: dict[int, str] = {}

    def choose(self, view: V, legal: Sequence[Action]) -> Action:
        return self.think(view, legal) if self.skill.forget < 1 else self.lapse(view, legal)

    def fade(self) -> None:
        """A turn has passed: forget a little."""
        if self.skill.forget:
            kept = {place: what for place, what in self.memory.items() if self.dice.draw() >= self.skill.forget}
            self.memory = kept


class HuschBot(RememberingBot[HuschState]):
    """Lifts the hat it remembers, or else one it knows nothing about, the foremost first."""

    def watch(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case husch_rules.HatLifted(_, place, witch):
                    self.memory[place] = witch
                case husch_rules.HatsSwapped(_, first, second):
                    self._swap(first, second)
                case husch_rules.TurnPassed():
                    self.fade()

    def _swap(self, first: int, second: int) -> None:
        one, two = self.memory.pop(first, None), self.memory.pop(second, None)
        if two is not None:
            self.memory[first] = two
        if one is not None:
            self.memory[second] = one

    def think(self, view: HuschState, legal: Sequence[Action]) -> Action:
        if view.face == ARROW:
            return self.dice.choice(legal)
        lifts = [action for action in legal if isinstance(action, husch_rules.Lift)]
        if not lifts:  # real hats: there is nothing to remember, somebody looks and says what was there
            return self.dice.choice(legal)
        for lift in lifts:
            if self.memory.get(lift.place) == view.face:
                return lift
        unknown = [lift for lift in lifts if lift.place not in self.memory]
        return self.dice.choice(unknown or lifts)


class VerhextBot(Bot[VerhextState]):
    """Shouts the right spells after a human reaction time, or what comes to mind."""

    def lapse(self, view: VerhextState, legal: Sequence[Action]) -> Action:
        calls = [action for action in legal if isinstance(action, verhext_rules.Call)]
        return self._shout(self.dice.choice(calls).spells)

    def think(self, view: VerhextState, legal: Sequence[Action]) -> Action:
        return self._shout(view.solution)

    def _shout(self, spells: tuple[verhext_rules.Symbol, ...]) -> Action:
        normal = NormalDist().inv_cdf(max(self.dice.draw(), 1e-12))
        at = self.skill.reaction_ms * math.exp(REACTION_SPREAD * normal)
        return verhext_rules.Call(self.seat, spells, round(at, 1))


class HubiBot(Bot[HubiState]):
    """Plays for the team: every bot reckons the same best plan from what all can see, and does its part."""

    def think(self, view: HubiState, legal: Sequence[Action]) -> Action:
        if view.phase == "hubi":
            return self._move_ghost(view, legal)
        if view.phase != "act":
            return self.dice.choice(legal)
        for action in legal:
            if isinstance(action, hubi_rules.OpenDoor):
                return action
        goal = self._goal(view)
        if goal is None:
            return self._explore(view, legal)
        here = view.rooms[self.seat]
        if goal != here:
            return self._step(view, goal, legal)
        for action in legal:
            if isinstance(action, hubi_rules.Search):
                return action
        return hubi_rules.EndTurn(self.seat)

    def _goal(self, view: HubiState) -> int | None:
        """The room to go to, or None to look for ways."""
        if view.hubi != NOWHERE:
            return view.hubi
        costs = distances(view, self.seat)
        if view.awake:
            food = FOOD_OF[view.figures[self.seat]]
            rooms = [room for room in costs if not view.turned[room] and view.foods[room] == food]
            return min(rooms, key=lambda room: costs[room], default=None)
        if hubi_rules.DOOR not in view.walls:
            return None
        return self._door_side(view)

    def _door_side(self, view: HubiState) -> int | None:
        """This seat's side of the door in the cheapest plan for any two figures; None for the others."""
        one, two = WALLS[view.walls.index(hubi_rules.DOOR)]
        costs = [distances(view, seat) for seat in range(view.players)]
        plans = [
            (costs[seat][one] + costs[other][two], seat, other)
            for seat in range(view.players)
            for other in range(view.players)
            if seat != other and one in costs[seat] and two in costs[other]
        ]
        if not plans:
            return None
        _, seat, other = min(plans)
        return one if seat == self.seat else two if other == self.seat else None

    def _explore(self, view: HubiState, legal: Sequence[Action]) -> Action:
        """Raise the nearest curtain."""
        for action in legal:
            if isinstance(action, hubi_rules.Raise):
                return action
        costs = distances(view, self.seat)
        curtains = {room for room in costs if any(not view.walls[wall] for _, wall in SIDES[room].values())}
        if not curtains:
            return hubi_rules.EndTurn(self.seat)
        return self._step(view, min(curtains, key=lambda room: (costs[room], room)), legal)

    def _step(self, view: HubiState, goal: int, legal: Sequence[Action]) -> Action:
        """The first action on the cheapest way to a room."""
        back = distances(view, self.seat, start=goal)
        here = view.rooms[self.seat]
        steps = [
            (back[side.beyond] + _cost(view, self.seat, side.wall), direction, side.wall)
            for direction, side in SIDES[here].items()
            if side.beyond in back and _cost(view, self.seat, side.wall)
        ]
        if not steps:
            return self._explore(view, legal)
        _, direction, wall = min(steps)
        if view.walls[wall]:
            return hubi_rules.Move(self.seat, direction)
        return hubi_rules.Raise(self.seat, direction)

    def _move_ghost(self, view: HubiState, legal: Sequence[Action]) -> Action:
        """Keep the ghost where the team comes to him soonest."""
        moves = [action for action in legal if isinstance(action, hubi_rules.MoveHubi)]
        if not moves:
            return self.dice.choice(legal)
        costs = [distances(view, seat) for seat in range(view.players)]
        far = len(hubi_rules.ROOMS) * 2
        return min(moves, key=lambda move: sorted(cost.get(move.room, far) for cost in costs)[:2])


def _cost(view: HubiState, seat: int, wall: int) -> int:
    """Actions to get through a wall: 1, or 2 behind a curtain where a way is hoped for; 0 if there is none."""
    kind = view.walls[wall]
    if not kind:
        return 2
    if kind in PASSES[view.figures[seat]] or (kind == hubi_rules.DOOR and view.awake):
        return 1
    return 0


def distances(view: HubiState, seat: int, start: int | None = None) -> dict[int, int]:
    """Actions that a figure needs to each room it may reach, from its own room or from `start` (Dijkstra)."""
    origin = view.rooms[seat] if start is None else start
    costs: dict[int, int] = {}
    queue = [(0, origin)]
    while queue:
        cost, room = heappop(queue)
        if room in costs:
            continue
        costs[room] = cost
        for beyond, wall in SIDES[room].values():
            step = _cost(view, seat, wall)
            if step and beyond not in costs:
                heappush(queue, (cost + step, beyond))
    return costs


class SpinnengiftBot(RememberingBot[SpinnengiftState]):
    """Goes for the chip that its memory makes most worth while, and turns the cards it remembers."""

    def __init__(self, seat: int, skill: Skill, dice: Dice, board: str = "grid") -> None:
        super().__init__(seat, skill, dice)
        self.board = KITCHENS[board]

    def watch(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case spinnengift_rules.CardTurned(_, card, shows) | spinnengift_rules.CardPeeked(_, card, shows):
                    self.memory[card] = shows
                case spinnengift_rules.TurnPassed(task="play"):
                    self.fade()

    def think(self, view: SpinnengiftState, legal: Sequence[Action]) -> Action:
        if view.phase == "move":
            return self._go(view, legal)
        if view.phase == "turn":
            return self._turn(view, legal)
        return self.dice.choice(legal)

    def _turn(self, view: SpinnengiftState, legal: Sequence[Action]) -> Action:
        cards = [action for action in legal if isinstance(action, spinnengift_rules.TurnCard)]
        for card in cards:
            if self.memory.get(card.card) == view.wanted:
                return card
        unknown = [card for card in cards if card.card not in self.memory]
        return self.dice.choice(unknown or cards)

    def _go(self, view: SpinnengiftState, legal: Sequence[Action]) -> Action:
        worth = self._worth()
        start = view.spots[self.seat]
        ends: list[tuple[float, float, Action]] = []
        for action in legal:
            spot = start
            if isinstance(action, spinnengift_rules.Walk):
                for direction in action.path:
                    spot = self.board.paths[spot][direction]
            value = worth[view.chips[spot]] if view.chips[spot] else -self._way_to_chip(view, spot)
            ends.append((value, self.dice.draw(), action))
        return max(ends, key=lambda end: end[:2])[2]

    def _worth(self) -> list[float]:
        """What a chip of each number of holes is worth: its medals times the chance to win it."""
        known = dict.fromkeys(INGREDIENTS, 0)
        for shows in self.memory.values():
            if shows in known:
                known[shows] += 1
        unknown = max(len(CARDS) - len(self.memory), 1)
        chances = [1.0 if count else CARDS_OF_EACH / unknown for count in known.values()]
        hit = min(sum(chances) / len(chances), 1.0)
        return [0.0, *(hit**holes * (2 if holes == STAR else 1) for holes in range(1, STAR + 1))]

    def _way_to_chip(self, view: SpinnengiftState, spot: int) -> int:
        """Steps from an empty spot to the nearest chip."""
        reached, edge, steps = {spot}, [spot], 0
        while edge:
            if any(view.chips[place] for place in edge):
                return steps
            edge = [beyond for place in edge for beyond in self.board.paths[place].values() if beyond not in reached]
            reached.update(edge)
            steps += 1
        return len(view.chips)


BOTS: Final[Mapping[str, Callable[[int, Skill, Dice], Bot[Any]]]] = MappingProxyType(
    {"husch": HuschBot, "hubi": HubiBot, "verhext": VerhextBot, "spinnengift": SpinnengiftBot}
)
"""The bot of each game."""
