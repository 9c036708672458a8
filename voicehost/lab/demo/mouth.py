"""The host's loudspeaker in a simulated room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.files import resample
from voicehost.hear.ear import SAMPLE_RATE
from voicehost.hear.listening.echo import levels_of
from voicehost.hear.whisper.features import as_float
from voicehost.lab.demo.scene import Room
from voicehost.table.host import Silent, Sounding
from voicehost.tell.clip import SPEECH_RATE, join
from voicehost.tell.narrator import Line
from voicehost.tell.speech import Speech


class RoomMouth(Silent):
    """A mouth that sounds at once and is heard in the room. What the players make of it stands in subclasses.

    Like one that is silent it leaves nothing for later, and nobody here interrupts or adjusts it.
    """

    def __init__(self, room: Room, speech: Speech) -> None:
        self.channels = room.microphones
        self.lost = False
        self._speech = speech
        self._room = room

    def render(self, lines: Sequence[Line]) -> Iterable[NDArray[np.int16]]:
        """The lines, spoken."""
        return self._speech.pieces(lines)

    def earcon(self, name: str) -> NDArray[np.int16]:
        """A short tone."""
        return self._speech.earcon(name)

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """Let the host's loudspeaker sound."""
        clip = join(clips)
        heard = resample(as_float(clip), SPEECH_RATE, SAMPLE_RATE)
        self._room.host(heard, now)
        return Sounding(now, now + len(heard), levels_of(clip, SPEECH_RATE))
