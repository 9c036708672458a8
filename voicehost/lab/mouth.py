"""The host's loudspeaker in a simulated room."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.files import resample
from voicehost.hear.ear import SAMPLE_RATE
from voicehost.hear.echo import levels_of
from voicehost.lab.scene import Room
from voicehost.table.host import Sounding
from voicehost.tell.clip import SPEECH_RATE, join
from voicehost.tell.narrator import Line
from voicehost.tell.speech import Speech


class RoomMouth:
    """A `Mouth` that sounds at once and is heard in the room. What the players make of it stands in subclasses."""

    def __init__(self, room: Room, speech: Speech) -> None:
        self.channels = room.microphones
        self.lost = False
        self.render = speech.pieces
        self.earcon = speech.earcon
        self._room = room

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """Let the host's loudspeaker sound."""
        clip = join(clips)
        heard = resample((clip / np.float32(32768)).astype(np.float32), SPEECH_RATE, SAMPLE_RATE)
        self._room.host(heard, now)
        return Sounding(now, now + len(heard), levels_of(clip, SPEECH_RATE))

    def more(self, now: int) -> Sounding | None:
        """It never leaves anything for later."""
        return None

    def expect(self, lines: Iterable[Line]) -> None:
        """Nobody waits here while something is rendered."""

    def wake(self) -> None:
        """This loudspeaker never sleeps."""

    def stop(self, now: int) -> int:
        """Nobody here interrupts the host: what is scheduled sounds to its end."""
        return now

    def adjust(self, pace: int, loudness: int) -> bool:
        """Nobody here asks for that."""
        return False
