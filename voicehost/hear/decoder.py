"""Whisper's text decoder in numpy, made for one question: how likely is each of these phrases?

CTranslate2 encodes the sound. Its decoder answers one candidate at a time; this one answers all of them at
once: the phrases of every language form one token trie, so that shared beginnings are computed once, the keys
and values of the sound are computed once for all, and a tree-shaped attention mask lets one forward pass
serve every branch.
Arithmetic is float32; the weights are read from CTranslate2's `model.bin`.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

WIDTH: Final = 512
HEADS: Final = 8
HEAD_WIDTH: Final = WIDTH // HEADS
SCALE: Final = HEAD_WIDTH**-0.5
EPSILON: Final = 1e-5  # of the layer norms
DTYPES: Final = {
    0: np.float32,
    1: np.int8,
    2: np.int16,
    3: np.int32,
    4: np.float16,
}  # CTranslate2's numbering


def read_variables(path: Path, prefix: str) -> dict[str, NDArray[np.generic]]:
    """The variables of a CTranslate2 `model.bin` (format 6) whose name begins with `prefix`, prefix cut off.

    Layout: version u32, specification name, revision u32, count u32, then per variable: name, rank u8,
    dimensions u32 each, data type u8, byte count u32, bytes. A name is a u16 length and its bytes, NUL last.
    """
    found: dict[str, NDArray[np.generic]] = {}
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    at = 0

    def number(form: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from(form, data, at)
        at += struct.calcsize(form)
        return int(value)

    def text() -> str:
        nonlocal at
        length = number("<H")
        at += length
        return data[at - length : at - 1].decode()

    number("<I"), text(), number("<I")
    for _ in range(number("<I")):
        name = text()
        shape = tuple(number("<I") for _ in range(number("<B")))
        kind, size = number("<B"), number("<I")
        if name.startswith(prefix):
            values = np.frombuffer(data[at : at + size], dtype=DTYPES[kind])
            found[name.removeprefix(prefix)] = values.reshape(shape)
        at += size
    return found


@dataclass
class Trie:
    """Tokens that follow one another. Node 0 is the start; a parent always has a smaller number."""

    tokens: list[int]
    parents: list[int] = field(default_factory=lambda: [-1])
    depths: list[int] = field(default_factory=lambda: [0])
    _index: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, sequence: Sequence[int], at: int = 0) -> list[int]:
        """Add a sequence below node `at`; return its nodes."""
        nodes = []
        for token in sequence:
            key = (at, token)
            if key not in self._index:
                self._index[key] = len(self.tokens)
                self.tokens.append(token)
                self.parents.append(at)
                self.depths.append(self.depths[at] + 1)
            at = self._index[key]
            nodes.append(at)
        return nodes

    def ancestors(self) -> NDArray[np.bool_]:
        """(nodes, nodes): row i marks node i itself and every node above it."""
        seen = np.eye(len(self.tokens), dtype=bool)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                seen[node] |= seen[parent]
        return seen


@dataclass(frozen=True)
class Sound:
    """An encoded sound, ready for questions: keys (heads, 64, frames), values (heads, frames, 64)."""

    keys: tuple[Floats, ...]
    values: tuple[Floats, ...]


class Decoder:
    """Log-probabilities of token tries, given an encoded sound."""

    def __init__(self, model_bin: Path) -> None:
        stored = read_variables(model_bin, "decoder/")
        self._w = {k: v.astype(np.float32) for k, v in stored.items() if v.dtype == np.float16}
        self._layers = len(
            {k.split("/")[0] for k in self._w if k.startswith("layer_") and "/" in k} - {"layer_norm"}
        )

    def listen(self, encoded: Floats) -> Sound:
        """Prepare an encoder output (frames, 512) for any number of questions about it."""
        keys, values = [], []
        for layer in range(self._layers):
            both = self._linear(encoded, f"layer_{layer}/attention/linear_1")
            heads = both.reshape(len(encoded), 2, HEADS, HEAD_WIDTH)
            keys.append(np.ascontiguousarray(heads[:, 0].transpose(1, 2, 0)))
            values.append(np.ascontiguousarray(heads[:, 1].transpose(1, 0, 2)))
        return Sound(tuple(keys), tuple(values))

    def log_probs(self, sound: Sound, trie: Trie) -> Floats:
        """(nodes,): log p(token | tokens above, sound) of every node but the start, which gets 0."""
        parents = np.asarray(trie.parents)
        inner = np.zeros(len(parents), dtype=bool)
        inner[parents[1:]] = True
        asked = np.flatnonzero(inner)
        place = np.full(len(parents), -1)
        place[asked] = np.arange(len(asked))
        hidden = self._forward(sound, trie, asked)
        embedding = self._w["embeddings/weight"]
        target = np.einsum("nd,nd->n", hidden[place[parents[1:]]], embedding[np.asarray(trie.tokens)[1:]])
        result = np.zeros(len(parents), dtype=np.float32)
        result[1:] = target - self._log_normaliser(hidden)[place[parents[1:]]]
        return result

    def _log_normaliser(self, hidden: Floats) -> Floats:
        logits = hidden @ self._w["embeddings/weight"].T
        top = logits.max(axis=1, keepdims=True)
        logits -= top
        np.exp(logits, out=logits)
        result: Floats = np.log(logits.sum(axis=1)) + top[:, 0]
        return result

    def _forward(self, sound: Sound, trie: Trie, asked: Ints) -> Floats:
        """Hidden states (asked, 512) after the last layer norm. `asked` holds the parents of its nodes."""
        tokens, depths = np.asarray(trie.tokens)[asked], np.asarray(trie.depths)[asked]
        x = self._w["embeddings/weight"][tokens] + self._w["position_encodings/encodings"][depths]
        mask = np.where(trie.ancestors()[np.ix_(asked, asked)], np.float32(0), np.float32(-1e9))
        for layer in range(self._layers):
            name = f"layer_{layer}"
            x += self._self_attention(self._norm(x, f"{name}/self_attention/layer_norm"), name, mask)
            x += self._cross_attention(self._norm(x, f"{name}/attention/layer_norm"), name, sound, layer)
            h = _gelu(self._linear(self._norm(x, f"{name}/ffn/layer_norm"), f"{name}/ffn/linear_0"))
            x += self._linear(h, f"{name}/ffn/linear_1")
        return self._norm(x, "layer_norm")

    def _self_attention(self, x: Floats, name: str, mask: Floats) -> Floats:
        parts = self._linear(x, f"{name}/self_attention/linear_0").reshape(len(x), 3, HEADS, HEAD_WIDTH)
        q, k, v = (parts[:, i].transpose(1, 0, 2) for i in range(3))
        weights = _softmax(q @ k.transpose(0, 2, 1) * SCALE + mask)
        return self._linear(_merge(weights @ v), f"{name}/self_attention/linear_1")

    def _cross_attention(self, x: Floats, name: str, sound: Sound, layer: int) -> Floats:
        q = (
            self._linear(x, f"{name}/attention/linear_0")
            .reshape(len(x), HEADS, HEAD_WIDTH)
            .transpose(1, 0, 2)
        )
        weights = _softmax(q @ sound.keys[layer] * SCALE)
        return self._linear(_merge(weights @ sound.values[layer]), f"{name}/attention/linear_2")

    def _linear(self, x: Floats, name: str) -> Floats:
        result: Floats = x @ self._w[f"{name}/weight"].T
        result += self._w[f"{name}/bias"]
        return result

    def _norm(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(axis=1, keepdims=True)
        spread = np.sqrt(np.mean(np.square(centred), axis=1, keepdims=True) + EPSILON)
        result: Floats = centred / spread * self._w[f"{name}/gamma"] + self._w[f"{name}/beta"]
        return result


def _merge(heads: Floats) -> Floats:
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], WIDTH)


def _softmax(x: Floats) -> Floats:
    x -= x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x


def _gelu(x: Floats) -> Floats:
    """x * Phi(x) by the tanh approximation (Hendrycks & Gimpel 2016), off by less than 1e-3."""
    inner = np.tanh(np.float32(0.7978845608) * (x + np.float32(0.044715) * x * x * x))
    result: Floats = np.float32(0.5) * x * (1 + inner)
    return result
