"""Husch Husch by the numbers of its rules, H1 to H11."""

from collections import Counter

import pytest

from voicehost.rules import NATURE, Dice, Illegal, Match, Result, Turn
from voicehost.rules.husch import (
    ARROW,
    FACES,
    RIBBONS,
    WITCHES,
    DieRolled,
    GameWon,
    HatLifted,
    HatsKept,
    HatsSwapped,
    Husch,
    HuschState,
    Keep,
    Lift,
    Roll,
    Swap,
    TurnPassed,
    WitchMoved,
)

GAME = Husch()


def hats(players: int = 3, **changes: object) -> HuschState:
    """A game whose witches sit in the order orange, pink, purple, brown, grey."""
    return GAME.setup(players, Dice(1))._replace(secret=WITCHES, **changes)  # type: ignore[arg-type]


def test_h01_five_hats_on_space_one_and_the_youngest_begins() -> None:
    """Two to six seats, five hats on space 1, seat 0 rolls first, and nobody knows who sits where."""
    assert tuple(GAME.seats) == (2, 3, 4, 5, 6)
    state = GAME.setup(6, Dice(3))
    assert state.spaces == (1, 1, 1, 1, 1)
    assert GAME.turn(state) == Turn((NATURE,), hand=0)
    assert Match.new("husch", players=2, seed=1).view.secret is None


def test_h01_every_order_of_witches_is_equally_likely() -> None:
    """120 orders, dealt 24,000 times: each about 200 times."""
    from voicehost.lab.simulation.chance import p_value

    dice = Dice(1)
    orders = Counter(GAME.setup(2, dice).secret for _ in range(24_000))
    assert len(orders) == 120
    assert p_value(list(orders.values()), [1] * 120) > 0.001


def test_h02_the_die_has_five_colours_and_an_arrow() -> None:
    """Each of the six faces is equally likely."""
    assert GAME.odds(hats()) == tuple((Roll(face), 1) for face in FACES)
    assert len(FACES) == 6


def test_h03_a_colour_demands_exactly_one_hat() -> None:
    """Any of the five hats, whatever its space; there is no passing."""
    state = hats(face="pink", spaces=(1, 6, 3, 1, 2))
    assert GAME.legal(state, 0) == tuple(Lift(0, place) for place in range(5))
    for action in (Keep(0), Swap(0, 0, 1)):
        refusal = GAME.why_not(state, action)
        assert refusal is not None
        assert refusal.reason == "lift_now"


def test_h04_a_right_hat_moves_on_and_rolls_again() -> None:
    """The hat with its witch goes one space; the same hand rolls, without limit."""
    state = hats()
    for streak, space in enumerate((2, 3, 4, 5, 6), start=1):
        state, _ = GAME.apply(state, Roll("pink"))
        state, events = GAME.apply(state, Lift(0, 1))
        assert events == (
            HatLifted(0, 1, "pink", "pink", True),
            WitchMoved(0, 1, "pink", space, 7 - space, streak),
        )
        assert GAME.turn(state) == Turn((NATURE,), hand=0)


def test_h04_every_turn_counts_its_own_right_hats() -> None:
    """The next player's row begins anew."""
    state = hats(face="pink", streak=3)
    state, _ = GAME.apply(state, Lift(0, 0))
    state, _ = GAME.apply(state, Roll("pink"))
    _, events = GAME.apply(state, Lift(1, 1))
    assert events[1] == WitchMoved(1, 1, "pink", 2, 5, streak=1)


def test_h05_a_wrong_hat_moves_nothing_and_ends_the_turn() -> None:
    """All have seen the witch; the next player rolls."""
    before = hats(face="pink")
    state, events = GAME.apply(before, Lift(0, 0))
    assert events == (HatLifted(0, 0, "orange", "pink", False), TurnPassed(1))
    assert state.spaces == before.spaces
    assert GAME.turn(state) == Turn((NATURE,), hand=1)


