"""A simulated table: voices, room noise and the host's loudspeaker in the microphones, with exact truth.

The room is causal: voices are scheduled at a sample position and the next samples are rendered block by block, so
that synthetic players can react to what the host says. All positions are sample indices (16 kHz) since the room began.
The same seed and the same calls give the same samples, whatever the block sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples

FRAME: Final = SAMPLE_RATE // 100  # 10 ms, the grain of the truth
VOICE_BELOW_PEAK_DB: Final = 30.0  # a frame is voice when it is within this of the clip's loudest frame
NOISE_LOOP_S: Final = 19.0  # the room noise repeats after this (each microphone a little later)
RUMBLE_HZ: Final = 120.0  # what lies below is no part of a voice's beginning
RECORD_HEADROOM_DB: Final = -3.0

Mono = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A voice in the room, as it truly was. Positions are sample indices of the room's clock."""

    seat: int
    at: int  # position of the clip's first sample
    onset: int  # first sample of the first voiced frame (see `voice_span`)
    end: int  # just past the last voiced frame


def as_mono(clip: ArrayLike) -> Mono:
    """A clip as float32 in -1..1, shape [n]. Takes int16 or float; anything but one channel is a ValueError."""
    array = np.asarray(clip)
    if array.ndim != 1:
        raise ValueError(f"a clip is mono: shape [n], not {array.shape}")
    if array.dtype == np.int16:
        return (array / np.float32(32768)).astype(np.float32)
    return array.astype(np.float32)


