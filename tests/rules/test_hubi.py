"""Schnappt Hubi! by the numbers of its rules, U1 to U22."""

from collections import Counter
from itertools import combinations, product

import pytest

from voicehost.rules import NATURE, Dice, Illegal, Result, Turn
from voicehost.rules.hubi import (
    COMPASS,
    DOOR,
    FREE,
    HOLE,
    NOWHERE,
    ROOMS,
    SIDES,
    WALLS,
    WINDOW,
    Choose,
    ClockMoved,
    CompassSpun,
    CurtainRaised,
    DoorOpened,
    EndTurn,
    FigureChosen,
    FigureMoved,
    FoodLaid,
    FoodSearched,
    FoodSwapped,
    GameLost,
    GameWon,
    Hubi,
    HubiMoved,
    HubiSecret,
    HubiSleeps,
    HubiState,
    HubiStayed,
    Move,
    MoveHubi,
    OpenDoor,
    Raise,
    Search,
    Spin,
    SwapFood,
    TurnPassed,
)
from voicehost.rules.hubi.house import can_be_solved, connected, draw_house, solvable

GAME = Hubi()
FOODS = ("cheese", "carrot", "cheese", "carrot", "cheese", "carrot", "cheese", "carrot", "cheese")
"""A chessboard of backs: cheese in the corners and in the middle."""


def wall(one: int, two: int) -> int:
    """The number of the wall between two rooms."""
    return WALLS.index((min(one, two), max(one, two)))


def house(**kinds: str) -> tuple[str, ...]:
    """Free walls everywhere, but for those named like r01=HOLE, and a door between rooms 7 and 8."""
    walls = [FREE] * len(WALLS)
    walls[wall(7, 8)] = DOOR
    for name, kind in kinds.items():
        walls[wall(int(name[1]), int(name[2]))] = kind
    return tuple(walls)


def night(walls: tuple[str, ...] | None = None, ghost: int = 4, raised: bool = True, **changes: object) -> HubiState:
    """A mouse in room 0 (seat 0, on turn with 3 actions) and a rabbit in room 8 (seat 1)."""
    walls = house() if walls is None else walls
    state = HubiState(
        players=2,
        seat=0,
        phase="act",
        hour=0,
        points=3,
        figures=("mouse", "rabbit"),
        rooms=(0, 8),
        walls=walls if raised else ("",) * len(WALLS),
        awake=False,
        foods=FOODS,
        turned=(False,) * 9,
        hubi=NOWHERE,
        over=None,
        secret=HubiSecret(walls, ghost, (), (0, 0, 0)),
    )
    return state._replace(**changes)  # type: ignore[arg-type]


def reason(state: HubiState, action: object, game: Hubi = GAME) -> str | None:
    refusal = game.why_not(state, action)  # type: ignore[arg-type]
    return refusal and refusal.reason


def chosen(*figures: str, seed: int = 1) -> HubiState:
    """A team that has chosen its figures, in the corners 0, 2, 6, 8."""
    state = GAME.setup(len(figures), Dice(seed))
    for seat, (figure, corner) in enumerate(zip(figures, (0, 2, 6, 8), strict=False)):
        state, _ = GAME.apply(state, Choose(seat, figure, corner))
    return state


def test_u01_nine_rooms_twelve_walls_ten_chips_and_a_clock_at_twelve() -> None:
    """A grid of three by three rooms has exactly twelve inner walls, all behind curtains."""
    state = GAME.setup(2, Dice(1))
    assert (len(ROOMS), len(WALLS), state.hour) == (9, 12, 0)
    assert state.walls == ("",) * 12
    assert state.secret is not None
    assert Counter(state.secret.chips) == {"cheese": 5, "carrot": 5}
    assert sorted(len(sides) for sides in SIDES) == [2, 2, 2, 2, 3, 3, 3, 3, 4]


def test_u02_five_free_three_holes_three_windows_and_one_magic_door() -> None:
    """The numbers are options, as far as everybody can get through."""
    state = GAME.setup(2, Dice(2))
    assert state.secret is not None
    assert Counter(state.secret.walls) == {FREE: 5, HOLE: 3, WINDOW: 3, DOOR: 1}
    other = Hubi(free=7, holes=2, windows=2).setup(2, Dice(2))
    assert other.secret is not None
    assert Counter(other.secret.walls) == {FREE: 7, HOLE: 2, WINDOW: 2, DOOR: 1}


def test_u03_layouts_are_drawn_at_random() -> None:
    """A hundred seeds make nearly a hundred houses."""
    houses = {draw_house(5, 3, 3, Dice(seed)) for seed in range(100)}
    assert len(houses) > 95


