"""What the streaming ear costs on this computer: feeding, swapping grammars, coming and going, memory.

Times are CPU time of the process, the best of several runs, so that other programs do not spoil them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.hear.vosk.model import VoskModel
from voicehost.hear.vosk.recognizer import Recognizer

RUNS: Final = 5
PHRASES: Final = 100  # of two words each
SPAN: Final = 2 * SAMPLE_RATE  # samples of a call
SETTLED: Final = 10  # spans after which memory has reached its level


def measure(
    folder: Path, speak: Callable[[str], Samples], minutes: float, cycles: int, seed: int = 1
) -> dict[str, Any]:
    """Figures of one model. `speak` says a word (int16, 16 kHz); `minutes` of sound are fed for the memory's sake."""
    model = VoskModel(folder)
    sets = _closed_sets(model)
    speech = _speech(speak, sets[0][0].split() + sets[0][1].split() + sets[0][2].split())
    recognizer = Recognizer(model, sets[0])

    def feed() -> None:
        recognizer.feed(speech)

    feeding = min(_cpu_s(feed, after=recognizer.final) for _ in range(RUNS)) / (len(speech) / SAMPLE_RATE)
    ending = min(_ending_s(recognizer, speech[:SPAN]) for _ in range(RUNS))
    swapping = [_cpu_s(partial(recognizer.swap, closed)) for closed in (sets[1], sets[0]) * RUNS]
    coming = _cpu_s(lambda: _come_and_go(model, sets, speech[: SAMPLE_RATE // 5], cycles))
    growth = _growth_mb(recognizer, speech, minutes, np.random.default_rng(seed))
    return {
        "model": folder.name,
        "feed_x_real_time": round(feeding, 4),
        "final_ms": round(1000 * ending, 1),
        "swap_ms": round(1000 * min(swapping), 2),
        "phrases": PHRASES,
        "cycles": cycles,
        "cycles_s": round(coming, 1),
        "minutes": minutes,
        "growth_mb": growth,
    }


def _closed_sets(model: VoskModel) -> tuple[list[str], list[str]]:
    """Two closed sets of phrases of two words, spread over the model's list."""
    words = [word for word in model.words() if 2 <= len(word) <= 8]
    spread = words[:: max(len(words) // (2 * PHRASES), 1)][: 2 * PHRASES]
    first, second = spread[:PHRASES], spread[PHRASES:]
    return (
        [f"{one} {other}" for one, other in zip(first, second, strict=True)],
        [f"{one} {other}" for one, other in zip(first, reversed(second), strict=True)],
    )


def _speech(speak: Callable[[str], Samples], words: list[str]) -> Samples:
    pause = np.zeros(SAMPLE_RATE // 2, np.int16)
    return np.concatenate([part for word in words for part in (speak(word), pause)])


def _cpu_s(task: Callable[[], object], after: Callable[[], object] = lambda: None) -> float:
    """CPU seconds of a task; `after` is not counted."""
    begun = time.process_time()
    task()
    spent = time.process_time() - begun
    after()
    return spent


def _ending_s(recognizer: Recognizer, call: Samples) -> float:
    """CPU seconds from the end of a call that was streamed to its readings."""
    recognizer.feed(call)
    return _cpu_s(recognizer.final)


def _come_and_go(model: VoskModel, sets: tuple[list[str], list[str]], sound: Samples, cycles: int) -> None:
    for _ in range(cycles):
        recognizer = Recognizer(model, sets[0])
        recognizer.feed(sound)
        recognizer.drop()
        recognizer.swap(sets[1])
        recognizer.close()


def _growth_mb(recognizer: Recognizer, speech: Samples, minutes: float, chance: np.random.Generator) -> float | None:
    """How many MB the process grows while words and noise are fed in spans of some seconds; None where unknown."""
    settled, fed, spans = None, 0, 0
    while fed < minutes * 60 * SAMPLE_RATE:
        length = int(chance.integers(2, 10)) * SAMPLE_RATE
        noise = chance.normal(0, 600, length)
        start = int(chance.integers(max(len(speech) - length, 1)))
        piece = np.resize(speech[start:], length)
        recognizer.feed(np.clip(noise + piece, -32768, 32767).astype(np.int16))
        recognizer.final()
        fed, spans = fed + length, spans + 1
        if spans == SETTLED:
            settled = resident_mb()
    now = resident_mb()
    return None if settled is None or now is None else round(now - settled, 1)


def resident_mb() -> float | None:
    """Memory of this process in MB, where the system tells it as Linux does."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    import resource

    return pages * resource.getpagesize() / 1e6
