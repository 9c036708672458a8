"""Token sequences that share their beginnings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Trie:
    """Nodes numbered from 0, the start token; a node's parent always has a smaller number than the node."""

    def __init__(self, start: int) -> None:
        self.tokens = [start]
        self.parents = [-1]
        self.depths = [0]
        self.children: list[list[int]] = [[]]
        self._index: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self.tokens)

    def add(self, sequence: Sequence[int], below: int = 0) -> list[int]:
        """Add a sequence below a node; return its nodes, those shared with earlier sequences included."""
        nodes = []
        for token in sequence:
            below = self._child(below, token)
            nodes.append(below)
        return nodes

    def ancestry(self) -> NDArray[np.bool_]:
        """(nodes, nodes): row i marks node i itself and every node above it."""
        marks = np.eye(len(self), dtype=bool)
        for node, parent in enumerate(self.parents[1:], start=1):
            marks[node] |= marks[parent]
        return marks

    def _child(self, parent: int, token: int) -> int:
        found = self._index.get((parent, token))
        if found is None:
            found = self._index[parent, token] = len(self.tokens)
            self.tokens.append(token)
            self.parents.append(parent)
            self.depths.append(self.depths[parent] + 1)
            self.children.append([])
            self.children[parent].append(found)
        return found