@pytest.mark.parametrize("counts", [(5, 3, 3), (4, 4, 3), (6, 3, 2), (8, 0, 3)])
def test_u04_every_house_can_be_won_from_every_corner(counts: tuple[int, int, int]) -> None:
    """With the door open all reach all rooms; with the door closed one kind can walk around it."""
    for seed in range(30):
        walls = draw_house(*counts, Dice(seed))
        mice, rabbits = frozenset({FREE, HOLE}), frozenset({FREE, WINDOW})
        assert connected(walls, mice | {DOOR})
        assert connected(walls, rabbits | {DOOR})
        assert connected(walls, mice) or connected(walls, rabbits)


@pytest.mark.slow
def test_u04_of_all_layouts_44_percent_can_be_won() -> None:
    """Exhaustive for five free walls, three holes and three windows: 49,248 of 110,880."""
    good = total = 0
    for door in range(12):
        rest = [place for place in range(12) if place != door]
        for free in combinations(rest, 5):
            left = [place for place in rest if place not in free]
            for holes in combinations(left, 3):
                kinds = [WINDOW] * 12
                kinds[door] = DOOR
                for place in free:
                    kinds[place] = FREE
                for place in holes:
                    kinds[place] = HOLE
                good += solvable(kinds)
                total += 1
    assert (good, total) == (49_248, 110_880)


def test_u04_numbers_of_walls_without_a_solvable_house_are_refused() -> None:
    """Drawing such a house would never end; all others are found."""
    assert not can_be_solved(3, 4, 4)
    for free, holes in product(range(12), repeat=2):
        windows = 11 - free - holes
        if windows < 0:
            continue
        if can_be_solved(free, holes, windows):
            assert solvable(draw_house(free, holes, windows, Dice(1)))
        else:
            with pytest.raises(Illegal):
                Hubi(free=free, holes=holes, windows=windows)


def test_u05_both_kinds_play_and_corners_differ() -> None:
    """At most two of a kind, at least one of each, four different corners, the youngest first."""
    state = GAME.setup(2, Dice(1))
    assert GAME.turn(state) == Turn((0,))
    assert len(GAME.legal(state, 0)) == 8
    assert reason(state, Choose(0, "mouse", 4)) == "not_a_corner"
    assert reason(state, Choose(0, "ghost", 0)) == "no_such_figure"
    assert reason(state, Choose(1, "mouse", 0)) == "not_your_turn"
    assert reason(state, Raise(0, "up")) == "choose_first"
    assert reason(state, Spin(1)) == "choose_first"
    state, events = GAME.apply(state, Choose(0, "mouse", 2))
    assert events == (FigureChosen(0, "mouse", 2), TurnPassed(1, "choose"))
    assert reason(state, Choose(1, "mouse", 0)) == "both_kinds"
    assert reason(state, Choose(1, "rabbit", 2)) == "corner_taken"
    state, events = GAME.apply(state, Choose(1, "rabbit", 0))
    assert isinstance(events[1], FoodLaid)
    assert GAME.turn(state) == Turn((NATURE,), hand=0)


def test_u05_there_are_two_figures_of_each_kind() -> None:
    """A third mouse does not exist."""
    state = GAME.setup(4, Dice(1))
    for seat, corner in ((0, 0), (1, 2)):
        state, _ = GAME.apply(state, Choose(seat, "mouse", corner))
    assert reason(state, Choose(2, "mouse", 6)) == "figure_taken"


@pytest.mark.parametrize("seed", range(20))
def test_u06_one_chip_is_set_aside_as_the_team_demands(seed: int) -> None:
    """Three players: with more rabbits a cheese chip, with more mice a carrot; else any."""
    assert Counter(chosen("rabbit", "rabbit", "mouse", seed=seed).foods) == {"cheese": 4, "carrot": 5}
    assert Counter(chosen("mouse", "rabbit", "mouse", seed=seed).foods) == {"cheese": 5, "carrot": 4}
    assert sorted(Counter(chosen("mouse", "rabbit", seed=seed).foods).values()) == [4, 5]


def test_u06_chips_are_laid_evenly() -> None:
    """The ghost is under every room equally often, whichever team has chosen."""
    from voicehost.lab.simulation.chance import p_value

    for team in (("mouse", "rabbit"), ("rabbit", "rabbit", "mouse"), ("mouse", "mouse", "rabbit")):
        rooms = Counter(chosen(*team, seed=seed).secret.ghost for seed in range(1200))  # type: ignore[union-attr]
        assert p_value([rooms[room] for room in ROOMS], [1] * 9) > 0.001


