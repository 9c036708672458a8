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
    HatFound,
    HatLifted,
    HatMissed,
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
    Found,
    HuschState,
    Keep,
    Lift,
    Missed,
    Roll,
    Swap,
)

_ODDS: Final[Odds] = tuple((Roll(face), 1) for face in FACES)
_ROLLS: Final[tuple[Action, ...]] = tuple(roll for roll, _ in _ODDS)
_SEATS: Final = range(2, 7)
_LIFTS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Lift(seat, place) for place in PLACES) for seat in range(_SEATS[-1])
)
_ANSWERS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    (*(Found(seat, place) for place in PLACES), Missed(seat)) for seat in range(_SEATS[-1])
)
_SWAPS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Swap(seat, first, second) for first, second in combinations(PLACES, 2)) for seat in range(_SEATS[-1])
)


@dataclass(frozen=True)
class Husch(Game[HuschState]):
    """`swap`: what the arrow asks for. "must" exchange two hats, "may", or "off" for small children (H6).
    `hats`: "dealt" by the program, or "real" ones on the table, whose witches only the players see."""

    swap: str = "must"
    hats: str = "dealt"

    name: ClassVar[str] = "husch"
    seats: ClassVar[range] = _SEATS
    state: ClassVar[type[Any]] = HuschState
    actions: ClassVar[tuple[type[Action], ...]] = (Roll, Lift, Found, Missed, Swap, Keep)
    events: ClassVar[tuple[type[Event], ...]] = (
        GameOpened,
        DieRolled,
        HatLifted,
        HatFound,
        HatMissed,
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
        self.check_option("hats", self.hats in ("dealt", "real"), "dealt or real")

    def setup(self, players: int, dice: Dice) -> HuschState:
        self.check_players(players)
        return HuschState(
            players=players,
            seat=0,
            spaces=(1,) * len(PLACES),
            face="",
            streak=0,
            over=None,
            secret=dice.shuffled(WITCHES) if self.hats == "dealt" else (),
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
            return _LIFTS[seat] if self.hats == "dealt" else _ANSWERS[seat]
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
            case Lift() | Found() | Missed():
                return self._mind_hat(state, action)
            case Keep() if state.face == ARROW:
                return None if self.swap == "may" else self.refuse("must_swap")
            case Swap(_, first, second) if state.face == ARROW:
                if first == second:
                    return self.refuse("same_hat")
                known = first in PLACES and second in PLACES
                return None if known else self.refuse("no_such_hat")
        return self.refuse("lift_now", face=state.face)

    def _mind_hat(self, state: HuschState, action: Any) -> Illegal | None:
        """What speaks against lifting a hat, or against saying what was under it."""
        if state.face == ARROW:
            return self.refuse("swap_now")
        if isinstance(action, Lift) != (self.hats == "dealt"):
            return self.refuse("not_now", action=type(action).__name__)
        known = isinstance(action, Missed) or action.place in PLACES
        return None if known else self.refuse("no_such_hat")

    def step(self, state: HuschState, action: Any) -> tuple[HuschState, Events]:
        match action:
            case Roll(face):
                rolled = DieRolled(state.seat, face)
                if face == ARROW and self.swap == "off":
                    return self._pass_turn(state, (rolled, HatsKept(state.seat)))
                return state._replace(face=face), (rolled,)
            case Lift(_, place):
                return self._lift(state, place)
            case Found(seat, place):
                return self._move_on(state, place, HatFound(seat, place, state.face))
            case Missed(seat):
                return self._pass_turn(state, (HatMissed(seat, state.face),))
            case Swap(seat, first, second):
                swapped = self._swap(state, first, second)
                return self._pass_turn(swapped, (HatsSwapped(seat, first, second),))
            case _:
                return self._pass_turn(state, (HatsKept(state.seat),))

    def _lift(self, state: HuschState, place: int) -> tuple[HuschState, Events]:
        seat, wanted = state.seat, state.face
        witch = (state.secret or ())[place]
        lifted = HatLifted(seat, place, witch, wanted, witch == wanted)
        if witch != wanted:
            return self._pass_turn(state, (lifted,))
        return self._move_on(state, place, lifted)

    @staticmethod
    def _move_on(state: HuschState, place: int, lifted: Event) -> tuple[HuschState, Events]:
        """The right witch goes on, and her player rolls again (H4)."""
        seat, witch = state.seat, state.face
        space, streak = state.spaces[place] + 1, state.streak + 1
        moved = WitchMoved(seat, place, witch, space, BLOCKSBERG - space, streak)
        spaces = (*state.spaces[:place], space, *state.spaces[place + 1 :])
        onward = state._replace(spaces=spaces, face="", streak=streak)
        if space < BLOCKSBERG:
            return onward, (lifted, moved)
        won = onward._replace(over=Result((seat,), "blocksberg"))
        return won, (lifted, moved, GameWon(seat, place, witch))

    @staticmethod
    def _swap(state: HuschState, first: int, second: int) -> HuschState:
        """The witches of two places exchanged; real hats know themselves where they are."""
        if not state.secret:
            return state
        witches = list(state.secret)
        witches[first], witches[second] = witches[second], witches[first]
        return state._replace(secret=tuple(witches))

    @staticmethod
    def _pass_turn(state: HuschState, events: Events) -> tuple[HuschState, Events]:
        seat = (state.seat + 1) % state.players
        return state._replace(seat=seat, face="", streak=0), (*events, TurnPassed(seat))
