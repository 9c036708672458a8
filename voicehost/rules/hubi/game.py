"""The rules of Schnappt Hubi!."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from voicehost.rules.core import NATURE, Action, Event, Events, Game, Illegal, Odds, Result, Turn
from voicehost.rules.dice import Dice
from voicehost.rules.hubi.events import (
    ClockMoved,
    CompassSpun,
    CurtainRaised,
    DoorOpened,
    FigureChosen,
    FigureMoved,
    FoodLaid,
    FoodSearched,
    FoodSwapped,
    GameLost,
    GameOpened,
    GameWon,
    HubiMoved,
    HubiSleeps,
    HubiStayed,
    TurnPassed,
)
from voicehost.rules.hubi.house import (
    CORNERS,
    DOOR,
    ROOMS,
    SIDES,
    WALLS,
    can_be_solved,
    draw_house,
)
from voicehost.rules.hubi.legality import (
    REFUSALS,
    Why,
    ghost_moves,
    legal_acts,
    mind_act,
    mind_choice,
    mind_ghost,
)
from voicehost.rules.hubi.pieces import (
    FIGURES,
    FOODS,
    FOODS_OF_EACH,
    MIDNIGHT,
    NOWHERE,
    Choose,
    EndTurn,
    HubiSecret,
    HubiState,
    Move,
    MoveHubi,
    OpenDoor,
    Raise,
    Search,
    Spin,
    SwapFood,
)

COMPASS: Final = (
    Spin(1),
    Spin(2),
    Spin(3),
    Spin(2, clock=True),
    Spin(3, clock=True),
    Spin(1, hubi=True),
    Spin(2, hubi=True),
    Spin(3, hubi=True),
)
"""Eight equal fields (U10)."""
_ODDS: Final[Odds] = tuple((field, 1) for field in COMPASS)


@dataclass(frozen=True)
class Hubi(Game[HubiState]):
    """`expert`: start at 3, 4 or 5 o'clock (U20). `hubi`: "player" or "random" moves the ghost (U16).
    `free`, `holes`, `windows`: the eleven walls beside the magic door (U2)."""

    expert: int | None = None
    hubi: str = "player"
    free: int = 5
    holes: int = 3
    windows: int = 3

    name: ClassVar[str] = "hubi"
    seats: ClassVar[range] = range(2, 5)
    state: ClassVar[type[Any]] = HubiState
    actions: ClassVar[tuple[type[Action], ...]] = (
        Choose,
        Spin,
        Raise,
        Move,
        Search,
        OpenDoor,
        EndTurn,
        SwapFood,
        MoveHubi,
    )
    events: ClassVar[tuple[type[Event], ...]] = (
        GameOpened,
        FigureChosen,
        FoodLaid,
        CompassSpun,
        ClockMoved,
        HubiSleeps,
        FoodSwapped,
        HubiMoved,
        HubiStayed,
        CurtainRaised,
        FigureMoved,
        FoodSearched,
        DoorOpened,
        TurnPassed,
        GameWon,
        GameLost,
    )
    refusals: ClassVar[MappingProxyType[str, str]] = REFUSALS

    def __post_init__(self) -> None:
        later = type(self.expert) is int and self.expert in (3, 4, 5)
        self.check_option("expert", self.expert is None or later, "none, or 3, 4 or 5 o'clock")
        self.check_option("hubi", self.hubi in ("player", "random"), "player or random")
        counts = (self.free, self.holes, self.windows)
        numbers = all(type(count) is int and count >= 0 for count in counts)
        fits = numbers and sum(counts) == len(WALLS) - 1 and can_be_solved(*counts)
        self.check_option("free", fits, "free, holes and windows are 11 together and let everybody through")

    def setup(self, players: int, dice: Dice) -> HubiState:
        self.check_players(players)
        walls = draw_house(self.free, self.holes, self.windows, dice)
        chips = dice.shuffled(food for food in FOODS for _ in range(FOODS_OF_EACH))
        ghost = dice.below(len(chips))
        others = [chip for chip in range(len(chips)) if chip != ghost]
        aside = (
            dice.choice(others),
            dice.choice([chip for chip in others if chips[chip] == "cheese"]),
            dice.choice([chip for chip in others if chips[chip] == "carrot"]),
        )
        return HubiState(
            players=players,
            seat=0,
            phase="choose",
            hour=self.expert or 0,
            points=0,
            figures=(),
            rooms=(),
            walls=("",) * len(WALLS),
            awake=False,
            foods=(),
            turned=(False,) * len(ROOMS),
            hubi=NOWHERE,
            over=None,
            secret=HubiSecret(walls, ghost, chips, aside),
        )

    def opening(self, state: HubiState) -> Events:
        return (GameOpened(state.players, state.hour, state.seat),)

    def turn(self, state: HubiState) -> Turn:
        if state.over is not None:
            return Turn(())
        if state.phase == "spin" or (state.phase == "hubi" and self.hubi == "random"):
            return Turn((NATURE,), hand=state.seat)
        return Turn((state.seat,))

    def result(self, state: HubiState) -> Result | None:
        return state.over

    def odds(self, state: HubiState) -> Odds:
        if state.over is not None or self.turn(state).hand is None:
            return ()
        if state.phase == "spin":
            return _ODDS
        return tuple((action, 1) for action in ghost_moves(state, NATURE))

    # --- legality ---

    def legal(self, state: HubiState, seat: int) -> tuple[Action, ...]:
        if seat not in self.turn(state).seats:
            return ()
        match state.phase:
            case "choose":
                chosen = (Choose(seat, figure, corner) for figure in FIGURES for corner in CORNERS)
                return tuple(choice for choice in chosen if mind_choice(state, choice) is None)
            case "spin":
                return COMPASS
            case "hubi":
                return ghost_moves(state, seat)
        return legal_acts(state, seat)

    def out_of_turn(self, state: HubiState, action: Action) -> Illegal:
        if state.phase == "choose" and not isinstance(action, Choose):
            return self.refuse("choose_first")
        if action.seat == state.seat:
            return self.refuse("spin_first" if state.phase == "spin" else "hubi_first")
        return super().out_of_turn(state, action)

    def objection(self, state: HubiState, action: Any) -> Illegal | None:
        match action:
            case Choose():
                if state.phase == "choose":
                    return self._because(mind_choice(state, action))
                return self.refuse("not_now", action="Choose")
            case Spin():
                if state.phase == "spin":
                    return None if action in COMPASS else self.refuse("no_such_face", face=repr(action))
                return self.refuse("hubi_first")
            case SwapFood() | MoveHubi():
                if state.phase != "hubi":
                    return self._not_yet(state)
                return self._because(mind_ghost(state, action))
        if state.phase != "act":
            return self._not_yet(state)
        return self._because(mind_act(state, action))

    def _because(self, why: Why) -> Illegal | None:
        return self.refuse(why[0], **why[1]) if why else None

    def _not_yet(self, state: HubiState) -> Illegal:
        reasons = {"choose": "choose_first", "spin": "spin_first", "hubi": "hubi_first", "act": "act_now"}
        return self.refuse(reasons[state.phase])

    # --- what follows ---

    def step(self, state: HubiState, action: Any) -> tuple[HubiState, Events]:
        match action:
            case Choose(seat, figure, corner):
                return self._choose(state, FigureChosen(seat, figure, corner))
            case Spin(points, clock, hubi):
                return self._spin(state, CompassSpun(state.seat, points, clock, hubi))
            case SwapFood(_, cheese, carrot):
                return self._swap_food(state, cheese, carrot)
            case MoveHubi(_, room):
                return self._move_hubi(state, room)
            case EndTurn():
                return self._end_turn(state, ())
        return self._act(state._replace(points=state.points - 1), action)

    def _choose(self, state: HubiState, event: FigureChosen) -> tuple[HubiState, Events]:
        seat = (state.seat + 1) % state.players
        chosen = state._replace(seat=seat, figures=(*state.figures, event.figure), rooms=(*state.rooms, event.corner))
        if len(chosen.figures) < state.players:
            return chosen, (event, TurnPassed(seat, "choose"))
        laid = lay_food(chosen)
        return laid, (event, FoodLaid(laid.foods), TurnPassed(seat, "spin"))

    def _spin(self, state: HubiState, spun: CompassSpun) -> tuple[HubiState, Events]:
        events: list[Event] = [spun]
        hour = state.hour + spun.clock
        if spun.clock:
            events.append(ClockMoved(hour, MIDNIGHT - hour))
        ready = state._replace(hour=hour, points=spun.points, phase="act")
        if spun.hubi and not state.awake:
            events.append(HubiSleeps())
        elif spun.hubi and ghost_moves(state, state.seat):
            ready = ready._replace(phase="hubi")
        elif spun.hubi:
            events.append(HubiStayed())
        return ready, tuple(events)

    @staticmethod
    def _swap_food(state: HubiState, cheese: int, carrot: int) -> tuple[HubiState, Events]:
        secret = _secret(state)
        ghost = {cheese: carrot, carrot: cheese}.get(secret.ghost, secret.ghost)
        foods = _exchanged(state.foods, cheese, carrot)
        moved = state._replace(phase="act", foods=foods, secret=secret._replace(ghost=ghost))
        return moved, (FoodSwapped(cheese, carrot),)

    @staticmethod
    def _move_hubi(state: HubiState, room: int) -> tuple[HubiState, Events]:
        start = state.hubi
        moved = state._replace(
            phase="act",
            hubi=room,
            foods=_exchanged(state.foods, start, room),
            turned=_exchanged(state.turned, start, room),
            secret=_secret(state)._replace(ghost=room),
        )
        return moved, (HubiMoved(start, room),)

    def _act(self, state: HubiState, action: Any) -> tuple[HubiState, Events]:
        """One action; its point is already paid."""
        seat, left = state.seat, state.points
        room, figure = state.rooms[seat], state.figures[seat]
        event: Event
        match action:
            case Raise(_, direction):
                wall = SIDES[room][direction].wall
                kind = _secret(state).walls[wall]
                state = state._replace(walls=_with(state.walls, wall, kind))
                event = CurtainRaised(seat, room, direction, kind, left)
            case Move(_, direction):
                beyond, wall = SIDES[room][direction]
                state = state._replace(rooms=_with(state.rooms, seat, beyond))
                event = FigureMoved(seat, figure, room, beyond, direction, state.walls[wall], left)
            case Search():
                found = _secret(state).ghost == room
                hubi = room if found else state.hubi
                state = state._replace(turned=_with(state.turned, room, True), hubi=hubi)
                event = FoodSearched(seat, room, state.foods[room], found, left)
            case _:
                one, two = WALLS[state.walls.index(DOOR)]
                beyond = two if room == one else one
                state = state._replace(awake=True)
                event = DoorOpened(seat, state.rooms.index(beyond), room, beyond, left)
        if state.hubi != NOWHERE and state.rooms.count(state.hubi) >= 2:
            return self._win(state, event)
        return (state, (event,)) if left else self._end_turn(state, (event,))

    @staticmethod
    def _win(state: HubiState, event: Event) -> tuple[HubiState, Events]:
        """Two animals in the room of the ghost they have found (U18)."""
        seats = tuple(seat for seat, room in enumerate(state.rooms) if room == state.hubi)
        over = Result(tuple(range(state.players)), "caught")
        return state._replace(over=over), (event, GameWon(seats, state.hubi, state.hour))

    @staticmethod
    def _end_turn(state: HubiState, events: Events) -> tuple[HubiState, Events]:
        """The next turn, or the end if it is midnight (U19)."""
        if state.hour == MIDNIGHT:
            lost = GameLost(_secret(state).ghost, state.hubi != NOWHERE)
            return state._replace(points=0, over=Result((), "midnight")), (*events, lost)
        seat = (state.seat + 1) % state.players
        return state._replace(seat=seat, points=0, phase="spin"), (*events, TurnPassed(seat, "spin"))


def lay_food(state: HubiState) -> HubiState:
    """Set one chip aside, as the team demands (U6), and lay the others into the rooms."""
    secret = _secret(state)
    more_mice = state.figures.count("mouse") - state.figures.count("rabbit")
    aside = secret.aside[0] if not more_mice else secret.aside[1 if more_mice < 0 else 2]
    order = [chip for chip in range(len(secret.chips)) if chip != aside]
    foods = tuple(secret.chips[chip] for chip in order)
    known = secret._replace(ghost=order.index(secret.ghost), chips=())
    return state._replace(phase="spin", foods=foods, secret=known)


def _secret(state: HubiState) -> HubiSecret:
    """The secret of a whole state."""
    assert state.secret is not None, "what everybody sees cannot be played on"
    return state.secret


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])


def _exchanged(values: tuple[Any, ...], one: int, two: int) -> tuple[Any, ...]:
    """The tuple with two values exchanged."""
    changed = list(values)
    changed[one], changed[two] = changed[two], changed[one]
    return tuple(changed)