@pytest.mark.parametrize("seed", range(20))
def test_u07_hubi_is_never_set_aside(seed: int) -> None:
    """One chip shows him, and it lies in one of the nine rooms, on the back it had."""
    before = GAME.setup(2, Dice(seed)).secret
    state = chosen("mouse", "rabbit", seed=seed)
    assert before is not None
    assert state.secret is not None
    assert state.secret.ghost in ROOMS
    assert state.foods[state.secret.ghost] == before.chips[before.ghost]


def test_u08_the_clock_goes_on_and_points_are_actions() -> None:
    """A clock field moves the clock in both parts; before the door is open the Hubi field counts for nothing."""
    state = night(phase="spin", points=0)
    ready, events = GAME.apply(state, Spin(2, clock=True))
    assert events == (CompassSpun(0, 2, True, False), ClockMoved(1, 11))
    assert (ready.points, ready.hour) == (2, 1)
    asleep, events = GAME.apply(state, Spin(3, hubi=True))
    assert events == (CompassSpun(0, 3, False, True), HubiSleeps())
    assert asleep.phase == "act"


def test_u08_unused_actions_may_lapse() -> None:
    """Ending the turn early is allowed; the last action ends it anyway."""
    state, events = GAME.apply(night(), EndTurn(0))
    assert events == (TurnPassed(1, "spin"),)
    state, events = GAME.apply(night(points=1), Move(0, "right"))
    assert events[-1] == TurnPassed(1, "spin")
    assert GAME.turn(state) == Turn((NATURE,), hand=1)


def test_u09_fields_combine_and_the_clock_comes_first() -> None:
    """Clock, then Hubi, then actions: clock fields carry points, so midnight still leaves actions."""
    assert all(field.points for field in COMPASS)
    _, events = GAME.apply(night(phase="spin", awake=True, hour=11), Spin(3, clock=True))
    assert events == (CompassSpun(0, 3, True, False), ClockMoved(12, 0))


def test_u10_the_compass_has_eight_equal_fields() -> None:
    """1, 2, 3, 2 and 3 with the clock, 1, 2 and 3 with Hubi; no other field exists."""
    odds = GAME.odds(night(phase="spin"))
    assert tuple(field for field, _ in odds) == COMPASS
    assert {weight for _, weight in odds} == {1}
    assert len(set(COMPASS)) == 8
    assert reason(night(phase="spin"), Spin(1, clock=True)) == "no_such_face"


def test_u11_a_curtain_of_the_own_room_is_raised_for_all() -> None:
    """It costs one action and shows the wall from both sides."""
    state, events = GAME.apply(night(house(r01=HOLE), raised=False), Raise(0, "right"))
    assert events == (CurtainRaised(0, 0, "right", HOLE, 2),)
    assert state.walls[wall(0, 1)] == HOLE
    assert reason(state, Raise(0, "right")) == "already_raised"
    assert reason(state, Raise(0, "up")) == "outside"
    assert reason(state, Raise(0, "north")) == "no_such_direction"


@pytest.mark.parametrize(
    ("kind", "mouse", "rabbit"),
    [(FREE, None, None), (HOLE, None, "wall_hole"), (WINDOW, "wall_window", None), (DOOR, "wall_door", "wall_door")],
)
def test_u12_who_gets_through_which_wall(kind: str, mouse: str | None, rabbit: str | None) -> None:
    """Free for all, holes for mice, windows for rabbits, the closed door for nobody, the open one for all."""
    walls = house(r01=kind, r78=FREE)
    for figure, refused in (("mouse", mouse), ("rabbit", rabbit)):
        state = night(walls, figures=(figure, "rabbit"))
        assert reason(state, Move(0, "right")) == refused
        assert (Move(0, "right") in GAME.legal(state, 0)) == (refused is None)
    if kind == DOOR:
        assert reason(night(walls, awake=True), Move(0, "right")) is None


def test_u12_curtains_stop_and_company_does_not() -> None:
    """A curtain is raised first; several animals may share a room."""
    assert reason(night(raised=False), Move(0, "right")) == "curtain"
    state, events = GAME.apply(night(rooms=(0, 1)), Move(0, "right"))
    assert events == (FigureMoved(0, "mouse", 0, 1, "right", FREE, 2),)
    assert state.rooms == (1, 1)


def test_u13_searching_begins_when_the_door_is_open() -> None:
    """Before that Hubi sleeps."""
    assert reason(night(), Search(0)) == "still_asleep"
    assert reason(night(awake=True), Search(0)) is None


