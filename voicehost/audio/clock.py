"""One clock per input: when each sample was captured, from reports that jitter, lie, or are missing.

A sound card counts time in its own samples; two cards differ by some 100 ppm, which is a third of a second in an
hour. The reports that come with the blocks are late by whatever the computer was busy with, but hardly ever early. So
of every half second the least late report is kept, and a line through the last half minute gives offset and rate.

A report that jumps may mean that sound is missing, or that the driver has changed its mind: PulseAudio says at first
that a monitor's sound is half a second old and takes that back within a second (measured). Where sound is missing, all
that follows also *arrives* so much later, whatever the reports say.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final

import numpy as np

WINDOW_S: Final = 0.5
KEPT_WINDOWS: Final = 60
WINDOWS_FOR_RATE: Final = 10  # until then the nominal rate is believed
MAX_DRIFT: Final = 1e-3  # 1000 ppm; a slope beyond is no crystal but a broken report
JUMP_S: Final = 0.015  # a whole window so late has lost samples; so early, the clock was wrong
ARRIVAL_WINDOWS: Final = 10  # so many tell how late blocks arrive while nothing is missing
MAX_AGE_S: Final = 2.0  # no block waits so long between card and program


def captured_at(adc: float, stream_now: float, arrived: float, lasts: float, before: float) -> float:
    """When the first sample of a block was captured, in seconds of the clock that `arrived` is on.

    `adc` and `stream_now` are the driver's capture time and present, which share no zero with `arrived`. Drivers
    report 0, the same time twice, the future (PortAudio/portaudio#121, #531): then the block, which `lasts` so many
    seconds, is taken to have ended when it arrived. `before` is the capture time that the driver reported last.
    """
    age = stream_now - adc
    if adc <= 0 or adc <= before or not 0 <= age <= MAX_AGE_S:
        return arrived - lasts
    return arrived - age


class SampleClock:
    """Times of one device's samples. `report` every block, then ask `time_of` a sample or `sample_at` a time (s)."""

    def __init__(self, rate: int) -> None:
        self.nominal = rate
        self.rate = float(rate)  # Hz, as measured
        self.windows = 0  # so many have been closed
        self._points: deque[tuple[int, float]] = deque(maxlen=KEPT_WINDOWS)
        self._best: tuple[int, float] | None = None  # the least late report of the present window
        self._window_end = 0
        self._arrival = math.inf  # the earliest in the present window, relative to the nominal rate (s)
        self._arrivals: list[float] = []
        self._sample, self._time = 0, 0.0  # a point on the line

    @property
    def running(self) -> bool:
        """Whether there has been any report."""
        return bool(self._points) or self._best is not None

    def report(self, sample: int, at: float, arrived: float | None = None) -> float:
        """Sample number `sample` was captured at `at`, and its block arrived at `arrived` (None: at once).

        Returns how many seconds of sound were lost, mostly 0.0.
        """
        self._arrival = min(self._arrival, (at if arrived is None else arrived) - sample / self.nominal)
        if not self.running:
            self._sample, self._time = sample, at
        if self._best is None:
            self._best, self._window_end = (sample, at), sample + int(WINDOW_S * self.nominal)
        elif self._lateness(sample, at) < self._lateness(*self._best):
            self._best = (sample, at)
        if not self._points and self._lateness(sample, at) < 0:
            self._sample, self._time = sample, at
        return self._close_window() if sample >= self._window_end else 0.0

    def time_of(self, sample: float) -> float:
        """When that sample was or will be captured (s)."""
        return self._time + (sample - self._sample) / self.rate

    def sample_at(self, at: float) -> float:
        """The sample that is captured at that time (s)."""
        return self._sample + (at - self._time) * self.rate

    def _lateness(self, sample: int, at: float) -> float:
        return at - self.time_of(sample)

    def _close_window(self) -> float:
        assert self._best is not None
        best, self._best = self._best, None
        self.windows += 1
        late = self._lateness(*best) if self._points else 0.0
        if abs(late) > JUMP_S:
            self._points.clear()
        self._points.append(best)
        self._fit()
        behind = self._arrival_behind()
        if min(late, behind) <= JUMP_S:
            return 0.0
        self._arrivals = self._arrivals[-1:]
        return late

    def _arrival_behind(self) -> float:
        """By how much even the promptest block of this window arrived later than the promptest before (s)."""
        self._arrivals = [*self._arrivals[1 - ARRIVAL_WINDOWS :], self._arrival]
        self._arrival = math.inf
        return self._arrivals[-1] - min(self._arrivals)

    def _fit(self) -> None:
        samples = np.array([sample for sample, _ in self._points], float)
        times = np.array([at for _, at in self._points])
        self._sample = int(self._points[-1][0])
        if len(samples) >= WINDOWS_FOR_RATE:
            slope, _ = np.polyfit(samples - samples[-1], times - times[-1], 1)
            low, high = 1 / (self.nominal * (1 + MAX_DRIFT)), 1 / (self.nominal * (1 - MAX_DRIFT))
            self.rate = 1 / float(np.clip(slope, low, high))
        offsets = times - times[-1] - (samples - samples[-1]) / self.rate
        self._time = float(times[-1] + (offsets.mean() if len(samples) >= WINDOWS_FOR_RATE else offsets.min()))
