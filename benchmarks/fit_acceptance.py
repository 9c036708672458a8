"""Learn the weights of `voicehost/hear/acceptance.py` from synthetic speech.

    python benchmarks/fit_acceptance.py [--every 3] [--seed 1]

Every synthetic speaker of the package says sentences of `sayings/<lang>.txt`, clean and in noise and chatter. Each
clip is put to the built-in ear twice, among choices that hold its sentence and among choices that do not, in closed
sets of different sizes and of one language or all; so are beginnings of sentences, sentences of the other
language, and noise alone. A logistic model learns from the evidence whether the best phrase was said. It prints the
weights as they stand in `acceptance.py`, and how well they part right from wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Phrase, Utterance
from voicehost.hear.whisper.ear import WhisperEar
from voicehost.lab.bench.clips import mix_noise, power
from voicehost.lab.demo.speakers import SPEAKERS, Speaker

SAYINGS = Path(__file__).parent / "sayings"
PAD = int(0.3 * SAMPLE_RATE)
SNR_DB = (None, None, 20.0, 15.0, 10.0, 5.0)
SIZES = (3, 8, 20, 20, 40)

Floats = NDArray[np.float64]
Samples = NDArray[np.int16]


def spoken(every: int, seed: int) -> Iterator[tuple[str, str, Samples]]:
    """(language, text, clip): each sentence by `len(SPEAKERS) / every` speakers."""
    for lang, texts in read_sayings().items():
        for number, text in enumerate(texts):
            for speaker in SPEAKERS[(number + seed) % every :: every]:
                yield lang, text, say(speaker, text, lang)


def read_sayings() -> dict[str, list[str]]:
    """The sentences of each language, by its code."""
    return {path.stem: path.read_text(encoding="utf-8").splitlines() for path in sorted(SAYINGS.glob("*.txt"))}


def say(speaker: Speaker, text: str, lang: str) -> Samples:
    """The text as int16 mono at 16 kHz."""
    return np.rint(speaker.say(text, lang) * 32767).astype(np.int16)


def noises(seed: int) -> list[Samples]:
    """Twenty seconds each of pink noise and of everybody talking at once."""
    n = 20 * SAMPLE_RATE
    rng = np.random.default_rng(seed)
    spectrum = np.fft.rfft(rng.standard_normal(n)) / np.sqrt(np.arange(n // 2 + 1) + 20)
    pink = np.fft.irfft(spectrum, n)
    chatter = np.zeros(n)
    for lang, texts in read_sayings().items():
        for number, speaker in enumerate(SPEAKERS):
            clips = [say(speaker, text, lang) for text in texts[number::40]]
            chatter += np.resize(np.roll(np.concatenate(clips), int(rng.integers(n))), n)
    return [np.rint(x / np.abs(x).max() * 20_000).astype(np.int16) for x in (pink, chatter)]


def utterance(clip: Samples, noise: Samples, snr_db: float | None, seed: int) -> Utterance:
    """A clip with 0.3 s around it, in noise if `snr_db` is given."""
    padded = np.pad(clip, PAD)
    if snr_db is not None:
        padded = mix_noise(padded, noise, power(clip), snr_db, [seed])
    return Utterance(0, 0, PAD, PAD + len(clip), padded)


def evidence(ear: WhisperEar, every: int, seed: int) -> tuple[Floats, Floats]:
    """Features (questions, features), and for each question 1 where the best phrase was the one that was said."""
    draw = random.Random(seed)
    sayings, grounds = read_sayings(), noises(seed)
    features: list[tuple[float, ...]] = []
    right: list[float] = []

    def ask(heard: Utterance, phrases: list[Phrase], said: Phrase | None) -> None:
        draw.shuffle(phrases)
        found, ranking = ear.weigh(heard, phrases)
        if found is not None:
            features.append(found.features())
            right.append(float(ranking[0].phrase == said))

    for number, (lang, text, clip) in enumerate(spoken(every, seed)):
        said = Phrase(text, lang, text)
        others = [p for p in _phrases(sayings, [lang] if draw.random() < 0.6 else list(sayings)) if p != said]
        wrong = draw.sample(others, draw.choice(SIZES))
        heard = utterance(clip, draw.choice(grounds), draw.choice(SNR_DB), number)
        ask(heard, [said, *wrong[1:]], said)
        ask(heard, list(wrong), None)
        if number % 4 == 0 and " " in text:  # only its beginning was said
            ask(utterance(clip[: len(clip) // 2], grounds[0], None, number), [said, *wrong[1:]], None)
        if number % 8 == 0:  # nobody spoke
            ground = draw.choice(grounds)
            ask(utterance(ground[number * 500 :][:SAMPLE_RATE], ground, None, number), list(wrong), None)
        if number % 50 == 0:
            print(f"{number} clips", file=sys.stderr)
    return np.array(features), np.array(right)


def _phrases(sayings: dict[str, list[str]], langs: list[str]) -> list[Phrase]:
    return [Phrase(text, lang, text) for lang in langs for text in sayings[lang]]


def logistic(features: Floats, right: Floats, decay: float = 1e-3, steps: int = 50) -> Floats:
    """Bias and weights of a logistic model by Newton's method, slightly drawn to zero."""
    x = np.column_stack([np.ones(len(features)), features])
    weights = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -40, 40)))
        slope = x.T @ (right - p) - decay * len(x) * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + decay * len(x) * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def auc(odds: Floats, right: Floats) -> float:
    """Probability that a right answer has higher odds than a wrong one."""
    order = np.argsort(np.argsort(odds))
    hits = int(right.sum())
    return float((order[right == 1].sum() - hits * (hits - 1) / 2) / (hits * (len(right) - hits)))


def main() -> None:
    """Print the weights and how well they do on what they were learned from, and left out of."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=4, help="each sentence by every n-th speaker")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="also write features and answers to this .npz file")
    options = parser.parse_args()
    features, right = evidence(WhisperEar(), options.every, options.seed)
    if options.keep:
        np.savez(options.keep, features=features, right=right)
    half = np.arange(len(right)) % 2 == 0
    learned = logistic(features[half], right[half])
    print(f"left out: AUC {auc(features[~half] @ learned[1:], right[~half]):.4f}, {len(right)} questions")
    bias, *weights = logistic(features, right)
    print(f"BIAS: Final = {bias:.2f}")
    print(f"WEIGHTS: Final = ({', '.join(f'{w:.2f}' for w in weights)})")


if __name__ == "__main__":
    main()
