"""The table's microphones: one device or several, as one stream of int16 blocks on one sample clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final

import numpy as np

from voicehost.audio.devices import INPUT, Device, Microphone, find_device, list_devices, open_stream
from voicehost.audio.intake import Captured, Intake
from voicehost.audio.portaudio import DeviceLost, is_running, portaudio, quiet_stderr
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Samples

BLOCK: Final = 512  # samples that `read` returns
SILENT_S: Final = 1.5  # a device that delivers nothing for so long is gone
START_S: Final = 5.0  # so long may it take to begin
ALIGN: Final = SAMPLE_RATE // 2  # samples of every device that are waited for before several are aligned
BACKLOG: Final = 12 * SAMPLE_RATE  # samples; a table so far behind jumps to the present
KEPT_OF_BACKLOG: Final = SAMPLE_RATE

Notice = Callable[[str], None]


@dataclass(slots=True)
class _Input:
    """One opened device."""

    device: Device
    stream: Any
    intake: Intake
    columns: list[int]  # which channels of the table it delivers
    last: float  # when it last delivered (s, monotonic)
    delivered: bool = False
    overflows: int = 0  # as told so far


class Microphones:
    """Delivers blocks of BLOCK samples, int16 [BLOCK, channels], in the order of `wanted`.

    The callbacks only queue; everything else happens in `read`. `notice` gets what an adult may want to know.
    """

    def __init__(self, wanted: Sequence[Microphone] = (Microphone(),), notice: Notice = lambda text: None) -> None:
        self.channels = len(wanted)
        self.position = 0  # the table's index of the next sample that `read` returns
        self._wanted = tuple(wanted)
        self._notice = notice
        self._inputs: list[_Input] = []
        self._queue: SimpleQueue[tuple[int, Captured]] = SimpleQueue()
        self._aligned = False

    @property
    def devices(self) -> tuple[Device, ...]:
        """What is open."""
        return tuple(one.device for one in self._inputs)

    def open(self) -> None:
        """Open every device and start; the sample clock goes on where it was. Raises Trouble."""
        self._queue = SimpleQueue()
        self._aligned = False
        try:
            for device, columns in self._grouped():
                self._open(device, columns)
            for one in self._inputs:
                one.stream.start()
                one.last = time.monotonic()
        except portaudio().PortAudioError as error:
            self.close()
            raise Trouble("A microphone cannot be started; another program may use it. Close that program.") from error
        except Trouble:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the devices."""
        inputs, self._inputs = self._inputs, []
        for one in inputs:
            with quiet_stderr():
                one.stream.close(ignore_errors=True)

    def read(self) -> tuple[Samples, bool]:
        """The next block, waiting for it; and whether sound was lost in it or before. Raises DeviceLost."""
        while not self._ready():
            self._take_one()
        if self._inputs[0].intake.waiting > BACKLOG:
            self._keep(KEPT_OF_BACKLOG)
            self._notice("The table was too far behind and goes on with the present.")
        out = np.empty((BLOCK, self.channels), np.int16)
        lost = False
        for one in self._inputs:
            out[:, one.columns], gap = one.intake.give(BLOCK)
            lost = lost or gap
        self.position += BLOCK
        return out, lost

    def discard(self, until: float = 0.0) -> None:
        """Wait for the first sound, and let all go that comes until then (s, monotonic), as if it had never been.

        What comes next is marked as lost. Raises DeviceLost.
        """
        while time.monotonic() < until or not all(one.delivered for one in self._inputs):
            self._take_one()
        self._keep(0)

    def position_at(self, at: float) -> float:
        """The table's index of the sample that is captured at that time (s, monotonic). Raises DeviceLost."""
        while self._inputs and not self._inputs[0].intake.clock.running:
            self._take_one()
        if not self._inputs:
            raise DeviceLost("no microphone is open")
        return self._inputs[0].intake.position_at(at)

    def _ready(self) -> bool:
        if not self._inputs:
            raise DeviceLost("no microphone is open")
        least = min(one.intake.waiting for one in self._inputs)
        if self._aligned:
            return least >= BLOCK
        if len(self._inputs) > 1 and least < ALIGN:
            return False
        for one in self._inputs[1:]:
            one.intake.follow(self._inputs[0].intake)
        self._aligned = True
        return self._ready()

    def _take_one(self) -> None:
        """Take in what the callbacks queued, waiting a little if there is nothing."""
        try:
            number, block = self._queue.get(timeout=0.1)
        except Empty:
            self._watch()
            return
        one = self._inputs[number]
        one.last, one.delivered = block.arrived, True
        if one.intake.take(block) and number > 0 and self._aligned:
            one.intake.follow(self._inputs[0].intake)
        if one.intake.overflows > one.overflows:
            one.overflows = one.intake.overflows
            self._notice(f"{one.device.name} lost sound ({one.overflows}); this computer is busy.")
        if self._queue.empty():
            self._watch()

    def _watch(self) -> None:
        now = time.monotonic()
        for one in self._inputs:
            if now - one.last > (SILENT_S if one.delivered else START_S) or not is_running(one.stream):
                raise DeviceLost(f"the microphone {one.device.name!r} delivers nothing any more")

    def _keep(self, samples: int) -> None:
        kept = min([samples, *(one.intake.waiting for one in self._inputs)])
        for one in self._inputs:
            one.intake.skip_to_newest(kept)

    def _grouped(self) -> list[tuple[Device, list[int]]]:
        """The devices, and which channels of the table each delivers."""
        known = list_devices()
        groups: dict[int, tuple[Device, list[int]]] = {}
        sources: set[tuple[int, int | None]] = set()
        for column, microphone in enumerate(self._wanted):
            device = find_device(microphone.device, INPUT, known)
            if (source := (device.number, microphone.channel)) in sources:
                raise Trouble(f"{microphone} is named twice; give each player another one, or all of them one --mic.")
            sources.add(source)
            groups.setdefault(device.number, (device, []))[1].append(column)
        return list(groups.values())

    def _open(self, device: Device, columns: list[int]) -> None:
        channels = [self._wanted[column].channel for column in columns]
        number = len(self._inputs)
        queue = self._queue

        def callback(samples: Samples, frames: int, clock: Any, status: Any) -> None:
            arrived = time.monotonic()
            adc, now = clock.inputBufferAdcTime, clock.currentTime
            queue.put((number, Captured(samples.copy(), adc, now, arrived, bool(status.input_overflow))))

        stream = open_stream(device, INPUT, _channel_counts(device, channels), dtype="int16", callback=callback)
        intake = Intake(round(stream.samplerate), channels, follower=number > 0, position=self.position)
        self._inputs.append(_Input(device, stream, intake, columns, time.monotonic()))


def _channel_counts(device: Device, channels: Sequence[int | None]) -> list[int]:
    """How many channels to ask the device for, best first: all that are named, two for the loudest, one or all."""
    most = device.channels(INPUT)
    named = [channel + 1 for channel in channels if channel is not None]
    if named and max(named) > most:
        raise Trouble(f"{device.name!r} has {most} channels, not {max(named)}; name another with #.")
    if named:
        return list(dict.fromkeys([max(*named, 1), most]))
    return list(dict.fromkeys(count for count in (2, 1, most) if count <= most))
