"""The shape that all games share: who may act, what they may do, what then happened.

None of the four games has private information: what is hidden is hidden from everybody, and every reveal is
public. So a state has one `secret` field, everybody sees `public(state)`, and knowledge is nothing but
memory.

Chance is an action too. Dice, spinner and cauldron belong to the seat NATURE; a game says how likely each
face is and never draws one. The program may draw it, or a child may read a real die aloud: the rules cannot
tell the difference. Only `Game.setup` shuffles, so a match is replayed from its first state and its actions
without any random generator.

Rules know no clock, no files and no prose. Where time decides (Verhext), it stands in the action as a number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

from voicehost.rules.dice import Dice

NATURE: Final = -1
"""The seat of dice, spinner and cauldron."""
TABLE: Final = -2
"""The seat of the host's clock, which says that nothing earlier can still arrive (Verhext)."""


@dataclass(frozen=True, slots=True)
class BySeat:
    """An action of a player. Seats count from 0 clockwise; seat 0 is the youngest."""

    seat: int


@dataclass(frozen=True, slots=True)
class ByNature:
    """An action of chance: a face of a die, a field of a spinner."""

    seat: ClassVar[int] = NATURE


@dataclass(frozen=True, slots=True)
class ByTable:
    """An action of the host's clock."""

    seat: ClassVar[int] = TABLE


Action: TypeAlias = BySeat | ByNature | ByTable


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that everybody at the table may know. Fields are numbers, strings, truth values and tuples of
    those.

    Its sentence is the message named like the class in kebab-case, with the fields as arguments (see tell/).
    """

    reveals: ClassVar[bool] = False
    """Whether it showed something hidden. What has been seen cannot be taken back."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Who may act now. No seats means that the game is over."""

    seats: tuple[int, ...]
    hand: int | None = None
    """Whose hand throws when NATURE acts."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. No winners means that the team lost."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()


class State(Protocol):
    """A NamedTuple of numbers, strings and tuples, with all that is hidden in `secret`.

    As immutable as a frozen dataclass, and a changed copy (`_replace`) costs a third of
    `dataclasses.replace`.
    """

    @property
    def players(self) -> int: ...

    @property
    def secret(self) -> Any: ...


S = TypeVar("S", bound=State)
Events: TypeAlias = tuple[Event, ...]
Odds: TypeAlias = tuple[tuple[Action, int], ...]


def public(state: S) -> S:
    """What everybody may see of a state."""
    return state._replace(secret=None)  # type: ignore[attr-defined,no-any-return]  # a NamedTuple has it


class Illegal(ValueError):  # noqa: N818 - a refusal is no error of the program
    """A refused action, option or player count; nothing has changed.

    `reason` is for programs (the host explains it to a child in the child's language), `facts` are its
    details, and the text is one plain English line.
    """

    def __init__(self, reason: str, text: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason, text, facts)
        self.reason = reason
        self.text = text
        self.facts: Mapping[str, Any] = facts or {}

    def __str__(self) -> str:
        return self.text


REFUSALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unknown_game": "There is no game called {game!r}; there are {games}.",
        "player_count": "{game} is for {fewest} to {most} players, not for {players}.",
        "unknown_option": "{game} has no option {option!r}; its options are {options}.",
        "bad_option": "The option {option} of {game} cannot be {value!r}: {allowed}.",
        "other_game": "{action} is no action of {game}.",
        "no_such_seat": "There is no seat {seat}.",
        "game_over": "The game is over.",
        "not_your_turn": "It is not the turn of seat {seat}.",
        "not_now": "{action} is not possible now.",
        "no_such_face": "There is no such face: {face}.",
    }
)
"""Reasons that any game may give. Each game adds its own in `Game.refusals`."""


class Game(ABC, Generic[S]):
    """The rules of one game. A subclass is a frozen dataclass whose fields are the options, saved with the
    match.

    `turn`, `legal`, `odds` and `result` must answer alike for `state` and `public(state)`, so that they
    cannot leak a secret. `apply` is pure: it returns the next state and what happened, or raises Illegal.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Counts up when the same actions would lead to another game; a journal of another version is refused."""
    seats: ClassVar[range]
    """The player counts that the game allows."""
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    refusals: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Machine-readable reason -> plain text with the facts in braces."""
    state: ClassVar[type[Any]]
    """The class of the states, so that a journal can be read back."""

    @abstractmethod
    def setup(self, players: int, dice: Dice) -> S:
        """A shuffled first state. Raises Illegal("player_count")."""

    @abstractmethod
    def opening(self, state: S) -> Events:
        """What the table is told before the first action."""

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Who may act now."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[Action, ...]:
        """All that `seat` may do now; for NATURE the faces. Continuous values (an onset) stand at 0."""

    @abstractmethod
    def odds(self, state: S) -> Odds:
        """The faces with integer weights; empty unless NATURE acts."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def step(self, state: S, action: Any) -> tuple[S, Events]:
        """Carry out an action that `why_not` has let pass."""

    def objection(self, state: S, action: Any) -> Illegal | None:
        """What speaks against an action of the right game, made by a seat whose turn it is."""
        if action in self.legal(state, action.seat):
            return None
        if action.seat == NATURE:
            return self.refuse("no_such_face", face=repr(action))
        return self.refuse("not_now", action=type(action).__name__)

    def out_of_turn(self, state: S, action: Action) -> Illegal:
        """Why a seat whose turn it is not may not act."""
        if action.seat in (NATURE, TABLE):
            return self.refuse("not_now", action=type(action).__name__)
        return self.refuse("not_your_turn", seat=action.seat)

    def why_not(self, state: S, action: Action) -> Illegal | None:
        """Why an action is refused in this state, or None if it is legal."""
        if type(action) not in self.actions:
            return self.refuse("other_game", action=type(action).__name__, game=self.name)
        seat = action.seat
        if seat not in (NATURE, TABLE) and not (isinstance(seat, int) and 0 <= seat < state.players):
            return self.refuse("no_such_seat", seat=seat)
        seats = self.turn(state).seats
        if seat in seats:
            return self.objection(state, action)
        if not seats:
            return self.refuse("game_over")
        return self.out_of_turn(state, action)

    def apply(self, state: S, action: Action) -> tuple[S, Events]:
        """The next state and what happened. Raises Illegal, and then nothing has happened."""
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise refusal
        return self.step(state, action)

    def refuse(self, reason: str, **facts: Any) -> Illegal:
        """An Illegal with the plain text of its reason."""
        text = self.refusals.get(reason) or REFUSALS[reason]
        return Illegal(reason, text.format(**facts), facts)

    def check_players(self, players: int) -> None:
        """Raise Illegal unless the game can be played by so many."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.seats:
            raise self.refuse(
                "player_count", game=self.name, fewest=self.seats[0], most=self.seats[-1], players=players
            )

    def check_option(self, option: str, fits: bool, allowed: str) -> None:
        """Raise Illegal unless the option's value `fits`."""
        if not fits:
            value = getattr(self, option)
            raise self.refuse("bad_option", option=option, game=self.name, value=value, allowed=allowed)

    @classmethod
    def with_options(cls, **options: Any) -> Game[S]:
        """The game with these options. Raises Illegal for an unknown name or an impossible value."""
        known = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # subclasses are dataclasses
        for option in options:
            if option not in known:
                text = REFUSALS["unknown_option"]
                facts = {"game": cls.name, "option": option, "options": ", ".join(known)}
                raise Illegal("unknown_option", text.format(**facts), facts)
        return cls(**options)

    def options(self) -> dict[str, Any]:
        """The options by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
