"""The rules of Husch Husch."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any, ClassVar, Final

from voicehost.rules.core import NATURE, Action, Event, Events, Game, Illegal, Odds, Result, Turn
from voicehost.rules.dice import Dice
from voicehost.rules.husch.events import (
    DieRolled,
    GameOpened,
    GameWon,
    HatLifted,
    HatsKept,
    HatsSwapped,
    TurnPassed,
    WitchMoved,
)
from voicehost.rules.husch.pieces import (
    ARROW,
    BLOCKSBERG,
    FACES,
    PLACES,
    WITCHES,
    HuschState,
    Keep,
    Lift,
    Roll,
    Swap,
)

_ODDS: Final[Odds] = tuple((Roll(face), 1) for face in FACES)
_ROLLS: Final[tuple[Action, ...]] = tuple(roll for roll, _ in _ODDS)
_SEATS: Final = range(2, 7)
_LIFTS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Lift(seat, place) for place in PLACES) for seat in range(_SEATS[-1])
)
_SWAPS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Swap(seat, first, second) for first, second in combinations(PLACES, 2)) for seat in range(_SEATS[-1])
)


@dataclass(frozen=True)
class Husch(Game[HuschState]):
    """`swap`: what the arrow asks for. "must" exchange two hats, "may", or "off" for small children (H6)."""

    swap: str = "must"

    name: ClassVar[str] = "husch"
    seats: ClassVar[range] = _SEATS
    state: ClassVar[type[Any]] = HuschState
    actions: ClassVar[tuple[type[Action], ...]] = (Roll, Lift, Swap, Keep)
    events: ClassVar[tuple[type[Event], ...]] = (
        GameOpened,
        DieRolled,
        HatLifted,
        WitchMoved,
        HatsSwapped,
        HatsKept,
        TurnPassed,
        GameWon,
    )
    refusals: ClassVar[MappingProxyType[str, str]] = MappingProxyType(
        {
            "roll_first": "The die is rolled first.",
            "lift_now": "The die shows {face}: a hat is lifted.",
            "swap_now": "The die shows the arrow: two hats are exchanged.",
            "no_such_hat": "There is no such hat.",
            "same_hat": "Two different hats are exchanged.",
            "must_swap": "The arrow must be obeyed: two hats are exchanged.",
        }
    )

    def __post_init__(self) -> None:
        self.check_option("swap", self.swap in ("must", "may", "off"), "must, may or off")

    def setup(self, players: int, dice: Dice) -> HuschState:
        self.check_players(players)
        return HuschState(
            players=players,
            seat=0,
            spaces=(1,) * len(PLACES),
            face="",
            streak=0,
            over=None,
            secret=dice.shuffled(WITCHES),
        )

    def opening(self, state: HuschState) -> Events:
        return (GameOpened(state.players, state.seat),)

    def turn(self, state: HuschState) -> Turn:
        if state.over is not None:
            return Turn(())
        if not state.face:
            return Turn((NATURE,), hand=state.seat)
        return Turn((state.seat,))

    def legal(self, state: HuschState, seat: int) -> tuple[Action, ...]:
        if state.over is not None:
            return ()
        if not state.face:
            return _ROLLS if seat == NATURE else ()
        if seat != state.seat:
            return ()
        if state.face != ARROW:
            return _LIFTS[seat]
        return (*_SWAPS[seat], Keep(seat)) if self.swap == "may" else _SWAPS[seat]

    def odds(self, state: HuschState) -> Odds:
        return _ODDS if state.over is None and not state.face else ()

    def result(self, state: HuschState) -> Result | None:
        return state.over

    def out_of_turn(self, state: HuschState, action: Action) -> Illegal:
        if action.seat == state.seat and not state.face:
            return self.refuse("roll_first")
        return super().out_of_turn(state, action)

    def objection(self, state: HuschState, action: Any) -> Illegal | None:
        match action:
            case Roll(face):
                return None if face in FACES else self.refuse("no_such_face", face=face)
            case Lift(_, place):
                if state.face == ARROW:
                    return self.refuse("swap_now")
                return None if place in PLACES else self.refuse("no_such_hat")
            case Keep() if state.face == ARROW:
                return None if self.swap == "may" else self.refuse("must_swap")
            case Swap(_, first, second) if state.face == ARROW:
                if first == second:
                    return self.refuse("same_hat")
                known = first in PLACES and second in PLACES
                return None if known else self.refuse("no_such_hat")
        return self.refuse("lift_now", face=state.face)

    def step(self, state: HuschState, action: Any) -> tuple[HuschState, Events]:
        match action:
            case Roll(face):
                rolled = DieRolled(state.seat, face)
                if face == ARROW and self.swap == "off":
                    return self._pass_turn(state, (rolled, HatsKept(state.seat)))
                return state._replace(face=face), (rolled,)
            case Lift(_, place):
                return self._lift(state, place)
            case Swap(seat, first, second):
                witches = list(state.secret or ())
                witches[first], witches[second] = witches[second], witches[first]
                swapped = state._replace(secret=tuple(witches))
                return self._pass_turn(swapped, (HatsSwapped(seat, first, second),))
            case _:
                return self._pass_turn(state, (HatsKept(state.seat),))

    def _lift(self, state: HuschState, place: int) -> tuple[HuschState, Events]:
        seat, wanted = state.seat, state.face
        witch = (state.secret or ())[place]
        lifted = HatLifted(seat, place, witch, wanted, witch == wanted)
        if witch != wanted:
            return self._pass_turn(state, (lifted,))
        space, streak = state.spaces[place] + 1, state.streak + 1
        moved = WitchMoved(seat, place, witch, space, BLOCKSBERG - space, streak)
        spaces = (*state.spaces[:place], space, *state.spaces[place + 1 :])
        onward = state._replace(spaces=spaces, face="", streak=streak)
        if space < BLOCKSBERG:
            return onward, (lifted, moved)
        won = onward._replace(over=Result((seat,), "blocksberg"))
        return won, (lifted, moved, GameWon(seat, place, witch))

    @staticmethod
    def _pass_turn(state: HuschState, events: Events) -> tuple[HuschState, Events]:
        seat = (state.seat + 1) % state.players
        return state._replace(seat=seat, face="", streak=0), (*events, TurnPassed(seat))
