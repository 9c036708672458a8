"""Spinnengift und Krötenschleim by the numbers of its rules, P1 to P19."""

from collections import Counter

import pytest

from voicehost.rules import NATURE, Dice, Result, Turn
from voicehost.rules.spinnengift import (
    CARDS,
    INGREDIENTS,
    CardPeeked,
    CardsHidden,
    CardTurned,
    Cauldron,
    CauldronFilled,
    ChipWon,
    DieRolled,
    GameWon,
    GoblinStruck,
    MedalsRunOut,
    MonsterFell,
    NoneLeft,
    NothingToWin,
    Peek,
    Place,
    Roll,
    Spinnengift,
    SpinnengiftState,
    Stay,
    TurnCard,
    TurnPassed,
    Walk,
    WitchPlaced,
    WitchStayed,
    WitchWalked,
)
from voicehost.rules.spinnengift.kitchen import BOARDS, KITCHENS, Board

GAME = Spinnengift()
DECK = (*(kind for kind in INGREDIENTS for _ in range(3)), *["goblin"] * 5)
"""Cards 0-2 venom, 3-5 slime, 6-8 toadstool, 9-11 weed, 12-14 poop, 15-17 root, 18-22 goblins."""
CHIPS = (1, 2, 3, 4, 5) * 5


def kitchen(players: int = 3, **changes: object) -> SpinnengiftState:
    """Seat 0 is about to move; each column of spots holds chips of one kind; witches stand on 0, 5, 10."""
    state = GAME.setup(players, Dice(1))._replace(
        phase="move", chips=CHIPS, spots=(0, 5, 10, 15)[:players], secret=DECK
    )
    return state._replace(**changes)  # type: ignore[arg-type]


def play(state: SpinnengiftState, *actions: object, game: Spinnengift = GAME) -> tuple[SpinnengiftState, list[object]]:
    """The state after some actions, and all that happened."""
    told: list[object] = []
    for action in actions:
        state, events = game.apply(state, action)  # type: ignore[arg-type]
        told.extend(events)
    return state, told


def reason(state: SpinnengiftState, action: object) -> str | None:
    refusal = GAME.why_not(state, action)  # type: ignore[arg-type]
    return refusal and refusal.reason


def test_p01_23_cards_25_chips_and_a_die_with_six_ingredients() -> None:
    """Three cards of each of six ingredients and five goblins; five chips of each kind."""
    state = GAME.setup(4, Dice(2))
    assert tuple(GAME.seats) == (2, 3, 4)
    assert Counter(state.secret) == {**dict.fromkeys(INGREDIENTS, 3), "goblin": 5}
    assert Counter(state.chips) == dict.fromkeys((1, 2, 3, 4, 5), 5)
    assert GAME.odds(kitchen(phase="roll")) == tuple((Roll(kind), 1) for kind in INGREDIENTS)
    assert len(CARDS) == 23


def test_p02_the_board_is_a_drawing() -> None:
    """25 spots on a grid; another drawing makes another board, and paths are only where lines are."""
    board = KITCHENS["grid"]
    assert len(board.spots) == 25
    assert sum(len(paths) for paths in board.paths) == 2 * 40
    assert board.paths[12] == {"up": 7, "down": 17, "left": 11, "right": 13}
    fork = Board("o-o-o\n  |\n  o o")
    assert fork.paths == ({"right": 1}, {"down": 3, "left": 0, "right": 2}, {"left": 1}, {"up": 1}, {})
    assert set(KITCHENS) == set(BOARDS)


def test_p03_witches_begin_beside_different_one_hole_chips() -> None:
    """Chips lie in any order; each player chooses in turn."""
    state = GAME.setup(2, Dice(3))._replace(chips=CHIPS)
    assert GAME.legal(state, 0) == tuple(Place(0, spot) for spot in (0, 5, 10, 15, 20))
    assert reason(state, Place(0, 1)) == "not_one_hole"
    assert reason(state, Place(0, 25)) == "no_such_spot"
    state, events = play(state, Place(0, 10))
    assert events == [WitchPlaced(0, 10), TurnPassed(1, "place", -1, 0)]
    assert reason(state, Place(1, 10)) == "spot_taken"
    _, events = play(state, Place(1, 20))
    assert events == [WitchPlaced(1, 20), TurnPassed(0, "peek", 10, 1)]


