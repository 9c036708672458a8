"""Were the dice fair? Pearson's chi-square test, without a statistics package."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

FEWEST_EXPECTED: Final = 5.0
"""Faces expected less often than this are counted together (the usual rule for the test)."""


def p_value(counts: Sequence[int], weights: Sequence[int]) -> float:
    """The chance that fair dice with these weights differ at least as much from expectation as `counts`."""
    total, ways = sum(counts), sum(weights)
    cells = [(count, total * weight / ways) for count, weight in zip(counts, weights, strict=True)]
    rare = [cell for cell in cells if cell[1] < FEWEST_EXPECTED]
    cells = [cell for cell in cells if cell[1] >= FEWEST_EXPECTED]
    if rare:
        cells.append((sum(count for count, _ in rare), sum(expected for _, expected in rare)))
    if len(cells) < 2 or min(expected for _, expected in cells) <= 0:
        return 1.0
    chi_square = sum((count - expected) ** 2 / expected for count, expected in cells)
    return upper_gamma((len(cells) - 1) / 2, chi_square / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(a, x), for a > 0 and x >= 0.

    By its power series below x = a + 1 and by Lentz's continued fraction above (Press et al., Numerical
    Recipes, 6.2).
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * 1e-15:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value = d
    for n in range(1, 10_000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        change = c * d
        value *= change
        if abs(change - 1) < 1e-15:
            break
    return value
