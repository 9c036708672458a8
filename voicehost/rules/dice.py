"""Chance for one match, the same on every machine and in every version of Python.

Only `random.Random.random()` is used: it is the one method whose sequence Python promises to keep.
Everything built on it (picking by weight, shuffling) is written out here, so that a seed always deals the
same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A seeded source of chance that counts how often it was asked, so that it can be brought back to a point."""

    def __init__(self, seed: int | str, drawn: int = 0) -> None:
        self._random = Random(str(seed)).random
        self.drawn = 0
        while self.drawn < drawn:
            self.draw()

    def draw(self) -> float:
        """The next number from [0, 1)."""
        self.drawn += 1
        return self._random()

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all alike."""
        return min(int(self.draw() * limit), limit - 1)  # the product may be rounded up to the limit

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, all alike."""
        return items[self.below(len(items))]

    def pick(self, odds: Sequence[tuple[T, int]]) -> T:
        """One of the items by its integer weight. Uses exactly one draw, whatever the odds."""
        rest = self.below(sum(weight for _, weight in odds))
        for item, weight in odds:
            rest -= weight
            if rest < 0:
                return item
        raise ValueError("nothing to pick from")

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in random order (Fisher-Yates)."""
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            other = self.below(last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return tuple(pool)
