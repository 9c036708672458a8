"""Whisper's text decoder, made for one question: how likely is each of these phrases?

CTranslate2 encodes the sound. Its decoder answers one candidate at a time; this one answers all of them at
once: the phrases of every language form one token trie, so that shared beginnings are computed once, the keys
and values of the sound are computed once for all, and a tree-shaped attention mask lets one forward pass
serve many branches. It can stop between the levels of the trie, so that hopeless branches are never computed.
The weights are read from CTranslate2's `model.bin`.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.whisper.features import Floats
from voicehost.hear.whisper.products import Linear, LogSoftmax
from voicehost.hear.whisper.trie import Trie

WIDTH: Final = 512
HEADS: Final = 8
HEAD_WIDTH: Final = WIDTH // HEADS
SCALE: Final = HEAD_WIDTH**-0.5
ROWS: Final = 16  # of hidden states that are compared with the vocabulary at once; each takes 600 kB for a moment
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


@dataclass(frozen=True)
class Sound:
    """An encoded sound, ready for questions: keys (heads, 64, frames), values (heads, frames, 64)."""

    keys: tuple[Floats, ...]  # one per layer
    values: tuple[Floats, ...]


class Decoder:
    """The weights and the layers. `Reading` asks the questions.

    Each product of matrices runs on one core (two that share one wait for each other whenever something else needs a
    core); the large independent ones are dealt to a pool of `threads` workers.
    """

    def __init__(self, model_bin: Path, threads: int = 1) -> None:
        stored = read_variables(model_bin, "decoder/")
        self.embedding = stored["embeddings/weight"]  # (vocabulary, 512)
        self._positions = stored["position_encodings/encodings"]
        self._norms = {name: v.astype(np.float32) for name, v in stored.items() if "layer_norm/" in name}
        layers = [name.removesuffix("/weight") for name in stored if "/linear_" in name and name.endswith("/weight")]
        self._linears = {name: Linear(stored[f"{name}/weight"], stored[f"{name}/bias"]) for name in layers}
        self.layers = sum(name.endswith("/ffn/linear_0") for name in layers)
        self._vocabulary = LogSoftmax(self.embedding)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="decoder")
        self._threads = threads

    def listen(self, encoded: Floats) -> Sound:
        """Prepare an encoder output (frames, 512) for any number of questions about it."""
        pairs = list(self._pool.map(lambda layer: self._keys_and_values(encoded, layer), range(self.layers)))
        return Sound(tuple(keys for keys, _ in pairs), tuple(values for _, values in pairs))

    def _keys_and_values(self, encoded: Floats, layer: int) -> tuple[Floats, Floats]:
        both = self.linear(encoded, f"layer_{layer}/attention/linear_1")
        heads = both.reshape(len(encoded), 2, HEADS, HEAD_WIDTH)
        keys = np.ascontiguousarray(heads[:, 0].transpose(1, 2, 0))
        return keys, np.ascontiguousarray(heads[:, 1].transpose(1, 0, 2))

    def embed(self, tokens: Sequence[int], positions: Sequence[int]) -> Floats:
        """What the first layer reads: (tokens, 512)."""
        return self.embedding[tokens].astype(np.float32) + self._positions[positions].astype(np.float32)

    def linear(self, x: Floats, name: str) -> Floats:
        """x W' + b with the weights of that name."""
        return self._linears[name](x)

    def log_probs(self, hidden: Floats, wanted: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
        """For hidden states (n, 512): the log-probability of the likeliest token of each, and of the wanted ones."""
        pieces = max(self._threads, -(-len(hidden) // ROWS))
        parts = [part for part in np.array_split(np.arange(len(hidden)), pieces) if len(part)]
        answers = list(self._pool.map(lambda part: self._vocabulary(hidden[part], [wanted[i] for i in part]), parts))
        return np.concatenate([best for best, _ in answers]), np.concatenate([picked for _, picked in answers])

    def norm(self, x: Floats, name: str) -> Floats:
        """Layer norm with the weights of that name."""
        centred: Floats = x - x.mean(axis=1, keepdims=True)
        centred /= np.sqrt(np.mean(np.square(centred), axis=1, keepdims=True) + EPSILON)
        centred *= self._norms[f"{name}/gamma"]
        centred += self._norms[f"{name}/beta"]
        return centred


class Reading:
    """A sound and a trie: how likely is each token, given the sound and the tokens above it?

    `log_probs[node]` is known once the node's parent has been reached (the start is certain: 0), and
    `best_log_probs[node]`, the log-probability of the likeliest token below a node, once the node itself has.
    """

    def __init__(self, decoder: Decoder, sound: Sound, trie: Trie) -> None:
        self.log_probs: Floats = np.full(len(trie), np.nan, dtype=np.float32)
        self.log_probs[0] = 0
        self.best_log_probs: Floats = np.full(len(trie), np.nan, dtype=np.float32)
        self._decoder, self._sound, self._trie = decoder, sound, trie
        self._ancestry = trie.ancestry()
        self._reached: list[int] = []
        nothing = np.zeros((HEADS, 0, HEAD_WIDTH), dtype=np.float32)
        self._keys, self._values = [nothing] * decoder.layers, [nothing] * decoder.layers

    def reached(self, node: int) -> bool:
        """Whether what follows a node is known."""
        return bool(self.best_log_probs[node] <= 0)

    def reach(self, nodes: Sequence[int]) -> None:
        """Go on to these nodes. The parent of each must have been reached before, or stand before it."""
        if not nodes:
            return
        trie, decoder = self._trie, self._decoder
        self._reached.extend(nodes)
        seen = self._ancestry[np.ix_(nodes, self._reached)]
        hidden = self._forward(list(nodes), np.where(seen, np.float32(0), np.float32(-1e9)))
        wanted = [[trie.tokens[child] for child in trie.children[node]] for node in nodes]
        best, below = decoder.log_probs(hidden, wanted)
        self.best_log_probs[nodes] = best
        self.log_probs[[child for node in nodes for child in trie.children[node]]] = below

    def _forward(self, nodes: list[int], mask: Floats) -> Floats:
        """Hidden states (nodes, 512) after the last layer norm."""
        decoder, trie = self._decoder, self._trie
        x = decoder.embed([trie.tokens[n] for n in nodes], [trie.depths[n] for n in nodes])
        for layer in range(decoder.layers):
            name = f"layer_{layer}"
            x += self._self_attention(decoder.norm(x, f"{name}/self_attention/layer_norm"), layer, mask)
            x += self._cross_attention(decoder.norm(x, f"{name}/attention/layer_norm"), layer)
            inner = _gelu(decoder.linear(decoder.norm(x, f"{name}/ffn/layer_norm"), f"{name}/ffn/linear_0"))
            x += decoder.linear(inner, f"{name}/ffn/linear_1")
        return decoder.norm(x, "layer_norm")

    def _self_attention(self, x: Floats, layer: int, mask: Floats) -> Floats:
        name = f"layer_{layer}/self_attention"
        parts = self._decoder.linear(x, f"{name}/linear_0").reshape(len(x), 3, HEADS, HEAD_WIDTH)
        queries, keys, values = (parts[:, i].transpose(1, 0, 2) for i in range(3))
        self._keys[layer] = np.concatenate([self._keys[layer], keys], axis=1)
        self._values[layer] = np.concatenate([self._values[layer], values], axis=1)
        weights = _softmax(queries @ self._keys[layer].transpose(0, 2, 1) * SCALE + mask)
        return self._decoder.linear(_merge_heads(weights @ self._values[layer]), f"{name}/linear_1")

    def _cross_attention(self, x: Floats, layer: int) -> Floats:
        name = f"layer_{layer}/attention"
        queries = self._decoder.linear(x, f"{name}/linear_0")
        queries = queries.reshape(len(x), HEADS, HEAD_WIDTH).transpose(1, 0, 2)
        weights = _softmax(queries @ self._sound.keys[layer] * SCALE)
        return self._decoder.linear(_merge_heads(weights @ self._sound.values[layer]), f"{name}/linear_2")


def _merge_heads(heads: Floats) -> Floats:
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], WIDTH)


def _softmax(x: Floats) -> Floats:
    x -= x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x


def _gelu(x: Floats) -> Floats:
    """x * Phi(x) by the tanh approximation (Hendrycks & Gimpel 2016), off by less than 1e-3."""
    inner = np.tanh(np.float32(0.7978845608) * (x + np.float32(0.044715) * x * x * x))
    inner += 1
    inner *= np.float32(0.5) * x
    return inner
