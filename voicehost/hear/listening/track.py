"""What goes on in one channel: the run of frames that stand out, and the utterance that it may have become."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from voicehost.hear.listening.floor import STANDS_OUT

VOICE: Final = 0.5  # the detector's probability from which a run is voice
RUN_GAP_FRAMES: Final = 6  # a run bridges so many frames without evidence (the silence inside a T or K)
BLIP_GAP_FRAMES: Final = 2  # ... but after a single frame, which may be noise, only so many
RUN_LIMIT_FRAMES: Final = 35  # the detector wakes up so late; 99 % of calls within 31 frames. Before it there was music
MIN_RUN_FRAMES: Final = 4  # clicks are shorter
NEVER: Final = -(1 << 40)


@dataclass(slots=True)
class Open:
    """An utterance that still goes on. Frames are absolute frame numbers."""

    serial: int
    begin: int  # first frame of its run
    last: int  # last voiced frame
    peak: float  # greatest power above the floor
    limited: bool
    sounding: int = 0  # last frame that stood out, voice or not, such as the Z of "sieb|zehn"
    goes_on_above: float = 0.0  # power; a call amid talk is over when only the talk is left


@dataclass(slots=True)
class Track:
    """What is going on in one channel."""

    run: int = -1  # first frame of the present run, -1: none
    run_last: int = -1  # last frame that stood out
    run_frames: int = 0  # frames that stood out
    voice: float = 0.0  # the detector's last answer
    block_voice: float = 0.0  # its greatest answer in this block of the noise floor
    last_voice: int = NEVER  # last frame that was voiced in an utterance
    cut: int = NEVER  # frame in which an utterance without a pause was last cut
    told: int = NEVER  # up to this frame utterances have been emitted or decided on
    open: Open | None = None

    def forget_run(self) -> None:
        """What stood out was no beginning, or is an utterance by now."""
        self.run = self.run_last = -1
        self.run_frames = 0

    def follow_run(self, frame: int, evidence: float, since: int) -> None:
        """The next frame. `since`: when a sound began that is too soft to stand out in one frame; else the frame."""
        if evidence >= STANDS_OUT:
            if self.run < 0:
                self.run = since
            self.run_last = frame
            self.run_frames += 1
        elif self.run >= 0 and frame - self.run_last > (RUN_GAP_FRAMES if self.run_frames > 1 else BLIP_GAP_FRAMES):
            self.forget_run()
        if self.run >= 0:
            self.run = max(self.run, frame - RUN_LIMIT_FRAMES)

    def is_beginning(self) -> bool:
        """Whether the run is voice that may become an utterance."""
        return self.run >= 0 and self.run_frames >= MIN_RUN_FRAMES and self.voice >= VOICE
