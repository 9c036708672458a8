"""Bounded memory of an endless stream: the last rows, addressed by their absolute index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Tape:
    """Keeps at least the last `keep` rows of shape `row`. Memory never grows; indices count from the first row ever."""

    def __init__(self, keep: int, row: tuple[int, ...], dtype: DTypeLike) -> None:
        self._keep = keep
        self._store: NDArray[Any] = np.zeros((2 * keep, *row), dtype)
        self._used = 0
        self.end = 0  # absolute index just past the newest row

    @property
    def begin(self) -> int:
        """Absolute index of the oldest row that is still kept."""
        return self.end - self._used

    def append(self, rows: NDArray[Any]) -> None:
        """Add rows, shape [n, *row]; any n."""
        self.end += len(rows)
        if len(rows) >= self._keep:
            rows, self._used = rows[-self._keep :], 0
        if self._used + len(rows) > len(self._store):
            old = min(self._used, self._keep)
            self._store[:old] = self._store[self._used - old : self._used].copy()
            self._used = old
        self._store[self._used : self._used + len(rows)] = rows
        self._used += len(rows)

    def cut(self, first: int, last: int) -> NDArray[Any]:
        """A view of the rows first..last (exclusive), without those that are forgotten or not there yet."""
        base = self.begin
        first, last = max(first, base), min(last, self.end)
        return self._store[first - base : max(first, last) - base]
