"""Perft: the number of ways in which a game can go on, to a depth, chance included. One wrong rule changes it."""

from typing import Any

import pytest

from voicehost.rules import Dice, Game
from voicehost.rules.hubi import Hubi
from voicehost.rules.husch import Husch
from voicehost.rules.spinnengift import Spinnengift
from voicehost.rules.verhext import Verhext


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """Sequences of `depth` legal actions from a state."""
    actions = [action for seat in game.turn(state).seats for action in game.legal(state, seat)]
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply(state, action)[0], depth - 1) for action in actions)


@pytest.mark.parametrize(("depth", "ways"), [(1, 6), (2, 35), (3, 210), (4, 1225), (5, 7350), (6, 42875)])
def test_husch_from_the_start(depth: int, ways: int) -> None:
    """Six faces; five hats for each colour, ten exchanges for the arrow."""
    game = Husch()
    assert perft(game, game.setup(2, Dice(1)), depth) == ways


@pytest.mark.parametrize(("depth", "ways"), [(1, 6), (2, 35), (3, 198), (4, 1155), (5, 6534), (6, 38115)])
def test_husch_with_two_hats_below_the_blocksberg(depth: int, ways: int) -> None:
    """Two hats stand on space 6: games end in the middle of the count."""
    game = Husch()
    state = game.setup(2, Dice(1))._replace(spaces=(6, 6, 1, 1, 1))
    assert perft(game, state, depth) == ways


@pytest.mark.parametrize(
    ("depth", "ways"),
    [
        (1, 216),  # 36 counts of seven dice, six pips
        (2, 216 * (2 * 7 + 1)),  # each seat: six answers or a pass; or the host settles
        (3, 216 * (2 * 7 * (7 + 1) + (2 * 7 + 1))),  # one has answered, or nobody has
    ],
)
def test_verhext_with_two_seats(depth: int, ways: int) -> None:
    """Throw, then answers in any order."""
    game = Verhext()
    assert perft(game, game.setup(2, Dice(1)), depth) == ways


@pytest.mark.parametrize(
    ("depth", "ways"),
    [
        (1, 2 * 4),  # two kinds, four corners
        (2, 8 * 3),  # the other kind, three corners
        (3, 24 * 8),  # eight fields
        (4, 192 * 3),  # two curtains in a corner room, or nothing
    ],
)
def test_hubi_with_two_seats(depth: int, ways: int) -> None:
    """Choose, spin, act."""
    game = Hubi()
    assert perft(game, game.setup(2, Dice(1)), depth) == ways


@pytest.mark.parametrize(
    ("depth", "ways"),
    [(1, 5), (2, 5 * 4), (3, 20 * 23), (4, 20 * 23 * 22)],
)
def test_spinnengift_with_two_seats(depth: int, ways: int) -> None:
    """Two witches beside one-hole chips, then six cards of 23 are shown."""
    game = Spinnengift()
    assert perft(game, game.setup(2, Dice(1)), depth) == ways
