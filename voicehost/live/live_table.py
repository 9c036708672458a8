"""A real table: microphones and a loudspeaker as the host's source of sound and its mouth.

When a device is lost, `read` or `play` simply does not return until it is back. Meanwhile no sound comes in, so the
sample clock stands still, and with it everything that waits for a time: the game pauses without knowing it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.loudspeaker import Loudspeaker
from voicehost.audio.microphones import Microphones
from voicehost.audio.portaudio import DeviceLost, look_again
from voicehost.audio.session import SessionRecorder
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.hear.listening.echo import levels_of
from voicehost.memory import give_back
from voicehost.table.host import Sounding
from voicehost.tell.ahead import Ahead
from voicehost.tell.clip import SPEECH_RATE
from voicehost.tell.narrator import Line, Narrator
from voicehost.tell.speech import Speech

RETRY_S: Final = 1.0
TIDY: Final = 60 * SAMPLE_RATE  # samples between two times that freed memory is given back; it takes 2 to 5 ms
PACE_STEP: Final = 0.1  # of the speed of speech
HOST: Final = "host"  # mark in a recording: the host begins to speak
MORE: Final = "more"  # ... and goes on
ECHO_S: Final = 0.4  # after an announcement, until the table is listened to again

Notice = Callable[[str, str], None]  # what kind of trouble, and a sentence about it


class LiveTable:
    """Source and mouth of a `Host`. `narrator` announces lost devices; `notice` gets the same for the screen.

    `delay_ms`: how much later a sound reaches the microphones than the drivers say (`voicehost doctor` measures it).
    """

    def __init__(
        self,
        microphones: Microphones,
        loudspeaker: Loudspeaker,
        speech: Speech,
        narrator: Narrator,
        notice: Notice,
        *,
        delay_ms: float = 0.0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.channels = microphones.channels
        self.lost = False  # whether sound was lost in or before the block that was read last
        self.recorder: SessionRecorder | None = None
        self._microphones = microphones
        self._loudspeaker = loudspeaker
        self._speech = speech
        self._narrator = narrator
        self._notice = notice
        self._delay = round(delay_ms * SAMPLE_RATE / 1000)
        self._pause = pause
        self._interrupted = False
        self._warnings: list[str] = []  # messages that the table is told before it is listened to again
        self._tidy_at = TIDY
        self._ahead: Ahead | None = None
        self._left: Iterator[NDArray[np.int16]] = iter(())  # clips that have not been made yet

    def open(self, patient: bool = False) -> None:
        """Open all devices. Raises Trouble, unless `patient`: then they are waited for."""
        try:
            self._open()
        except Trouble as trouble:
            if not patient:
                raise
            self._notice("waiting", str(trouble))
            self._reopen(str(trouble))

    def _open(self) -> None:
        self._loudspeaker.open()
        try:
            self._microphones.open()
        except Trouble:
            self._loudspeaker.close()
            raise
        for device in self._microphones.devices:
            if device.is_monitor:
                self._notice("monitor", f"{device.name} hears the loudspeaker itself, not the table; use a microphone.")

    def close(self) -> None:
        """Let go of the devices and end the recording."""
        self._microphones.close()
        self._loudspeaker.close()
        self._end_recording()
        if self._ahead is not None:
            self._ahead.close()

    # --- source ---------------------------------------------------------------------------------------------------

    def read(self) -> Samples:
        """The next block of the microphones. Waits while there is none, however long."""
        while True:
            try:
                self._tell_warnings()
                self._loudspeaker.check()
                block, lost = self._microphones.read()
            except DeviceLost as gone:
                self._wait_for_devices(gone)
                continue
            self.lost = lost or self._interrupted
            self._interrupted = False
            self._record(block)
            self._tidy()
            return block

    def _tidy(self) -> None:
        if self._microphones.position >= self._tidy_at:
            self._tidy_at += TIDY
            give_back()

    # --- mouth ----------------------------------------------------------------------------------------------------

    def render(self, lines: Sequence[Line]) -> Iterable[NDArray[np.int16]]:
        """The lines sentence by sentence, each rendered when it is asked for."""
        return self._speech.pieces(lines)

    def earcon(self, name: str) -> NDArray[np.int16]:
        """A short tone as a clip."""
        return self._speech.earcon(name)

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """Let the first clip sound as soon as possible; the others come by `more`."""
        self._left = iter(clips)
        return self._next_clip(HOST) or Sounding(now, now)

    def more(self, now: int) -> Sounding | None:
        """Make the next clip and queue it behind the one that is sounding; None when there is none."""
        return self._next_clip(MORE)

    def _next_clip(self, mark: str) -> Sounding | None:
        clip = next(self._left, None)
        if clip is None:
            return None
        began, ended = self._start(clip)
        sounding = Sounding(began, ended, self._levels(clip))
        self._mark(**{mark: sounding})
        return sounding

    def _start(self, clip: NDArray[np.int16]) -> tuple[int, int]:
        """Queue a clip; from which to which sample it sounds. Waits for devices that are lost."""
        while True:
            try:
                began, ended = self._loudspeaker.play(clip, SPEECH_RATE)
                return self._heard_at(began), self._heard_at(ended)
            except DeviceLost as gone:
                self._wait_for_devices(gone)

    def expect(self, lines: Iterable[Line]) -> None:
        """Render what may be told, while there is nothing else to do."""
        if self._ahead is None:
            self._ahead = Ahead(self._speech)
        self._ahead.expect(lines)

    def wake(self) -> None:
        """Something will be said soon."""
        self._loudspeaker.wake()

    def stop(self, now: int) -> int:
        """Be silent at once; from which sample on."""
        self._left = iter(())
        try:
            silent = self._heard_at(self._loudspeaker.stop())
        except DeviceLost:
            silent = now  # `read` finds out and waits
        self._mark(stopped=silent)
        return silent

    def adjust(self, pace: int, loudness: int) -> bool:
        """Speak faster or slower, louder or quieter, by steps. False if it is at the limit already."""
        changed = self._loudspeaker.change_volume(loudness) if loudness else False
        before = self._speech.rate
        self._speech.rate = before + pace * PACE_STEP
        return changed or self._speech.rate != before

    def _levels(self, clip: NDArray[np.int16]) -> tuple[int, ...]:
        louder = round(self._loudspeaker.volume_db)
        return tuple(level + louder for level in levels_of(clip, SPEECH_RATE))

    def _heard_at(self, at: float) -> int:
        return round(self._microphones.position_at(at)) + self._delay

    # --- devices that go and come back ----------------------------------------------------------------------------

    def _wait_for_devices(self, gone: DeviceLost) -> None:
        self._notice("device_lost", f"{str(gone)[:1].upper()}{str(gone)[1:]}; the game waits until it is back.")
        self._pause(max(0.0, self._announce("microphone-lost") - time.monotonic()))
        self._interrupted = True
        self._reopen()
        self._notice("device_back", "The devices are back; the game goes on.")
        ended = self._announce("microphone-back")
        try:
            self._microphones.discard(ended + ECHO_S)
        except DeviceLost:
            return  # gone again: the next read notices

    def _reopen(self, told: str = "") -> None:
        """Try until all devices are open; say once what hinders."""
        while True:
            self._microphones.close()
            self._loudspeaker.close()
            self._pause(RETRY_S)
            try:
                look_again()
                self._open()
                self._microphones.discard()  # it is back when it delivers, not when it can be opened
                return
            except DeviceLost:
                continue
            except Trouble as trouble:
                if str(trouble) != told:
                    told = str(trouble)
                    self._notice("waiting", told)

    def warn(self, message: str) -> None:
        """Tell the table about something that does not hinder the game: at the next block, in a pause."""
        if message not in self._warnings:
            self._warnings.append(message)

    def _tell_warnings(self) -> None:
        while self._warnings:
            ended = self._announce(self._warnings.pop(0))
            self._microphones.discard(ended + ECHO_S)

    def _announce(self, message: str) -> float:
        """Say a message, if the loudspeaker still works; when it ends (s, monotonic)."""
        clip = self._speech.render(self._narrator.say(message))
        try:
            _, ended = self._loudspeaker.play(clip, SPEECH_RATE)
        except DeviceLost:
            return time.monotonic()
        return ended

    # --- recording ------------------------------------------------------------------------------------------------

    def _record(self, block: Samples) -> None:
        if self.recorder is None:
            return
        try:
            self.recorder.write(block, self.lost)
        except Trouble as trouble:
            self._notice("recording_ended", str(trouble))
            with suppress(Trouble):  # what hinders has been told
                self.recorder.close()
            self.recorder = None
            self.warn("recording-ended")

    def _mark(self, **facts: Any) -> None:
        if self.recorder is not None:
            self.recorder.mark(facts)

    def _end_recording(self) -> None:
        recorder, self.recorder = self.recorder, None
        if recorder is not None:
            try:
                recorder.close()
            except Trouble as trouble:
                self._notice("recording_ended", str(trouble))
