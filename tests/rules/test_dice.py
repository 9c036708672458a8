"""Chance that is the same everywhere, and JSON that is read back strictly."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, NamedTuple

import pytest

from voicehost.lab.simulation.chance import p_value
from voicehost.rules import Dice
from voicehost.rules.codec import Malformed, decode, encode


def test_a_seed_has_one_sequence_for_ever() -> None:
    """Pinned: a journal without its drawn faces would be dealt again just so."""
    dice = Dice(7)
    assert [dice.below(6) for _ in range(8)] == PINNED
    assert dice.shuffled("abcdef") == PINNED_SHUFFLE


PINNED = [4, 5, 5, 1, 4, 2, 2, 2]
PINNED_SHUFFLE = ("b", "d", "e", "c", "a", "f")


def test_dice_can_be_brought_back_to_a_point() -> None:
    """By the number of draws alone."""
    first = Dice("x")
    for _ in range(10):
        first.draw()
    assert Dice("x", drawn=10).draw() == first.draw()


def test_picking_follows_the_weights_and_draws_once() -> None:
    """A weight of 0 never comes."""
    dice = Dice(1)
    picked = Counter(dice.pick((("a", 1), ("b", 3), ("never", 0), ("c", 6))) for _ in range(5000))
    assert dice.drawn == 5000
    assert picked["never"] == 0
    assert p_value([picked["a"], picked["b"], picked["c"]], [1, 3, 6]) > 0.001


def test_nothing_cannot_be_picked() -> None:
    """No faces, no throw."""
    with pytest.raises(ValueError, match="nothing"):
        Dice(1).pick(())


def test_shuffling_makes_every_order_alike() -> None:
    """Six orders of three."""
    dice = Dice(2)
    orders = Counter(dice.shuffled("abc") for _ in range(6000))
    assert len(orders) == 6
    assert p_value(list(orders.values()), [1] * 6) > 0.001


def test_the_largest_number_below_one_stays_below_the_limit() -> None:
    """Rounding must not make a seventh face."""
    dice = Dice(1)
    dice._random = lambda: 1 - 2**-53
    assert all(dice.below(limit) == limit - 1 for limit in range(1, 2000))


class Inner(NamedTuple):
    size: int


@dataclass(frozen=True)
class Outer:
    name: str
    sort: Literal["a", "b"]
    time: float
    few: tuple[int, int]
    many: tuple[Inner, ...]
    other: Inner | None


GOOD = Outer("x", "a", 1.5, (1, 2), (Inner(3), Inner(4)), None)


def test_values_survive_json() -> None:
    """Dataclasses, named tuples, tuples, and what may be missing."""
    assert encode(GOOD)["many"] == [{"size": 3}, {"size": 4}]
    assert decode(Outer, encode(GOOD)) == GOOD
    assert decode(Outer, {**encode(GOOD), "other": {"size": 9}}).other == Inner(9)


@pytest.mark.parametrize(
    "change",
    [
        {"name": 1},
        {"sort": "c"},
        {"sort": ["a"]},
        {"time": "soon"},
        {"time": True},
        {"few": [1, 2, 3]},
        {"few": "12"},
        {"few": [1, 2.0]},
        {"many": [{"size": True}]},
        {"many": [{"size": 1, "colour": 2}]},
        {"many": [{}]},
        {"other": 5},
        {"more": 1},
    ],
)
def test_anything_else_is_malformed(change: dict[str, object]) -> None:
    """Another type, another length, a field too many or too few."""
    with pytest.raises(Malformed):
        decode(Outer, {**encode(GOOD), **change})