def test_u14_mice_look_under_cheese_and_rabbits_under_carrots() -> None:
    """The chip stays open, and an open chip cannot be searched again."""
    state, events = GAME.apply(night(awake=True), Search(0))
    assert events == (FoodSearched(0, 0, "cheese", False, 2),)
    assert reason(state, Search(0)) == "already_turned"
    assert reason(night(awake=True, rooms=(1, 8)), Search(0)) == "wrong_food"
    assert reason(night(awake=True, seat=1), Search(1)) == "wrong_food"
    assert reason(night(awake=True, seat=1, rooms=(0, 7)), Search(1)) is None


def test_u15_the_door_needs_an_animal_on_each_side() -> None:
    """Found, and the active animal one of the two; whoever stands there, whatever its kind."""
    state, events = GAME.apply(night(rooms=(7, 8)), OpenDoor(0))
    assert events == (DoorOpened(0, 1, 7, 8, 2),)
    assert state.awake
    assert reason(night(rooms=(6, 8)), OpenDoor(0)) == "not_at_door"
    assert reason(night(rooms=(7, 5)), OpenDoor(0)) == "nobody_beyond"
    assert reason(night(rooms=(7, 8), raised=False), OpenDoor(0)) == "door_hidden"
    assert reason(night(rooms=(7, 8), awake=True), OpenDoor(0)) == "door_open"
    two_mice = night(rooms=(7, 5, 8), players=3, figures=("mouse", "rabbit", "mouse"))
    assert reason(two_mice, OpenDoor(0)) is None


def test_u16_hidden_hubi_swaps_a_cheese_with_a_carrot() -> None:
    """The active player chooses two face-down chips side by side; the ghost goes with his chip."""
    state, events = GAME.apply(night(phase="spin", awake=True, ghost=4), Spin(2, hubi=True))
    assert events == (CompassSpun(0, 2, False, True),)
    assert GAME.turn(state) == Turn((0,))
    assert len(GAME.legal(state, 0)) == 12
    assert reason(state, EndTurn(0)) == "hubi_first"
    assert reason(state, SwapFood(0, 0, 2)) == "not_adjacent"
    assert reason(state, SwapFood(0, 1, 0)) == "not_that_food"
    assert reason(state, SwapFood(0, 0, 9)) == "no_such_room"
    assert reason(state, MoveHubi(0, 1)) == "not_now"
    after, events = GAME.apply(state, SwapFood(0, 4, 1))
    assert events == (FoodSwapped(4, 1),)
    assert after.secret is not None
    assert after.secret.ghost == 1
    assert (after.foods[1], after.foods[4]) == ("cheese", "carrot")
    assert after.phase == "act"


def test_u16_open_chips_stay_and_without_a_pair_nothing_happens() -> None:
    """Only face-down chips count as cheese and carrot."""
    open_middle = tuple(room in (1, 3, 4, 5, 7) for room in ROOMS)
    _, events = GAME.apply(night(phase="spin", awake=True, ghost=0, turned=open_middle), Spin(1, hubi=True))
    assert events[-1] == HubiStayed()


def test_u16_hubi_may_move_at_random() -> None:
    """With hubi="random" NATURE chooses among the same moves, all alike, by the active player's hand."""
    game = Hubi(hubi="random")
    state, _ = game.apply(night(phase="spin", awake=True), Spin(2, hubi=True))
    assert game.turn(state) == Turn((NATURE,), hand=0)
    odds = game.odds(state)
    assert len(odds) == 12
    assert {weight for _, weight in odds} == {1}
    assert reason(state, SwapFood(0, 4, 1), game) == "hubi_first"
    assert game.apply(state, SwapFood(NATURE, 4, 1))[1] == (FoodSwapped(4, 1),)


def found(room: int = 4, **changes: object) -> HubiState:
    """Hubi was found in a room, and the door is open."""
    turned = tuple(place == room for place in ROOMS)
    return night(ghost=room, **{"hubi": room, "awake": True, "turned": turned, **changes})  # type: ignore[arg-type]


def test_u17_found_hubi_flees_into_an_empty_room_next_door() -> None:
    """The chips change rooms and keep their faces."""
    state, _ = GAME.apply(found(phase="spin", rooms=(1, 3)), Spin(1, hubi=True))
    assert GAME.legal(state, 0) == (MoveHubi(0, 7), MoveHubi(0, 5))
    assert reason(state, MoveHubi(0, 1)) == "occupied"
    assert reason(state, MoveHubi(0, 8)) == "not_adjacent"
    assert reason(state, SwapFood(0, 0, 1)) == "not_now"
    after, events = GAME.apply(state, MoveHubi(0, 5))
    assert events == (HubiMoved(4, 5),)
    assert after.secret is not None
    assert (after.hubi, after.secret.ghost, after.foods[5], after.foods[4]) == (5, 5, "cheese", "carrot")
    assert after.turned == tuple(room == 5 for room in ROOMS)


