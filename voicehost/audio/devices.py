"""Which microphones and loudspeakers there are, and which one a name means.

A device is chosen by name, because numbers move when something is plugged in; it is looked up anew at every opening.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from voicehost.audio.files import MAX_CHANNELS, RATES
from voicehost.audio.portaudio import meaning, no_answer, portaudio, quiet_stderr
from voicehost.errors import Trouble

INPUT: Final = "input"
OUTPUT: Final = "output"
COMMON_RATES: Final = (48_000, 44_100, 16_000, 32_000, 96_000, 8_000)
LATENCY_S: Final = 0.1  # of the driver's buffers; at a third of it, a busy computer stutters (measured with PulseAudio)
PLAIN_NAMES: Final = {INPUT: "microphone", OUTPUT: "loudspeaker"}


@dataclass(frozen=True, slots=True)
class Device:
    """One entry of PortAudio's list. The number is valid until devices come or go."""

    number: int
    name: str
    driver: str
    inputs: int  # channels
    outputs: int
    rate: int  # Hz, its own
    default_for: tuple[str, ...] = ()

    def channels(self, kind: str) -> int:
        """How many channels it has as INPUT or OUTPUT, at most MAX_CHANNELS of which are used."""
        return min(self.inputs if kind == INPUT else self.outputs, MAX_CHANNELS)

    @property
    def is_monitor(self) -> bool:
        """Whether it is the ear of the computer's own loudspeaker rather than a microphone."""
        lowered = self.name.lower()
        return any(word in lowered for word in ("monitor", "loopback", "stereo mix", "what u hear"))


@dataclass(frozen=True, slots=True)
class Microphone:
    """What `--mic` names: a device, and one of its channels (from 0), or None for the loudest."""

    device: str | None = None  # a name, part of a name, or a number; None: the default
    channel: int | None = None

    @classmethod
    def parse(cls, text: str) -> Microphone:
        """`NAME`, `NUMBER` or either followed by `#CHANNEL` (from 1). "" is the default device."""
        device, mark, channel = text.rpartition("#")
        if not mark:
            return cls(text.strip() or None)
        if not channel.strip().isdecimal() or not 1 <= int(channel) <= MAX_CHANNELS:
            raise Trouble(f"{text!r} names no channel; write a number from 1 to {MAX_CHANNELS} after the #.")
        return cls(device.strip() or None, int(channel) - 1)

    def __str__(self) -> str:
        name = self.device or "the default microphone"
        return name if self.channel is None else f"{name}#{self.channel + 1}"


def list_devices() -> tuple[Device, ...]:
    """All devices. Raises Trouble if there is no PortAudio or the sound system does not answer."""
    sounddevice = portaudio()
    try:
        with quiet_stderr():
            found = list(sounddevice.query_devices())
            drivers = [api["name"] for api in sounddevice.query_hostapis()]
            defaults = [int(number) for number in sounddevice.default.device]
    except sounddevice.PortAudioError as error:
        raise no_answer(error) from error
    return tuple(_device(number, facts, drivers, defaults) for number, facts in enumerate(found))


def _device(number: int, facts: Mapping[str, Any], drivers: Sequence[str], defaults: Sequence[int]) -> Device:
    kinds = (INPUT, OUTPUT)
    return Device(
        number=number,
        name=unicodedata.normalize("NFC", str(facts["name"])),
        driver=drivers[facts["hostapi"]],
        inputs=int(facts["max_input_channels"]),
        outputs=int(facts["max_output_channels"]),
        rate=int(facts["default_samplerate"]),
        default_for=tuple(kind for kind, default in zip(kinds, defaults, strict=False) if default == number),
    )


def find_device(wanted: str | None, kind: str, devices: Sequence[Device] | None = None) -> Device:
    """The INPUT or OUTPUT device that a name, a part of a name or a number means; None means the default.

    The same name under several drivers is the first one's. Raises Trouble that lists what there is.
    """
    able = [d for d in (list_devices() if devices is None else devices) if d.channels(kind)]
    what = PLAIN_NAMES[kind]
    if not able:
        raise Trouble(f"There is no {what}; plug one in, or play with --text.")
    if wanted is None:
        return next((d for d in able if kind in d.default_for), able[0])
    wanted = unicodedata.normalize("NFC", wanted.strip())
    if wanted.isdecimal():
        fitting = [d for d in able if d.number == int(wanted)]
    else:
        lowered = wanted.lower()
        fitting = [d for d in able if d.name.lower() == lowered] or [d for d in able if lowered in d.name.lower()]
    names = list(dict.fromkeys(d.name for d in fitting))
    listed = ", ".join(repr(name) for name in dict.fromkeys(d.name for d in able))
    if not names:
        raise Trouble(f"There is no {what} called {wanted!r}; there are {listed}.")
    if len(names) > 1:
        several = ", ".join(map(repr, names))
        raise Trouble(f"{wanted!r} fits several devices ({several}); write one of these names in full.")
    return fitting[0]


def open_stream(device: Device, kind: str, channels: Sequence[int], **options: Any) -> Any:
    """A stopped stream: sounddevice.InputStream or OutputStream at a rate and a channel count that the device takes.

    Its own rate is tried first, then COMMON_RATES; for each the counts in `channels` in their order (drivers report a
    wrong rate as a wrong device, so every error leads to the next try). Raises Trouble that tells what was tried.
    """
    sounddevice = portaudio()
    opener = sounddevice.InputStream if kind == INPUT else sounddevice.OutputStream
    rates = [r for r in dict.fromkeys((device.rate, *COMMON_RATES)) if RATES[0] <= r <= RATES[1]]
    reason = ""
    for rate in rates:
        for count in channels:
            try:
                with quiet_stderr():
                    return opener(device=device.number, samplerate=rate, channels=count, latency=LATENCY_S, **options)
            except (sounddevice.PortAudioError, ValueError) as error:
                reason = reason or meaning(error)
    tried = ", ".join(str(rate) for rate in rates)
    raise Trouble(
        f"The {PLAIN_NAMES[kind]} {device.name!r} cannot be opened: {reason}. Tried {tried} Hz with "
        f"{' or '.join(map(str, channels))} channels. Close other programs that use it, or name another device."
    )
