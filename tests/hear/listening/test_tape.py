"""A tape forgets what is old and never grows."""

from __future__ import annotations

import numpy as np
import pytest

from voicehost.hear.listening.tape import Tape


@pytest.mark.parametrize("size", [1, 3, 7, 50])
def test_the_newest_rows_are_found_by_their_index(size: int) -> None:
    """Whatever the sizes of the pieces, row i is row i, and at least the last ten are kept."""
    tape = Tape(10, (), np.int64)
    for first in range(0, 200, size):
        tape.append(np.arange(first, first + size))
        kept = tape.cut(tape.begin, tape.end)
        assert kept.tolist() == list(range(tape.begin, tape.end))
        assert len(kept) >= min(10, tape.end)
        assert len(kept) <= 20


def test_rows_that_are_not_there_are_left_out() -> None:
    """Asking for the past or the future gives what there is."""
    tape = Tape(10, (2,), np.int16)
    tape.append(np.arange(8, dtype=np.int16).reshape(4, 2))
    assert tape.cut(-5, 2).tolist() == [[0, 1], [2, 3]]
    assert tape.cut(3, 99).tolist() == [[6, 7]]
    assert tape.cut(7, 9).shape == (0, 2)