def voice_span(clip: ArrayLike, below_peak_db: float = VOICE_BELOW_PEAK_DB) -> tuple[int, int]:
    """Where the voice of a CLEAN clip begins and ends, in samples: (start of the first, end of the last voiced frame).

    The clip, without rumble, is cut into frames of 10 ms; a frame is voiced when its RMS lies within `below_peak_db`
    of the loudest frame's. A silent clip gives (0, 0).
    """
    mono = without_rumble(as_mono(clip))
    frames = -(-len(mono) // FRAME)
    padded = np.zeros(frames * FRAME, np.float64)
    padded[: len(mono)] = mono
    power = np.square(padded).reshape(frames, FRAME).mean(axis=1) if frames else np.zeros(0)
    if not frames or power.max() <= 0:
        return 0, 0
    voiced = np.flatnonzero(power >= power.max() * 10 ** (-below_peak_db / 10))
    return int(voiced[0]) * FRAME, min(int(voiced[-1] + 1) * FRAME, len(mono))


def without_rumble(mono: Mono) -> Mono:
    """Steps of a table, breath on a microphone: all below RUMBLE_HZ taken out, 24 dB per octave, nothing delayed."""
    if not len(mono):
        return mono
    padded = len(mono) + SAMPLE_RATE // 20
    hertz = np.fft.rfftfreq(padded, 1 / SAMPLE_RATE)
    gain = hertz**4 / (hertz**4 + RUMBLE_HZ**4)
    return np.fft.irfft(np.fft.rfft(mono, padded) * gain, padded)[: len(mono)].astype(np.float32)


def active_rms(clip: ArrayLike) -> float:
    """RMS of the voiced frames alone, so that pauses do not make a voice count as quiet."""
    mono = as_mono(clip)
    frames = len(mono) // FRAME
    if not frames:
        return float(np.sqrt(np.mean(np.square(mono)))) if len(mono) else 0.0
    power = np.square(mono[: frames * FRAME].astype(np.float64)).reshape(frames, FRAME).mean(axis=1)
    voiced = power[power >= power.max() * 10 ** (-VOICE_BELOW_PEAK_DB / 10)]
    return float(np.sqrt(voiced.mean()))


def pink_noise(samples: int, rng: np.random.Generator) -> Mono:
    """Noise with 1/f power above 50 Hz and RMS 1, shape [samples]; it may be looped without a seam."""
    spectrum = np.fft.rfft(rng.standard_normal(samples))
    hertz = np.fft.rfftfreq(samples, 1 / SAMPLE_RATE)
    spectrum /= np.sqrt(np.maximum(hertz, 50.0))
    spectrum[0] = 0
    noise = np.fft.irfft(spectrum, samples)
    return np.asarray(noise / np.sqrt(np.mean(np.square(noise))), np.float32)


@dataclass(slots=True)
class _Sound:
    """Something that sounds from `at` on: its share in every microphone, shape [n, channels]."""

    at: int
    wave: NDArray[np.float32]

    def add_to(self, out: NDArray[np.float32], position: int) -> bool:
        """Add what falls into the block that begins at `position`; False when the sound is over."""
        first, last = max(self.at, position), min(self.at + len(self.wave), position + len(out))
        if first < last:
            out[first - position : last - position] += self.wave[first - self.at : last - self.at]
        return self.at + len(self.wave) > position + len(out)


class Room:
    """One table with `channels` seats, each with its own microphone, or one microphone in the middle.

    `crosstalk_db`: a voice in the others' microphones, relative to its own. `snr_db`: near voice to room noise, over
    all frequencies (None: no noise at all). `host_leak_db`: the host in every microphone, relative to a near voice.
    `speech_dbfs`: RMS of a near voice while it speaks. `delay_ms`: greatest delay between microphones (drawn between
    0 and this). `gain_spread_db`: microphones differ by up to plus or minus this. `reverb_s`: time in which the room's
    echo falls by 60 dB (0: none), `reverb_db` its level relative to the direct sound of a near voice.
    """

    def __init__(
        self,
        channels: int,
        *,
        seed: int = 1,
        crosstalk_db: float = -12.0,
        snr_db: float | None = 20.0,
        host_leak_db: float = -15.0,
        single_mic: bool = False,
        speech_dbfs: float = -23.0,
        delay_ms: float = 4.0,
        gain_spread_db: float = 1.5,
        reverb_s: float = 0.0,
        reverb_db: float = -12.0,
        record: bool = False,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self.seats = channels
        self.microphones = 1 if single_mic else channels
        self.position = 0  # samples rendered so far
        self._speech = 10 ** (speech_dbfs / 20)
        self._host_leak_db = host_leak_db
        self._reverb_s, self._reverb_db = reverb_s, reverb_db
        shape = (channels, self.microphones)
        path_db = np.full(shape, crosstalk_db)
        path_db[np.arange(channels), np.arange(channels) % self.microphones] = 0.0
        if single_mic:  # nobody is nearest to the one microphone in the middle
            path_db[:] = self._rng.uniform(-2, 2, shape)
        self._mic_db = self._rng.uniform(-gain_spread_db, gain_spread_db, self.microphones)
        self._path_db = path_db + self._mic_db
        self._delay = self._rng.integers(0, int(delay_ms * FRAME / 10) + 1, shape)
        self._delay[path_db == 0.0] = 0
        self._host_delay = self._rng.integers(0, int(delay_ms * FRAME / 10) + 1, self.microphones)
        noise_rms = 0.0 if snr_db is None else self._speech * 10 ** (-snr_db / 20)
        loop = int(NOISE_LOOP_S * SAMPLE_RATE)
        self._noise = [
            pink_noise(loop + 1013 * mic, self._rng) * np.float32(noise_rms * 10 ** (db / 20))
            for mic, db in enumerate(self._mic_db)
        ]
        self._sounds: list[_Sound] = []
        self._stage: list[_Sound] = []  # the same sounds as the stereo recording has them
        self._recorded: list[Samples] | None = [] if record else None

    def speak(self, seat: int, clip: ArrayLike, at: int, *, gain_db: float = 0.0) -> Spoken:
        """Let the player on `seat` say `clip` (mono, 16 kHz), beginning at sample `at`, which must not be past.

        The clip is brought to the room's speech level, plus `gain_db`. Returns the truth about it.
        """
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} of {self.seats}")
        mono = self._levelled(clip, gain_db)
        self._place(mono, at, self._path_db[seat], self._delay[seat])
        left = (seat + 0.5) / self.seats
        self._put_on_stage(mono, at, 1 - 0.8 * left, 0.2 + 0.8 * left)
        start, end = voice_span(mono)
        return Spoken(seat, at, at + start, at + end)

    def host(self, clip: ArrayLike, at: int) -> Spoken:
        """Let the host's loudspeaker play `clip` from sample `at`; seat -1 in the truth that is returned."""
        mono = self._levelled(clip, 0.0)
        self._place(mono, at, self._mic_db + self._host_leak_db, self._host_delay)
        self._put_on_stage(mono, at, 0.7, 0.7)
        start, end = voice_span(mono)
        return Spoken(-1, at, at + start, at + end)

    def render(self, n: int) -> Samples:
        """The next `n` samples of all microphones, int16, shape [n, microphones]."""
        out = np.empty((n, self.microphones), np.float32)
        for mic, loop in enumerate(self._noise):
            out[:, mic] = np.take(loop, np.arange(self.position, self.position + n), mode="wrap")
        self._sounds = [sound for sound in self._sounds if sound.add_to(out, self.position)]
        if self._recorded is not None:
            stage = np.zeros((n, 2), np.float32)
            self._stage = [sound for sound in self._stage if sound.add_to(stage, self.position)]
            self._recorded.append(_int16(stage * 10 ** (RECORD_HEADROOM_DB / 20)))
        self.position += n
        return _int16(out)

    def mix(self) -> Samples:
        """Everything said so far as a stereo recording, players from left to right, int16, shape [n, 2].

        Only a room made with `record=True` keeps it.
        """
        if self._recorded is None:
            raise ValueError("this room does not record; make it with record=True")
        return np.concatenate([np.zeros((0, 2), np.int16), *self._recorded])

    def _levelled(self, clip: ArrayLike, gain_db: float) -> Mono:
        mono = as_mono(clip)
        rms = active_rms(mono)
        return mono * np.float32(self._speech * 10 ** (gain_db / 20) / rms) if rms > 0 else mono

    def _place(self, mono: Mono, at: int, path_db: NDArray[np.float64], delay: NDArray[np.int64]) -> None:
        if at < self.position:
            raise ValueError(f"the past cannot be changed: {at} lies before {self.position}")
        tail = int(self._reverb_s * SAMPLE_RATE)
        wave = np.zeros((len(mono) + int(delay.max()) + tail, self.microphones), np.float32)
        for mic in range(self.microphones):
            wave[delay[mic] : delay[mic] + len(mono), mic] = mono * np.float32(10 ** (path_db[mic] / 20))
            if tail:
                echo = self._echo(mono, tail) * np.float32(10 ** (self._mic_db[mic] / 20))
                wave[delay[mic] : delay[mic] + len(echo), mic] += echo
        self._sounds.append(_Sound(at, wave))

    def _echo(self, mono: Mono, tail: int) -> Mono:
        """Diffuse echo: the sound through decaying noise, 20 ms late (a room impulse response after Moorer, 1979)."""
        decay = 10 ** (-3 * np.arange(tail) / tail)
        response = self._rng.standard_normal(tail) * decay
        response[: SAMPLE_RATE // 50] = 0
        response *= 10 ** (self._reverb_db / 20) / np.sqrt(np.sum(np.square(response)))
        size = len(mono) + tail
        return np.fft.irfft(np.fft.rfft(mono, size) * np.fft.rfft(response, size), size).astype(np.float32)

    def _put_on_stage(self, mono: Mono, at: int, left: float, right: float) -> None:
        if self._recorded is not None:
            self._stage.append(_Sound(at, np.stack([mono * np.float32(left), mono * np.float32(right)], axis=1)))


def _int16(wave: NDArray[np.float32]) -> Samples:
    return np.clip(np.rint(wave * 32767), -32768, 32767).astype(np.int16)