def test_p04_the_youngest_shows_any_six_cards() -> None:
    """All see them, then they go face down, and the starter's turn begins."""
    state = kitchen(phase="peek")
    state, events = play(state, *(Peek(0, card) for card in (22, 0, 4, 9, 12, 17)))
    assert events[0] == CardPeeked(0, 22, "goblin", 5)
    assert events[-2:] == [CardsHidden(6), TurnPassed(0, "play", 0, 1)]
    assert state.cards == ("",) * 23


def test_p04_a_card_is_shown_once() -> None:
    """Six different cards, by the youngest only."""
    state, _ = play(kitchen(phase="peek"), Peek(0, 3))
    assert reason(state, Peek(0, 3)) == "card_open"
    assert reason(state, Peek(0, 23)) == "no_such_card"
    assert reason(state, Peek(1, 4)) == "not_your_turn"
    assert reason(state, Stay(0)) == "peek_now"


def test_p04_the_last_broom_rider_may_start() -> None:
    """Seat 0 shows the cards all the same."""
    game = Spinnengift(starter=2)
    state, events = play(kitchen(phase="peek"), *(Peek(0, card) for card in range(6)), game=game)
    assert events[-1] == TurnPassed(2, "play", 10, 1)
    assert game.turn(state) == Turn((2,))


def test_p05_stay_or_walk_one_spot_or_two_over_an_empty_one() -> None:
    """The path may bend, a witch in between or at the end does not matter."""
    chips = tuple(0 if spot == 7 else holes for spot, holes in enumerate(CHIPS))
    state = kitchen(spots=(12, 7, 7), chips=chips)
    ways = {action.path for action in GAME.legal(state, 0) if isinstance(action, Walk)}
    assert ways == {("up",), ("down",), ("left",), ("right",), ("up", "up"), ("up", "left"), ("up", "right")}
    assert Stay(0) in GAME.legal(state, 0)
    state, events = play(state, Walk(0, ("up", "left")))
    assert events == [WitchWalked(0, 12, 6, ("up", "left"), 2)]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (("up",), "no_path"),
        (("right", "right"), "chip_between"),
        (("right", "left"), "back_again"),
        (("right", "right", "right"), "too_far"),
        ((), "too_far"),
        (("north",), "no_such_direction"),
    ],
)
def test_p05_other_ways_are_refused(path: tuple[str, ...], why: str) -> None:
    """Each with its own reason."""
    assert reason(kitchen(), Walk(0, path)) == why


def test_p05_back_to_the_own_spot_is_no_move_even_over_an_empty_one() -> None:
    """Whoever wants to remain stays."""
    chips = (1, 0, *CHIPS[2:])
    assert reason(kitchen(chips=chips), Walk(0, ("right", "left"))) == "back_again"


def test_p06_beside_an_empty_spot_the_turn_is_over() -> None:
    """After walking there and after staying there."""
    chips = (0, 0, *CHIPS[2:])
    _, events = play(kitchen(chips=chips), Stay(0))
    assert events == [WitchStayed(0, 0, 0), NothingToWin(0), TurnPassed(1, "play", 5, 1)]
    _, events = play(kitchen(chips=chips), Walk(0, ("right",)))
    assert events[1] == NothingToWin(0)


def test_p07_an_attempt_at_a_chip_is_not_declined() -> None:
    """Beside a chip the die is rolled at once."""
    state, _ = play(kitchen(), Stay(0))
    assert GAME.turn(state) == Turn((NATURE,), hand=0)
    assert reason(state, Stay(0)) == "roll_first"
    assert reason(state, TurnCard(0, 3)) == "roll_first"


def test_p08_for_each_hole_an_ingredient_is_rolled_and_sought() -> None:
    """Right cards stay open and the next roll follows."""
    state, events = play(kitchen(), Walk(0, ("right",)), Roll("weed"), TurnCard(0, 10))
    assert events[1:] == [DieRolled(0, "weed", 1, 2), CardTurned(0, 10, "weed", "weed", True, 1)]
    assert state.cards[10] == "weed"
    assert GAME.turn(state) == Turn((NATURE,), hand=0)
    assert reason(play(state, Roll("weed"))[0], TurnCard(0, 10)) == "card_open"
    assert reason(state, Roll("goblin")) == "no_such_face"