def test_h06_the_arrow_demands_an_exchange_of_two_hats() -> None:
    """Any two different hats, unseen, and the turn ends."""
    state, _ = GAME.apply(hats(), Roll(ARROW))
    assert len(GAME.legal(state, 0)) == 10
    after, events = GAME.apply(state, Swap(0, 0, 4))
    assert events == (HatsSwapped(0, 0, 4), TurnPassed(1))
    assert after.secret == ("grey", "pink", "purple", "brown", "orange")
    for action, reason in (
        (Swap(0, 2, 2), "same_hat"),
        (Swap(0, 2, 5), "no_such_hat"),
        (Lift(0, 2), "swap_now"),
        (Keep(0), "must_swap"),
    ):
        with pytest.raises(Illegal) as refused:
            GAME.apply(state, action)
        assert refused.value.reason == reason


def test_h06_the_exchange_may_be_declined_or_left_out() -> None:
    """swap="may" lets the hats stay; swap="off" makes the arrow end the turn at once."""
    may, off = Husch(swap="may"), Husch(swap="off")
    state, _ = may.apply(hats(), Roll(ARROW))
    assert Keep(0) in may.legal(state, 0)
    assert may.apply(state, Keep(0))[1] == (HatsKept(0), TurnPassed(1))
    state, events = off.apply(hats(), Roll(ARROW))
    assert events == (DieRolled(0, ARROW), HatsKept(0), TurnPassed(1))
    assert off.turn(state) == Turn((NATURE,), hand=1)


def test_h07_a_rear_witch_can_be_exchanged_to_the_front() -> None:
    """Positions are whole places: witches change, spaces stay with the places."""
    state = hats(face=ARROW, spaces=(6, 1, 1, 1, 1))
    after, _ = GAME.apply(state, Swap(0, 0, 1))
    assert after.spaces == (6, 1, 1, 1, 1)
    assert after.secret == ("pink", "orange", "purple", "brown", "grey")


def test_h08_the_first_witch_on_the_blocksberg_wins_at_once() -> None:
    """In the middle of a turn, for the player who moved her, whatever her colour."""
    state = hats(seat=2, face="grey", spaces=(1, 1, 1, 1, 6))
    state, events = GAME.apply(state, Lift(2, 4))
    assert events[-1] == GameWon(2, 4, "grey")
    assert GAME.result(state) == Result((2,), "blocksberg")
    assert GAME.turn(state) == Turn(())


def test_h09_an_exchange_never_wins() -> None:
    """All hats are below the Blocksberg, and an exchange leaves them on their spaces."""
    state = hats(face=ARROW, spaces=(6, 6, 6, 6, 6))
    for swap in GAME.legal(state, 0):
        assert GAME.apply(state, swap)[0].over is None


def test_h10_a_colour_word_never_means_two_things() -> None:
    """Places are named by ribbons, witches by other colours; names stay with the places in an exchange."""
    assert len(RIBBONS) == len(WITCHES) == 5
    assert not set(RIBBONS) & set(WITCHES)


def test_h11_known_hats_and_colours_come_again() -> None:
    """The same colour may be rolled and the same hat lifted any number of times."""
    state = hats(players=2)
    for seat in (0, 1, 0, 1):
        state, _ = GAME.apply(state, Roll("pink"))
        state, events = GAME.apply(state, Lift(seat, 0))
        assert events[0] == HatLifted(seat, 0, "orange", "pink", False)


def test_the_die_is_rolled_before_a_hat_is_lifted() -> None:
    """Who lifts too early is told to roll; who is not on turn is told so; a seventh face does not exist."""
    for action, reason in ((Lift(0, 0), "roll_first"), (Lift(1, 0), "not_your_turn"), (Roll("blue"), "no_such_face")):
        with pytest.raises(Illegal) as refused:
            GAME.apply(hats(), action)
        assert refused.value.reason == reason
