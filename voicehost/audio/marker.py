"""The marker track: what a session's recording tells about itself, beside the sound and on its sample clock.

The last channel of a session's recording holds text instead of sound: each byte is one sample of that value, and
silence (0) lies between. A message is one line of JSON; where it lies is when it was written, so the recording can be
cut off anywhere, by a crash or a full disk, and still knows all up to there. Lossless formats keep it bit by bit.
"""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Samples

FORMAT: Final = 1  # counts up when old recordings can no longer be read
MAGIC: Final = b'{"voicehost":'  # how the first message begins
TICK: Final = SAMPLE_RATE  # every so many samples the position is written down
NEWLINE: Final = ord("\n")

Facts = dict[str, Any]


class MarkerWriter:
    """Turns messages into samples. The first one is the header."""

    def __init__(self, header: Facts) -> None:
        self._bytes = bytearray()
        self.position = 0  # samples so far
        self.mark({"voicehost": FORMAT, **header})

    def mark(self, facts: Facts) -> None:
        """Write this down as soon as there is room."""
        self._bytes += json.dumps(facts, separators=(",", ":")).encode("ascii") + b"\n"

    def samples(self, count: int) -> Samples:
        """The next so many samples of the track, shape [count]."""
        if self.position // TICK != (self.position + count) // TICK:
            self.mark({"at": self.position})
        now, self._bytes = self._bytes[:count], self._bytes[count:]
        self.position += count
        out = np.zeros(count, np.int16)
        out[: len(now)] = np.frombuffer(bytes(now), np.uint8)
        return out


class MarkerReader:
    """Takes the track piece by piece; `messages` are what it has told so far, the header first."""

    def __init__(self) -> None:
        self.messages: list[Facts] = []
        self._line = bytearray()

    def feed(self, track: NDArray[np.int16]) -> None:
        """The next samples. Raises Trouble if they are sound, or were changed since they were recorded."""
        for value in track[track != 0].tolist():
            if value == NEWLINE:
                self.messages.append(self._parsed())
                self._line.clear()
            elif 0 < value < 128:
                self._line.append(value)
            else:
                raise Trouble("The marker track of the recording is damaged; use the file as it was recorded.")

    def _parsed(self) -> Facts:
        try:
            facts = json.loads(self._line)
        except ValueError as error:
            raise Trouble("The marker track of the recording is damaged; use the file as it was recorded.") from error
        return dict(facts)


def begins_with_marker(track: Samples) -> bool:
    """Whether these first samples of a channel are a marker track."""
    first = track[: len(MAGIC)]
    return bool(len(first) == len(MAGIC) and (first == np.frombuffer(MAGIC, np.uint8)).all())