def test_p08_a_wrong_card_ends_the_turn_and_the_chip_stays() -> None:
    """The next player moves."""
    state, events = play(kitchen(), Stay(0), Roll("weed"), TurnCard(0, 0))
    assert events[2:] == [
        CardTurned(0, 0, "venom", "weed", False, 1),
        CardsHidden(1),
        TurnPassed(1, "play", 5, 1),
    ]
    assert state.chips == CHIPS


def test_p09_an_ingredient_of_which_none_is_left_ends_the_turn() -> None:
    """All three lie open: without turning a card, so no goblin can strike."""
    state, _ = play(kitchen(spots=(3, 5, 10)), Stay(0))
    for card in (9, 10, 11):
        state, _ = play(state, Roll("weed"), TurnCard(0, card))
    state, events = play(state, Roll("weed"))
    assert events == [DieRolled(0, "weed", 4, 4), NoneLeft(0, "weed"), CardsHidden(3), TurnPassed(1, "play", 5, 1)]


def test_p10_the_goblin_ends_the_turn_and_gives_all_others_a_medal() -> None:
    """Not the one whom it struck; in the order of the seats from the left."""
    state, events = play(kitchen(seat=1), Stay(1), Roll("weed"), TurnCard(1, 20))
    assert events[2:4] == [CardTurned(1, 20, "goblin", "weed", False, 1), GoblinStruck(1, (2, 0))]
    assert state.medals == (1, 0, 1)
    assert GAME.turn(state) == Turn((2,))


def test_p11_all_cards_go_face_down_at_the_end_of_a_turn() -> None:
    """Right and wrong ones alike."""
    state, events = play(kitchen(), Walk(0, ("right",)), Roll("weed"), TurnCard(0, 10), Roll("venom"), TurnCard(0, 5))
    assert CardsHidden(2) in events
    assert state.cards == ("",) * 23


@pytest.mark.parametrize(("spot", "holes", "medals"), [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 2)])
def test_p12_success_earns_a_medal_and_the_star_two(spot: int, holes: int, medals: int) -> None:
    """The one chip goes into the cauldron, and the turn is over."""
    state, _ = play(kitchen(spots=(spot, 5, 10)), Stay(0))
    for card, kind in ((0, "venom"), (3, "slime"), (6, "toadstool"), (9, "weed"), (12, "poop"))[:holes]:
        state, events = play(state, Roll(kind), TurnCard(0, card))
    assert events[-1] == ChipWon(0, spot, holes, medals, medals)
    assert (state.chips[spot], state.cauldron) == (0, 1)
    state, events = play(state, Cauldron(falls=False))
    assert events[0] == CauldronFilled(0, 1)
    assert GAME.turn(state) == Turn((1,))


def test_p13_the_cauldron_holds_two_to_six_chips() -> None:
    """The n-th chip brings the monster with chance 0, .25, .40, .55, .65, 1: 3.47 chips on the mean."""
    mean, still = 0.0, 1.0
    for number in range(1, 7):
        odds = dict(GAME.odds(kitchen(phase="cauldron", cauldron=number)))
        hazard = odds.get(Cauldron(True), 0) / sum(odds.values())
        assert hazard == (0, 0.25, 0.40, 0.55, 0.65, 1)[number - 1]
        mean += number * still * hazard
        still *= 1 - hazard
    assert mean == pytest.approx(3.47, abs=0.005)
    assert still == 0


def test_p13_a_cauldron_does_only_what_it_can() -> None:
    """No monster on the first chip, and never a seventh chip."""
    assert reason(kitchen(phase="cauldron", cauldron=1), Cauldron(True)) == "no_such_face"
    assert reason(kitchen(phase="cauldron", cauldron=6), Cauldron(False)) == "no_such_face"
    assert reason(kitchen(phase="cauldron", cauldron=1), Stay(0)) == "cauldron_first"


def test_p14_the_monster_goes_to_the_active_player_and_the_chips_leave() -> None:
    """The next monster is inserted at once."""
    state, events = play(kitchen(phase="cauldron", cauldron=3, monsters=(1, 2, 0)), Cauldron(True))
    assert events[0] == MonsterFell(0, 2, 3)
    assert (state.monsters, state.cauldron) == ((2, 2, 0), 0)


