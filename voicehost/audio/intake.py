"""From one device's blocks to the table's clock: pick channels, change the rate, follow the drift, mark what is lost.

Sans-I/O: `take` what a callback queued, `give` samples at 16 kHz. The first device of a table is the leader, whose
samples are the table's clock; every other one follows it through a resampler whose ratio is steered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.clock import SampleClock, captured_at
from voicehost.audio.files import to_int16
from voicehost.hear.ear import SAMPLE_RATE, Samples

DEAD_BELOW_DB: Final = 20.0  # a channel so far below its neighbour is dead
FLAG_LIES_AFTER: Final = 50  # overflows reported in a row without a sample missing: the driver lies
STEER_S: Final = 4.0  # a follower's error is corrected within about this time
STEP: Final = SAMPLE_RATE // 50  # samples; an error beyond is a jump, mended at once


@dataclass(frozen=True, slots=True)
class Captured:
    """One callback's worth: int16 [n, channels of the device] and what came with it. Times in s."""

    samples: Samples
    adc: float  # the driver's capture time of the first sample, as it came
    stream_now: float  # the driver's present, as it came
    arrived: float  # monotonic
    overflow: bool = False


class Picker:
    """The channels that are wanted of a device: fixed ones, or for None the loudest, which the other must beat."""

    def __init__(self, wanted: Sequence[int | None]) -> None:
        self._wanted = tuple(wanted)
        self._power: NDArray[np.float64] | None = None
        self._loudest = 0

    def pick(self, samples: Samples) -> Samples:
        """Int16 [n, channels of the device] to [n, wanted]."""
        if None in self._wanted and samples.shape[1] > 1 and len(samples):
            self._compare(samples)
        columns = [self._loudest if channel is None else channel for channel in self._wanted]
        return samples[:, columns]

    def _compare(self, samples: Samples) -> None:
        power = np.square(samples.astype(np.float64)).mean(axis=0)
        self._power = power if self._power is None else 0.9 * self._power + 0.1 * power
        best = int(np.argmax(self._power))
        if self._power[best] > self._power[self._loudest] * 10 ** (DEAD_BELOW_DB / 10):
            self._loudest = best


