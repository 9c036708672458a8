"""Products in eight bits are the exact ones but for a little rounding."""

from __future__ import annotations

import numpy as np
import pytest

from voicehost.hear.whisper.products import Linear, LogSoftmax

RNG = np.random.default_rng(3)
WEIGHT = RNG.standard_normal((96, 128)).astype(np.float32)
BIAS = RNG.standard_normal(96).astype(np.float32)
SPREAD = 128**0.5  # of a product of 128 standard normal pairs


@pytest.mark.parametrize("rows", [1, 2, 17])
def test_a_linear_layer_is_exact_within_a_twentieth_of_the_spread(rows: int) -> None:
    x = RNG.standard_normal((rows, 128)).astype(np.float32)
    assert Linear(WEIGHT, BIAS)(x) == pytest.approx(x @ WEIGHT.T + BIAS, abs=SPREAD / 20)


def test_weights_in_half_precision_are_taken_as_well() -> None:
    x = RNG.standard_normal((3, 128)).astype(np.float32)
    half = Linear(WEIGHT.astype(np.float16), BIAS.astype(np.float16))
    assert half(x) == pytest.approx(x @ WEIGHT.T + BIAS, abs=SPREAD / 20)


def test_a_row_of_zeros_stays_zero() -> None:
    """A block without any value has no scale to divide by."""
    weight = np.vstack([np.zeros((1, 128), np.float32), WEIGHT[:3]])
    result = Linear(weight, np.zeros(4))(np.ones((1, 128), np.float32))
    assert result[0, 0] == 0
    assert np.isfinite(result).all()


def test_log_softmax_gives_the_greatest_and_the_wanted_values() -> None:
    """A row of which nothing is wanted gives its greatest value all the same."""
    x = (RNG.standard_normal((3, 128)) / 4).astype(np.float32)
    greatest, wanted = LogSoftmax(WEIGHT)(x, [[5, 0], [], [95]])
    logits = x.astype(np.float64) @ WEIGHT.T
    exact = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    assert greatest == pytest.approx(exact.max(axis=1), abs=0.15)
    assert wanted == pytest.approx([exact[0, 5], exact[0, 0], exact[2, 95]], abs=0.15)


def test_log_softmax_of_rows_of_which_nothing_is_wanted() -> None:
    greatest, wanted = LogSoftmax(WEIGHT)(np.zeros((2, 128), np.float32), [[], []])
    assert greatest == pytest.approx(-np.log(96), abs=1e-3)
    assert len(wanted) == 0