def test_p14_the_seventh_monster_ends_the_game_at_once() -> None:
    """No further turn begins."""
    before = kitchen(phase="cauldron", cauldron=2, monsters=(3, 2, 1), medals=(5, 5, 9))
    state, events = play(before, Cauldron(True))
    assert events == [MonsterFell(0, 4, 0), GameWon((2,), "seventh_monster", "points", 10, (9, 7, 10))]
    assert GAME.result(state) == Result((2,), "seventh_monster", (9, 7, 10))


def test_p15_a_turn_with_two_chips_left_does_not_begin() -> None:
    """The game ends before it."""
    chips = (0,) * 22 + (1, 1, 1)
    state, events = play(kitchen(chips=chips, spots=(24, 5, 10)), Stay(0), Roll("venom"), TurnCard(0, 0))
    assert not any(isinstance(event, GameWon) for event in events)
    state, events = play(state, Cauldron(False))
    assert events[-1] == GameWon((0,), "two_chips", "points", 1, (1, 0, 0))
    assert GAME.turn(state) == Turn(())


@pytest.mark.parametrize(
    ("medals", "monsters", "winners", "decided"),
    [
        ((5, 9, 8), (3, 0, 1), (2,), "monsters"),
        ((5, 4, 3), (1, 2, 1), (1,), "monsters"),
        ((4, 4, 3), (2, 2, 1), (0, 1), "shared"),
        ((4, 4, 3), (2, 1, 1), (0,), "points"),
    ],
)
def test_p16_medals_and_monsters_are_points_and_monsters_break_ties(
    medals: tuple[int, ...], monsters: tuple[int, ...], winners: tuple[int, ...], decided: str
) -> None:
    """And if there are as many monsters, the win is shared."""
    chips = (0,) * 23 + (1, 1)
    _, events = play(kitchen(chips=chips, medals=medals, monsters=monsters, spots=(0, 5, 10)), Stay(0))
    won = events[-1]
    assert isinstance(won, GameWon)
    assert (won.seats, won.decided) == (winners, decided)


def test_p17_medals_that_run_out_are_counted_on() -> None:
    """A reward is an entitlement; the table hears once that buttons must serve."""
    state = kitchen(seat=0, medals=(20, 20, 1))
    state, events = play(state, Stay(0), Roll("weed"), TurnCard(0, 20))
    assert MedalsRunOut(42, owed=True) in events
    assert state.medals == (20, 21, 2)
    _, events = play(state._replace(seat=1), Stay(1), Roll("weed"), TurnCard(1, 20))
    assert not any(isinstance(event, MedalsRunOut) for event in events)


def test_p17_or_they_are_a_limit_from_the_active_players_left() -> None:
    """With medals=42 the last one goes to the next seat clockwise, and then there are none."""
    game = Spinnengift(medals=42)
    state = kitchen(seat=1, medals=(20, 20, 1))
    state, events = play(state, Stay(1), Roll("weed"), TurnCard(1, 20), game=game)
    assert events[3:5] == [GoblinStruck(1, (2,)), MedalsRunOut(42, owed=False)]
    assert state.medals == (20, 20, 2)
    state, events = play(state, Stay(2), Roll("venom"), TurnCard(2, 0), game=game)
    assert ChipWon(2, 10, 1, 0, 2) in events
    assert not any(isinstance(event, MedalsRunOut) for event in events)


def test_p18_moving_is_always_possible() -> None:
    """From every spot at least two ways lead on, whatever chips are left."""
    board = KITCHENS["grid"]
    assert all(len(board.open_ways(spot, CHIPS)) >= 2 for spot in board.spots)


def test_p19_cards_have_numbers() -> None:
    """23 of them, 0 to 22 in the engine."""
    state, _ = play(kitchen(), Stay(0), Roll("venom"))
    assert GAME.legal(state, 0) == tuple(TurnCard(0, card) for card in range(23))
    assert reason(state, TurnCard(0, 23)) == "no_such_card"


def test_actions_at_the_wrong_time_say_what_comes_first() -> None:
    """Move, roll, turn over."""
    assert reason(kitchen(), TurnCard(0, 0)) == "move_now"
    assert reason(kitchen(), Stay(1)) == "not_your_turn"
    assert reason(kitchen(), Roll("weed")) == "move_now"
    assert reason(kitchen(phase="turn", wanted="weed"), Stay(0)) == "turn_now"
    assert reason(GAME.setup(2, Dice(1)), Stay(0)) == "place_now"