class Intake:
    """One device. The table's clock counts its samples at 16 kHz; `position` is the next one that `give` returns.

    `wanted` are channels of the device, None for the loudest. A follower must be steered with `follow` whenever
    `take` says so; a leader must not.
    """

    def __init__(self, rate: int, wanted: Sequence[int | None], *, follower: bool = False, position: int = 0) -> None:
        self.position = position
        self.channels = len(wanted)
        self.clock = SampleClock(rate)
        self.overflows = 0  # bursts of them, and gaps that no flag told of
        self._picker = Picker(wanted)
        self._rate = rate
        self._resampler = self._make_resampler(follower)
        self._ratio = rate / SAMPLE_RATE  # samples of the device to one of the table
        self._taken = 0  # samples of the device
        self._next = 0.0  # sample of the device that the next one out of the resampler stands for
        self._usual = 0  # samples of a block
        self._adc = 0.0
        self._flags = 0  # overflows reported in a row
        self._queue: deque[Samples] = deque()
        self._begun = False  # whether anything has been given
        self._lost: list[tuple[int, int]] = []  # spans of the table's clock
        self.waiting = 0  # samples that `give` could return

    def take(self, block: Captured) -> bool:
        """Take in a block. True about twice a second: the clock has moved, a follower is to be steered."""
        windows = self.clock.windows
        gap = self._report(block)
        if gap:
            self._insert(round(gap * SAMPLE_RATE))
        self._count_overflow(block.overflow, gap)
        self._taken += len(block.samples)
        before = self.end
        self._put(self._resampled(self._picker.pick(block.samples)))
        if 0 < self._flags <= FLAG_LIES_AFTER:
            self._lost.append((before, self.end))
        return self.clock.windows != windows

    def give(self, samples: int) -> tuple[Samples, bool]:
        """The next samples, at most `waiting`: int16 [n, wanted], and whether some were lost in or before them."""
        parts: list[Samples] = []
        missing = samples
        while missing:
            block = self._queue.popleft()
            parts.append(block[:missing])
            if len(block) > missing:
                self._queue.appendleft(block[missing:])
            missing -= len(parts[-1])
        self.waiting -= samples
        self.position += samples
        self._begun = True
        lost = any(first < self.position for first, _ in self._lost)
        self._lost = [span for span in self._lost if span[1] > self.position]
        return np.concatenate(parts), lost

    def skip_to_newest(self, samples: int) -> None:
        """Forget all but the last samples, as if they had never been; what comes next is marked as lost."""
        gone = self.waiting - samples
        if gone > 0:
            self.give(gone)
            self.position -= gone
        self._lost = [(self.position, self.position + 1)]

    def follow(self, leader: Intake) -> None:
        """Correct the ratio of the resampler, so that this device keeps to the leader's clock."""
        error = leader.position_at(self._time_of_end()) - self.end  # samples that this device is short of
        if abs(error) > STEP or not self._begun:
            self._jump(round(error))
            error = 0.0
        if self._resampler is not None:
            out_rate = leader.clock.rate * SAMPLE_RATE / leader.clock.nominal + error / STEER_S
            self._resampler.set_io_ratio(self.clock.rate, out_rate, 0)
            self._ratio = self.clock.rate / out_rate

    @property
    def end(self) -> int:
        """The table's index of the sample that comes in next."""
        return self.position + self.waiting

    def position_at(self, at: float) -> float:
        """The table's sample index for a time (s, monotonic)."""
        out_rate = self.clock.rate * SAMPLE_RATE / self.clock.nominal
        return self.end + (at - self._time_of_end()) * out_rate

    def _time_of_end(self) -> float:
        return self.clock.time_of(self._next)

    def _report(self, block: Captured) -> float:
        """Tell the clock when the block was captured; how many seconds of sound are missing before it."""
        frames = len(block.samples)
        self._usual = max(self._usual, frames)
        if frames < self._usual / 2:  # ALSA cuts off crumbs and gives them the time of the block before
            return 0.0
        at = captured_at(block.adc, block.stream_now, block.arrived, frames / self._rate, self._adc)
        self._adc = block.adc
        return self.clock.report(self._taken, at, block.arrived)

    def _make_resampler(self, follower: bool) -> Any:
        if self._rate == SAMPLE_RATE and not follower:
            return None
        import soxr

        return soxr.ResampleStream(self._rate, SAMPLE_RATE, self.channels, dtype="float32", vr=follower)

    def _resampled(self, samples: Samples) -> Samples:
        if self._resampler is None:
            self._next += len(samples)
            return samples
        out = self._resampler.resample_chunk(samples.astype(np.float32) / np.float32(32768))
        self._next += len(out) * self._ratio
        return to_int16(out)

    def _put(self, samples: Samples) -> None:
        if len(samples):
            self._queue.append(samples)
            self.waiting += len(samples)

    def _jump(self, samples: int) -> None:
        """Insert so much silence, or drop so much if negative: before all sound at the start, later after it."""
        everything = np.concatenate([*self._queue, np.zeros((0, self.channels), np.int16)])
        silence = np.zeros((max(0, samples), self.channels), np.int16)
        if self._begun:
            changed = np.concatenate([everything[: max(0, len(everything) + min(0, samples))], silence])
            self._lost.append((self.end - 1, self.position + len(changed) + STEP))
        else:
            changed = np.concatenate([silence, everything[max(0, -samples) :]])
        self._queue = deque([changed] if len(changed) else [])
        self.waiting = len(changed)

    def _insert(self, samples: int) -> None:
        start = self.end
        self._put(np.zeros((samples, self.channels), np.int16))
        self._lost.append((start, self.end + STEP))

    def _count_overflow(self, flagged: bool, gap: float) -> None:
        self._flags = self._flags + 1 if flagged and not gap else int(flagged)
        if self._flags == 1 or (gap and not flagged):
            self.overflows += 1