def test_u17_surrounded_hubi_stays() -> None:
    """Both neighbours of his corner have an animal."""
    _, events = GAME.apply(found(0, phase="spin", rooms=(1, 3)), Spin(1, hubi=True))
    assert events[-1] == HubiStayed()


def test_u18_two_animals_in_the_room_of_found_hubi_win() -> None:
    """After a move, and at once."""
    state, events = GAME.apply(found(1, rooms=(0, 1), hour=5), Move(0, "right"))
    assert events[-1] == GameWon((0, 1), 1, 5)
    assert GAME.result(state) == Result((0, 1), "caught")
    assert GAME.turn(state) == Turn(())


def test_u18_a_search_wins_if_two_are_there_already() -> None:
    """The second animal is in the room when he is revealed."""
    _, events = GAME.apply(night(awake=True, ghost=4, rooms=(4, 4)), Search(0))
    assert events == (FoodSearched(0, 4, "cheese", True, 2), GameWon((0, 1), 4, 0))


def test_u18_one_animal_alone_does_not_catch_him() -> None:
    """Found, but the second animal is still missing."""
    state, events = GAME.apply(night(awake=True, ghost=0), Search(0))
    assert events == (FoodSearched(0, 0, "cheese", True, 2),)
    assert (state.over, state.hubi) == (None, 0)


def test_u18_two_animals_over_a_hidden_hubi_do_not_win() -> None:
    """He must have been found."""
    state, _ = GAME.apply(night(awake=True, ghost=1, rooms=(0, 1)), Move(0, "right"))
    assert state.over is None


def test_u19_at_midnight_this_turn_is_the_last() -> None:
    """Its actions still happen, and then the team has lost; or it wins with the last of them."""
    state, events = GAME.apply(night(phase="spin", hour=11), Spin(2, clock=True))
    assert events[-1] == ClockMoved(12, 0)
    state, _ = GAME.apply(state, Move(0, "right"))
    assert state.over is None
    state, events = GAME.apply(state, Move(0, "right"))
    assert events[-1] == GameLost(4, False)
    assert GAME.result(state) == Result((), "midnight")
    _, events = GAME.apply(found(1, rooms=(0, 1), hour=12, points=1), Move(0, "right"))
    assert isinstance(events[-1], GameWon)
    _, events = GAME.apply(found(1, rooms=(0, 8), hour=12), EndTurn(0))
    assert events == (GameLost(1, True),)


def test_u19_an_hour_before_midnight_the_game_goes_on() -> None:
    """Eleven o'clock is not yet twelve."""
    _, events = GAME.apply(night(hour=11), EndTurn(0))
    assert events == (TurnPassed(1, "spin"),)


@pytest.mark.parametrize("hour", [3, 4, 5])
def test_u20_experts_start_later(hour: int) -> None:
    """At 3, 4 or 5 o'clock."""
    assert Hubi(expert=hour).setup(2, Dice(1)).hour == hour


def test_u21_hubi_moves_only_on_later_spins() -> None:
    """Opening the door in a turn that began with a Hubi field does not move him."""
    state, _ = GAME.apply(night(phase="spin", rooms=(7, 8)), Spin(2, hubi=True))
    state, _ = GAME.apply(state, OpenDoor(0))
    assert state.phase == "act"


def test_u22_directions_belong_to_the_board() -> None:
    """Up is up for every seat, and the way back is the opposite direction."""
    opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
    for room, sides in enumerate(SIDES):
        for direction, side in sides.items():
            assert SIDES[side.beyond][opposite[direction]] == (room, side.wall)
    assert SIDES[4]["up"].beyond == 1
    assert SIDES[4]["left"].beyond == 3


def test_actions_at_the_wrong_time_say_what_comes_first() -> None:
    """Spin, then Hubi, then actions."""
    assert reason(night(phase="spin"), Move(0, "right")) == "spin_first"
    assert reason(night(), SwapFood(0, 0, 1)) == "act_now"
    assert reason(night(), Choose(0, "mouse", 0)) == "not_now"
    assert reason(night(), Move(1, "left")) == "not_your_turn"
    assert reason(night(), Spin(1)) == "not_now"
