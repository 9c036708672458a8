"""The loudspeaker: clips one after another without a gap, and the moment at which each really sounds."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.clock import MAX_AGE_S
from voicehost.audio.devices import OUTPUT, Device, find_device, open_stream
from voicehost.audio.files import resample
from voicehost.audio.portaudio import DeviceLost, is_running, portaudio, quiet_stderr
from voicehost.errors import Trouble

IDLE_S: Final = 3.0  # after so much silence a loudspeaker may be asleep ...
LEAD_IN_S: Final = 0.2  # ... and swallows the first sound that is not led in
LEAD_IN_LEVEL: Final = 2 / 32768  # of full scale: not quite digital silence, so that sleepers wake up; not audible
FADE_S: Final = 0.02
BLOCKED_S: Final = 1.5
VOLUMES_DB: Final = (-18.0, 6.0)  # quietest and loudest
VOLUME_STEP_DB: Final = 3.0

Wave = NDArray[np.float32]


@dataclass(slots=True)
class _Piece:
    """A clip on its way out."""

    wave: Wave
    played: int = 0  # samples
    began: float = 0.0  # when the first sample sounds (s, monotonic); 0: not known yet
    underway: Event = field(default_factory=Event)


class Loudspeaker:
    """One output device, always running: silence costs nothing and wakes no hardware anew for every sentence."""

    def __init__(self, name: str | None = None, *, volume_db: float = 0.0) -> None:
        self.device: Device | None = None
        self.underflows = 0
        self._name = name
        self._volume_db = min(max(volume_db, VOLUMES_DB[0]), VOLUMES_DB[1])
        self._stream: Any = None
        self._rate = 0
        self._latency = 0.0  # s, as the driver tells it
        self._lock = Lock()  # guards _pieces against the callback
        self._pieces: deque[_Piece] = deque()
        self._silent_since = 0.0  # s, monotonic
        self._leading_since: float | None = None
        self._called = 0.0  # when the callback was last called

    def open(self) -> None:
        """Open the device and start it. Raises Trouble."""
        self.device = find_device(self._name, OUTPUT)
        most = self.device.channels(OUTPUT)
        counts = [count for count in (2, 1, most) if count <= most]
        self._stream = open_stream(self.device, OUTPUT, counts, dtype="float32", callback=self._callback)
        self._rate = round(self._stream.samplerate)
        self._latency = float(self._stream.latency)
        self._silent_since = float("-inf")
        self._called = time.monotonic()
        try:
            self._stream.start()
        except portaudio().PortAudioError as error:
            self.close()
            raise Trouble(f"The loudspeaker {self.device.name!r} cannot be started; it may be busy.") from error

    def close(self) -> None:
        """Let go of the device; what has not sounded is forgotten."""
        stream, self._stream = self._stream, None
        if stream is not None:
            with quiet_stderr():
                stream.close(ignore_errors=True)
        with self._lock:
            self._pieces.clear()

    def wake(self) -> None:
        """Something will be said soon: begin the lead-in now, so that it costs no time later.

        Also where it is not idle yet: it may be by the time that something is said.
        """
        if self._leading_since is None and not self._pieces:
            self._leading_since = time.monotonic()

    def play(self, clip: NDArray[np.int16], rate: int) -> tuple[float, float]:
        """Play a mono clip behind whatever is playing; from when to when it sounds (s, monotonic). Raises DeviceLost.

        Waits until the device has taken the first sample, some hundredths of a second; not if something is playing:
        then it sounds when that ends.
        """
        if self._stream is None:
            raise DeviceLost("no loudspeaker is open")
        wave = resample((clip / np.float32(32768)).astype(np.float32), rate, self._rate)
        now = time.monotonic()
        if not len(wave):
            return now, now
        lead_in = self._lead_in(now)
        piece = _Piece(np.concatenate([lead_in, wave]))
        with self._lock:
            if self._pieces and (before := self._pieces[-1]).began:
                piece.began = before.began + len(before.wave) / self._rate
            self._pieces.append(piece)
        if not piece.began and not piece.underway.wait(BLOCKED_S):
            raise DeviceLost("the loudspeaker takes no sound any more")
        return piece.began + len(lead_in) / self._rate, piece.began + len(piece.wave) / self._rate

    def stop(self) -> float:
        """Fade out at once and forget what was queued; when silence begins (s, monotonic)."""
        with self._lock:
            if not self._pieces:
                return time.monotonic()
            playing = self._pieces[0]
            fade = playing.wave[playing.played : playing.played + int(FADE_S * self._rate)].copy()
            fade *= np.linspace(1, 0, len(fade), dtype=np.float32)
            faded = _Piece(fade)
            for forgotten in self._pieces:
                forgotten.underway.set()
            self._pieces = deque([faded])
        if not faded.underway.wait(BLOCKED_S):
            raise DeviceLost("the loudspeaker takes no sound any more")
        return faded.began + len(fade) / self._rate

    def change_volume(self, steps: int) -> bool:
        """Louder (positive) or quieter by steps of VOLUME_STEP_DB. False: it is at the limit already."""
        wanted = min(max(self._volume_db + steps * VOLUME_STEP_DB, VOLUMES_DB[0]), VOLUMES_DB[1])
        changed = wanted != self._volume_db
        self._volume_db = wanted
        return changed

    @property
    def volume_db(self) -> float:
        """0 is as loud as the clips are."""
        return self._volume_db

    def check(self) -> None:
        """Raise DeviceLost if the device has stopped to ask for sound."""
        if self._stream is None or not is_running(self._stream) or time.monotonic() - self._called > BLOCKED_S:
            raise DeviceLost("the loudspeaker takes no sound any more")

    def _idle(self, now: float) -> bool:
        return not self._pieces and now - self._silent_since > IDLE_S

    def _lead_in(self, now: float) -> Wave:
        """As much of the lead-in as has not sounded already."""
        led = now - self._leading_since if self._leading_since is not None else 0.0
        needed = LEAD_IN_S - led if self._idle(now) else 0.0
        return _murmur(max(0, round(needed * self._rate)))

    def _callback(self, out: Wave, frames: int, clock: Any, status: Any) -> None:
        now = time.monotonic()
        self._called = now
        self.underflows += bool(status.output_underflow)
        ahead = clock.outputBufferDacTime - clock.currentTime
        sounds = now + (ahead if clock.outputBufferDacTime > 0 and 0 <= ahead <= MAX_AGE_S else self._latency)
        out.fill(0)
        with self._lock:
            filled = self._fill(out, frames, sounds)
        if filled:
            self._leading_since = None
            out *= np.float32(10 ** (self._volume_db / 20))
            np.clip(out, -1, 1, out=out)
        elif self._leading_since is not None:
            out += _murmur(frames)[:, None]
            if now - self._leading_since > IDLE_S:  # nothing was said after all
                self._leading_since, self._silent_since = None, now

    def _fill(self, out: Wave, frames: int, sounds: float) -> int:
        """Copy as many samples as there are; `sounds` is when out[0] does (s, monotonic)."""
        filled = 0
        while filled < frames and self._pieces:
            piece = self._pieces[0]
            part = piece.wave[piece.played : piece.played + frames - filled]
            out[filled : filled + len(part)] += part[:, None]
            if not piece.underway.is_set():
                piece.began = sounds + filled / self._rate
                piece.underway.set()
            piece.played += len(part)
            filled += len(part)
            if piece.played >= len(piece.wave):
                self._silent_since = sounds + filled / self._rate
                self._pieces.popleft()
        return filled


def _murmur(samples: int) -> Wave:
    """Sound that only electronics can hear."""
    return np.where(np.arange(samples) % 2, LEAD_IN_LEVEL, -LEAD_IN_LEVEL).astype(np.float32)
